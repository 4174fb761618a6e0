// Declares requests, answers and the one form of handler without a web framework, for the rooms below http/.
import type { Readable } from 'node:stream'
import type { MaybePromise } from './scheduling/maybe-promise.ts'
import { LongText, type Text } from './text/long-text.ts'

export interface WebRequest {
  /** The id under which the log has the request. */
  readonly id: string
  readonly method: string
  /** The text after `?`, still encoded. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as text; empty when there was none. */
  readonly body: string
  /** The client's IP address, according to the setting trusted-proxy. */
  readonly address: string
  /** The values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>
}

export interface WebAnswer {
  readonly status: number
  /** Names in lower case. An object that is frozen, and used for many answers, is turned into header lines once. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Text | Readable
}

/** Not a stream. */
export const isText = (body: WebAnswer['body']): body is Text => typeof body === 'string' || body instanceof LongText

/** Answers, or throws: a Refusal becomes an answer in the face of the route. A handler that waits for nothing makes no promise. */
export type WebHandler = (request: WebRequest) => MaybePromise<WebAnswer>

/** The first value of a header. */
export function header({ headers }: Pick<WebRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

export const redirect = (location: string, status: 302 | 303 = 303): WebAnswer => ({
  status,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
})

export const jsonType = 'application/json; charset=utf-8'

const jsonHeaders = Object.freeze({ 'content-type': jsonType })

/** An answer whose body is JSON text. */
export const jsonAnswer = (body: Text, status = 200): WebAnswer => ({ status, headers: jsonHeaders, body })

/** The challenge of RFC 6750, which names an error only to a client that has sent a token. */
export const bearerChallenge = (
  error?: 'invalid_token' | 'insufficient_scope',
  resourceMetadata?: string,
): Record<string, string> => ({
  'www-authenticate': `Bearer realm="Clientele"${error === undefined ? '' : `, error="${error}"`}${resourceMetadata === undefined ? '' : `, resource_metadata="${resourceMetadata}", scope="data"`}`,
})

/** Whether an Accept-Encoding header allows a coding. */
export const takesCoding = (accepted: string | undefined, coding: string): boolean =>
  (accepted ?? '').split(',').some(part => {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
    const isRefused = parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
    return (name === coding || name === '*') && !isRefused
  })

// Finds the caller of a request from its Authorization header, for the routes of the data API.
import type { Caller } from '../../accounts/caller.ts'
import { type Problem, Refusal, refuse } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import type { BearerTokens } from './bearer-tokens.ts'

/** The token of a Bearer header; null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length < 8) return null
  // The common spelling is tested first, since this function runs for every request.
  if (authorization.slice(0, 7) === 'Bearer ') return authorization.slice(7).trim() || null
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null
}

const invalid = (): never => refuse('InvalidToken', '', 'Token is invalid')

/** Like `bearer`, at a resource whose metadata (RFC 9728) the refusal names. */
export async function assistantBearer(
  tokens: BearerTokens,
  authorization: string | undefined,
  metadata: () => string,
): Promise<Caller> {
  const token = bearerToken(authorization)
  const found = token === null ? null : await tokens.judge(token)
  if (found) return found.caller
  const problem = token === null ? ({ error: 'TokenRequired', message: noToken } as const) : invalidToken
  throw new UnknownBearer({ path: '', ...problem }, metadata())
}

const invalidToken = { error: 'InvalidToken', message: 'Token is invalid' } as const

/** A refusal that tells the client where tokens come from. */
class UnknownBearer extends Refusal {
  readonly resourceMetadata: string

  constructor(problem: Problem, resourceMetadata: string) {
    super([problem])
    this.resourceMetadata = resourceMetadata
  }
}

const noToken = 'The request has no access token. Send the header "Authorization: Bearer <access token>".'

/** The caller, without a promise on a cache hit; refuses with TokenRequired or InvalidToken. */
export function bearer(
  bearerTokens: BearerTokens,
  authorization: string | undefined,
  again: boolean,
): MaybePromise<Caller> {
  const token = bearerToken(authorization)
  if (token === null) return refuse('TokenRequired', '', noToken)
  const judged = bearerTokens.judge(token, again)
  if (judged instanceof Promise) return judged.then(grant => grant?.caller ?? invalid())
  return judged?.caller ?? invalid()
}

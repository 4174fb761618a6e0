// Offers outbound requests in the form of fetch, for libraries that take a fetch function.
import type { Outbound } from './outbound.ts'

interface FetchOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Statuses whose answers have no body; Response refuses one for them. */
const withoutBody = new Set([204, 205, 304])

export const outboundFetch =
  (outbound: Outbound, maxBytes: number) =>
  async (url: string, { method = 'GET', headers = {}, body, signal }: FetchOptions): Promise<Response> => {
    const answer = await outbound.send({
      url,
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: bodyOf(body) }),
      maxBytes,
      longer: 'fail',
      ...(signal ? { signal } : {}),
    })
    const given = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) given.set(name, String(value))
    return new Response(withoutBody.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: given,
    })
  }

function bodyOf(body: unknown): string | Uint8Array {
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('A body of this kind cannot be sent')
}

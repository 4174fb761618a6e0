// Answers TokenValid and VerifyToken, by which clients of the data API check a token.
import { bearerToken } from '../tokens/bearer.ts'
import type { BearerTokens } from '../tokens/bearer-tokens.ts'

const valid = '{"Code":0}'
const notValid = '{"Code":-1,"Msg":["Token is invalid"]}'

/** Returns the JSON answer. The token comes from the header, or from the member `Token` of the body. */
export function tokenValid(
  bearerTokens: BearerTokens,
  authorization: string | undefined,
  body: string,
): string | Promise<string> {
  const token = bearerToken(authorization) ?? tokenOf(parsed(body))
  const judged = token === null ? null : bearerTokens.judge(token)
  if (judged instanceof Promise) return judged.then(grant => (grant ? valid : notValid))
  return judged ? valid : notValid
}

/** Strict JSON, since requests need no authentication. TokenValid always answers with HTTP 200: a body that is not JSON counts as a body without a token. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function tokenOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  for (const [name, value] of Object.entries(body)) {
    if (name.toLowerCase() === 'token') return typeof value === 'string' ? value : null
  }
  return null
}

/** Returns the HTTP status; the answer has no body. `token` is that of the header; null when there is none. */
export async function verifyToken(bearerTokens: BearerTokens, token: string | null): Promise<200 | 401> {
  return token !== null && (await bearerTokens.judge(token)) ? 200 : 401
}

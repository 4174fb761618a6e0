// TokenValid and VerifyToken: whether a token is good, asked by the clients of the data API.
import { parseLenient } from '../../base/lenient-json.ts'
import { bearerToken } from '../tokens/bearer.ts'
import type { BearerTokens } from '../tokens/bearer-tokens.ts'

const valid = '{"Code":0}'
const notValid = '{"Code":-1,"Msg":["Token is invalid"]}'

/** The answer's JSON text. The token is in the header, or else in the body's `Token`; any other body is not looked at. */
export function tokenValid(
  access: BearerTokens,
  authorization: string | undefined,
  body: string,
): string | Promise<string> {
  const token = bearerToken(authorization) ?? tokenOf(parsed(body))
  const judged = token === null ? null : access.judge(token)
  if (judged instanceof Promise) return judged.then(grant => (grant ? valid : notValid))
  return judged ? valid : notValid
}

/** Every question gets its answer with HTTP 200: a body that is not JSON merely has no token in it. */
function parsed(body: string): unknown {
  try {
    return parseLenient(body)
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

/** The HTTP status; the body is empty. The token is in the header alone. */
export async function verifyToken(access: BearerTokens, authorization: string | undefined): Promise<200 | 401> {
  const token = bearerToken(authorization)
  return token !== null && (await access.judge(token)) ? 200 : 401
}

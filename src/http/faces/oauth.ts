// Formats a failure outside the checks of an OAuth endpoint: HTTP 400 with an OAuth error and its number.
import { jsonType } from '../../base/web.ts'
import type { Failure } from '../failure.ts'
import type { FailureAnswer } from './answer.ts'

/** The specification lets a failed token request have no status but 400; clients decide by error and error_code. */
export function oauthFace(failure: Failure): FailureAnswer {
  const transient = failure.status >= 500 || failure.status === 429
  const [error, code] = transient ? ['temporarily_unavailable', 3005] : ['invalid_request', 3000]
  const message = failure.problems.map(problem => problem.message).join(' ')
  const status = failure.status === 404 || failure.status === 405 ? failure.status : 400
  return {
    status,
    headers: { 'content-type': jsonType, 'cache-control': 'no-store', pragma: 'no-cache' },
    body: JSON.stringify({ error, error_code: code, error_description: message }),
  }
}

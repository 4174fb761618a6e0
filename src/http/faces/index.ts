// Formats a failure in the face of its route.
import { bearerChallenge } from '../../base/web.ts'
import { errorBody, scimMediaType } from '../../scim/errors.ts'
import type { Failure } from '../failure.ts'
import type { Face } from '../route.ts'
import type { FailureAnswer } from './answer.ts'
import { envelopeFace, resourceFace } from './envelope.ts'
import { oauthFace } from './oauth.ts'
import { pageFace } from './page.ts'
import { plainFace } from './plain.ts'

/** An error of SCIM. */
function scimFace({ status: given, problems }: Failure): FailureAnswer {
  const status = given === 200 ? 400 : given
  const body = errorBody(status, problems.map(problem => problem.message).join(' '))
  const isSent = problems.some(({ error }) => error === 'InvalidToken')
  const challenge = status === 401 ? bearerChallenge(isSent ? 'invalid_token' : undefined) : {}
  return { status, headers: { 'content-type': scimMediaType, ...challenge }, body }
}

const faces: Record<Face, (failure: Failure) => FailureAnswer> = {
  envelope: envelopeFace,
  resource: resourceFace,
  oauth: oauthFace,
  scim: scimFace,
  page: pageFace,
  plain: plainFace,
}

export function showFailure(face: Face, failure: Failure): FailureAnswer {
  const answer = faces[face](failure)
  const { retryAfterSeconds } = failure
  if (retryAfterSeconds === null) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.ceil(retryAfterSeconds)) } }
}

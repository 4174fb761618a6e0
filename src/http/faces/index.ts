// Formats a failure in the face of its route.
import type { Failure } from '../failure.ts'
import type { Face } from '../route.ts'
import type { FailureAnswer } from './answer.ts'
import { envelopeFace, resourceFace } from './envelope.ts'
import { oauthFace } from './oauth.ts'
import { pageFace } from './page.ts'
import { plainFace } from './plain.ts'

const faces: Record<Face, (failure: Failure) => FailureAnswer> = {
  envelope: envelopeFace,
  resource: resourceFace,
  oauth: oauthFace,
  page: pageFace,
  plain: plainFace,
}

export function showFailure(face: Face, failure: Failure): FailureAnswer {
  const answer = faces[face](failure)
  const { retryAfterSeconds } = failure
  if (retryAfterSeconds === null) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.ceil(retryAfterSeconds)) } }
}

// Formats a failure for the data API: Code -1, Msg for people, Errors for programs.
import { errorsOf, type ToldProblem } from '../../base/errors.ts'
import { bearerChallenge, jsonType } from '../../base/web.ts'
import type { Failure } from '../failure.ts'
import type { FailureAnswer } from './answer.ts'

function envelopeOf(problems: readonly ToldProblem[]): string {
  return JSON.stringify({
    Code: -1,
    Msg: [...new Set(problems.map(problem => problem.message))],
    Errors: errorsOf(problems),
  })
}

export const envelopeFace = (failure: Failure): FailureAnswer => ({
  status: failure.status,
  headers: { 'content-type': jsonType, ...challenge(failure) },
  body: envelopeOf(failure.problems),
})

/** The challenge of RFC 6750 for a client without a valid token or scope; without a token it names no error. */
function challenge({ problems, resourceMetadata, challenge: own }: Failure): Record<string, string> {
  if (own !== undefined) return { 'www-authenticate': own }
  const error = problems[0]?.error
  if (error === 'TokenRequired') return bearerChallenge(undefined, resourceMetadata)
  if (error === 'InvalidToken') return bearerChallenge('invalid_token', resourceMetadata)
  return error === 'InsufficientScope' ? bearerChallenge('insufficient_scope') : {}
}

const statusOf: Partial<Record<ToldProblem['error'], number>> = {
  AdministratorRequired: 403,
  AccessDenied: 403,
  UnknownKey: 404,
  VersionConflict: 409,
  LimitExceeded: 422,
  AmbiguousColumn: 422,
}

/** The same body for other routes, where the HTTP status shows a refusal too. */
export function resourceFace(failure: Failure): FailureAnswer {
  const answer = envelopeFace(failure)
  const [first] = failure.problems
  return failure.status === 200 ? { ...answer, status: (first && statusOf[first.error]) ?? 400 } : answer
}

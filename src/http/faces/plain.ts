// Formats a failure as one line of text, for probes and scripts.
import type { Failure } from '../failure.ts'
import type { FailureAnswer } from './answer.ts'

export const plainFace = (failure: Failure): FailureAnswer => ({
  status: failure.status === 200 ? 400 : failure.status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${failure.problems.map(problem => problem.message).join('\n')}\n`,
})

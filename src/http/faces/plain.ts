// The face of a failure for probes and scripts: one line of text.
import type { Failure } from '../failure.ts'
import type { FailureAnswer } from './answer.ts'

export const plainFace = (failure: Failure): FailureAnswer => ({
  status: failure.status === 200 ? 400 : failure.status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${failure.problems.map(problem => problem.message).join('\n')}\n`,
})

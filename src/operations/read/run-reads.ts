// Runs a Read request: one Read, by its template if there is one, or a batch of Reads one after the other.
import { Problems, Refusal } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import { type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts'
import { member } from '../../base/text/json.ts'
import type { EntityRequest } from '../context.ts'
import type { MemberAnswer, OpenedRequest, OperationRequest } from '../operation-request.ts'
import { readFieldOptions } from './field-options.ts'
import { type BoundRead, prepareRead, read } from './read.ts'
import { learnRead, recogniseRead } from './read-templates.ts'

/** True when the request lists the options of fields instead of records. */
const readsFieldOptions = ({ content }: EntityRequest): boolean => member(content, 'FieldOptions') !== undefined

export function runReads(request: OperationRequest): MaybePromise<readonly MemberAnswer[]> {
  const { raw } = request
  const recognised = raw && recogniseRead(raw)
  if (recognised) return answersOf(recognised)
  const { requests, context } = request.open()
  const [first, ...others] = requests
  if (!first || others.length > 0 || readsFieldOptions(first)) return readInTurn({ requests, context })
  const reading = prepareRead(first, context)
  if (raw) learnRead(raw.text, reading)
  return answersOf(reading)
}

const answersOf = (reading: BoundRead): MaybePromise<readonly MemberAnswer[]> =>
  whenReady(read(reading), text => [{ member: reading.request.member, text }])

/** Collects the problems of all members. */
async function readInTurn({ requests, context }: OpenedRequest): Promise<MemberAnswer[]> {
  const answers: MemberAnswer[] = []
  const problems = new Problems()
  for (const request of requests) {
    if (problems.full || context.answer?.spent) break
    const turn = nextTurnIfLong()
    if (turn) await turn
    try {
      if (readsFieldOptions(request)) {
        answers.push({ member: request.member, text: JSON.stringify(await readFieldOptions(request, context)) })
      } else answers.push(...(await answersOf(prepareRead(request, context))))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.addRefusal(error)
    }
  }
  problems.throwIfAny()
  return answers
}

// Runs the Reads of a request one after the other, and collects the problems of all of them.
import { Problems, Refusal } from '../../base/errors.ts'
import { member } from '../../base/json.ts'
import type { Text } from '../../base/long-text.ts'
import { nextTurnIfLong } from '../../base/loop-turn.ts'
import { type MaybePromise, whenReady } from '../../base/maybe-promise.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { readFieldOptions } from './field-options.ts'
import { prepareRead, read } from './read.ts'

/** True when the request lists the options of fields instead of records. */
export const readsFieldOptions = ({ content }: EntityRequest): boolean => member(content, 'FieldOptions') !== undefined

/** Gives the JSON text of each entity member of the answer. */
export function readBatch(requests: readonly EntityRequest[], context: OperationContext): MaybePromise<Text[]> {
  const [first, ...others] = requests
  if (first && others.length === 0) return whenReady(readOne(first, context), text => [text])
  return readInTurn(requests, context)
}

async function readInTurn(requests: readonly EntityRequest[], context: OperationContext): Promise<Text[]> {
  const answers: Text[] = []
  const problems = new Problems()
  for (const request of requests) {
    if (problems.full || context.answer?.spent) break
    const turn = nextTurnIfLong()
    if (turn) await turn
    try {
      answers.push(await readOne(request, context))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.addRefusal(error)
    }
  }
  problems.throwIfAny()
  return answers
}

function readOne(request: EntityRequest, context: OperationContext): MaybePromise<Text> {
  if (readsFieldOptions(request)) return readFieldOptions(request, context).then(answer => JSON.stringify(answer))
  return read(prepareRead(request, context))
}

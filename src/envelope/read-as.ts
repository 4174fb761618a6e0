// Reads in the name of a user who sends no request: for feeds and mails.
import type { Caller } from '../accounts/caller.ts'
import { joined } from '../base/text/long-text.ts'
import { AnswerBudget } from '../operations/read/answer-budget.ts'
import { type OperationParts, runOperation } from './run.ts'

interface ReadOptions {
  readonly scope?: Caller['scope']
  /** The largest answer. */
  readonly bytes: number
  /** Is aborted when the client is gone. */
  readonly gone?: () => AbortSignal
}

/** The answer to a Read of this body, with the rights of the user. */
export async function readAs(
  user: Omit<Caller, 'application' | 'chain' | 'scope'>,
  body: object,
  operations: OperationParts,
  { scope = ['data.readonly'], bytes, gone = () => new AbortController().signal }: ReadOptions,
) {
  const caller: Caller = { ...user, application: null, chain: null, scope }
  const reading = { body: { parsed: () => body }, caller, idempotency: null, gone, onEntity: () => {} }
  const call = { operation: 'Read' as const, ...reading, answer: new AnswerBudget(undefined, bytes) }
  return JSON.parse(joined(await runOperation(call, operations)))
}

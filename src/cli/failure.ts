// Turns a failure of a command into problems, and prints them as text or, with --json, as one object.
import { errorRegistry } from '../base/error-codes.ts'
import { Refusal } from '../base/errors.ts'
import { SettingError } from '../config/load.ts'
import type { Output } from './output.ts'

interface CommandProblem {
  readonly message: string
  /** The number of the data API's error, where an operation has refused. */
  readonly code?: number
}

/** A failure that is printed as one line for each problem, without a stack. */
export class CommandError extends Error {
  readonly status: number
  readonly problems: readonly CommandProblem[]
  /** Where to find out more, for people. */
  readonly hint: string | null
  constructor(problems: string | readonly CommandProblem[], status = 1, hint: string | null = null) {
    const list = typeof problems === 'string' ? [{ message: problems }] : problems
    super(list.map(({ message }) => message).join('\n'))
    this.name = 'CommandError'
    this.status = status
    this.problems = list
    this.hint = hint
  }
}

/** A failure by wrong usage; its status is 2. */
export const usageError = (messages: string | readonly string[], hint: string | null = null): CommandError =>
  new CommandError(
    [messages].flat().map(message => ({ message })),
    2,
    hint,
  )

/** The problems of a refused operation; `say` puts each message into the words of the command. */
export const refusalError = (refusal: Refusal, say: (message: string) => string): CommandError =>
  new CommandError(
    refusal.told().map(({ error, message }) => ({ message: say(message), code: errorRegistry[error].code })),
  )

/** Prints the failure and returns the exit status. */
export function printFailure(output: Output, error: unknown): number {
  const failure = asCommandError(error)
  output.object({ error: { message: failure.message, problems: failure.problems } })
  output.note(failure.message)
  if (failure.hint !== null) output.note(failure.hint)
  return failure.status
}

function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  if (error instanceof Refusal) return refusalError(error, message => message)
  if (error instanceof SettingError) return new CommandError(error.problems.map(message => ({ message })))
  return new CommandError(error instanceof Error ? error.message : String(error))
}

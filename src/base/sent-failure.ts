// Carries a failure from one process of the server to another.
import { Overloaded, QueryTimeout, Refusal, StoreUnavailable, type ToldProblem } from './errors.ts'

/** A failure in a form that can be sent. */
export interface SentFailure {
  readonly kind: 'refusal' | 'overloaded' | 'timeout' | 'unavailable' | 'other'
  readonly message: string
  readonly problems?: readonly ToldProblem[]
  readonly seconds?: number
  readonly reason?: string
}

export function toSend(error: unknown): SentFailure {
  if (error instanceof Refusal) return { kind: 'refusal', message: '', problems: error.told() }
  const { message } = error as Error
  if (error instanceof Overloaded) return { kind: 'overloaded', message, seconds: error.retryAfterSeconds }
  if (error instanceof StoreUnavailable) return { kind: 'unavailable', message, reason: error.reason }
  return { kind: error instanceof QueryTimeout ? 'timeout' : 'other', message }
}

export function received({ kind, message, problems = [], seconds = 1, reason }: SentFailure): Error {
  if (kind === 'refusal') return new ToldRefusal(problems)
  if (kind === 'overloaded') return new Overloaded(message, seconds)
  if (kind === 'timeout') return new QueryTimeout(message)
  if (kind === 'unavailable') return new StoreUnavailable(message, reason === undefined ? {} : { reason })
  return new Error(message)
}

/** Its problems are those that an answer lists. */
class ToldRefusal extends Refusal {
  readonly #told: readonly ToldProblem[]

  constructor(problems: readonly ToldProblem[]) {
    super(problems)
    this.#told = problems
  }

  override told(): ToldProblem[] {
    return [...this.#told]
  }
}

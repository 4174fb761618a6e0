// Bounds the text of answers: of one answer over all entity members of its request, and of all answers under way.
import { Overloaded, refuse } from '../../base/errors.ts'
import { fixedLimits } from '../../config/limits.ts'

/** The step by which an answer reserves common memory; a shorter answer reserves nothing. */
const stepLength = 256 * 1024
const retrySeconds = 5

/** Counts the text of all answers that are being made or sent. */
export class AnswerMemory {
  readonly #most: number
  readonly #heldBy = new Map<number, number>()
  #held = 0

  /** `most` characters; one tenant may have three quarters of them. */
  constructor(most: number) {
    this.#most = most
  }

  hold(tenant: number, length: number): void {
    const own = (this.#heldBy.get(tenant) ?? 0) + length
    if (this.#held + length > this.#most || own > (this.#most * 3) / 4) {
      throw new Overloaded('The server is busy: too many long answers are being sent (answer-memory).', retrySeconds)
    }
    this.#held += length
    this.#heldBy.set(tenant, own)
  }

  release(tenant: number, length: number): void {
    const own = (this.#heldBy.get(tenant) ?? 0) - length
    this.#held -= length
    if (own > 0) this.#heldBy.set(tenant, own)
    else this.#heldBy.delete(tenant)
  }
}

interface AnswerOwner {
  readonly memory: AnswerMemory
  readonly tenant: number
  /** Called once, at the first reservation; `release` has to be called when the answer was sent. */
  readonly onHold: (release: () => void) => void
}

export class AnswerBudget {
  readonly #owner: AnswerOwner | undefined
  /** A page of records ends with the record that reaches this length. */
  readonly pageLength: number
  #left: number = fixedLimits.answerLength
  #held = 0

  constructor(owner?: AnswerOwner, pageLength = Number.POSITIVE_INFINITY) {
    this.#owner = owner
    this.pageLength = pageLength
  }

  /** The answer is too long, so that reading further records is useless. */
  get spent(): boolean {
    return this.#left < 0
  }

  take(length: number): void {
    this.#left -= length
    if (this.spent) {
      const most = fixedLimits.answerLength / 1024 ** 2
      const message = `The answer is longer than ${most} MiB. Read fewer fields, or pages of fewer records.`
      refuse('LimitExceeded', '', message)
    }
    const taken = fixedLimits.answerLength - this.#left
    if (this.#owner && taken > this.#held + stepLength) this.#hold(this.#owner, taken - this.#held)
  }

  #hold({ memory, tenant, onHold }: AnswerOwner, length: number): void {
    memory.hold(tenant, length)
    if (this.#held === 0) onHold(() => memory.release(tenant, this.#held))
    this.#held += length
  }
}

// Counts the text of an answer over all entity members of a request and refuses an answer that grows too long.
import { refuse } from '../../base/errors.ts'
import { fixedLimits } from '../../config/limits.ts'

export class AnswerBudget {
  #left: number = fixedLimits.answerLength

  /** The answer has grown too long, so that further records are no use. */
  get spent(): boolean {
    return this.#left < 0
  }

  take(length: number): void {
    this.#left -= length
    if (!this.spent) return
    const most = fixedLimits.answerLength / 1024 ** 2
    refuse('LimitExceeded', '', `The answer is longer than ${most} MiB. Read fewer fields, or pages of fewer records.`)
  }
}

// Counts the steps of work over a caller's text or list, and ends work that would hold up other requests.

/** The work took more steps than its budget has. The part that set the budget turns it into a refusal or a failed event. */
export class WorkExceeded extends Error {
  readonly limit: number
  constructor(limit: number) {
    super(`The conditions take more than ${limit} steps on one record, more than are taken in memory.`)
    this.name = 'WorkExceeded'
    this.limit = limit
  }
}

/** A step reads, compares or writes one character, or looks at one element of a list. */
export class WorkBudget {
  readonly limit: number
  #spent = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get spent(): number {
    return this.#spent
  }

  /** Called before the steps are taken. Throws `WorkExceeded` when the budget has fewer left. */
  spend(steps: number): void {
    this.#spent += steps
    if (this.#spent > this.limit) throw new WorkExceeded(this.limit)
  }
}

// Declares the Refusal, the error that carries the problems of a request to a face, and the failures of the store.
import { errorRegistry } from './error-codes.ts'
import { WorkBudget } from './scheduling/work-budget.ts'
import { nearest } from './text/nearest.ts'

type ErrorName = keyof typeof errorRegistry

/** The most problems, suggestions and steps of a search of one answer: a request with 100,000 unknown names must not cost as many searches. */
const problemLimits = { told: 100, suggestions: 20, suggestionWork: 2_000_000 } as const

/** Sets the suggestion of the problem, and returns the sentence ` Did you mean "x"?` for its message. */
export interface Suggest {
  /** Suggests the known name nearest to this one. Returns an empty text when none is near, or the answer has enough suggestions. */
  (name: string, known: Iterable<string>): string
  /** Suggests this name. The remark ends the sentence: `, a member of Criteria`. */
  given(name: string, remark?: string): string
}

/** A function is called only when the problem becomes part of an answer. */
export type Message = string | ((suggest: Suggest) => string)

/** The message with its text changed; its suggestion stays. */
export const reworded = (message: Message, change: (text: string) => string): Message =>
  typeof message === 'string' ? change(message) : suggest => change(message(suggest))

/** One thing that is wrong with a request, with its path: `AbEntry.Data[3].Email`. */
export interface Problem {
  readonly error: ErrorName
  readonly path: string
  readonly message: Message
  /** The name or value to use instead. Set by the message when that is a function. */
  readonly suggestion?: string | undefined
  /** The records that a new one may duplicate. */
  readonly duplicates?: readonly object[] | undefined
}

/** A problem as an answer has it. */
export interface ToldProblem extends Problem {
  readonly message: string
}

/** Problems as the member `Errors` of an answer lists them. */
export const errorsOf = (problems: readonly ToldProblem[]) =>
  problems.map(({ error, path, message, suggestion, duplicates }) => ({
    ErrorCode: errorRegistry[error].code,
    Path: path,
    Message: message,
    ...(suggestion === undefined ? {} : { Suggestion: suggestion }),
    ...(duplicates === undefined ? {} : { Duplicates: duplicates }),
  }))

/** The problems of a request that its answer lists; `more` counts the others. */
export class Refusal extends Error {
  readonly problems: readonly Problem[]
  readonly more: number
  constructor(problems: readonly Problem[], more = 0) {
    super()
    this.name = 'Refusal'
    this.problems = problems
    this.more = more
    // Most refusals become part of another one, so the text is made on first use.
    const get = () => messagesOf(this)
    Object.defineProperty(this, 'message', { get, configurable: true })
  }

  /** The problems for an answer, with the suggestions that one request gets. */
  told(): ToldProblem[] {
    const search = limitedSearch()
    const some = this.problems.slice(0, problemLimits.told)
    const told = withoutRepeats(some.map(problem => withMessage(problem, search)))
    const more = this.more + this.problems.length - some.length
    if (more === 0) return told
    return [...told, { error: 'LimitExceeded', path: '', message: `and ${more} more problems were found.` }]
  }
}

/** Finds nearest names, as many as one answer may have. */
function limitedSearch(): typeof nearest {
  let left: number = problemLimits.suggestions
  const budget = new WorkBudget(problemLimits.suggestionWork)
  return (name, known) => (left-- > 0 ? nearest(name, known, budget) : null)
}

/** The problem with its message as a text, and with the suggestion that the message made. */
function withMessage(problem: Problem, search: typeof nearest): ToldProblem {
  const { message } = problem
  if (typeof message === 'string') return { ...problem, message }
  let { suggestion } = problem
  const given = (name: string, remark = ''): string => {
    suggestion = name
    return ` Did you mean "${name}"${remark}?`
  }
  const byName = (name: string, known: Iterable<string>): string => {
    const found = search(name, known)
    return found === null ? '' : given(found)
  }
  const text = message(Object.assign(byName, { given }))
  return { ...problem, message: text, suggestion }
}

/** Two steps may find the same problem. */
const withoutRepeats = (problems: readonly ToldProblem[]): ToldProblem[] => [
  ...new Map(problems.map(problem => [`${problem.path}\n${problem.message}`, problem])).values(),
]

const messagesOf = (refusal: Refusal): string =>
  refusal
    .told()
    .map(problem => problem.message)
    .join(' ')

export function refuse(error: ErrorName, path: string, message: Message): never {
  throw new Refusal([{ error, path, message }])
}

/** Collects problems, so that an answer lists all of them and not only the first. */
export class Problems {
  readonly #list: Problem[] = []
  #count = 0

  /** The problems that will be told. */
  get list(): readonly Problem[] {
    return this.#list
  }

  /** How many problems there are, those that will not be told among them. */
  get count(): number {
    return this.#count
  }

  /** There are more problems than an answer tells, so that looking for further ones is no use. */
  get full(): boolean {
    return this.#count > problemLimits.told
  }

  add(error: ErrorName, path: string, message: Message, more: Pick<Problem, 'duplicates'> = {}): void {
    this.#push({ error, path, message, ...more })
  }

  #push(problem: Problem): void {
    this.#count++
    if (this.#list.length < problemLimits.told) this.#list.push(problem)
  }

  /** Takes over the problems of a part of the request. */
  addAll({ list, count }: Pick<Problems, 'list' | 'count'>): void {
    for (const problem of list) this.#push(problem)
    this.#count += count - list.length
  }

  addRefusal({ problems, more }: Refusal): void {
    this.addAll({ list: problems, count: problems.length + more })
  }

  /** Runs a step and collects its refusal; undefined when the step was refused. */
  try<T>(step: () => T): T | undefined {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.addRefusal(error)
      return undefined
    }
  }

  throwIfAny(): void {
    if (this.#count > 0) throw new Refusal(this.#list, this.#count - this.#list.length)
  }
}

/** The store cannot be reached or written; a retry may succeed. */
export class StoreUnavailable extends Error {
  /** Why, in words that anybody may read: without addresses, names or values. */
  readonly reason: string
  constructor(message: string, options: ErrorOptions & { readonly reason?: string } = {}) {
    super(message, options)
    this.name = 'StoreUnavailable'
    this.reason = options.reason ?? 'the store cannot be reached'
  }
}

/** Null instead of a failure of the store, for work without which the server can go on: a store may be read-only. */
export const unlessUnavailable = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch(error => {
    if (error instanceof StoreUnavailable) return null
    throw error
  })

/** There is more work than can be done in time; a retry may succeed after a while. */
export class Overloaded extends StoreUnavailable {
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.name = 'Overloaded'
    this.retryAfterSeconds = Math.max(1, retryAfterSeconds)
  }
}

/** The client has closed its connection before the answer. */
export class ClientGone extends Error {
  constructor() {
    super('The client has closed its connection.')
    this.name = 'ClientGone'
  }
}

/** A query exceeded its time limit. */
export class QueryTimeout extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'QueryTimeout'
  }
}

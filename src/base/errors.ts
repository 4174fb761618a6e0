// Registers every error code of the data API and declares the Refusal, the error that carries problems to a face.
import { WorkBudget } from './scheduling/work-budget.ts'
import { nearest } from './text/nearest.ts'

/** Stable negative numbers for programs. The reference is generated from this table. */
export const errorRegistry = {
  // Requests as a whole
  UnparsableBody: { code: -1000, doc: 'The body is not JSON, not even with comments and trailing commas removed.' },
  InvalidRequest: { code: -1001, doc: 'A member of the request is missing, repeated, or has the wrong shape.' },
  UnknownEntity: { code: -1002, doc: 'The request names an entity that does not exist.' },
  UnsupportedOperation: { code: -1003, doc: 'The entity does not take part in this operation.' },
  UnsupportedVersion: { code: -1004, doc: 'Compatibility asks for a version that this server does not have.' },
  WrongDriver: { code: -1005, doc: 'Configuration.Drivers names an implementation that the interface does not have.' },
  DriverRequired: { code: -1006, doc: 'What was asked for needs a driver in Configuration.Drivers.' },
  LimitExceeded: { code: -1007, doc: 'The request is over one of the limits; the message names it.' },
  QueryTimeout: { code: -1008, doc: 'The query ran longer than the limit and was ended.' },
  UnknownCulture: { code: -1009, doc: 'Globalization names a culture or a time zone that does not exist.' },
  NotFound: { code: -1010, doc: 'No such path.' },
  MethodNotAllowed: { code: -1011, doc: 'The path exists, but not with this method.' },
  EventsGone: {
    code: -1012,
    doc: 'The events after this token are not there any more; `resume` of the answer is the token to go on with.',
  },
  NotOffered: { code: -1013, doc: 'This server does not offer the operation; the message says what takes its place.' },
  // Who asks
  InvalidToken: { code: -2000, doc: 'The access token is unknown, expired or revoked.' },
  InsufficientScope: { code: -2001, doc: 'The scope of the token does not allow the operation.' },
  AdministratorRequired: { code: -2002, doc: 'Only an administrator may do this.' },
  AccessDenied: { code: -2003, doc: 'The caller may read the record but not write it.' },
  TooManyRequests: { code: -2004, doc: 'Too many requests; Retry-After says when to come back.' },
  TokenRequired: { code: -2005, doc: 'The request has no access token.' },
  SessionRequired: { code: -2006, doc: 'The console has no session of this database in this browser.' },
  ForeignPage: {
    code: -2007,
    doc: 'A request with the session of the console does not come from a page of the console.',
  },
  FreshProof: { code: -2008, doc: 'The session of the console is too old for this; the person has to sign in again.' },
  // Names and values
  UnknownField: { code: -3000, doc: 'No such field; Suggestion has the nearest one, if any is near.' },
  UnknownOperator: { code: -3001, doc: 'No such operator or function.' },
  OperatorNotAllowed: { code: -3002, doc: 'The field does not take this operator.' },
  WrongType: { code: -3003, doc: 'The value is of the wrong JSON type for its field.' },
  InvalidValue: { code: -3004, doc: 'The value is of the right type, but the field cannot take it.' },
  TooLong: { code: -3005, doc: 'The text is longer than its field allows.' },
  UnknownOption: { code: -3006, doc: 'The option list has no such item.' },
  UnknownKey: { code: -3007, doc: 'No record with this key, or none that the caller may read.' },
  WrongKeyKind: { code: -3008, doc: 'The key belongs to a record of another kind.' },
  InvalidPageKey: { code: -3009, doc: 'The page key is damaged, or belongs to another query.' },
  NotSelectable: { code: -3010, doc: 'The field cannot be selected, sorted or grouped in this way.' },
  ConditionRequired: {
    code: -3011,
    doc: 'The entity cannot be read without a certain condition; the message names it.',
  },
  AmbiguousColumn: {
    code: -3019,
    doc: 'The dates or numbers of a column of an import can be read in several ways; the mapping has to choose.',
  },
  // Writing
  Required: { code: -4000, doc: 'A mandatory field has no value.' },
  ReadOnlyField: { code: -4001, doc: 'The field cannot be written.' },
  FieldNotApplicable: { code: -4002, doc: 'The field does not apply to records of this Type.' },
  Unchangeable: { code: -4003, doc: 'The field cannot be changed after the record was created.' },
  KeyNotAllowed: { code: -4004, doc: 'Create was sent a key; the service generates keys.' },
  KeyRequired: { code: -4005, doc: 'Update, Delete and Restore need the key of the record.' },
  VersionConflict: { code: -4006, doc: 'The record was changed since the Version that was sent.' },
  ItemInUse: { code: -4007, doc: 'An option item that a record has selected cannot be removed.' },
  RuleViolated: { code: -4008, doc: 'A business rule forbids this; the message says which.' },
  IdempotencyMismatch: { code: -4009, doc: 'The Idempotency-Key was used before with another body.' },
  AlreadyExists: { code: -4010, doc: 'A value that must be unique exists already.' },
  NotInBin: { code: -4011, doc: 'The record is not in the recycle bin, or its time there is over.' },
  CountDiffers: {
    code: -4012,
    doc: 'Another number of records than was expected meets the Criteria of a write; count them again.',
  },
  LikelyDuplicate: {
    code: -4090,
    doc: 'Options.WarnDuplicates: the record may exist already. Duplicates lists the records that resemble it.',
  },
  // The server itself
  StoreUnavailable: { code: -9000, doc: 'The store cannot be reached right now; try again.' },
  Overloaded: {
    code: -9002,
    doc: 'The server has more work than it can do in time; Retry-After says when to come back.',
  },
  Internal: { code: -9001, doc: 'A fault of this server; its log has the details under the request id.' },
} as const

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

// Declares the error that every failed request of the console throws, with all problems that the server found.

export interface Problem {
  /** The stable number of the server's registry. */
  readonly code: number
  /** What caused it: `AbEntry.Data.Email`. */
  readonly path: string
  readonly message: string
  /** What the server would have understood; null when it has no idea. */
  readonly suggestion: string | null
}

/** Numbers of the registry that the console acts upon. */
export const codes = {
  freshProof: -2008,
  unknownKey: -3007,
  required: -4000,
  versionConflict: -4006,
  alreadyExists: -4010,
} as const

export class ApiError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly problems: readonly Problem[]
  /** The id under which the log of the server has the request. */
  readonly requestId: string | null

  constructor(status: number, problems: readonly Problem[], requestId: string | null, options?: ErrorOptions) {
    super(problems.map(({ message }) => message).join(' ') || `HTTP ${status}`, options)
    this.name = 'ApiError'
    this.status = status
    this.problems = problems
    this.requestId = requestId
  }

  has(code: number): boolean {
    return this.problems.some(problem => problem.code === code)
  }

  /** The problems of one field, by its path in Data: `Email`, `Address/City`. */
  at(field: string): Problem[] {
    const wanted = field.replaceAll('/', '.')
    return this.problems.filter(({ path }) => dataPath(path) === wanted)
  }

  /** Whether the same request may succeed later: the server could not be reached, or is busy. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502
  }
}

/** `AbEntry.Data[3].Address.City` -> `Address.City` */
const dataPath = (path: string): string => path.replace(/^[^.]*\.Data(\[\d+\])?\.?/, '').replaceAll('/', '.')

interface Failure {
  readonly Msg?: readonly string[]
  readonly Errors?: readonly { readonly ErrorCode: number; readonly Path: string; readonly Message: string }[]
}

/** The problems that the body of a failure lists. */
export function problemsIn(body: unknown): Problem[] {
  const { Errors, Msg = [] } = (typeof body === 'object' && body !== null ? body : {}) as Failure
  if (!Errors) return Msg.map(message => ({ code: -1, path: '', message, suggestion: null }))
  return Errors.map(({ ErrorCode, Path, Message }) => ({
    code: ErrorCode,
    path: Path,
    message: Message,
    suggestion: /Did you mean (?:the operator )?"(.+?)"\?/.exec(Message)?.[1] ?? null,
  }))
}

/** The text with the suggestion in the place of the name that the server does not know: `$CHANGED(Statuss)` -> `$CHANGED(Status)`. */
export function corrected(text: string, { message, suggestion }: Pick<Problem, 'message' | 'suggestion'>): string {
  const unknown = /(?:here is|has) no (?:(?:field|sub-field|operator|function|attribute|member) )?(\S+?)\.? /.exec(
    message,
  )?.[1]
  if (unknown === undefined || suggestion === null) return text
  const parts = text.split(/([\w$]+)/)
  return parts.map(part => (part === unknown ? suggestion : part)).join('')
}

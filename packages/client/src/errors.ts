// Declares the errors of the client as classes by what the caller does next: change, sign in, wait, or report.
import { type ErrorName, errorCodes } from './error-codes.ts'

export interface Problem {
  /** The stable number of the registry. */
  readonly code: number
  /** Its name; null when the server is newer than this package. */
  readonly name: ErrorName | null
  /** What caused it: `AbEntry.Data.Email`. */
  readonly path: string
  readonly message: string
  /** The name or value to use instead; null when the server suggests none. */
  readonly suggestion: string | null
}

/** Every error of the client. `requestId` is the id under which the log of the server has the request. */
export class ClienteleError extends Error {
  readonly requestId: string | null

  constructor(message: string, requestId: string | null, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.requestId = requestId
  }
}

/** The request must be changed: sent again as it is, it is refused again. Nothing was written. */
export class Refused extends ClienteleError {
  readonly status: number
  readonly problems: readonly Problem[]
  /** The whole answer. */
  readonly body: unknown

  constructor(status: number, problems: readonly Problem[], requestId: string | null, body: unknown = null) {
    super(
      problems.map(({ message }) => message).join(' ') || `The server refused the request (HTTP ${status}).`,
      requestId,
    )
    this.status = status
    this.problems = problems
    this.body = body
  }

  /** The first problem of this name. */
  problem(name: ErrorName): Problem | undefined {
    return this.problems.find(problem => problem.name === name)
  }
}

export type SignInReason = 'none' | 'expired' | 'revoked-or-used' | 'not-accepted'

/** The person has to sign in again: no token is left that the server accepts. */
export class SignInAgain extends ClienteleError {
  readonly reason: SignInReason
  /** The `error_code` of the token endpoint, when it said one. */
  readonly code: number | null

  constructor(reason: SignInReason, message: string, code: number | null = null, requestId: string | null = null) {
    super(message, requestId)
    this.reason = reason
    this.code = code
  }
}

/** The server cannot answer now. The same request may succeed later; a write was either done once or not at all. */
export class TryLater extends ClienteleError {
  /** How long the server asks to wait; null when it could not be reached. */
  readonly retryAfterMs: number | null

  constructor(message: string, retryAfterMs: number | null, requestId: string | null, options?: ErrorOptions) {
    super(message, requestId, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** A fault of the server, or an answer that is not one of Clientele: worth a report with the request id. */
export class Broken extends ClienteleError {
  readonly status: number

  constructor(message: string, status: number, requestId: string | null, options?: ErrorOptions) {
    super(message, requestId, options)
    this.status = status
  }
}

const names = new Map<number, ErrorName>(
  Object.entries(errorCodes).map(([name, code]) => [code, name as ErrorName] as const),
)

interface Envelope {
  readonly Msg?: readonly string[]
  readonly Errors?: readonly {
    readonly ErrorCode: number
    readonly Path: string
    readonly Message: string
    readonly Suggestion?: string
  }[]
}

/** The problems that the body of a failure lists. */
export function problemsIn(body: unknown): Problem[] {
  const { Errors, Msg = [] } = (typeof body === 'object' && body !== null ? body : {}) as Envelope
  if (!Array.isArray(Errors))
    return Msg.map(message => ({ code: -1, name: null, path: '', message: String(message), suggestion: null }))
  return Errors.map(({ ErrorCode, Path, Message, Suggestion = null }) => ({
    code: ErrorCode,
    name: names.get(ErrorCode) ?? null,
    path: Path,
    message: Message,
    suggestion: Suggestion,
  }))
}

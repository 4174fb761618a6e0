// Converts any thrown error into one description, which every face formats.
import {
  ClientGone,
  Overloaded,
  type Problem,
  QueryTimeout,
  Refusal,
  StoreUnavailable,
  type ToldProblem,
} from '../base/errors.ts'
import { WorkExceeded } from '../base/scheduling/work-budget.ts'
import type { Outcome } from './route.ts'

export interface Failure {
  /** The HTTP status, unless the face sets its own; 200 is the envelope's status of a refused operation. */
  readonly status: number
  readonly outcome: Outcome
  readonly problems: readonly ToldProblem[]
  readonly retryAfterSeconds: number | null
  /** The address of the metadata of the resource, where the challenge of a 401 names it (RFC 9728). */
  readonly resourceMetadata?: string
  /** The challenge of a 401, where it is not the usual one. */
  readonly challenge?: string
  /** True for a fault of the server, whose details go to the log alone. */
  readonly fault: boolean
}

const statusOf: Partial<Record<Problem['error'], number>> = {
  UnparsableBody: 400,
  InvalidToken: 401,
  TokenRequired: 401,
  SessionRequired: 401,
  InsufficientScope: 403,
  ForeignPage: 403,
  FreshProof: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotOffered: 410,
  TooManyRequests: 429,
  StoreUnavailable: 503,
  Overloaded: 503,
  Internal: 500,
}

const outcomeOf: Record<number, Outcome> = {
  200: 'refused',
  401: 'denied',
  403: 'denied',
  429: 'throttled',
  503: 'unavailable',
}

/** The Retry-After of an unreachable store, and of a throttled request whose refusal names no time. */
const comeBackSeconds = 5

export function failureOf(error: unknown, requestId: string): Failure {
  if (error instanceof Refusal) {
    // One problem about the request as a whole decides the status; several are always those of an operation.
    const status = statusOf[error.problems[0]?.error ?? 'Internal'] ?? 200
    const failure = refused(status, error.told(), retryAfterOf(error))
    if ('challenge' in error && typeof error.challenge === 'string') return { ...failure, challenge: error.challenge }
    const metadata = 'resourceMetadata' in error ? error.resourceMetadata : undefined
    return typeof metadata === 'string' ? { ...failure, resourceMetadata: metadata } : failure
  }
  if (error instanceof QueryTimeout) return refused(200, [{ error: 'QueryTimeout', path: '', message: error.message }])
  if (error instanceof WorkExceeded) {
    return refused(200, [{ error: 'LimitExceeded', path: '', message: error.message }])
  }
  if (error instanceof Overloaded) {
    return refused(503, [{ error: 'Overloaded', path: '', message: error.message }], error.retryAfterSeconds)
  }
  if (error instanceof StoreUnavailable) {
    const message = 'The store cannot be reached right now. Try again in a moment.'
    return refused(503, [{ error: 'StoreUnavailable', path: '', message }])
  }
  // The client has gone; log and metrics get the status that other servers use for this.
  if (error instanceof ClientGone) {
    return refused(499, [{ error: 'InvalidRequest', path: '', message: error.message }])
  }
  if (error instanceof BadRequest) {
    return refused(error.status, [{ error: error.problem, path: '', message: error.message }])
  }
  return ownFault(requestId)
}

function refused(status: number, problems: readonly ToldProblem[], retryAfter: number | null = null): Failure {
  const waits = status === 429 || status === 503
  return {
    status,
    outcome: outcomeOf[status] ?? 'invalid',
    problems,
    retryAfterSeconds: retryAfter ?? (waits ? comeBackSeconds : null),
    fault: false,
  }
}

function ownFault(requestId: string): Failure {
  const message = `The server could not do this, by a fault of its own. Its log has the details under request id ${requestId}.`
  const problems = [{ error: 'Internal', path: '', message } as const]
  return { status: 500, outcome: 'fault', problems, retryAfterSeconds: null, fault: true }
}

const retryAfterOf = (error: Refusal): number | null =>
  'retryAfterSeconds' in error && typeof error.retryAfterSeconds === 'number' ? error.retryAfterSeconds : null

/** A request that is refused by an HTTP status, before any handler runs. */
export class BadRequest extends Error {
  readonly status: number
  readonly problem: Problem['error']
  constructor(status: number, message: string, problem: Problem['error'] = 'UnparsableBody') {
    super(message)
    this.status = status
    this.problem = problem
  }
}

/** A body, or an upload, that is over its limit. Thrown while the body is still arriving. */
export class BodyTooLarge extends BadRequest {
  constructor() {
    super(413, 'The body is larger than the server accepts (body-limit).', 'LimitExceeded')
  }
}

/** A body that took longer than its time limit to arrive. */
export class BodyTooSlow extends BadRequest {
  constructor() {
    super(408, 'The body took longer to arrive than the server waits (body-timeout).', 'LimitExceeded')
  }
}

/** A body whose sender went away before its end. */
export class BodyAborted extends BadRequest {
  readonly code = 'ECONNRESET'
  constructor() {
    super(400, 'The body ended in the middle.')
  }
}

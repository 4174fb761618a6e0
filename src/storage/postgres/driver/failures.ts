// Translates PostgreSQL's errors into those of the store port.
import { QueryTimeout, Refusal, StoreUnavailable } from '../../../base/errors.ts'
import { ConstraintViolation } from '../../statements/constraint-violation.ts'

interface PostgresError extends Error {
  readonly code?: string
  readonly detail?: string
  readonly severity?: string
}

/**
 * Classes of SQLSTATE, and two codes of another class, that report a defect of the statement itself: a bug of ours. Every
 * other failure is a failure of the store.
 */
const ownFaults = ['0A', '20', '21', '22', '24', '2F', '34', '38', '39', '3B', '3F', '42', '44', '54', 'P0']
const noPrivilege = '42501'
const sqlState = /^[0-9A-Z]{5}$/
/** An earlier statement of the transaction has failed; that failure is the one to report. */
const afterFailure = '25P02'
const reasons: Readonly<Record<string, string>> = {
  '25006': 'The store cannot be written: it is read-only.',
  '53100': 'The store cannot be written: the disk is full.',
  '53200': 'The store is out of memory.',
  '53300': 'The store has too many connections.',
}
const pgTexts =
  /connection terminated|connection error|not queryable|timeout exceeded when trying to connect|client was closed|after calling end|stream was destroyed/i

const codeOf = (error: unknown): string => String((error as PostgresError | undefined)?.code ?? '')

/**
 * The failure of the statements on a connection that was closed because the server did not answer within the time limit. They are
 * not repeated: the next connection would most likely hang for as long.
 */
export class ConnectionAbandoned extends Error {
  constructor() {
    super('Connection terminated: the server has not answered within the time limit')
    this.name = 'ConnectionAbandoned'
  }
}

/** Whether the connection was lost; the server may or may not have run the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return false
  // Node's errors of a socket or a name look-up have the member `syscall`.
  if ('syscall' in error || (isLossCode(codeOf(error)) && !isNodeLoss(error))) return true
  return codeOf(error) === '' && pgTexts.test(error.message)
}

const isLossCode = (code: string): boolean => code.startsWith('08') || ['57P01', '57P02', '57P03'].includes(code)

/**
 * Whether the server has lost the node of its cluster that has the rows of the statement. The connection to the server itself
 * still works: a failure that ends it is FATAL, and this is an ERROR. Statements about other rows go on.
 */
export const isNodeLoss = (error: unknown): boolean =>
  isLossCode(codeOf(error)) && (error as PostgresError).severity === 'ERROR'

/** The server rolled the transaction back and allows a retry. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Another process changed a table under a prepared statement; a new connection plans the statement again. */
const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && (error as Error).message.includes('cached plan')

/** The connection does not have the prepared statement that the driver believes it has. */
const isUnknownStatement = (error: unknown): boolean => codeOf(error) === '26000'

/** The statement was refused only because one before it in the transaction has failed. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === afterFailure

/** The statement may succeed on another connection; this one must be discarded. */
export const isUnusable = (error: unknown): boolean =>
  isConnectionLoss(error) || isStalePlan(error) || isUnknownStatement(error)

/**
 * A read that failed on a replica may succeed on the primary: the replica is gone or behind, or has ended the read because a
 * row that it needs was removed. A read that the time limit or its client has ended is not repeated.
 */
export const isReplicasFault = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  isConnectionLoss(error) ||
  (sqlState.test(codeOf(error)) && codeOf(error) !== '57014')

/** The rows are not where the read was sent: its guard has divided by zero, or the table was dropped there. */
export const isUnplaced = (error: unknown): boolean => ['22012', '42P01'].includes(codeOf(error))

/** A server cannot run the statement as it is written. */
export const isStatementsFault = (error: unknown): boolean => ['0A', '42'].includes(codeOf(error).slice(0, 2))

export function translate(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof Refusal || !(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === '57014') return new QueryTimeout('The query ran longer than the limit and was ended.', { cause: error })
  if (code === '55P03' || isRetryable(error)) {
    const reason = 'The store is busy: others hold what is to be written.'
    return new StoreUnavailable(reason, { cause: error, reason })
  }
  if (code.startsWith('23')) return violation(error)
  return isConnectionLoss(error) || isStoreTrouble(code) ? unavailable(error) : error
}

const isStoreTrouble = (code: string): boolean =>
  code === noPrivilege || (sqlState.test(code) && !ownFaults.includes(code.slice(0, 2)))

/** A host name with several addresses fails once for each; the first failure is enough. */
export function unavailable(error: unknown): StoreUnavailable {
  const cause = (error instanceof AggregateError ? error.errors[0] : error) as Error
  const reason = reasons[codeOf(cause)]
  if (reason !== undefined) return new StoreUnavailable(`${reason} (${cause.message})`, { cause, reason })
  if (isNodeLoss(cause)) {
    const reason = 'A node of the store cannot be reached.'
    return new StoreUnavailable(`${reason} (${cause.message})`, { cause, reason })
  }
  if (!isConnectionLoss(cause) && sqlState.test(codeOf(cause))) {
    return new StoreUnavailable(`PostgreSQL reports an error: ${cause.message}`, {
      cause,
      reason: 'The store reports an error.',
    })
  }
  return new StoreUnavailable(`PostgreSQL cannot be reached: ${cause.message || codeOf(cause)}`, { cause })
}

/**
 * Inside a transaction only constraint violations are translated, since the transaction may be retried for other
 * errors.
 */
export const translateViolation = (error: unknown): unknown =>
  error instanceof Error && codeOf(error).startsWith('23') ? violation(error) : error

function violation(error: PostgresError): ConstraintViolation {
  const kind = error.code === '23505' ? 'unique' : error.code === '23503' ? 'foreignKey' : 'other'
  const columns = /^Key \((.+?)\)=/.exec(error.detail ?? '')?.[1]?.split(', ') ?? []
  return new ConstraintViolation(kind, kind === 'unique' ? columns : [], { cause: error })
}

// Translates PostgreSQL's errors into those of the store port.
import { QueryTimeout, Refusal, StoreUnavailable } from '../../../base/errors.ts'
import { ConstraintViolation } from '../../constraint-violation.ts'

interface PostgresError extends Error {
  readonly code?: string
  readonly detail?: string
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENOENT',
])
/** Shutdown, crash, starting up, too many connections, disk full, read-only standby, idle in a transaction. */
const serverTrouble = new Set(['57P01', '57P02', '57P03', '53300', '53100', '25006', '25P03'])
const unwritable: Readonly<Record<string, string>> = {
  '25006': 'The store cannot be written: it is read-only.',
  '53100': 'The store cannot be written: the disk is full.',
}
const pgTexts =
  /connection terminated|connection error|not queryable|timeout exceeded when trying to connect|client was closed|after calling end|stream was destroyed/i

const codeOf = (error: unknown): string => String((error as PostgresError | undefined)?.code ?? '')

/** Whether the connection was lost; the server may or may not have run the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return false
  const code = codeOf(error)
  if (networkCodes.has(code) || code.startsWith('08') || ['57P01', '57P02', '57P03'].includes(code)) return true
  return code === '' && pgTexts.test(error.message)
}

/** The server rolled the transaction back and allows a retry. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Another process changed a table under a prepared statement; a new connection plans the statement again. */
const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && (error as Error).message.includes('cached plan')

/** The statement may succeed on another connection; this one must be discarded. */
export const isUnusable = (error: unknown): boolean => isConnectionLoss(error) || isStalePlan(error)

export function translate(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof Refusal || !(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === '57014') return new QueryTimeout('The query ran longer than the limit and was ended.', { cause: error })
  if (code === '55P03')
    return new StoreUnavailable('The store is busy: others hold what is to be written.', { cause: error })
  if (isConnectionLoss(error) || serverTrouble.has(code)) return unavailable(error)
  if (code.startsWith('23')) return violation(error)
  return error
}

/** A host name with several addresses fails once for each; the first failure is enough. */
export function unavailable(error: unknown): StoreUnavailable {
  const cause = (error instanceof AggregateError ? error.errors[0] : error) as Error
  const reason = unwritable[codeOf(cause)]
  if (reason !== undefined) return new StoreUnavailable(`${reason} (${cause.message})`, { cause, reason })
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

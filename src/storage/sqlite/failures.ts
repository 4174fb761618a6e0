// Translates SQLite's errors into those of the store port.
import { Refusal, StoreUnavailable } from '../../base/errors.ts'
import { ConstraintViolation } from '../statements/constraint-violation.ts'

interface SqliteError extends Error {
  readonly code?: string
  readonly errcode?: number
}

export const BUSY = 5

/** Primary result codes for failures of the store rather than of the statement. */
const trouble: Readonly<Record<number, string>> = {
  5: 'The store is busy: another process is writing to it.',
  6: 'The store is busy: another statement holds a lock.',
  8: 'The store cannot be written: the file or its folder is read-only.',
  10: 'The store cannot be read or written: the disk reports an error.',
  11: 'The store is damaged: check it and restore a backup.',
  13: 'The store cannot be written: the disk is full.',
  14: 'The store cannot be opened: check the path and its permissions.',
  26: 'The store is not a SQLite database.',
}

export const primaryCode = (error: unknown): number => ((error as SqliteError).errcode ?? 0) & 0xff

export function translate(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof Refusal || !(error instanceof Error)) return error
  const { code, errcode } = error as SqliteError
  if (code === 'ERR_INVALID_STATE') return new StoreUnavailable('The store is closed.', { cause: error })
  if (errcode === undefined) return error
  const text = trouble[errcode & 0xff]
  if (text !== undefined) return new StoreUnavailable(text, { cause: error, reason: text })
  // STRICT tables also report a value of the wrong type as a constraint (3091), which is a bug of the calling code.
  if ((errcode & 0xff) === 19 && errcode !== 3091) return violation(error, errcode)
  return error
}

function violation(error: Error, errcode: number): ConstraintViolation {
  const kind = errcode === 2067 || errcode === 1555 ? 'unique' : errcode === 787 ? 'foreignKey' : 'other'
  const columns = /failed: (.+)$/.exec(error.message)?.[1]?.split(', ') ?? []
  return new ConstraintViolation(kind, kind === 'unique' ? columns.map(c => c.slice(c.indexOf('.') + 1)) : [], {
    cause: error,
  })
}

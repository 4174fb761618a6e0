// The strategy `by-key`: a condition names one record by its key, so the statement gives one row at most.
import { isByKey } from '../selectivity.ts'
import { oneSelect } from './one-select.ts'
import type { Strategy } from './strategy.ts'

/**
 * The SELECT is that of `one-select` without a check of the time: one record is read too quickly to be ended. The Read has a limit of one
 * row, and on SQLite it runs in the turn of the event loop in which it arrives.
 */
export const byKey: Strategy = {
  ...oneSelect,
  name: 'by-key',
  applies: ({ shape: { condition, entity } }) => isByKey(condition, entity),
}

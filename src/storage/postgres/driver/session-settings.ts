// Gives connections their settings: at their start, or, behind a transaction pooler, in each transaction.
import type { PoolConfig } from 'pg'
import type { Query } from '../../store.ts'
import type { PlanModes } from '../engine.ts'

interface SessionSettings {
  readonly config: Pick<PoolConfig, 'options'>
  /** Sets them until the end of the transaction; null when the connection has them. */
  readonly local: Query | null
}

/** A transaction pooler gives each transaction any session, and refuses settings at the start of a connection. */
function sessionSettings(values: Readonly<Record<string, string | number>>, pooled: boolean): SessionSettings {
  const entries = Object.entries(values)
  if (!pooled)
    return { config: { options: entries.map(([name, value]) => `-c ${name}=${value}`).join(' ') }, local: null }
  const calls = entries.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, true)`)
  const params = entries.flatMap(([name, value]) => [name, String(value)])
  return { config: {}, local: { sql: `SELECT ${calls.join(', ')}`, params } }
}

/** A quick read that takes longer is ended, since others wait behind it on its connection, and runs again as a slow one. */
const longestQuickMs = 250
/** A node that hangs in a transaction must not keep its locks from the others for longer. */
const idleTransactionMs = 60_000

interface Sessions {
  readonly timeoutMs: number
  readonly pooled: boolean
  readonly planModes: PlanModes
}

const limitsOf = (timeoutMs: number) => ({
  statement_timeout: timeoutMs,
  idle_in_transaction_session_timeout: idleTransactionMs,
})

/** The settings of connections whose statements are planned for their values. */
export const sessionByValues = (timeoutMs: number, pooled: boolean) => sessionSettings(limitsOf(timeoutMs), pooled)

/** The settings of each kind of connection. */
export function sessionKinds({ timeoutMs, pooled, planModes }: Sessions) {
  const limits = limitsOf(timeoutMs)
  // A generic plan looks costly where a limit is not known while planning, and compiling it would take longer still.
  const generic = { ...limits, plan_cache_mode: planModes.reads, jit: 'off' }
  return {
    quick: sessionSettings({ ...generic, statement_timeout: Math.min(longestQuickMs, timeoutMs) }, pooled),
    // Writers find rows by keys, and a plan that was made while a table was small has to serve when it is large.
    writing: sessionSettings({ ...generic, plan_cache_mode: planModes.writes, enable_seqscan: 'off' }, pooled),
    byValues: sessionByValues(timeoutMs, pooled),
    generic: sessionSettings(generic, pooled),
  }
}

// Applies settings to connections when they open, or, behind a transaction pooler, in each transaction.
import type { PoolConfig } from 'pg'
import type { Query } from '../../store.ts'
import type { PlanModes } from '../engine.ts'

export interface SessionSettings {
  readonly config: Pick<PoolConfig, 'options'>
  /** Applies the settings to a transaction; null when the connection has them. */
  readonly local: Query | null
}

/** A transaction pooler runs each transaction in any session, and refuses settings when a connection opens. */
function sessionSettings(values: Readonly<Record<string, string | number>>, pooled: boolean): SessionSettings {
  const entries = Object.entries(values)
  if (!pooled)
    return { config: { options: entries.map(([name, value]) => `-c ${name}=${value}`).join(' ') }, local: null }
  const calls = entries.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, true)`)
  const params = entries.flatMap(([name, value]) => [name, String(value)])
  return { config: {}, local: { sql: `SELECT ${calls.join(', ')}`, params } }
}

const longestQuickMs = 250
/** A quick read that takes longer is ended, since others wait behind it on its connection, and runs again as a slow read. */
export const quickLimitMs = (timeoutMs: number): number => Math.min(longestQuickMs, timeoutMs)
/** The server ends the transaction of a node that hangs for longer, so that its locks are released. */
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

/** Connections whose statements are planned for their values. */
export const sessionByValues = (timeoutMs: number, pooled: boolean) => sessionSettings(limitsOf(timeoutMs), pooled)

export function sessionKinds({ timeoutMs, pooled, planModes }: Sessions) {
  const limits = limitsOf(timeoutMs)
  // Without a known limit a generic plan looks costly enough for JIT compilation, which would take longer than the read.
  const generic = { ...limits, plan_cache_mode: planModes.reads, jit: 'off' }
  return {
    quick: sessionSettings({ ...generic, statement_timeout: quickLimitMs(timeoutMs) }, pooled),
    // Writers find rows by keys. A plan that was made for a small table must stay good when the table is large.
    writing: sessionSettings({ ...generic, plan_cache_mode: planModes.writes, enable_seqscan: 'off' }, pooled),
    byValues: sessionByValues(timeoutMs, pooled),
    generic: sessionSettings(generic, pooled),
  }
}

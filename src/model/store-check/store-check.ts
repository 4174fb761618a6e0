// Checks the whole store in the background, once per interval on one server, and keeps the result in the store.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Log } from '../../base/log/log.ts'
import { startProcess } from '../../base/programs/programs.ts'
import type { Job } from '../../base/scheduling/jobs.ts'
import { environmentWithoutSettings } from '../../base/secrets/environment.ts'
import { newNonce } from '../../base/secrets/secret.ts'
import type { Settings } from '../../config/settings.ts'
import {
  finishCheck,
  lastCheck,
  leaveCheck,
  renewCheck,
  renewMs,
  takeCheck,
} from '../../storage/health/check-record.ts'
import type { Store } from '../../storage/store.ts'
import type { Table } from '../../storage/table.ts'
import type { CheckOrder } from './check-process.ts'
import type { CheckFinding } from './deep-checks.ts'
import { warn } from './finding.ts'

export interface CheckResult {
  readonly finishedMs: number
  readonly tookMs: number
  /** Those that need attention; empty for a sound store. */
  readonly findings: readonly CheckFinding[]
  /** How many of the findings are damage. */
  readonly damage: number
}

interface StoreCheckParts {
  readonly store: Store
  readonly settings: Settings
  readonly tables: readonly Table[]
  readonly log: Log
  /** False in test mode, where jobs run whenever the clock is moved: the check goes by the clock of the store. */
  readonly isScheduled: boolean
}

const hourMs = 3_600_000
const lookSeconds = 60
/** A server that was started again and again would do nothing else. */
const firstAfterSeconds = 300
const graceMs = 500
/** Probes and scrapes share one read of the result. */
const freshMs = 5_000

export class StoreCheck {
  readonly #parts: StoreCheckParts
  #process: ChildProcess | null = null
  #running: Promise<void> | null = null
  #closed = false
  #last: { readonly at: number; readonly result: Promise<CheckResult | null> } | null = null

  constructor(parts: StoreCheckParts) {
    this.#parts = parts
  }

  get jobs(): readonly Job[] {
    const { settings, isScheduled } = this.#parts
    if (!isScheduled || settings.storeCheckHours === 0) return []
    return [
      { name: 'the check of the whole store', everySeconds: lookSeconds, firstAfterSeconds, run: () => this.run() },
    ]
  }

  /** The last result of any server of the store; null when there is none, or the store cannot be read. */
  last(): Promise<CheckResult | null> {
    const now = performance.now()
    if (!this.#last || now - this.#last.at > freshMs)
      this.#last = { at: now, result: lastResult(this.#parts.store).catch(() => null) }
    return this.#last.result
  }

  /** Checks the store if that is due. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #run(): Promise<void> {
    const { store, settings, log } = this.#parts
    const holder = newNonce()
    if (this.#closed || !(await takeCheck(store, holder, settings.storeCheckHours * hourMs))) return
    log.info('the check of the whole store begins')
    const started = performance.now()
    const findings = await this.#examine(holder)
    if (findings === null) {
      await leaveCheck(store, holder)
      return
    }
    const tookMs = Math.round(performance.now() - started)
    await finishCheck(store, holder, { tookMs, findings: JSON.stringify(findings) })
    this.#last = null
    report(log, findings, tookMs)
  }

  /** Ends a check that is running; the next server begins it again. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#process) end(this.#process)
    await this.#running?.catch(() => {})
  }

  /** The findings that need attention; null when the check was ended before its end. */
  async #examine(holder: string): Promise<readonly CheckFinding[] | null> {
    const { store, settings, tables } = this.#parts
    if (this.#closed) return null
    const child = startProcess(new URL('./check-process.ts', import.meta.url), [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // It gets the settings by a message.
      env: environmentWithoutSettings(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#process = child
    let isLost = false
    const renewal = setInterval(async () => {
      if (await renewCheck(store, holder).catch(() => true)) return
      isLost = true
      end(child)
    }, renewMs)
    let findings: CheckFinding[] = [{ check: 'integrity', ...endedEarly }]
    child.once('message', (sent: CheckFinding[]) => {
      findings = sent
    })
    child.on('error', () => {})
    const order: CheckOrder = { settings, tables }
    child.send(order, () => {})
    await once(child, 'exit')
    clearInterval(renewal)
    this.#process = null
    return this.#closed || isLost ? null : findings.filter(({ state }) => state !== 'ok')
  }
}

/** The last result of any server of the store; null when there is none. */
export async function lastResult(store: Store): Promise<CheckResult | null> {
  const record = await lastCheck(store)
  if (!record) return null
  const findings = JSON.parse(record.findings) as CheckFinding[]
  return { ...record, findings, damage: findings.filter(({ state }) => state === 'fail').length }
}

/** Lets the process end what it has started, and ends it if it does not. */
function end(child: ChildProcess): void {
  if (child.connected) child.disconnect()
  const killing = setTimeout(() => child.kill('SIGKILL'), graceMs)
  child.once('exit', () => clearTimeout(killing))
}

const endedEarly = warn(
  'the check of the whole store ended before its end',
  'Run "clientele doctor --deep", which says why.',
)

function report(log: Log, findings: readonly CheckFinding[], ms: number): void {
  for (const { check, state, text, todo } of findings) {
    log[state === 'fail' ? 'error' : 'warn']('the check of the whole store has a finding', {
      check,
      finding: text,
      todo,
    })
  }
  log.info('the check of the whole store has ended', { findings: findings.length, ms })
}

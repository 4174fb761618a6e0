// Commits transactions that have only deferred statements in groups: one message to the server, one flush to the disk.
import type { ClientBase, PoolClient } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import { RoundRobin, type Share } from '../../../base/scheduling/round-robin.ts'
import type { Query } from '../../store.ts'
import type { Connections } from '../driver/connections.ts'
import { isConnectionLoss, isNodeLoss, isUnusable, translate } from '../driver/failures.ts'
import { type DeferredStatement, type MergedStatement, mergeStatements, sendMerged } from './merge-statements.ts'

interface Job {
  readonly tenant: string
  readonly statements: readonly DeferredStatement[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const groupSize = 32
/**
 * While one group runs the next one fills: the larger a group is, the less each transaction costs. After this time the next
 * group starts anyway, since the first may wait for a lock.
 */
const heldUpMs = 10

export class GroupCommit {
  readonly #connections: Connections
  /** Each tenant has its own groups: tenants on several nodes would need a two-phase commit. */
  readonly #byTenant: boolean
  readonly #queue = new RoundRobin<Job>()
  #scheduled = false
  #underWay = false

  constructor(connections: Connections, byTenant: boolean) {
    this.#connections = connections
    this.#byTenant = byTenant
  }

  /** Resolves after the commit. The statements of one call run in order, all of them or none. */
  commit(statements: readonly DeferredStatement[], share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.add(share, { tenant: share.tenant, statements, resolve, reject })
      this.#schedule()
    })
  }

  /** Starts a group at the end of this turn of the event loop, so that it contains all transactions of the turn. */
  #schedule(): void {
    if (this.#scheduled || this.#underWay || this.#queue.size === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      void this.#runGroup()
    })
  }

  async #runGroup(): Promise<void> {
    let waited = true
    const goOn = () => {
      if (!waited) return
      waited = false
      this.#underWay = false
      this.#schedule()
    }
    this.#underWay = true
    const heldUp = setTimeout(goOn, heldUpMs)
    const jobs = this.#takeGroup()
    const groups = this.#byTenant ? [...Map.groupBy(jobs, job => job.tenant).values()] : [jobs]
    await Promise.all(groups.map(group => this.#finish(group)))
    clearTimeout(heldUp)
    goOn()
  }

  #takeGroup(): Job[] {
    const jobs: Job[] = []
    for (let job = this.#queue.take(); job; job = jobs.length < groupSize ? this.#queue.take() : undefined)
      jobs.push(job)
    return jobs
  }

  async #finish(jobs: readonly Job[]): Promise<void> {
    try {
      await this.#commit(jobs)
      for (const job of jobs) job.resolve()
    } catch (error) {
      // The other transactions may not need the node that was lost.
      if (jobs.length === 1 || (translate(error) instanceof StoreUnavailable && !isNodeLoss(error))) {
        for (const job of jobs) job.reject(error)
      }
      // Each transaction is committed by itself, so that one that fails does not fail the others.
      else await Promise.all(jobs.map(job => this.#commit([job]).then(job.resolve, job.reject)))
    }
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const statements = mergeStatements(jobs.map(job => job.statements))
    const client = await this.#connections.take()
    let lost = false
    try {
      await this.#send(client, statements)
    } catch (error) {
      lost = isUnusable(error) || !(await isRolledBack(client))
      throw error
    } finally {
      client.release(lost)
    }
  }

  /** Sends everything at once: when a statement fails, the server runs none, and those that follow it fail too. */
  async #send(client: PoolClient, statements: readonly MergedStatement[]): Promise<void> {
    const connections = this.#connections
    const begun = beginOn(connections).map(query => connections.run(client, query))
    const sent = statements.map(merged => sendMerged(connections, client, merged))
    const committed = connections.run(client, commit)
    // Waits for all answers, also after a failure: until then the driver takes statements for prepared that the server has
    // refused to prepare, and the next user of the connection would fail.
    const answers = await Promise.allSettled([...begun, ...sent, committed])
    const failure = answers.find(answer => answer.status === 'rejected')
    if (failure) throw failure === answers.at(-1) ? ofCommit(failure.reason) : failure.reason
    const counts = await Promise.all(sent)
    for (const [i, { of }] of statements.entries()) {
      for (const [j, { resolve }] of of.entries()) resolve(counts[i]?.[j] as number)
    }
  }
}

/**
 * The failure of a COMMIT. When the server or one of its nodes has not answered it, the transaction may have been committed,
 * so it must not be repeated.
 */
export function ofCommit(cause: unknown): unknown {
  if (!isConnectionLoss(cause) && !isNodeLoss(cause)) return cause
  const message = 'The connection to PostgreSQL was lost while committing: the write may have been done.'
  return new StoreUnavailable(message, { cause })
}

/**
 * Ends the transaction that a failure may have left open: COMMIT itself may have been refused, and the next user of the
 * connection would be inside that transaction.
 */
export async function isRolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}

/**
 * Statements are sent behind BEGIN before it is answered. If BEGIN failed, they would run outside a transaction and be
 * committed one by one. So transactions on these connections are read-only unless BEGIN says otherwise.
 */
const begin: Query = { sql: 'BEGIN READ WRITE', params: [] }
/** A pooler that cannot begin a transaction closes the connection, so no statement behind BEGIN runs. */
const beginPooled: Query = { sql: 'BEGIN', params: [] }
export const beginOn = ({ local }: Connections): Query[] => (local ? [beginPooled, local] : [begin])
export const readOnlyUnlessBegun = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query(
    `SELECT current_setting('default_transaction_read_only') AS before, set_config('default_transaction_read_only', 'on', false)`,
  )
  // An administrator has made the database read-only, which BEGIN READ WRITE would override.
  if (rows[0]?.before === 'on') throw Object.assign(new Error('The database is read-only'), { code: '25006' })
}
const commit: Query = { sql: 'COMMIT', params: [] }

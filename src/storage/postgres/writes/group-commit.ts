// Transactions that only say what is to be done, and ask nothing, commit together: one message, one flush to the disk.
import type { PoolClient } from 'pg'
import { StoreUnavailable } from '../../../base/errors.ts'
import type { Query } from '../../store.ts'
import type { Connections } from '../driver/connections.ts'
import { isConnectionLoss, isUnusable } from '../driver/failures.ts'
import { type MergedStatement, mergeStatements, type Unasked } from './merge-statements.ts'

interface Job {
  readonly statements: readonly Unasked[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const mostTogether = 32
/**
 * While one group is under way the next one gathers: the larger it is, the less each costs. But a group that waits for a
 * lock holds up nobody who comes after it.
 */
const heldUpMs = 10

export class GroupCommit {
  readonly #connections: Connections
  readonly #queue: Job[] = []
  #scheduled = false
  #underWay = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** Answers after the commit. The statements are done in their order, all of them or none. */
  add(statements: readonly Unasked[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ statements, resolve, reject })
      this.#schedule()
    })
  }

  /** For the end of the turn, so that all whose requests came in it commit together. */
  #schedule(): void {
    if (this.#scheduled || this.#underWay || this.#queue.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      void this.#next()
    })
  }

  async #next(): Promise<void> {
    let waited = true
    const goOn = () => {
      if (!waited) return
      waited = false
      this.#underWay = false
      this.#schedule()
    }
    this.#underWay = true
    const heldUp = setTimeout(goOn, heldUpMs)
    await this.#finish(this.#queue.splice(0, mostTogether))
    clearTimeout(heldUp)
    goOn()
  }

  async #finish(jobs: readonly Job[]): Promise<void> {
    try {
      await this.#commit(jobs)
      for (const job of jobs) job.resolve()
    } catch (error) {
      if (jobs.length === 1 || isConnectionLoss(error) || error instanceof StoreUnavailable) {
        for (const job of jobs) job.reject(error)
      }
      // Whose fault it is shows when each is by itself.
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
      lost = isUnusable(error)
      throw error
    } finally {
      client.release(lost)
    }
  }

  /** All at once: when one fails, the server does none of them, and says so to those that follow. */
  async #send(client: PoolClient, statements: readonly MergedStatement[]): Promise<void> {
    const connections = this.#connections
    // What is one statement needs no transaction around it.
    const alone = statements.length === 1
    const begun = alone ? undefined : connections.run(client, begin)
    const done = statements.map(({ query, numbered }) =>
      numbered ? connections.arrays(client, query) : connections.run(client, query),
    )
    const committed = alone ? undefined : connections.run(client, commit)
    const [, outcomes] = await Promise.all([begun, Promise.all<Outcome>(done), committed])
    for (const [i, outcome] of outcomes.entries()) tell(statements[i]?.of ?? [], outcome)
  }
}

/** How many rows were changed, or the numbers of those whose row was. */
type Outcome = number | readonly (readonly unknown[])[]

function tell(of: readonly Unasked[], outcome: Outcome): void {
  if (typeof outcome === 'number') {
    for (const { resolve } of of) resolve(outcome)
    return
  }
  const changed = new Set(outcome.map(([number]) => number))
  for (const [number, { resolve }] of of.entries()) resolve(changed.has(number) ? 1 : 0)
}

export const begin: Query = { sql: 'BEGIN', params: [] }
const commit: Query = { sql: 'COMMIT', params: [] }

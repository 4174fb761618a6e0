// A store on a Citus cluster of its own, whose nodes tests may kill and stop, with a server and tenants on each worker.
import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { Client } from 'pg'
import type { Database } from '../../src/accounts/databases.ts'
import type { Placement } from '../../src/storage/store.ts'
import type { Crm, Json, Person } from '../support/crm.ts'
import { type CitusWorker, startCitus } from '../support/start-citus.mjs'
import { pause, until } from '../support/until.ts'

export interface Tenant {
  readonly database: Database
  readonly person: Person
  readonly node: string
}

export const addressOf = (url: string): string => new URL(url).host

export class OwnCluster {
  url = ''
  crm!: Crm
  #cluster!: Awaited<ReturnType<typeof startCitus>>
  readonly #loads: (() => Promise<void>)[] = []

  /** Declares the cluster of a suite: it starts before the tests and stops after them. */
  static ofSuite(): OwnCluster {
    const own = new OwnCluster()
    before(() => own.#start())
    afterEach(() => Promise.all(own.#loads.splice(0).map(stop => stop())))
    after(async () => {
      for (const worker of own.workers) worker.goOn()
      await own.crm.close()
      await own.#cluster.stop()
    })
    return own
  }

  get workers(): readonly CitusWorker[] {
    return this.#cluster.workers
  }

  /** The folder of PostgreSQL's programs. */
  get bin(): string {
    return this.#cluster.bin
  }

  get placement(): Placement {
    return this.crm.server.store.placement
  }

  async #start(): Promise<void> {
    // Not the cluster of the run: a node of this one is killed. What is imported finds it by its address.
    this.#cluster = await startCitus()
    process.env.CLIENTELE_TEST_POSTGRES = this.#cluster.url
    process.env.CLIENTELE_TEST_CITUS = JSON.stringify(this.workers.map(worker => worker.url))
    this.url = await this.freshDatabase()
    const { startCrm } = await import('../support/crm.ts')
    this.crm = await startCrm({ engine: 'postgres', storeUrl: this.url })
  }

  async freshDatabase(): Promise<string> {
    return (await import('../support/postgres.ts')).freshDatabase()
  }

  /** Runs a statement on the coordinator, outside the server. */
  async onCoordinator(sql: string, params: readonly unknown[] = []): Promise<Json[]> {
    const client = new Client({ connectionString: this.url })
    await client.connect()
    try {
      return (await client.query(sql, [...params])).rows
    } finally {
      await client.end()
    }
  }

  /** Works on the database of the store at a worker, outside the server. */
  async onWorker<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
    const at = Object.assign(new URL(url), { pathname: new URL(this.url).pathname })
    const client = new Client({ connectionString: at.href })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  async addTenant(name: string): Promise<Tenant> {
    const database = await this.crm.addDatabase(name)
    const person = await this.crm.addPerson('MASTER', { Admin: true }, database)
    return { database, person, node: (await this.placement.nodeOf(database.id)) as string }
  }

  /** A tenant on each worker. */
  async oneOnEach(prefix: string): Promise<[Tenant, Tenant]> {
    const found = new Map<string, Tenant>()
    for (let i = 0; found.size < this.workers.length; i++) {
      const tenant = await this.addTenant(`${prefix}${i}`)
      if (!found.has(tenant.node)) found.set(tenant.node, tenant)
    }
    return this.workers.map(worker => found.get(addressOf(worker.url))) as [Tenant, Tenant]
  }

  readonly read = ({ person }: Tenant): Promise<Json> =>
    this.crm.call('Read', { AbEntry: { Scope: { Fields: { Key: 1 } } } }, person)

  /** Creates entries one after the other until it is stopped; every acknowledged key is kept. */
  writer({ person }: Tenant) {
    const state = { keys: [] as string[], failures: 0 }
    const stop = this.#load(async () => {
      const body = { AbEntry: { Data: { CompanyName: `Company ${state.keys.length}` } } }
      const answer: Json = await this.crm.call('Create', body, person).catch(() => null)
      if (answer?.Code === 0) state.keys.push(answer.AbEntry.Data.Key)
      else {
        state.failures++
        await pause(20)
      }
    })
    return { state, stop }
  }

  /** Reads one page after the other until it is stopped. */
  reader(tenant: Tenant) {
    const state = { answers: 0, failures: 0 }
    const stop = this.#load(async () => {
      const answer = await this.read(tenant).catch(() => null)
      if (answer?.Code === 0) state.answers++
      else state.failures++
    })
    return { state, stop }
  }

  #load(step: () => Promise<void>): () => Promise<void> {
    let stopped = false
    const run = async () => {
      while (!stopped) await step()
    }
    const done = run()
    const stop = () => {
      stopped = true
      return done
    }
    this.#loads.push(stop)
    return stop
  }

  async keysOf({ person }: Tenant): Promise<Set<string>> {
    const keys = new Set<string>()
    let PageKey: string | undefined
    do {
      const content = { Scope: { Fields: { Key: 1 } }, OrderBy: { PageSize: 500, ...(PageKey && { PageKey }) } }
      const answer = (await this.crm.ok('Read', { AbEntry: content }, person)).AbEntry
      for (const { Key } of answer.Data) keys.add(Key)
      PageKey = answer.PageKey
    } while (PageKey)
    return keys
  }

  async assertAllThere(tenant: Tenant, keys: readonly string[]): Promise<void> {
    const stored = await this.keysOf(tenant)
    assert.deepEqual(
      keys.filter(key => !stored.has(key)),
      [],
    )
  }

  /** The positions of all events of a database, once each has one. */
  async positionsOf({ database }: Pick<Tenant, 'database'>): Promise<readonly unknown[]> {
    const sql = 'select position from event_log where db = $1 order by position'
    const query = { sql, params: [database.id], facts: { reads: true, tenant: 0 } }
    return until(async () => {
      const positions = (await this.crm.server.store.read(query)).map(([position]) => position)
      return !positions.includes(null) && positions
    }, 'The last position')
  }
}

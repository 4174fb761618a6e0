// A server, or a node behind it, that neither answers nor takes a cancellation: its statements end, and others go on.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { systemClock } from '../../src/base/clock.ts'
import { StoreUnavailable } from '../../src/base/errors.ts'
import { type NodeGroups, type PostgresEngine, plainPostgres } from '../../src/storage/postgres/engine.ts'
import { PostgresStore } from '../../src/storage/postgres/store.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Query } from '../../src/storage/store.ts'
import { startCrm } from '../support/crm.ts'
import { dropDatabase, freshDatabase } from '../support/postgres.ts'
import { until } from '../support/until.ts'
import { addThing, tables } from './fixture.ts'

/** `answer` of a tenant returns when the tenant is not in `hung`, and ignores cancellations until then. */
const hanging = [
  'create table hung (tenant bigint primary key)',
  `create function answer(tenant bigint) returns bigint language plpgsql as $$ begin loop
    begin
      if not exists (select from hung h where h.tenant = answer.tenant) then return tenant; end if;
      perform pg_sleep(0.05);
    exception when query_canceled then null;
    end;
  end loop; end $$`,
  `create function answer_first() returns trigger language plpgsql as $$ begin perform answer(new.db); return new; end $$`,
]

const shareOf = (tenant: number) => ({ tenant: String(tenant), user: '' })
const answer = (tenant: number): Query => ({
  sql: 'select answer($1)',
  params: [tenant],
  facts: { reads: true, tenant: 0 },
})
const quick = { most: 1, took: () => {} }
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    error => error,
  )

class HangingServer {
  readonly url: string
  readonly #client: Client

  constructor(url: string) {
    this.url = url
    this.#client = new Client({ connectionString: url })
  }

  static async start(): Promise<HangingServer> {
    const server = new HangingServer(await freshDatabase())
    await server.#client.connect()
    for (const sql of hanging) await server.run(sql)
    return server
  }

  async run(sql: string, ...params: unknown[]): Promise<unknown[][]> {
    return (await this.#client.query({ text: sql, values: params, rowMode: 'array' })).rows
  }

  hang = (tenant: number) => this.run('insert into hung values ($1)', tenant)
  goOn = (tenant: number) => this.run('delete from hung where tenant = $1', tenant)

  /** How many backends wait for an answer. */
  async waiting(): Promise<number> {
    const sql = `select count(*)::int from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`
    return (await this.run(sql))[0]?.[0] as number
  }

  async stop(): Promise<void> {
    await this.#client.end()
    await dropDatabase(this.url)
  }
}

describe('a node that hangs', () => {
  let server: HangingServer
  let store: PostgresStore
  const [hung, other] = [1, 2]
  before(async () => {
    server = await HangingServer.start()
    const nodes: NodeGroups = {
      groupOf: tenant => (tenant === '2' ? 2 : Promise.resolve(1)),
      groups: async () => [1, 2],
      answers: async group => (await server.run('select from hung where tenant = $1', group)).length === 0,
      atNode: () => null,
      refused: () => {},
      reach: async () => null,
    }
    const engine: PostgresEngine = { ...plainPostgres, nodeGroups: () => nodes }
    store = new PostgresStore(server.url, { clock: systemClock, poolSize: 4 }, engine)
    await migrate(store, tables)
    await server.run(`create constraint trigger t after insert on thing deferrable initially deferred
      for each row when (new.name = 'slow commit') execute function answer_first()`)
  })
  after(async () => {
    await server.goOn(hung)
    await store.close()
    await server.stop()
  })

  const read = (tenant: number) => store.read(answer(tenant), quick)
  const scan = (tenant: number) => store.readSlow(answer(tenant))
  const write = (tenant: number) => store.write(tx => tx.read(answer(tenant)), { share: shareOf(tenant) })
  /** A write of the service itself, whose tenant only the statement names. */
  const ownWrite = (tenant: number) => store.write(tx => tx.read(answer(tenant)))
  const works = [read, scan, write, ownWrite]

  test('its reads and writes end as unavailable, and tenants of other nodes are answered meanwhile', async () => {
    for (const work of works) assert.deepEqual(await work(hung), [[hung]])
    await server.hang(hung)
    // More than the connections of a lane.
    const pending = works.flatMap(work => Array.from({ length: 20 }, () => failureOf(work(hung))))
    for (let i = 0; i < 20; i++) {
      for (const work of works) assert.deepEqual(await work(other), [[other]])
    }
    for (const failure of await Promise.all(pending)) assert.ok(failure instanceof StoreUnavailable, String(failure))
    assert.deepEqual(await Promise.all(works.map(work => work(other))), Array(works.length).fill([[other]]))
  })

  test('while it is known to hang nothing is sent to it, nor what is about all tenants', async () => {
    const before = await server.waiting()
    assert.ok(before > 0)
    const allTenants = { ...answer(other), facts: { reads: true, allTenants: true } }
    const refused = [
      ...Array.from({ length: 50 }, () => read(hung)),
      write(hung),
      store.rows(allTenants),
      store.write(tx => tx.read(answer(other)), { allTenants: true }),
    ]
    for (const failure of await Promise.all(refused.map(failureOf))) {
      assert.ok(failure instanceof StoreUnavailable, String(failure))
      assert.equal(failure.reason, 'A node of the store does not answer.')
    }
    assert.equal(await server.waiting(), before)
    assert.deepEqual(await store.read({ sql: 'select 1', params: [] }), [[1]])
  })

  test('it is used again as soon as it answers', async () => {
    await server.goOn(hung)
    for (const work of works) {
      await until(async () => (await failureOf(work(hung))) === null, 'An answer')
      assert.deepEqual(await work(hung), [[hung]])
    }
    await until(async () => (await server.waiting()) === 0, 'The end of the abandoned statements')
  })

  test('a write that hangs in its commit may have been done, and says so', async () => {
    await server.hang(hung)
    const failure = await failureOf(store.write(tx => tx.run(insertSlowly), { share: shareOf(hung) }))
    assert.ok(failure instanceof StoreUnavailable)
    assert.match(failure.message, /the write may have been done/)
    await server.goOn(hung)
    await until(async () => (await server.run(`select from thing where id = 'slow'`)).length === 1, 'The row')
  })
})

const insertSlowly: Query = {
  sql: `insert into thing (db, id, name, done) values ($1, 'slow', 'slow commit', 0)`,
  params: [1],
  facts: { tenant: 0 },
}

describe('a server that hangs', { concurrency: true }, () => {
  const tenant = 1

  test('reads and writes are given up after their time limit, their connections too, and the next ones succeed', async () => {
    const server = await HangingServer.start()
    const options = { clock: systemClock, poolSize: 4, statementTimeoutMs: 500 }
    const store = new PostgresStore(server.url, options, plainPostgres)
    try {
      await migrate(store, tables)
      await server.hang(tenant)
      const works = [
        store.read(answer(tenant), quick),
        store.readSlow(answer(tenant)),
        store.readSlow(answer(tenant), { timeoutMs: 700 }),
        store.write(tx => tx.read(answer(tenant))),
      ]
      for (const failure of await Promise.all(works.map(failureOf))) {
        assert.ok(failure instanceof StoreUnavailable, String(failure))
      }
      // The server still works on all of them: they were not cancelled, and the connections serve nothing else.
      assert.ok((await server.waiting()) >= works.length)
      await addThing(store, { id: 'after' })
      assert.equal((await store.readSlow({ sql: 'select id from thing', params: [] })).length, 1)
      // The store can be closed meanwhile.
      const before = await server.waiting()
      const last = failureOf(store.write(tx => tx.read(answer(tenant))))
      await until(async () => (await server.waiting()) > before, 'The statement')
      await store.close()
      assert.ok((await last) instanceof StoreUnavailable)
    } finally {
      await server.goOn(tenant)
      await store.close()
      await server.stop()
    }
  })

  test('over HTTP a request is answered by 503 with Retry-After, and succeeds when the server goes on', async () => {
    const server = await HangingServer.start()
    const crm = await startCrm({ engine: 'postgres', storeUrl: server.url, settings: { statementTimeout: 1 } })
    try {
      await server.run('create trigger hangs before insert on ab_entry for each row execute function answer_first()')
      const create = () =>
        fetch(`${crm.server.url}/api/Create`, {
          method: 'POST',
          headers: { authorization: `Bearer ${crm.user.token}` },
          body: JSON.stringify({ AbEntry: { Data: { Type: 'Company', CompanyName: 'Hanging' } } }),
        })
      await server.hang(crm.database.id)
      const refused = await create()
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
      assert.equal((await fetch(`${crm.server.url}/readyz`)).status, 200)
      await server.goOn(crm.database.id)
      await until(async () => (await create()).status === 200, 'An answer')
    } finally {
      await server.goOn(crm.database.id)
      await crm.close()
      await server.stop()
    }
  })
})

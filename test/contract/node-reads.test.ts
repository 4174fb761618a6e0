// Reads that a server sends to the node of their tenant itself: the coordinator runs them when the node cannot, or has not the rows.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { Client } from 'pg'
import { systemClock } from '../../src/base/clock.ts'
import { configAt, runAt } from '../../src/storage/postgres/citus/node-address.ts'
import { type Shards, ShardTexts } from '../../src/storage/postgres/citus/shard-texts.ts'
import { type NodeGroups, type PostgresEngine, plainPostgres } from '../../src/storage/postgres/engine.ts'
import { PostgresStore } from '../../src/storage/postgres/store.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Query } from '../../src/storage/store.ts'
import { dropDatabase, endConnections, freshDatabase } from '../support/postgres.ts'
import { until } from '../support/until.ts'
import { addThing, tables, thingById } from './fixture.ts'

const shards: Shards = {
  shard: '102',
  group: 3,
  names: new Map([
    ['thing', 'thing_102'],
    ['part', 'part_103'],
    ['token', null],
  ]),
}
const { dynamicBuilder } = plainPostgres.dialect
/** A read of tenant 1 as the product compiles it. */
const read = (text: RawBuilder<unknown>): Query => {
  const query = compile(dynamicBuilder.selectFrom(sql`(${text})`.as('all')).selectAll().limit(9))
  return { ...query, facts: { ...query.facts, reads: true, tenant: 0 } }
}
const around = /^select placed\.\* from \(select \* from \((.*)\) as "all" limit \$\d\) as placed where 1 \//s
const textOf = (text: RawBuilder<unknown>) => around.exec(new ShardTexts().of(read(text), shards)?.sql ?? '')?.[1]
const [things, parts] = [sql.table('thing'), sql.table('part')]

describe('The text of a statement for a node', () => {
  test('tables have the names of their shards, also before columns; aliases, columns and literals stay', () => {
    for (const [text, expected] of [
      [sql`select id from ${things} where db = ${1}`, 'select id from "thing_102" where db = $1'],
      [sql`select ${sql.ref('thing.part')} from ${things}`, 'select "thing_102"."part" from "thing_102"'],
      [sql`select ${sql.ref('t.thing')} from ${things} as "t"`, 'select "t"."thing" from "thing_102" as "t"'],
      [
        sql`select '"thing"' from ${things} t join ${parts} on true`,
        `select '"thing"' from "thing_102" t join "part_103" on true`,
      ],
      [
        sql`select ${1}, (select ${2} from ${parts}) from ${things}`,
        'select $1, (select $2 from "part_103") from "thing_102"',
      ],
    ] as const)
      assert.equal(textOf(text), expected)
  })

  test('there is none for tables that are on the coordinator, or unknown, or for none at all', () => {
    for (const name of ['token', 'fresh'])
      assert.equal(textOf(sql`select 1 from ${things}, ${sql.table(name)}`), undefined)
    assert.equal(textOf(sql`select 1`), undefined)
    const stated = { sql: 'select 1 from "thing"', params: [], facts: { reads: true, tenant: 0 } }
    assert.equal(new ShardTexts().of(stated, shards), null)
  })

  test('its pieces join to the same text, and one that was dropped is not made again for the same shards', () => {
    const texts = new ShardTexts()
    const query = read(sql`select ${sql.ref('thing.id')} from ${things} where db = ${1}`)
    const own = texts.of(query, shards)
    assert.equal(own?.facts?.pieces?.length, 3)
    assert.equal(
      own?.facts?.pieces?.reduce((text, piece, i) => `${text}$${i}${piece}`),
      own?.sql,
    )
    assert.deepEqual([own?.params, own?.facts?.tenant], [query.params, 0])
    texts.drop(query, shards)
    assert.equal(texts.of(query, shards), null)
    assert.notEqual(texts.of(query, { ...shards, names: new Map(shards.names) }), null)
  })
})

test('a node has the user, the password and the TLS of the store; a loopback address is no other machine', () => {
  const store = { connectionString: 'postgres://u:p%40@db.example:1/crm?sslmode=verify-full&host=/tmp' }
  assert.equal(
    configAt(store, { host: 'worker.example', port: 5433 })?.connectionString,
    'postgres://u:p%40@worker.example:5433/crm?sslmode=verify-full',
  )
  for (const host of ['localhost', '127.0.0.1', '::1']) assert.equal(configAt(store, { host, port: 2 }), null)
  const local = { connectionString: 'postgres://u@localhost/crm' }
  assert.equal(configAt(local, { host: '::1', port: 2 })?.connectionString, 'postgres://u@[::1]:2/crm')
})

describe('Reads at a node', () => {
  let [url, nodeUrl] = ['', '']
  let store: PostgresStore
  const texts = new ShardTexts()
  const refusals: boolean[] = []
  const notices: string[] = []
  let reached = 0
  const onNode = async (...statements: string[]) => {
    const client = new Client({ connectionString: nodeUrl })
    await client.connect()
    for (const text of statements) await client.query(text)
    await client.end()
  }
  /** Where a row comes from: both places have one with the same key. */
  const name = async () => (await store.rows(thingById(store.dialect, { db: 1, id: 'a' })))[0]?.name
  const reachNode = () => until(async () => (await name()) === 'node', 'A read at the node')

  before(async () => {
    url = await freshDatabase()
    nodeUrl = await freshDatabase()
    const nodes: NodeGroups = {
      groupOf: () => 3,
      groups: async () => [3],
      answers: async () => true,
      atNode: query => {
        const own = texts.of(query, shards)
        return own && { query: own, address: { host: '127.0.0.1', port: 1 } }
      },
      refused: (_, isText) => void refusals.push(isText),
      reach: async () => {
        reached++
        return (await runAt({ connectionString: nodeUrl }, 3_000)) === null ? null : { connectionString: nodeUrl }
      },
    }
    const engine: PostgresEngine = { ...plainPostgres, nodeGroups: () => nodes }
    store = new PostgresStore(url, { clock: systemClock, onNotice: text => notices.push(text) }, engine)
    await migrate(store, tables)
    await addThing(store, { id: 'a', name: 'coordinator' })
    const atNode = new PostgresStore(nodeUrl, { clock: systemClock }, plainPostgres)
    await migrate(atNode, tables)
    await addThing(atNode, { id: 'a', name: 'node' })
    await atNode.close()
    await onNode(
      'alter table thing rename to thing_102',
      'create table pg_dist_placement (shardid bigint, groupid int)',
    )
  })
  beforeEach(async () => {
    await onNode('delete from pg_dist_placement', 'insert into pg_dist_placement values (102, 3)')
    await reachNode()
    refusals.length = 0
  })
  after(async () => {
    await store.close()
    await dropDatabase(url)
    await dropDatabase(nodeUrl)
  })

  test('concurrent reads are batched there, each with its own rows', async () => {
    const query = (id: string): Query => {
      const text = dynamicBuilder.selectFrom('thing').select(['id', 'name']).where('db', '=', 1).where('id', '=', id)
      const compiled = compile(text.limit(1))
      return { ...compiled, facts: { ...compiled.facts, tenant: 0 } }
    }
    for (let i = 0; i < 4; i++) {
      const answers = await Promise.all(['a', 'b', 'a', 'c'].map(id => store.read(query(id))))
      assert.deepEqual(answers, [[['a', 'node']], [], [['a', 'node']], []])
    }
  })

  test('when its shard has been moved away, the coordinator answers, and the place is read again', async () => {
    await onNode('delete from pg_dist_placement')
    assert.equal(await name(), 'coordinator')
    assert.deepEqual(refusals, [false])
    await onNode('insert into pg_dist_placement values (102, 4)')
    assert.equal(await name(), 'coordinator')
  })

  test('when its rows were removed there, too', async () => {
    await onNode('alter table thing_102 rename to removed')
    try {
      assert.equal(await name(), 'coordinator')
      assert.deepEqual(refusals, [false])
    } finally {
      await onNode('alter table removed rename to thing_102')
    }
  })

  test('a statement that the node cannot run is one for the coordinator', async () => {
    await onNode('alter table thing_102 rename column id to other')
    try {
      assert.equal(await name(), 'coordinator')
      assert.deepEqual(refusals, [true])
    } finally {
      await onNode('alter table thing_102 rename column other to id')
    }
  })

  test('a lost connection is opened again; a node that cannot be reached is left alone, with a notice', async () => {
    await endConnections(nodeUrl)
    assert.equal(await name(), 'node')
    const [server, database] = [new URL(nodeUrl), new URL(nodeUrl).pathname.slice(1)]
    server.pathname = '/postgres'
    const admin = new Client({ connectionString: server.href })
    await admin.connect()
    try {
      await admin.query(`alter database ${database} allow_connections false`)
      await endConnections(nodeUrl)
      const before = reached
      for (let i = 0; i < 50; i++) assert.equal(await name(), 'coordinator')
      await until(async () => (await name()) === 'coordinator' && notices.length > 0, 'The notice')
      assert.match(notices[0] as string, /^Reads go through the coordinator, .* the node 127\.0\.0\.1:1 itself\.$/)
      assert.ok(reached - before < 5)
    } finally {
      await admin.query(`alter database ${database} allow_connections true`)
      await admin.end()
    }
    await reachNode()
  })

  test('writes, and what they read, stay with the coordinator', async () => {
    const found = await store.write(tx => tx.rows(thingById(store.dialect, { db: 1, id: 'a' })))
    assert.equal(found[0]?.name, 'coordinator')
  })
})

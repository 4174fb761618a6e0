// Failures that PostgreSQL reports: whatever SQLSTATE they have, the store is unavailable and its connections stay clean.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Client } from 'pg'
import { systemClock } from '../../src/base/clock.ts'
import { StoreUnavailable } from '../../src/base/errors.ts'
import { openStore } from '../../src/storage/open.ts'
import { translate } from '../../src/storage/postgres/driver/failures.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { compile } from '../../src/storage/statement.ts'
import { ConstraintViolation } from '../../src/storage/statements/constraint-violation.ts'
import type { Store } from '../../src/storage/store.ts'
import { newTokens, oauthPost, refreshFields, startAuth } from '../support/auth.ts'
import { startCrm } from '../support/crm.ts'
import { dropDatabase, freshDatabase } from '../support/postgres.ts'
import { addThing, countThings, insertThing, tables } from './fixture.ts'

const storeTrouble = [
  ...['53000', '53100', '53200', '53300', '53400'],
  ...['57000', '57P01', '57P02', '57P03', '57P04', '57P05'],
  ...['58000', '58030', '58P01', '58P02'],
  ...['XX000', 'XX001', 'XX002', '25006', '25P02', '25P03', '25P04'],
  ...['28000', '28P01', '3D000', '42501', '40001', '40P01', '40003', '55000', '55006', '55P03', '08006', '99999'],
]

test('each SQLSTATE that is not the fault of the statement is translated to StoreUnavailable', () => {
  const translated = (code: string) => translate(Object.assign(new Error('from the server'), { code }))
  for (const code of storeTrouble) assert.ok(translated(code) instanceof StoreUnavailable, code)
  for (const code of ['42601', '42P01', '22003', '0A000', '54001']) {
    assert.ok(!(translated(code) instanceof StoreUnavailable), code)
  }
  assert.ok(translated('23505') instanceof ConstraintViolation)
})

/** Has writes of a table fail with a SQLSTATE: at once, or when they are committed. */
async function failing(
  url: string,
  state: string,
  table: string,
  when: 'statement' | 'commit',
): Promise<() => Promise<void>> {
  const client = new Client(url)
  await client.connect()
  await client.query(`create or replace function fail_${state}() returns trigger language plpgsql as $$
    begin raise exception 'made to fail' using errcode = '${state}'; end $$`)
  await client.query(
    when === 'statement'
      ? `create trigger fails before insert or update on "${table}" for each row execute function fail_${state}()`
      : `create constraint trigger fails after insert or update on "${table}" deferrable initially deferred
         for each row execute function fail_${state}()`,
  )
  return async () => {
    await client.query(`drop trigger fails on "${table}"`)
    await client.end()
  }
}

describe('a store whose writes fail', () => {
  let url: string
  let store: Store
  before(async () => {
    url = await freshDatabase()
    store = await openStore(url, { clock: systemClock, poolSize: 2 })
    await migrate(store, tables)
  })
  beforeEach(() => store.write(tx => tx.run(compile(store.dialect.dynamicBuilder.deleteFrom('thing')))))
  after(async () => {
    await store.close()
    await dropDatabase(url)
  })

  const unavailable = (error: unknown) => error instanceof StoreUnavailable
  /** Writes on every connection several times: none of the connections may be inside a failed transaction. */
  const allIsWell = async (count: number) => {
    const more = Array.from({ length: 12 }, (_, i) => addThing(store, { id: `well${i}` }))
    await Promise.all(more)
    await Promise.all(more.map((_, i) => store.write(async tx => tx.defer(insertThing(store, { id: `again${i}` })))))
    assert.equal(await countThings(store), count + 24)
  }

  for (const when of ['statement', 'commit'] as const) {
    for (const state of ['53100', '58030', 'XX000']) {
      test(`with ${state} at the ${when}: each write is rejected, and no connection is left in a transaction`, async () => {
        const mend = await failing(url, state, 'thing', when)
        try {
          const single = Array.from({ length: 6 }, (_, i) => addThing(store, { id: `single${i}` }))
          const grouped = Array.from({ length: 40 }, (_, i) =>
            store.write(async tx => {
              tx.defer(insertThing(store, { id: `grouped${i}` }))
              tx.defer({ sql: 'update thing set count = 1 where id = $1', params: [`grouped${i}`] })
            }),
          )
          // The deferred statement fails, and the awaited one behind it only because of that.
          const behind = store.write(async tx => {
            tx.defer(insertThing(store, { id: 'behind' }))
            await tx.read({ sql: 'select 1', params: [] })
          })
          await Promise.all([...single, ...grouped, behind].map(write => assert.rejects(write, unavailable)))
        } finally {
          await mend()
        }
        await allIsWell(0)
      })
    }
  }

  test('a deferred statement that violates a constraint is reported as such, not as what follows from it', async () => {
    await addThing(store, { id: 'taken' })
    const twice = store.write(async tx => {
      tx.defer(insertThing(store, { id: 'taken' }))
      await tx.read({ sql: 'select 1', params: [] })
    })
    await assert.rejects(twice, ConstraintViolation)
    await allIsWell(1)
  })
})

test('over HTTP a full disk is 503 with Retry-After, and requests succeed afterwards', async () => {
  const crm = await startCrm({ engine: 'postgres' })
  try {
    const create = () =>
      fetch(`${crm.server.url}/api/Create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crm.user.token}` },
        body: JSON.stringify({ AbEntry: { Data: { CompanyName: 'Full' } } }),
      })
    const mend = await failing(crm.server.settings.store, '53100', 'ab_entry', 'statement')
    for (const answer of await Promise.all(Array.from({ length: 20 }, create))) {
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
    }
    await mend()
    for (const answer of await Promise.all(Array.from({ length: 20 }, create))) assert.equal(answer.status, 200)
  } finally {
    await crm.close()
  }
})

test('at the token endpoint a full disk is 3005, and the refresh token is not used up', async () => {
  const world = await startAuth('postgres')
  try {
    const { refresh_token } = await newTokens(world)
    const mend = await failing(world.server.settings.store, '53100', 'oauth_pair', 'statement')
    const { status, body } = await oauthPost(world.url, 'token', refreshFields(world.app, refresh_token))
    assert.deepEqual([status, body.error_code], [400, 3005])
    await mend()
    const again = await oauthPost(world.url, 'token', refreshFields(world.app, refresh_token))
    assert.equal(again.status, 200)
  } finally {
    await world.close()
  }
})

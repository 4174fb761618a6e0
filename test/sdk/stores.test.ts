// Tests that every token store swaps in one step: those of the package, and the recipes of its README on real databases.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Pool } from 'pg'
import { memoryStore, savePair, type TokenPair, type TokenStore } from '../../packages/client/src/index.ts'
import { fileStore } from '../../packages/client/src/node.ts'
import { root } from '../support/cli.ts'
import { compile } from '../support/compile.ts'
import { dropDatabase, freshDatabase } from '../support/postgres.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import { readmeProgram } from './readme.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-stores-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const pairOf = (name: string): TokenPair => ({ accessToken: `a-${name}`, refreshToken: `r-${name}`, issuedAt: 1 })

/** What the two functions of a store promise. `same` opens the same store again, as another process does. */
async function holds(store: TokenStore, same: () => TokenStore = () => store): Promise<void> {
  const [first, second] = [pairOf('first'), pairOf('second')]
  assert.equal(await store.read(), null)
  assert.equal(await store.replace('r-other', first), false, 'an empty store has no pair to replace')
  assert.equal(await store.replace(null, first), true)
  assert.equal(await same().replace(null, second), false, 'the store is not empty any more')
  assert.deepEqual(await same().read(), first)
  assert.equal(await same().replace('r-first', second), true)
  assert.equal(await store.replace('r-first', pairOf('late')), false, 'another writer was faster')
  assert.deepEqual(await store.read(), second)
  const racing = Array.from({ length: 16 }, (_, i) => same().replace('r-second', pairOf(String(i))))
  const won = (await Promise.all(racing)).flatMap((swapped, i) => (swapped ? [pairOf(String(i))] : []))
  assert.equal(won.length, 1, 'one of the racing writers wins')
  assert.deepEqual(await same().read(), won[0])
  await savePair(store, first)
  assert.deepEqual(await same().read(), first)
}

test('memory', () => holds(memoryStore()))

test('a file, opened anew by each process, with a lock that a dead process left', async () => {
  const path = join(folder, 'tokens.json')
  await holds(fileStore(path), () => fileStore(path))
  writeFileSync(`${path}.lock`, '')
  utimesSync(`${path}.lock`, new Date(), new Date(Date.now() - 60_000))
  assert.equal(await fileStore(path).replace('r-first', pairOf('after')), true)
})

/** The recipe as a module; imports of types alone are erased. */
const recipe = async <T>(name: string): Promise<T> => {
  const path = join(folder, `${name}.mts`)
  writeFileSync(path, readmeProgram(`recipe=${name}`))
  return (await import(path)) as T
}

test('the recipe for SQLite', async () => {
  const { sqliteStore } = await recipe<{ sqliteStore: (db: DatabaseSync, id: string) => TokenStore }>('sqlite')
  const path = join(folder, 'tokens.db')
  const db = new DatabaseSync(path)
  db.exec('create table crm_tokens (id text primary key, refresh_token text not null, pair text not null)')
  await holds(sqliteStore(db, 'ann'), () => sqliteStore(new DatabaseSync(path), 'ann'))
  db.close()
})

test('the recipe for PostgreSQL', async () => {
  const { postgresStore } = await recipe<{ postgresStore: (pool: Pool, id: string) => TokenStore }>('postgres')
  const url = await freshDatabase()
  const pool = new Pool({ connectionString: url, max: 8 })
  await pool.query('create table crm_tokens (id text primary key, refresh_token text not null, pair jsonb not null)')
  await holds(postgresStore(pool, 'ann'))
  await pool.end()
  await dropDatabase(url)
})

// Redis is no part of the product, so a machine without it proves the other stores.
if (hasRedis()) {
  test('the recipe for Redis', async () => {
    type Recipe = { redisStore: (redis: unknown, key: string) => TokenStore }
    const { redisStore } = await recipe<Recipe>('redis')
    const redis = await startRedis(folder)
    await holds(redisStore(redis, 'crm:ann'))
    redis.close()
  })
}

test('the recipes compile', async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const source = join(root, 'packages', 'client', 'src', 'index.ts')
  const files = ['sqlite', 'postgres', 'redis'].map(name => {
    const file = `typed-${name}.mts`
    writeFileSync(join(folder, file), readmeProgram(`recipe=${name}`).replace('@clientele/client', source))
    return file
  })
  assert.equal(await compile(folder, ...files), '')
})

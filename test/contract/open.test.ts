// The setting that names the store: what it takes, and how it says what it does not take.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { StoreUnavailable } from '../../src/base/errors.ts'
import { openStore, parseStoreUrl } from '../../src/storage/open.ts'
import { plainPostgres } from '../../src/storage/postgres/engine.ts'
import { PostgresStore } from '../../src/storage/postgres/store.ts'

test('an address that is wrong is an error that names the setting and hides the value', () => {
  for (const url of [
    '',
    'mysql://root:secret@x/y',
    'sqlite:',
    'sqlite::memory:',
    'postgres://u:secret@',
    'postgres:secret',
  ]) {
    assert.throws(
      () => parseStoreUrl(url),
      (error: Error) => /CLIENTELE_STORE/.test(error.message) && !/secret/.test(error.message),
    )
  }
})

test('both spellings of a PostgreSQL address are taken', () => {
  assert.equal(parseStoreUrl('postgresql://u@h/d').engine, 'postgres')
  assert.equal(parseStoreUrl('postgres://u:p@h:5432/d').engine, 'postgres')
})

test('a server that is not there is StoreUnavailable, without the password', async () => {
  const url = 'postgres://user:topsecret@127.0.0.1:1/d'
  const isTold = (error: Error) => {
    assert.ok(error instanceof StoreUnavailable)
    assert.match(error.message, /PostgreSQL cannot be reached/)
    assert.doesNotMatch(`${error.message} ${error.stack} ${JSON.stringify(error.cause)}`, /topsecret/)
    return true
  }
  await assert.rejects(openStore(url, { clock: systemClock }), isTold)
  const store = new PostgresStore(url, { clock: systemClock }, plainPostgres)
  await assert.rejects(store.ping(), isTold)
  const query = { sql: 'delete from thing', params: [] }
  await assert.rejects(
    store.write(tx => tx.run(query)),
    StoreUnavailable,
  )
  await assert.rejects(
    store.write(async tx => tx.defer(query)),
    StoreUnavailable,
  )
  await store.close()
})

// The number of workers: as set, or what the processors and the place of the store ask for.
import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { workersOf } from '../../src/workers/count.ts'

const chosen = (store: string, processors: number, more: { demo?: boolean; workers?: number } = {}) =>
  workersOf({ workers: 'auto', demo: false, store, ...more }, () => ({
    processors,
    hosts: new Set(['Crm.example', '192.0.2.7', '2001:db8::7']),
  }))

test('a number that is set holds, on either engine', () => {
  assert.deepEqual(chosen('sqlite:a.db', 2, { workers: 3 }), { count: 3, reason: 'as set' })
  assert.equal(chosen('postgres://127.0.0.1/crm', 2, { workers: 14 }).count, 14)
})

test('SQLite, and a demo, have one process', () => {
  assert.equal(chosen('sqlite:a.db', 16).count, 1)
  assert.equal(chosen('postgres://db.example/crm', 16, { demo: true }).count, 1)
})

test('PostgreSQL on this machine leaves half of the processors, and at most 8 workers', () => {
  const here = [
    'postgres://localhost/crm',
    'postgres://u:p@127.0.0.1:5432/crm',
    'postgres://[::1]:5432/crm',
    'postgres:///crm',
    'postgres://u@/crm?host=/run/postgresql',
    'postgresql://u@%2Frun%2Fpostgresql/crm',
    'postgres://crm.example/crm',
    'postgres://192.0.2.7/crm',
    'postgres://[2001:db8::7]/crm',
  ]
  for (const store of here) {
    assert.deepEqual(
      [1, 2, 3, 4, 16, 64].map(processors => chosen(store, processors).count),
      [1, 1, 1, 2, 8, 8],
      store,
    )
  }
  assert.equal(chosen('postgres://localhost/crm', 2).reason, 'PostgreSQL shares the 2 processors of this machine')
})

test('with PostgreSQL elsewhere each processor has a worker, up to 8', () => {
  for (const store of ['postgres://db.example/crm', 'postgres://192.0.2.8/crm', 'postgres://u@h?host=db.example']) {
    assert.deepEqual(
      [1, 2, 4, 16].map(processors => chosen(store, processors).count),
      [1, 2, 4, 8],
      store,
    )
  }
  assert.match(chosen('postgres://db.example/crm', 1).reason, /this one has 1 processor$/)
})

test('the names and addresses of this machine are known', () => {
  const { reason } = workersOf({ workers: 'auto', demo: false, store: `postgres://${hostname()}/crm` })
  assert.match(reason, /^PostgreSQL shares/)
})

// The page about capacity is what the bench has measured, and its arithmetic is right.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type CapacityFigures, kinds } from '../../bench/capacity/figures.ts'
import { capacityPage } from '../../bench/capacity/page.ts'
import { company, machine, stepOf } from '../../bench/capacity/plan.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the page has the figures of the last run: npm run bench -- --capacity writes both', () => {
  const figures = JSON.parse(read('bench/results/capacity.json')) as CapacityFigures
  assert.equal(read('docs/explanations/capacity.md'), capacityPage(figures))
})

/** Every request takes a millisecond of the server, and on PostgreSQL two of the store. */
const figures: CapacityFigures = {
  date: '2026-01-02T03:04:05.000Z',
  machine: { processors: 2, model: 'Test', memoryMb: 1024, node: 'v26', load: 0 },
  entries: 1_000,
  connections: 64,
  measured: (['sqlite', 'postgres'] as const).flatMap(engine =>
    kinds.flatMap(kind =>
      [1, 2].map(workers => ({
        engine,
        kind,
        workers,
        rate: 1_000 * workers,
        p50: 1,
        p99: 3,
        serverMs: 1,
        storeMs: engine === 'sqlite' ? null : 2,
      })),
    ),
  ),
  compared: [],
  idleMegabytes: 100,
  kilobytesPerThousandTokens: 1_000,
  bytes: (['sqlite', 'postgres'] as const).map(engine => ({
    engine,
    perEntry: 4_000,
    perCreate: 3_000,
    perEvent: 500,
  })),
  manyTenants: [{ engine: 'sqlite', tenants: 100, entries: 100, ratio: 1, megabytes: 120, kilobytesPerTenant: 50 }],
}

test('requests, processors and machines grow with the companies', () => {
  const perSecond = (company.users * company.requestsPerHour * company.peak) / 3600
  const few = stepOf(figures, 100, 'postgres')
  assert(few)
  assert.equal(few.requestsPerSecond, 100 * perSecond)
  assert(Math.abs(few.writesPerSecond - 100 * perSecond * company.mix.Create) < 1e-6)
  assert(Math.abs(few.serverProcessors - (100 * perSecond) / 1_000) < 1e-6)
  assert(Math.abs(few.storeProcessors - (200 * perSecond) / 1_000) < 1e-6)
  assert.deepEqual([few.nodes, few.storeNodes], [1, 1])
  const many = stepOf(figures, 1_000_000, 'postgres')
  assert(many)
  assert(Math.abs(many.diskGigabytes / few.diskGigabytes - 10_000) < 1e-3)
  assert.equal(many.storeNodes, Math.ceil((2_000 * perSecond) / (machine.processors * machine.busy)))
  assert.match(many.firstLimit, /^the processors of one PostgreSQL/)
})

test('on SQLite the process that writes is a limit of its own', () => {
  const busyWriter = {
    ...figures,
    measured: figures.measured.map(one => (one.kind === 'Create' ? { ...one, serverMs: 500 } : one)),
  }
  assert.match(
    stepOf(busyWriter, 100, 'sqlite')?.firstLimit ?? '',
    /^the processor of the one process that writes, exceeded [\d.]+ times$/,
  )
  assert.match(stepOf(figures, 100, 'sqlite')?.firstLimit ?? '', /^the processors of one machine/)
  assert.equal(stepOf({ ...figures, measured: [] }, 100, 'sqlite'), null)
  // Memory: an idle server, its tenants, and the tokens of their users.
  const memory = (100 + (1_000 * (50 + company.users)) / 1024) / 1024
  assert(Math.abs((stepOf(figures, 1_000, 'sqlite')?.memoryGigabytes ?? 0) - memory) < 1e-6)
})

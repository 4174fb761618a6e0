// Checks invariants of the store after random writes: keys lead to records, one stage is current, indexes agree.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { snakeCase } from '../../src/base/text/names.ts'
import { limitsOf } from '../../src/config/limits.ts'
import { columnOf } from '../../src/entities/entity.ts'
import { entities } from '../../src/entities/index.ts'
import { systemUid } from '../../src/fields/kinds/user.ts'
import { indexWords } from '../../src/model/search-words.ts'
import { listTableOf } from '../../src/model/tables.ts'
import { purgeAll } from '../../src/operations/bin/purge.ts'
import { RowStore } from '../../src/operations/rows/row-store.ts'
import { compile } from '../../src/storage/statement.ts'
import { type Crm, eachCrm, type Json } from '../support/crm.ts'

/** What the sequences work on: keys made so far, of whatever became of them. */
interface World {
  readonly entries: string[]
  readonly deals: string[]
  readonly calls: string[]
  readonly leads: string[]
  readonly processes: string[]
  readonly stages: string[]
  readonly products: string[]
}

type Step = readonly [number, number, number, number]

const pick = (list: readonly string[], n: number): string => list[n % Math.max(1, list.length)] ?? 'none'

/** Each step is one request; some are refused, and none may be a fault. */
const steps: ((crm: Crm, world: World, a: number, b: number, c: number) => Promise<Json>)[] = [
  async (crm, world, a) =>
    keep(world.entries, 'AbEntry', await crm.call('Create', { AbEntry: { Data: { CompanyName: `Co ${a}` } } })),
  async (crm, world, a, b) =>
    keep(
      world.entries,
      'AbEntry',
      await crm.call('Create', {
        AbEntry: { Data: { ParentKey: pick(world.entries, a), LastName: `Per ${b}`, Email: `p${b}@example.com` } },
      }),
    ),
  async (crm, world, a, b, c) => {
    const process =
      c % 3 === 0 ? {} : { SalesProcessSetupKey: pick(world.processes, b), SalesStageSetupKey: pick(world.stages, c) }
    const data = {
      AbEntryKey: pick(world.entries, a),
      Objective: `Deal ${b}`,
      Product: [pick(world.products, c)],
      ...process,
    }
    return keep(world.deals, 'Opportunity', await crm.call('Create', { Opportunity: { Data: data } }))
  },
  (crm, world, a, b) =>
    crm.call('Update', {
      Opportunity: { Data: { Key: pick(world.deals, a), SalesStageSetupKey: pick(world.stages, b) } },
    }),
  (crm, world, a, b, c) =>
    crm.call('Update', {
      Opportunity: {
        Data: {
          Key: pick(world.deals, a),
          SalesProcessSetupKey: c % 2 ? null : pick(world.processes, b),
          SalesStageSetupKey: c % 2 ? null : pick(world.stages, c),
        },
      },
    }),
  (crm, world, a, b) =>
    crm.call('Update', {
      Opportunity: { Data: { Key: pick(world.deals, a), Status: b % 7, Objective: `Moved ${b}` } },
    }),
  (crm, world, a, b) =>
    crm.call('Update', { AbEntry: { Data: { Key: pick(world.entries, a), CompanyName: `Renamed ${b}` } } }),
  (crm, world, a, b) =>
    crm.call('Update', {
      AbEntry: { Data: { Key: pick(world.entries, a), ReportsToKey: pick(world.entries, b), LastName: `Rep ${b}` } },
    }),
  async (crm, world, a, b) =>
    keep(
      world.calls,
      'Interaction',
      await crm.call('Create', {
        Interaction: {
          Data: { Type: '60001', AbEntries: [pick(world.entries, a), pick(world.entries, b)], Subject: `Call ${a}` },
        },
      }),
    ),
  async (crm, world, a, b) =>
    keep(
      world.leads,
      'Lead',
      await crm.call('Create', { Lead: { Data: { LastName: `Lead ${a}`, OpportunityKey: pick(world.deals, b) } } }),
    ),
  (crm, world, a) => crm.call('Delete', { AbEntry: { Data: { Key: pick(world.entries, a) } } }),
  (crm, world, a) => crm.call('Delete', { Opportunity: { Data: { Key: pick(world.deals, a) } } }),
  (crm, world, a) => crm.call('Delete', { Lead: { Data: { Key: pick(world.leads, a) } } }),
  (crm, world, a) => crm.call('Restore', { AbEntry: { Data: { Key: pick(world.entries, a) } } }),
  (crm, world, a) => crm.call('Restore', { Opportunity: { Data: { Key: pick(world.deals, a) } } }),
  (crm, world, a) => crm.call('Restore', { Interaction: { Data: { Key: pick(world.calls, a) } } }),
  async (crm, world, a) => {
    const answer = await crm.call('Update', {
      Opportunity: { FieldOptions: { Product: [{ Key: null, Name: `Product ${a} ${world.products.length}` }] } },
    })
    if (answer.Code === 0) world.products.push(answer.Opportunity.FieldOptions.Product[0].Key)
    return answer
  },
  (crm, world, a) =>
    crm.call('Update', {
      Case: { FieldOptions: { Product: [{ Key: pick(world.products, a) }] }, Options: { Remove: true } },
    }),
  (crm, world, a) => crm.call('Delete', { SalesStageSetup: { Data: { Key: pick(world.stages, a) } } }),
  async (crm, world, a, b) =>
    keep(
      world.stages,
      'SalesStageSetup',
      await crm.call('Create', {
        SalesStageSetup: { Data: { SalesProcessSetupKey: pick(world.processes, a), Description: `S${b}` } },
      }),
    ),
  async crm => {
    const { store, settings, clock } = crm.server
    // As if everything in the bin were old.
    await purgeAll(store, { ...limitsOf(settings), binSeconds: -1 }, Math.floor(clock.now() / 1000))
    return { Code: 0 }
  },
]

function keep(list: string[], entity: string, answer: Json): Json {
  if (answer.Code === 0) list.push(answer[entity].Data.Key)
  return answer
}

eachCrm('Random writes', crm => {
  test('random sequences of writes leave no dangling key, no second current stage, no lost item, no stale index', async () => {
    const processes = (await keysOf(crm(), 'SalesProcessSetup')).slice(0, 1)
    processes.push(await crm().create('SalesProcessSetup', { Description: 'Other' }))
    const step = fc.tuple(fc.nat(steps.length - 1), fc.nat(1000), fc.nat(1000), fc.nat(1000))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async sequence => {
        const world: World = {
          entries: [],
          deals: [],
          calls: [],
          leads: [],
          processes,
          stages: await keysOf(crm(), 'SalesStageSetup'),
          products: ['1', '2'],
        }
        // A little of everything first, so that the sequence has something to work on.
        for (const [n, a, b, c] of [
          ...([
            [0, 1, 1, 1],
            [1, 0, 2, 1],
            [2, 0, 0, 0],
            [2, 0, 0, 1],
            [8, 0, 1, 0],
          ] as Step[]),
          ...sequence,
        ]) {
          const answer = await (steps[n] as (typeof steps)[number])(crm(), world, a, b, c)
          assert.ok(answer.Code === 0 || answer.Errors[0].ErrorCode > -9000, JSON.stringify(answer))
        }
        await checkWhole(crm())
      }),
      { numRuns: 8, seed: 20260115, endOnFailure: true },
    )
  })
})

async function keysOf(crm: Crm, entity: string): Promise<string[]> {
  const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {} } }
  return (await crm.ok('Read', { [entity]: content }))[entity].Data.map((row: Json) => row.Key)
}

function checkWhole(crm: Crm): Promise<void> {
  const { store } = crm.server
  return store.write(async tx => {
    const rows = new RowStore(tx, store.dialect, crm.database.id)
    await checkKeys(rows)
    await checkStages(rows)
    await checkItems(rows)
    await checkWords(rows)
    await checkCompanyNames(rows)
  })
}

/** Every key leads to a row, be it in the recycle bin. */
async function checkKeys(rows: RowStore): Promise<void> {
  for (const entity of entities) {
    for (const [name, field] of Object.entries(entity.fields)) {
      const column = columnOf(name, field)
      for (const place of field.keys?.(column, listTableOf(entity, column)) ?? []) {
        if (!('entity' in place)) continue
        const [table, to] = ['table' in place ? place.table : entity.table, place.entity]
        const known = new Set([...(await rows.values(snakeCase(to), 'id', {})), ...(to === 'User' ? [systemUid] : [])])
        for (const id of await rows.values(table, place.column, {}))
          assert.ok(known.has(id), `${table}.${place.column} leads to no ${to} ${id}`)
      }
    }
  }
}

async function checkStages(rows: RowStore): Promise<void> {
  const stages = Map.groupBy(await rows.select('sales_stage', {}), row => row.opportunity_key)
  for (const deal of await rows.select('opportunity', {})) {
    const own = stages.get(deal.id as string) ?? []
    const current = own.filter(row => row.current === 1).map(row => row.id)
    assert.deepEqual(current, deal.sales_process_setup_key === null ? [] : [deal.current_sales_stage])
    if (deal.sales_process_setup_key === null) assert.equal(own.length, 0)
  }
}

async function checkItems(rows: RowStore): Promise<void> {
  const items = new Set((await rows.select('option_item', { list: 'Product' })).map(row => row.item))
  for (const row of await rows.select('opportunity_product', {})) assert.ok(items.has(row.item ?? null))
}

/** A live record is found by all its words, and one in the bin by none. */
async function checkWords(rows: RowStore): Promise<void> {
  const { dialect, db, tx } = rows
  for (const entity of entities.filter(
    e => e.searchWords && ['AbEntry', 'Opportunity', 'Interaction', 'Lead'].includes(e.name),
  )) {
    for (const row of await rows.select(entity.table, {})) {
      const words = indexWords(entity.searchWords?.(row) ?? { text: [] })
      const found = await tx.read(
        compile(
          dialect.dynamicBuilder
            .selectFrom(`${entity.table} as r`)
            .select('r.id')
            .where('r.db', '=', db)
            .where('r.id', '=', row.id)
            .where(dialect.search.matches(entity.table, 'r', sql`${dialect.search.bind(db, words)}`, db)),
        ),
      )
      assert.equal(found.length, row.deleted === null && words.length > 0 ? 1 : 0, `${entity.name} ${row.id} ${words}`)
    }
  }
}

async function checkCompanyNames(rows: RowStore): Promise<void> {
  const entries = new Map((await rows.select('ab_entry', {})).map(row => [row.id, row]))
  for (const row of entries.values()) {
    if (row.type === 'Contact' && row.parent_key)
      assert.equal(row.company_name, entries.get(row.parent_key)?.company_name)
  }
}

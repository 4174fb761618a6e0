// Tests which strategy the planner chooses for a Read on each engine, and where its statement starts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problems } from '../../src/base/errors.ts'
import { Model } from '../../src/model/model.ts'
import { parseCondition } from '../../src/query/parse/parse-condition.ts'
import { planRead } from '../../src/query/plan/read-plan.ts'
import type { ReadStrategy } from '../../src/storage/dialect.ts'
import { citus } from '../../src/storage/postgres/citus/engine.ts'
import { postgresDialect } from '../../src/storage/postgres/sql/dialect.ts'
import { sqliteDialect } from '../../src/storage/sqlite/sql/dialect.ts'
import type { Json } from './harness.ts'

const model = new Model([])
const dialects = { sqlite: sqliteDialect, postgres: postgresDialect, citus: citus.dialect }
const acme = btoa('AbEntry\tACME')

function planOf(engine: keyof typeof dialects, query: Json, order: Json, more: Json = {}) {
  const problems = new Problems()
  const { root } = parseCondition(query, 'SearchQuery', { conditions: 100, values: 100 } as Json, problems)
  const shape = {
    model,
    entity: model.entity('AbEntry'),
    dialect: dialects[engine],
    admin: true,
    drivers: new Set(['IAbEntrySearcher']),
    deleted: false,
    condition: root,
    fields: { Key: 1, Parent: { CompanyName: 1 } },
    order,
    ...more,
  }
  const plan = planRead(shape, problems)
  assert.equal(problems.count, 0)
  return plan
}

/** A Read, its strategy on SQLite and on PostgreSQL, and whether it starts among the quick reads on each. */
type StrategyCase = readonly [
  title: string,
  query: Json,
  order: Json,
  sqlite: ReadStrategy,
  postgres: ReadStrategy,
  quick: readonly [sqlite: boolean, postgres: boolean],
]

const name = [{ FullName: 'ASC' }]
const range = { LastContactDate: { $GE: '2026-01-01' } }
const cases: readonly StrategyCase[] = [
  ['one record', { Key: acme }, [], 'by-key', 'by-key', [true, true]],
  ['one record that has a word', { Key: acme, $PHRASE: 'acme' }, name, 'by-key', 'by-key', [false, false]],
  ['all records', {}, [], 'one-select', 'one-select', [true, true]],
  ['all records by an indexed field', {}, name, 'one-select', 'one-select', [true, true]],
  ['all records by another field', {}, [{ Department: 'ASC' }], 'sort-keys-first', 'one-select', [false, false]],
  ['an indexed value', { Email: 'a@acme.example' }, name, 'one-select', 'one-select', [true, true]],
  ['no index', { Department: { $LIKE: '%x%' } }, name, 'one-select', 'one-select', [false, false]],
  ['a word', { $PHRASE: 'acme' }, [], 'phrase-in-key-order', 'phrase-in-key-order', [true, true]],
  ['a word by name', { $PHRASE: 'acme' }, name, 'phrase-in-name-order', 'phrase-in-name-order', [false, false]],
  ['a word by another field', { $PHRASE: 'acme' }, [{ Email: 'ASC' }], 'sort-keys-first', 'one-select', [false, false]],
  ['a word and an indexed value', { $PHRASE: 'acme', Email: 'x' }, name, 'one-select', 'one-select', [false, false]],
  ['a range by name', range, name, 'range-or-order', 'one-select', [true, false]],
  ['a range in its own order', range, [{ LastContactDate: 'DESC' }], 'one-select', 'one-select', [false, false]],
  ['a range and an indexed value', { ...range, Email: 'x' }, name, 'one-select', 'one-select', [true, true]],
]

describe('the strategy of a Read', () => {
  for (const [title, query, order, sqlite, postgres, quick] of cases) {
    test(title, () => {
      for (const [engine, expected, isQuick] of [
        ['sqlite', sqlite, quick[0]],
        ['postgres', postgres, quick[1]],
        ['citus', postgres, quick[1]],
      ] as const) {
        const plan = planOf(engine, query, order)
        assert.deepEqual([engine, plan.strategy, plan.quick], [engine, expected, isQuick])
        assert.equal(plan.single, expected === 'by-key')
      }
    })
  }

  test('a strategy that the engine does not name is not used', () => {
    const used = new Set(cases.map(([, query, order]) => planOf('postgres', query, order).strategy))
    assert.deepEqual([...used].sort(), [...postgresDialect.strategies].sort())
    const onSqlite = new Set(cases.map(([, query, order]) => planOf('sqlite', query, order).strategy))
    assert.deepEqual([...onSqlite].sort(), [...sqliteDialect.strategies].sort())
  })

  test('a page of a plain user joins nothing, states once what its order implies, and selects the key once', () => {
    const more = { admin: false, fields: { Key: 1, CompanyName: 1, Email: 1 } }
    const order = [{ CompanyName: 'ASC' }]
    for (const engine of ['sqlite', 'postgres', 'citus'] as const) {
      const plan = planOf(engine, {}, order, more)
      const [first, next, without] = [
        plan.statement(0, null),
        plan.statement(0, [false, false]),
        plan.statement(1, null),
      ]
      const one = planOf(engine, { Key: acme }, [], more).statement(0, null)
      for (const { sql } of [first, next, without, one]) assert.doesNotMatch(sql, / join /)
      for (const { sql } of [first, next]) {
        const [selected = '', rest = ''] = sql.split(' from "ab_entry" as "t0" ')
        assert.doesNotMatch(selected, /case when/)
        assert.equal(selected.match(/"id"/g)?.length, 1)
        assert.match(rest, /"company_name_open" = 1/)
      }
      assert.match(first.sql, /"company_name_f" is not null/)
      assert.doesNotMatch(next.sql, /"company_name_f" is not null/)
      // Records without the value may have a company name that the user may not see.
      assert.match(without.sql, /case when .* then "t0"."company_name" end/)
    }
  })

  test('PostgreSQL finds one prefix by a smaller statement', () => {
    const plan = planOf('postgres', { $PHRASE: 'acme' }, [])
    const [one, any] = [plan.statement(0, null, 'one prefix'), plan.statement(0, null)]
    assert.equal(plan.statement(0, null, 'one prefix'), one)
    assert.ok(one.sql.length < any.sql.length * 0.7, `${one.sql.length} and ${any.sql.length} characters`)
  })

  test('an order by a row beside the record is joined before the statement names its tables', () => {
    for (const engine of ['sqlite', 'postgres', 'citus'] as const) {
      const { sql } = planOf(engine, { Type: 'Contact' }, [{ 'Parent/CompanyName': 'ASC' }]).statement(0, null)
      const [, alias] = /order by \+?"(t\d+)"\./.exec(sql) ?? []
      assert.ok(alias !== undefined && sql.includes(`as "${alias}"`), sql)
    }
  })
})

// Every row of a Read, also in subqueries and joins, is bound to the tenant by a value: no engine has to derive it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { tables } from '../../src/app.ts'
import type { Query } from '../../src/storage/store.ts'
import { type Engine, engines } from '../support/engines.ts'
import { accessCases, type Case, functionCases, operatorCases, orderCases } from './golden-cases.ts'
import { type Harness, openHarness } from './harness.ts'

const ofTenants = new Set(
  tables
    .filter(table => table.scope === 'database')
    .flatMap(({ name, search }) => (search ? [name, `${name}_words`, `${name}_postings`] : [name])),
)

/** The rows that a statement names and does not bind to the tenant. The word index of SQLite has the tenant in its words. */
function unbound({ sql, params }: Query, db: number, engine: Engine): string[] {
  const named = [...sql.matchAll(/(?:from|join) "(\w+)"(?: as "(\w+)"| (?!as\b|where\b|cross\b|join\b|on\b)(\w+))?/g)]
  const isBound = (alias: string): boolean =>
    [...sql.matchAll(new RegExp(`"?\\b${alias}"?\\."?db"? = (?:\\$(\\d+)|\\?)`, 'g'))].some(
      ([, number]) => number === undefined || params[Number(number) - 1] === db,
    )
  return named.flatMap(([, table = '', quoted, bare]) => {
    if (!ofTenants.has(table) || (engine === 'sqlite' && table.endsWith('_words'))) return []
    const alias = quoted ?? bare ?? table
    return isBound(alias) ? [] : [`${table} as ${alias}`]
  })
}

describe('The tenant', () => {
  for (const engine of engines) {
    let harness: Harness
    before(async () => {
      harness = await openHarness(engine)
    })
    after(() => harness.close())

    const check = async (entity: string, content: Case['content'], plain: boolean): Promise<number> => {
      const as = plain ? { admin: false, uid: 'NOBODY', principals: ['User\tNOBODY', 'User\t*'] } : {}
      await harness.read(entity, content, as)
      const { db } = harness.context.caller
      for (const query of harness.queries)
        assert.deepStrictEqual(unbound(query, db, engine), [], `${entity} ${JSON.stringify(content)}\n${query.sql}`)
      return harness.queries.length
    }

    test(`a row that is not bound is found by this test, on ${engine}`, () => {
      const of = (sql: string) => unbound({ sql, params: [7] }, 7, engine)
      assert.deepStrictEqual(of('select 1 from "note" as "t0" where "t0"."db" = $1'), [])
      assert.deepStrictEqual(of('select 1 from "note" as "t0" where "t0"."id" = $1'), ['note as t0'])
      const correlated = 'select 1 from "note" as "t0" where "t0"."db" = $1 and exists (select 1 from "task" as "t1"'
      assert.deepStrictEqual(of(`${correlated} where "t1"."db" = "t0"."db")`), ['task as t1'])
    })

    test(`it is bound in each subquery of the golden tables on ${engine}`, async () => {
      for (const { entity, content, plain = false } of [
        ...operatorCases,
        ...functionCases,
        ...orderCases,
        ...accessCases,
      ]) {
        await check(entity, content, plain)
        await check(entity, content, true)
      }
    })

    test(`it is bound in a Read of all fields of each entity on ${engine}`, async () => {
      let statements = 0
      for (const { name, all, entity } of harness.context.catalog.model.entities) {
        if (!entity.operations.includes('Read')) continue
        const names = all.filter(field => !field.field.traits.writeOnly).map(field => field.name)
        for (const plain of entity.adminReads ? [false] : [false, true]) {
          for (const field of names) statements += await check(name, { Scope: { Fields: { [field]: 1 } } }, plain)
        }
      }
      assert.ok(statements > 500, `${statements} statements`)
    })
  }
})

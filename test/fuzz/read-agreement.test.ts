// Checks that SQLite, PostgreSQL and the evaluator in memory agree on random criteria, orders and pages.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { Problems } from '../../src/base/errors.ts'
import { WorkBudget } from '../../src/base/scheduling/work-budget.ts'
import { elementOf, operandOfPart } from '../../src/fields/part-access.ts'
import type { ValueType } from '../../src/fields/value-type.ts'
import { localeOf } from '../../src/locale/locale.ts'
import { cursorAt, resolve } from '../../src/model/resolve.ts'
import { evaluate } from '../../src/query/evaluate.ts'
import { bindContext } from '../../src/query/functions/call.ts'
import { jsonJudge, storedValue, valuesAt } from '../../src/query/json-judge.ts'
import { compareValues } from '../../src/query/operators/operator.ts'
import { parseCondition } from '../../src/query/parse/parse-condition.ts'
import { type Harness, type Json, openHarness } from '../query/harness.ts'
import { engines } from '../support/engines.ts'
import { report, sizeOf } from '../support/report.ts'
import { type ReadCase, readCase } from './read-arbitraries.ts'
import { fillRandomly } from './read-data.ts'

/** More by hand: CLIENTELE_FUZZ_CASES=1000000 CLIENTELE_FUZZ_SEED=7. A failure prints the seed that repeats it. */
const cases = sizeOf('CLIENTELE_FUZZ_CASES', 500)
const seed = Number(process.env.CLIENTELE_FUZZ_SEED ?? 20_260_304)
/** Cases that run at once, so that neither engine waits for the other after each case. */
const together = 25
const recordCount = 60

/** Without the Key, which differs from engine to engine. */
const address = {
  AddressLine1: 1,
  AddressLine2: 1,
  City: 1,
  StateProvince: 1,
  ZipCode: 1,
  Country: 1,
  Description: 1,
  Location: 1,
}

const everything = {
  Key: 1,
  Division: 1,
  Type: 1,
  FullName: 1,
  FirstName: 1,
  MiddleName: 1,
  LastName: 1,
  CompanyName: 1,
  Department: 1,
  Email: 1,
  Address: address,
  AccountManager: 1,
  LastContactDate: 1,
  CreationDate: 1,
  Parent: { CompanyName: 1, Address: address, 'Udf/$NAME(Size)': 1, 'Udf/$NAME(Colours)': 1 },
  ...Object.fromEntries(
    ['Size', 'Score', 'Budget', 'Motto', 'Founded', 'Seen', 'Listed', 'Colours'].map(name => [`Udf/$NAME(${name})`, 1]),
  ),
}

describe('Engines agree', () => {
  const harnesses: Harness[] = []
  let records: Json[] = []
  before(async () => {
    for (const engine of engines) {
      const harness = await openHarness(engine)
      harnesses.push(harness)
      await fillRandomly(harness, seed, recordCount)
    }
    const read = (harness: Harness) => harness.read('AbEntry', { Scope: { Fields: everything } })
    const [one, other] = (await Promise.all(harnesses.map(read))).map(answer => answer.Data)
    const withoutKeys = (list: Json[]) => list.map(({ Key: _, ...record }) => record)
    assert.deepEqual(withoutKeys(one), withoutKeys(other), 'the engines hold the same records')
    records = one
  })
  after(() => Promise.all(harnesses.map(harness => harness.close())))

  test(`on ${cases} random reads`, { timeout: 1_800_000 }, async () => {
    const property = fc.asyncProperty(fc.array(readCase, { minLength: together, maxLength: together }), batch =>
      Promise.all(batch.map(check)).then(() => {}),
    )
    await fc.assert(property, { seed, numRuns: Math.ceil(cases / together) })
    report('CLIENTELE_FUZZ_CASES', 'agreement of both engines and the evaluator', {
      'random reads': cases,
      differences: 0,
    })
  })

  async function check(one: ReadCase): Promise<void> {
    const expected = oracle(one).join(' ')
    for (const harness of harnesses) {
      const found = (await readAll(harness, one)).join(' ')
      assert.equal(found, expected, `${harness.engine}: ${JSON.stringify(one)}`)
    }
  }

  /** All pages, one after the other. */
  async function readAll(harness: Harness, { query, order, pageSize, timeZone }: ReadCase): Promise<string[]> {
    const found: string[] = []
    let PageKey: string | null = null
    do {
      const OrderBy = { Fields: order, ...(pageSize === null ? {} : { PageSize: pageSize, PageKey }) }
      const content = { Scope: { Fields: { Division: 1 } }, Criteria: { SearchQuery: query }, OrderBy }
      const answer = await harness.read('AbEntry', content, {}, { timeZone, locale: localeOf('en-US', timeZone) })
      for (const record of answer.Data) found.push(record.Division)
      PageKey = answer.PageKey ?? null
    } while (PageKey !== null)
    return found
  }

  function oracle({ query, order, timeZone }: ReadCase): string[] {
    const { context } = harnesses[0] as Harness
    const { model } = context.catalog
    const entity = model.entity('AbEntry')
    const bind = bindContext(context.now, timeZone, context.caller.uid, context.catalog)
    const problems = new Problems()
    const parsed = parseCondition(query, 'query', context.limits, problems)
    problems.throwIfAny()
    const typeOf = (path: string): ValueType | undefined => {
      const { part } = resolve(model, cursorAt(entity), path, path)
      return operandOfPart(elementOf(part))?.type
    }
    const phrase = (record: Json) => [
      record.FirstName ?? '',
      record.MiddleName ?? '',
      record.LastName ?? '',
      record.Type === 'Contact' ? '' : (record.CompanyName ?? ''),
    ]
    const unlimited = new WorkBudget(Number.POSITIVE_INFINITY)
    const judge = jsonJudge({ literals: parsed.literals, context: bind, typeOf, phrase })
    const stored = (record: Json, name: string) => {
      const [value] = valuesAt(record, name, unlimited)
      if (value === undefined) return null
      return storedValue(value, typeOf(name) as ValueType, { name, call: null }, bind, unlimited)
    }
    const place = new Map(records.map((record, i) => [record, i]))
    const found = records.filter(record => evaluate(parsed.root, record, judge, unlimited))
    found.sort((a, b) => {
      for (const key of order) {
        const [[name, way]] = Object.entries(key) as [[string, string]]
        const sign = way === 'DESC' ? -1 : 1
        // Keys rise with time, so they stand for the place in which a record was made.
        if (name === 'Key') return sign * ((place.get(a) as number) - (place.get(b) as number))
        const [x, y] = [stored(a, name), stored(b, name)]
        if (x === null || y === null) {
          if (x !== y) return x === null ? 1 : -1
          continue
        }
        const difference = compareValues(x, y)
        if (difference !== 0) return sign * difference
      }
      return (place.get(a) as number) - (place.get(b) as number)
    })
    return found.map(record => record.Division)
  }
})

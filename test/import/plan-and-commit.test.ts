// Tests that a plan is what the commit does, for random files, and that each row is written once across crashes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eachCrm, type Json } from '../support/crm.ts'
import { importerOf } from './support.ts'

/** The variable asks for more files. */
const runs = Number(process.env.CLIENTELE_IMPORT_PLANS ?? 12)

const names = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', '']
const mails = ['a@plan.example', 'b@plan.example', 'C@plan.example', 'no mail', '']
const row = fc.record({
  first: fc.constantFrom('Ada', 'Bob', ''),
  last: fc.constantFrom('Planned', 'Drafted', ''),
  company: fc.constantFrom(...names),
  parent: fc.constantFrom(...names),
  mail: fc.constantFrom(...mails),
  id: fc.constantFrom('1', '2', '3', '4', ''),
  city: fc.constantFrom('Bern', 'Basel', ''),
})
const isEmptyRow = (cells: Readonly<Record<string, string>>) => Object.values(cells).every(cell => cell === '')
const options = fc.record({
  match: fc.constantFrom([], ['Email'], ['ExternalKey'], ['ExternalKey', 'Email']),
  onMatch: fc.constantFrom('update', 'fill', 'skip'),
  unidentified: fc.constantFrom('create', 'reject'),
  empty: fc.constantFrom('leave', 'clear'),
  createParents: fc.boolean(),
})

eachCrm('Plan and commit', crm => {
  const api = importerOf(crm)
  const outcomes = async (id: string): Promise<Json[]> =>
    (await api.rows(id)).map(({ row: number, outcome }: Json) => [number, outcome])

  test('agree row by row on random files', async () => {
    let file = 0
    const check = fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 14 }),
      options,
      async (rows, { match, ...chosen }) => {
        file++
        const lines = rows.map(one => Object.values(one).join(','))
        const { id } = await api.upload(`First,Last,Company,Parent,Mail,Id,City\n${lines.join('\n')}\n`)
        // A user may keep 200 imports; a file of empty rows has nothing to import.
        if (rows.every(isEmptyRow)) return assert.equal(id, undefined)
        assert.notEqual(id, undefined, `file ${file} was refused`)
        const columns = {
          ...{ First: 'FirstName', Last: 'LastName', Company: 'CompanyName', Parent: 'Parent/CompanyName' },
          ...{ Mail: 'Email', Id: { externalKey: `Source ${file % 3}` }, City: 'Address/City' },
        }
        await api.plan(id, { columns, match, ...chosen })
        const planned = await outcomes(id)
        const committed = await api.commit(id)
        assert.equal(committed.status, 'committed', JSON.stringify(committed.problems))
        assert.deepEqual(await outcomes(id), planned)
        assert.deepEqual(committed.counts, committed.planCounts)
        assert.equal((await api.call('DELETE', `imports/${id}`)).http, 200)
      },
    )
    await fc.assert(check, { numRuns: runs, endOnFailure: true })
  })

  test('write each row once, when the process ends before or after a transaction', async () => {
    const { store } = crm().server
    const write = store.write
    let countdown = Number.POSITIVE_INFINITY
    let crashes = 0
    // Every third transaction fails: before its commit, or after it, when its answer is lost.
    const failing = (async (work, settings) => {
      if (--countdown > 0) return write.call(store, work, settings)
      countdown = 3
      if (++crashes % 2 === 1) throw new Error('The process has ended before the commit')
      await write.call(store, work, settings)
      throw new Error('The process has ended after the commit')
    }) as typeof store.write
    const lines = Array.from({ length: 2_400 }, (_, i) => `Crash ${i}`)
    const { id } = await api.upload(`Company\n${lines.join('\n')}\n`)
    await api.plan(id, { columns: { Company: 'CompanyName' } })
    store.write = failing
    countdown = 6
    try {
      await api.commit(id)
    } finally {
      store.write = write
    }
    const { status, counts } = await api.settled(id)
    assert.ok(crashes >= 2, String(crashes))
    assert.deepEqual([status, counts.create], ['committed', 2_400])
    const where = { Criteria: { SearchQuery: { CompanyName: { $LIKE: 'Crash %' } } } }
    const found = await crm().ok('Read', { AbEntry: { Scope: { Fields: { '$COUNT()': 1 } }, ...where } })
    assert.equal(found.AbEntry.Data[0]['$COUNT()'], 2_400)
  })
})

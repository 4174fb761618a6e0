// Reads right after many records were created: PostgreSQL has no statistics of them yet, and its plan must not matter.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { drivers, eachCrm, type Json } from '../../support/crm.ts'

eachCrm('a thousand fresh records', crm => {
  let company = ''
  before(async () => {
    company = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Fresh' })
    const contacts = Array.from({ length: 999 }, (_, i) => ({ Type: 'Contact', LastName: `c${i}`, ParentKey: company }))
    await crm().ok('Create', { AbEntry: { Data: contacts } })
  })

  const nested = (levels: number): Json =>
    levels === 0 ? { Key: 1, CompanyName: 1 } : { Key: 1, Parent: nested(levels - 1) }

  for (const who of ['admin', 'user'] as const) {
    // A plan that multiplies rows would be refused: it takes longer than the server lets a statement run.
    test(`are read with nine levels of parents, by the ${who}`, async () => {
      const { AbEntry } = await crm().ok(
        'Read',
        { AbEntry: { Scope: { Fields: nested(9) } }, Configuration: drivers },
        crm()[who],
      )
      assert.equal(AbEntry.Data.length, 1_000)
      assert.equal(AbEntry.Data.filter((one: Json) => one.Parent?.Key === company).length, 999)
    })
  }
})

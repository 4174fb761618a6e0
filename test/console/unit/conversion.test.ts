// Proves what the form of a conversion sends, and where it leads.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { conversionMembers, convertedKey } from '../../../console/src/record/conversion.ts'

const draft = {
  becomes: 'company',
  company: '',
  CompanyName: 'Fabrikam',
  FirstName: 'Ada',
  LastName: 'Byron',
  hasOpportunity: false,
  Objective: 'Sell',
  takesNotes: true,
} as const

const targetOf = (change: Partial<Parameters<typeof conversionMembers>[1]>): unknown =>
  (conversionMembers('k', { ...draft, ...change }, false).Payload as { Data: { Target: unknown } }).Data.Target

describe('the conversion of a lead', () => {
  test('makes a company with a contact, or an individual, and an opportunity where it is asked for', () => {
    const Contact = { FirstName: 'Ada', LastName: 'Byron' }
    assert.deepEqual(targetOf({}), { Company: { CompanyName: 'Fabrikam' }, Contact })
    assert.deepEqual(targetOf({ company: 'c' }), { Company: { Key: 'c' }, Contact })
    assert.deepEqual(targetOf({ FirstName: '', LastName: '' }), { Company: { CompanyName: 'Fabrikam' } })
    assert.deepEqual(targetOf({ becomes: 'individual', hasOpportunity: true }), {
      Individual: { CompanyName: 'Fabrikam', ...Contact },
      Opportunity: { Objective: 'Sell' },
    })
  })

  test('warns of likely duplicates until the person says that it is another entry', () => {
    const options = (isAnother: boolean) =>
      (conversionMembers('k', { ...draft, takesNotes: false }, isAnother).Payload as { Options: unknown }).Options
    assert.deepEqual(options(false), { CopyNotes: false, CopyDocuments: false, WarnDuplicates: true })
    assert.deepEqual(options(true), { CopyNotes: false, CopyDocuments: false, WarnDuplicates: false })
  })

  test('leads to the person, else to the company', () => {
    const of = (Data: object) => convertedKey({ Payload: { Data } })
    assert.equal(of({ Company: { Key: 'c' }, Contact: { Key: 'p' } }), 'p')
    assert.equal(of({ Company: { Key: 'c' } }), 'c')
    assert.equal(of({ Individual: { Key: 'i' }, Opportunity: { Key: 'o' } }), 'i')
  })
})

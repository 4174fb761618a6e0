// Proves which records are persons, when a typed name counts, and how the numbers of an erasure read.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countsText, isNameOf, isPerson } from '../../../console/src/record/person.ts'
import { erasedEntities } from '../../../src/operations/erase/person-unit.ts'
import { texts } from './support.ts'

describe('a person', () => {
  test('is a lead, and an entry that is no company', () => {
    const entry = (Type: string) => isPerson('AbEntry', { Type: { Key: Type, DisplayValue: 'any language' } })
    assert.deepEqual(['Individual', 'Contact', 'Company'].map(entry), [true, true, false])
    assert.deepEqual([isPerson('Lead', {}), isPerson('Opportunity', {})], [true, false])
  })

  test('is confirmed by the name in any letter case, and by nothing else', () => {
    for (const typed of ['Stone, Ada', ' stone,  ADA ', 'STONE, ADA']) assert.ok(isNameOf(typed, 'Stone, Ada'), typed)
    for (const typed of ['', 'Stone', 'Ada Stone', 'Stone Ada']) assert.ok(!isNameOf(typed, 'Stone, Ada'), typed)
    assert.ok(isNameOf('Zoe\u0308', 'Zoë'))
  })

  test('leaves numbers, the highest first, under names that people know', () => {
    const text = countsText({ AbEntry: 1, Note: 1200, Address: 2 }, name => name.toLowerCase(), 'en-US')
    assert.equal(text, 'note 1,200, address 2, abentry 1')
    const named = { ...texts.entities, ...texts.audit.kinds, ...texts.record.person.kinds }
    assert.deepEqual(
      [...erasedEntities()].filter(name => !(name in named)),
      [],
    )
  })
})

// Proves how records are named: by their Key, or by several members where records share a Key; and the words for what they are.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { amongNames, membersOf, named, namingScope } from '../../../console/src/api/names.ts'
import de from '../../../console/src/texts/de/index.ts'
import { entityName, optionName } from '../../../console/src/texts/names.ts'

const both = ['Key', 'ParentKey']

describe('records that have a Key of their own', () => {
  test('are named by it', () => {
    const rows = [{ Key: 'a' }, { Key: 'b' }]
    assert.equal(named(rows, ['Key']), rows)
    assert.deepEqual(namingScope(['Key']), { Key: 1 })
    assert.deepEqual(membersOf('a', ['Key']), { Key: 'a' })
    assert.deepEqual(amongNames(['a', 'b'], ['Key']), { Key: { $IN: ['a', 'b'] } })
  })
})

describe('records that share a Key', () => {
  test('are named by all members, which may be shown as records', () => {
    const rows = [
      { Key: 'a', ParentKey: { Key: 'p', DisplayValue: 'Parent' }, Text: 't' },
      { Key: 'a', ParentKey: 'q', Text: 'u' },
    ]
    assert.deepEqual(named(rows, both), [
      { ...rows[0], Key: 'a p' },
      { ...rows[1], Key: 'a q' },
    ])
    assert.deepEqual(namingScope(both), { Key: 1, ParentKey: 1 })
  })

  test('are asked for by one condition for each group of the other members', () => {
    assert.deepEqual(amongNames(['a p', 'b p', 'a q'], both), {
      $OR: [
        { ParentKey: 'p', Key: { $IN: ['a', 'b'] } },
        { ParentKey: 'q', Key: { $IN: ['a'] } },
      ],
    })
  })

  test('a name gives its members back', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9=]{1,12}$/)
    fc.assert(
      fc.property(key, key, (Key, ParentKey) => {
        const [row] = named([{ Key, ParentKey }], both)
        assert.deepEqual(membersOf(row?.Key as string, both), { Key, ParentKey })
      }),
    )
  })
})

describe('entities and options', () => {
  test('have words of the language; what it does not know keeps its own name', () => {
    assert.deepEqual(
      ['AbEntry', 'SalesStageSetup', 'Unknown'].map(entity => entityName(de, entity)),
      ['Eintrag', 'Vertriebsphase', 'Unknown'],
    )
    assert.equal(optionName(de, 'Opportunity', 'Status', '3', 'Won'), 'Gewonnen')
    assert.equal(optionName(de, 'Case', 'Status', '3', 'Shelved'), 'Shelved')
  })
})

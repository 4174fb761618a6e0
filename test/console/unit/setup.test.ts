// Proves the set-up: lists and forms by fields that exist, records that use one, and option lists that can be edited.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Body } from '../../../console/src/api/envelope.ts'
import { areas } from '../../../console/src/setup/areas.ts'
import { lists } from '../../../console/src/setup/lists.ts'
import { type OptionItem, optionListsIn, optionListsMembers } from '../../../console/src/setup/option-lists.ts'
import { peopleIn } from '../../../console/src/setup/pasted-people.ts'
import { fieldsNamed, modelNamed, texts } from './support.ts'

describe('areas', () => {
  test('are each listed once, with a text', () => {
    assert.deepEqual(areas.map(({ name }) => name).sort(), Object.keys(texts.setup.areas).sort())
  })
})

describe('lists of records', () => {
  for (const [area, spec] of Object.entries(lists)) {
    test(`${area}: columns, form, order and initial values are fields of ${spec.entity}`, () => {
      const { of, model } = fieldsNamed(spec.entity)
      const paths = [
        ...spec.columns,
        ...spec.form,
        ...Object.keys(spec.initial ?? {}),
        ...Object.keys(spec.query ?? {}),
      ]
      assert.deepEqual(
        paths.filter(path => !of(path) && !model.field(path)),
        [],
      )
      assert.ok(model.field(spec.order)?.isSortable, spec.order)
      assert.ok(areas.some(({ name }) => name === area))
    })

    test(`${area}: the records that use one are found by fields that can be asked`, () => {
      if (!spec.use) return
      for (const { entity, query } of spec.use('k1', { CurrencyCode: 'EUR' })) {
        for (const path of Object.keys(query)) {
          const field = modelNamed(entity).field(path) ?? modelNamed(entity).field(path.split('/')[0] as string)
          assert.ok(field?.operators.includes('$EQ'), `${entity}.${path}`)
        }
      }
    })
  }

  test('a currency is used by its code, whichever form it comes in', () => {
    const code = (CurrencyCode: unknown) =>
      Object.values(lists.currencies?.use?.('k', { CurrencyCode })[0]?.query as Body)[0]
    for (const form of ['EUR', { Code: 'EUR', Key: 'x' }, { Key: 'EUR' }, { Value: 'EUR' }])
      assert.deepEqual(code(form), { $EQ: 'EUR' })
    assert.deepEqual(code(null), { $EQ: null })
  })
})

describe('option lists', () => {
  const item = (Key: string | number, Value: string): OptionItem => ({ Key: Key as string, Value, Inactive: false })
  const row = (Key: string, Items: readonly OptionItem[], Attributes: Body = {}) => ({
    Key,
    Items,
    DisplayValue: Key.split('/').at(-1) as string,
    Attributes,
  })
  const listsIn = (...Data: readonly ReturnType<typeof row>[]) => optionListsIn({ Schema: { Data } })

  test('are those whose keys are numbers written as text, and those of user-defined fields', () => {
    const found = listsIn(
      row('/AbEntry/Category', [item('1', 'A')]),
      row('/AbEntry/Type', [item('Company', 'Company')]),
      row('/Opportunity/Status', [item(3, 'Won')]),
      row('/AbEntry/Udf/$TYPEID(7)', []),
      row('/Case/Queue', []),
    )
    assert.deepEqual(
      found.map(({ id, entity, path }) => [id, entity, path]),
      [
        ['AbEntry/Category', 'AbEntry', 'Category'],
        ['AbEntry/Udf/$TYPEID(7)', 'AbEntry', 'Udf/$TYPEID(7)'],
      ],
    )
  })

  test('fields with the same items share one list; empty ones do not', () => {
    const items = [item('1', 'A'), item('2', 'B')]
    const [shared, ...others] = listsIn(
      row('/AbEntry/Category', items),
      row('/Case/Category', items),
      row('/AbEntry/Udf/1', []),
      row('/AbEntry/Udf/2', []),
    )
    assert.deepEqual(shared?.also, [{ entity: 'Case', label: 'Category' }])
    assert.equal(others.length, 2)
  })

  test('a field with a length takes other values too', () => {
    assert.deepEqual(
      listsIn(
        row('/AbEntry/Position', [item('1', 'CEO')], { MaxLength: 80 }),
        row('/AbEntry/Rank', [item('1', 'X')]),
      ).map(({ isFree }) => isFree),
      [true, false],
    )
    assert.deepEqual(optionListsIn(undefined), [])
    assert.ok('Schema' in optionListsMembers)
  })
})

describe('pasted people', () => {
  const cases: readonly [string, readonly object[]][] = [
    ['ann@example.com', [{ Email: 'ann@example.com' }]],
    ['Ann Archer <ann@example.com>', [{ Email: 'ann@example.com', FirstName: 'Ann', LastName: 'Archer' }]],
    ['"Archer, Ann" <ann@example.com>', [{ Email: 'ann@example.com', FirstName: 'Ann', LastName: 'Archer' }]],
    ['Archer, Ann <ann@example.com>', [{ Email: 'ann@example.com', FirstName: 'Ann', LastName: 'Archer' }]],
    ['Ann\tArcher\tann@example.com', [{ Email: 'ann@example.com', FirstName: 'Ann', LastName: 'Archer' }]],
    [
      'ann@example.com, ben@example.com; cy@example.com',
      ['ann', 'ben', 'cy'].map(n => ({ Email: `${n}@example.com` })),
    ],
    [
      'Ann <ann@x.org>, Ben Boe <ben@x.org>',
      [
        { Email: 'ann@x.org', LastName: 'Ann' },
        { Email: 'ben@x.org', FirstName: 'Ben', LastName: 'Boe' },
      ],
    ],
    ['ann@example.com\nANN@example.com', [{ Email: 'ann@example.com' }]],
  ]
  for (const [text, people] of cases) {
    test(JSON.stringify(text), () => assert.deepEqual(peopleIn(text), { people, unread: [] }))
  }

  test('parts without an address are named', () => {
    assert.deepEqual(peopleIn('ann@example.com\nBen Boe\n--').unread, ['Ben Boe'])
  })
})

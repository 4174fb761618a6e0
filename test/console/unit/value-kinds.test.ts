// Proves for each kind of field what a Read selects, what a write sends, and how a value reads as text.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field, KindName } from '../../../console/src/fields/field.ts'
import { isOperator } from '../../../console/src/fields/operators.ts'
import { jsonText, principalsOf, valueKindOf, valueKinds } from '../../../console/src/fields/value-kinds.ts'
import { isEmptyValue, selectFields, writtenValue } from '../../../console/src/fields/values.ts'
import { fieldOf } from './support.ts'

const kinds = Object.keys(valueKinds) as KindName[]
const write = (kind: KindName, value: unknown, rest: Partial<Field> = {}) =>
  JSON.stringify(writtenValue(fieldOf(kind, rest), value))
const text = (kind: KindName, value: unknown) => valueKindOf(fieldOf(kind)).text(value, fieldOf(kind))

describe('what a write sends', () => {
  const cases: [KindName, unknown, unknown, Partial<Field>?][] = [
    ['text', 'Ulm', 'Ulm'],
    ['text', undefined, null],
    ['option', { Key: 3, DisplayValue: 'Won' }, 3],
    ['option', null, null],
    ['user', { Key: 'u1', DisplayValue: 'Ben' }, 'u1'],
    ['reference', { Key: 'r1', DisplayValue: 'Lakeside' }, 'r1'],
    ['options', [{ Key: '1', DisplayValue: 'A' }, { Key: '2' }], ['1', '2']],
    ['options', null, []],
    ['references', [{ Key: 'r1', Role: 'Lead' }], ['r1']],
    [
      'references',
      [{ Key: 'r1', Role: 'Lead' }, { Key: 'r2' }],
      [
        { Key: 'r1', Role: 'Lead' },
        { Key: 'r2', Role: null },
      ],
      { elementMembers: ['Role'] },
    ],
    ['key', { Value: 'k1', EntityType: 'Task' }, 'k1'],
    ['key', 'k1', 'k1'],
    ['key', null, null],
    ['date', { Value: '2026-11-16', DisplayValue: '16 Nov' }, '2026-11-16'],
    ['dateTime', { Value: '2026-11-16T09:00:00Z' }, '2026-11-16T09:00:00Z'],
    ['number', { Value: 0, DisplayValue: '0' }, 0],
    ['flag', { Value: false, DisplayValue: 'No' }, false],
    ['email', { Address: 'a@b.example' }, 'a@b.example'],
    ['phone', null, null],
    ['phone', { Number: '030 1', Extension: '' }, { Number: '030 1', Extension: null, Description: null }],
    ['phone', { Number: '030 1' }, '030 1', { attributes: { MaxLength: 40 } }],
    ['address', null, null],
    [
      'address',
      { City: 'Ulm', ZipCode: '' },
      { AddressLine1: null, AddressLine2: null, City: 'Ulm', StateProvince: null, ZipCode: null, Country: null },
    ],
    ['access', { Read: [{ Key: 'u1' }, 'u2'], Write: null }, { Read: ['u1', 'u2'], Write: [] }],
    ['money', null, null],
    ['money', { Value: '12.50', CurrencyCode: 'EUR' }, 12.5],
    ['money', { Value: 'much', CurrencyCode: 'EUR' }, 'much'],
    ['money', { Value: '1', CurrencyCode: 'EUR' }, { Value: 1, CurrencyCode: 'EUR' }, { hasOptions: true }],
    ['money', { Value: '1', CurrencyCode: '' }, 1, { hasOptions: true }],
  ]
  for (const [kind, value, expected, rest] of cases) {
    test(`${kind}: ${JSON.stringify(value)} -> ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(JSON.parse(write(kind, value, rest)), expected))
  }

  test('an amount keeps all its digits', () => {
    assert.equal(write('money', { Value: '123456789012345678.91' }), '123456789012345678.91')
  })
})

describe('how a value reads', () => {
  const cases: [KindName, unknown, string][] = [
    ['text', null, ''],
    ['text', 'Ulm', 'Ulm'],
    ['option', { Key: 3, DisplayValue: 'Won' }, 'Won'],
    ['options', [{ DisplayValue: 'A' }, null, { DisplayValue: 'B' }], 'A, B'],
    ['secret', 'password', ''],
    ['key', { Value: 'k1' }, 'k1'],
    ['key', 'k1', 'k1'],
    ['location', { Latitude: 48.40012, Longitude: 9.9876 }, '48.4001, 9.9876'],
    ['location', null, ''],
    ['access', { Read: [{ Key: '1', DisplayValue: 'Ben' }], Write: [{ Key: '2', DisplayValue: 'Eva' }] }, 'Ben, Eva'],
    ['json', { a: 1 }, '{"a":1}'],
    ['json', { DisplayValue: 'Readable' }, 'Readable'],
    ['json', undefined, ''],
  ]
  for (const [kind, value, expected] of cases) {
    test(`${kind}: ${JSON.stringify(value)} -> ${expected}`, () => assert.equal(text(kind, value), expected))
  }

  test('people and groups of a right that come as plain keys are named by them', () => {
    assert.deepEqual(principalsOf({ Read: ['u1'] }, 'Read'), [{ key: 'u1', label: 'u1' }])
    assert.deepEqual(principalsOf(null, 'Read'), [])
    assert.equal(jsonText([1, 2]), '1, 2')
  })
})

describe('what a Read selects', () => {
  test('Key and Version always, then each field in the form of its kind', () => {
    assert.deepEqual(
      selectFields([
        fieldOf('text', { path: 'Name' }),
        fieldOf('option', { path: 'Status' }),
        fieldOf('options', { path: 'Category' }),
      ]),
      { Key: 1, Version: 1, Name: 1, Status: { Key: 1, DisplayValue: 1 }, Category: [{ Key: 1, DisplayValue: 1 }] },
    )
  })

  test('which entity a reference is of, where several are possible', () => {
    const select = (kind: KindName, rest: Partial<Field>) => valueKindOf(fieldOf(kind)).select(fieldOf(kind, rest))
    assert.deepEqual(select('reference', { refersTo: ['Task'] }), { Key: 1, DisplayValue: 1 })
    assert.deepEqual(select('reference', { refersTo: ['Task', 'Case'] }), { Key: 1, DisplayValue: 1, Task: 1, Case: 1 })
    assert.equal(select('key', { refersTo: ['Task'] }), 1)
    assert.deepEqual(select('key', { refersTo: ['Task', 'Case'] }), { Value: 1, EntityType: 1 })
    assert.deepEqual(select('references', { elementMembers: ['Role'] }), [{ Key: 1, DisplayValue: 1, Role: 1 }])
  })

  test('what a write of each kind needs of the value is among what is selected', () => {
    const fill = (selector: unknown): unknown => {
      if (Array.isArray(selector)) return selector.map(fill)
      if (typeof selector !== 'object' || selector === null) return 'x'
      return Object.fromEntries(Object.entries(selector).map(([name, one]) => [name, fill(one)]))
    }
    for (const kind of kinds) {
      const field = fieldOf(kind)
      const read = fill(valueKindOf(field).select(field))
      assert.ok(!isEmptyValue(writtenValue(field, read)), kind)
    }
  })

  test('every kind has a width and operators that exist', () => {
    for (const kind of kinds) {
      const { width, operators } = valueKindOf(fieldOf(kind))
      assert.ok(width >= 60 && width <= 800, kind)
      assert.ok(operators.every(isOperator), kind)
    }
  })

  test('nothing, an empty text and an empty list are no values; zero and false are', () => {
    for (const empty of [null, undefined, '', []]) assert.ok(isEmptyValue(empty))
    for (const value of [0, false, 'x', [0], {}]) assert.ok(!isEmptyValue(value))
  })
})

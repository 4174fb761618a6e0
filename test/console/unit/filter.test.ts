// Proves filters: the tree, its text in the address and its query go back and forth without loss, and broken links show everything.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Field, KindName } from '../../../console/src/fields/field.ts'
import {
  escapePattern,
  isComplete,
  isOperator,
  type OperatorName,
  operatorNamed,
  operatorsOf,
} from '../../../console/src/fields/operators.ts'
import { valueKindOf } from '../../../console/src/fields/value-kinds.ts'
import { filterOfQuery, searchQueryOf } from '../../../console/src/filter/criteria.ts'
import {
  addTo,
  conditionsOf,
  type Filter,
  type Group,
  isGroup,
  isRaw,
  noFilter,
  replaceAt,
} from '../../../console/src/filter/tree.ts'
import { filterFromText, filterText } from '../../../console/src/filter/url.ts'
import { fieldOf } from './support.ts'

const operatorNames = [
  'has',
  'hasnt',
  'starts',
  'ends',
  'is',
  'not',
  'gt',
  'ge',
  'lt',
  'le',
  'between',
  'in',
  'nin',
  'all',
  'last',
  'next',
  'yes',
  'no',
  'empty',
  'filled',
] as const

const fields = new Map<string, Field>(
  (
    [
      ['Name', 'text'],
      ['Type', 'option'],
      ['Category', 'options'],
      ['Parent', 'reference'],
      ['Owner', 'user'],
      ['Age', 'number'],
      ['Cost', 'money'],
      ['CloseDate', 'date'],
      ['Done', 'flag'],
      ['Address/City', 'text'],
    ] as [string, KindName][]
  ).map(([path, kind]) => [path, fieldOf(kind, { path })]),
)
const byPath = (path: string) => fields.get(path)

/** Any text, with the marks of the address and of patterns more often than others. */
const anyText = fc.string({
  unit: fc.constantFrom('a', 'B', '!', '~', '*', '(', ')', '%', '_', '\\', ' ', 'ü', '"'),
  maxLength: 6,
})

const condition: fc.Arbitrary<Filter> = fc.record(
  {
    field: fc.constantFrom(...fields.keys(), 'a(b', 'o(x)'),
    op: fc.constantFrom(...operatorNames),
    values: fc.array(anyText, { maxLength: 3 }),
  },
  { noNullPrototype: true },
)
const raw: fc.Arbitrary<Filter> = fc
  .dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), {
    maxKeys: 2,
    noNullPrototype: true,
  })
  .map(one => ({ raw: JSON.parse(JSON.stringify(one)) as Record<string, unknown> }))
const { group } = fc.letrec<{ group: Group; item: Filter }>(tie => ({
  group: fc.record(
    { join: fc.constantFrom('and', 'or'), items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }) },
    { noNullPrototype: true },
  ),
  item: fc.oneof({ depthSize: 'small' }, condition, raw, tie('group')),
}))

describe('the filter in the address', () => {
  test('any filter is read back as it was written', () => {
    fc.assert(
      fc.property(group, filter => assert.deepEqual(meaning(filterFromText(filterText(filter))), meaning(filter))),
    )
  })

  /** A group of one item that is a group of alternatives means that group. */
  function meaning(filter: Group): Group {
    const [only] = filter.items
    return filter.items.length === 1 && only && isGroup(only) && only.join === 'or' ? meaning(only) : filter
  }

  test('is short, and readable', () => {
    const filter: Group = {
      join: 'and',
      items: [
        { field: 'Type', op: 'in', values: ['Company', 'Contact'] },
        {
          join: 'or',
          items: [
            { field: 'Address/City', op: 'has', values: ['Ber'] },
            { field: 'Phone', op: 'empty', values: [] },
          ],
        },
      ],
    }
    assert.equal(filterText(filter), 'Type~in~Company~Contact*o(Address/City~has~Ber*Phone~empty)')
    assert.equal(filterText(noFilter), '')
    assert.equal(filterFromText(''), noFilter)
  })

  test('a text that is no filter shows the whole list', () => {
    const broken = [
      'Type',
      'Type~',
      'Type~unknown~1',
      'Type~in~1*',
      'o(Type~in~1',
      'Type~in~1)',
      'Type~in~Comp(',
      '~{',
      '~[1]',
      '~null',
      'Type~toString~1',
    ]
    for (const text of broken) assert.equal(filterFromText(text), noFilter, text)
  })

  test('no text makes it throw', () => {
    const link = fc.string({ unit: fc.constantFrom('a', 'o', 'in', '~', '*', '(', ')', '!', '{', '}', '"') })
    fc.assert(fc.property(link, text => assert.ok(isGroup(filterFromText(text)))))
  })
})

describe('the query of a filter', () => {
  /** Values that a person can choose for a field. */
  const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
    number: fc.integer({ min: -999, max: 999 }).map(String),
    money: fc.integer({ min: -999, max: 999 }).map(String),
    date: fc.constantFrom('today', 'thisyear', '2026-11-16'),
  }
  const complete: fc.Arbitrary<Filter> = fc.constantFrom(...fields.values()).chain(field => {
    const one =
      values[field.kind] ?? fc.string({ unit: fc.constantFrom('a', '%', '_', '\\', ' '), minLength: 1, maxLength: 5 })
    return fc.constantFrom(...operatorsOf(field, valueKindOf(field))).chain(op => {
      const { takes } = operatorNamed(op)
      const span = fc.tuple(fc.integer({ min: 1, max: 400 }).map(String), fc.constantFrom('D', 'W', 'M', 'Y'))
      const chosen: fc.Arbitrary<string[]> =
        takes === 'span'
          ? span
          : takes === 'many'
            ? fc.array(one, { minLength: 1, maxLength: 3 })
            : fc.tuple(...Array<typeof one>(takes).fill(one))
      return chosen.map((some): Filter => ({ field: field.path, op, values: some }))
    })
  })

  test('a filter that is saved as a query and opened again finds the same', () => {
    const filter = fc.record({
      join: fc.constantFrom('and', 'or'),
      items: fc.array(complete, { minLength: 2, maxLength: 4 }),
    })
    fc.assert(
      fc.property(filter as fc.Arbitrary<Group>, one => {
        const query = searchQueryOf(one, byPath)
        assert.deepEqual(searchQueryOf(filterOfQuery(query, byPath), byPath), query)
      }),
    )
  })

  const cases: [string, OperatorName, string[], unknown][] = [
    ['Name', 'has', ['50%_\\'], { $LIKE: '%50\\%\\_\\\\%' }],
    ['Name', 'starts', ['Lake'], { $LIKE: 'Lake%' }],
    ['Name', 'ends', ['side'], { $LIKE: '%side' }],
    ['Name', 'hasnt', ['x'], { $NLIKE: '%x%' }],
    ['Name', 'is', ['x', 'ignored'], { $EQ: 'x' }],
    ['Age', 'gt', ['7'], { $GT: 7 }],
    ['Age', 'between', ['1', '9'], { $RANGE: [1, 9] }],
    ['Type', 'in', ['3', '4'], { $IN: ['3', '4'] }],
    ['Category', 'all', ['1'], { $ALL: ['1'] }],
    ['CloseDate', 'is', ['thisyear'], { $EQ: '$THISYEAR()' }],
    ['CloseDate', 'last', ['30', 'D'], { $GT: '$OFFSET(D-30, $TODAY())', $LE: '$TODAY()' }],
    ['CloseDate', 'next', ['2', 'W'], { $GE: '$TODAY()', $LT: '$OFFSET(W+2, $TODAY())' }],
    ['Done', 'yes', [], { $EQ: true }],
    ['Done', 'no', [], { $EQ: false }],
    ['Parent', 'empty', [], { $EQ: null }],
    ['Parent', 'filled', [], { $NE: null }],
    ['Gone', 'is', ['x'], { $EQ: 'x' }],
  ]
  for (const [field, op, given, criterion] of cases) {
    test(`${field} ${op} ${given.join(', ')} asks ${JSON.stringify(criterion)}`, () => {
      assert.deepEqual(searchQueryOf({ join: 'and', items: [{ field, op, values: given }] }, byPath), {
        [field]: criterion,
      })
    })
  }

  test('a condition that is being typed asks nothing', () => {
    const typing: Filter[] = [
      { field: 'Name', op: 'has', values: [''] },
      { field: 'Type', op: 'in', values: [] },
      { field: 'Age', op: 'between', values: ['1'] },
      { field: 'CloseDate', op: 'last', values: ['', 'D'] },
    ]
    assert.deepEqual(searchQueryOf({ join: 'or', items: typing }, byPath), {})
    assert.ok(isComplete('empty', []) && !isComplete('between', ['1', '']))
  })

  test('groups join their conditions, raw ones as they are; one alone stands without a group', () => {
    const name: Filter = { field: 'Name', op: 'is', values: ['x'] }
    const area: Filter = { raw: { '$INBOUND(Address/Location, 1:2)': { $EQ: true } } }
    assert.deepEqual(searchQueryOf({ join: 'or', items: [name, area] }, byPath), {
      $OR: [{ Name: { $EQ: 'x' } }, area.raw],
    })
    assert.deepEqual(searchQueryOf({ join: 'and', items: [{ join: 'or', items: [name] }] }, byPath), {
      Name: { $EQ: 'x' },
    })
  })

  test('what no editor has stays as it is', () => {
    const queries = [
      { Name: { $LIKE: 'a%b' } },
      { Name: { $EQ: 'a', $NE: 'b' } },
      { Unknown: { $EQ: 1 } },
      { CloseDate: { $EQ: '$NOW()' } },
      { CloseDate: { $GT: '$OFFSET(D+7, $TODAY())', $LE: '$TODAY()' } },
      { Type: { $IN: [] } },
      { Age: { $RANGE: [1] } },
      { $PHRASE: 'lake' },
    ]
    for (const query of queries) {
      const filter = filterOfQuery(query, byPath)
      assert.ok(filter.items.every(isRaw), JSON.stringify(query))
      assert.deepEqual(searchQueryOf(filter, byPath), query)
    }
  })

  test('short forms of the query language become conditions: a list, a value, several members', () => {
    assert.deepEqual(filterOfQuery({ Type: ['1', '2'], Name: 'x' }, byPath), {
      join: 'and',
      items: [
        { field: 'Type', op: 'in', values: ['1', '2'] },
        { field: 'Name', op: 'is', values: ['x'] },
      ],
    })
    assert.deepEqual(filterOfQuery({ Done: { $EQ: false } }, byPath).items, [{ field: 'Done', op: 'no', values: [] }])
    assert.equal(filterOfQuery({}, byPath), noFilter)
    assert.deepEqual(filterOfQuery({ $OR: [{ Name: 'x' }, { Age: 1 }] }, byPath).join, 'or')
  })
})

describe('operators', () => {
  test('are offered only where the server takes what they need', () => {
    const field = fieldOf('text', { queryable: ['$EQ', '$LIKE'] })
    assert.deepEqual(operatorsOf(field, valueKindOf(field)), ['has', 'starts', 'ends', 'is', 'empty'])
    const dates = fieldOf('date', { queryable: ['$GT', '$LE'] })
    assert.deepEqual(operatorsOf(dates, valueKindOf(dates)), ['last', 'gt', 'le'])
  })

  test('are known by their own names alone', () => {
    assert.ok(operatorNames.every(isOperator))
    assert.ok(!isOperator('toString') && !isOperator('ne'))
  })

  test('a pattern of any text finds that text literally', () => {
    fc.assert(
      fc.property(
        anyText.filter(text => text !== ''),
        text => {
          const { criterion, match } = operatorNamed('has')
          assert.deepEqual(match(criterion([text])), [text])
          assert.equal(escapePattern(text).replace(/\\(.)/g, '$1'), text)
        },
      ),
    )
  })
})

describe('changes of the tree', () => {
  const name: Filter = { field: 'Name', op: 'is', values: ['x'] }
  const age: Filter = { field: 'Age', op: 'gt', values: ['1'] }
  const tree: Group = { join: 'and', items: [name, { join: 'or', items: [age, name] }] }

  test('replace, remove and add at any depth, and leave the rest as it is', () => {
    assert.deepEqual(replaceAt(tree, [1, 0], name).items[1], { join: 'or', items: [name, name] })
    assert.deepEqual(replaceAt(tree, [0], null).items, [tree.items[1]])
    assert.deepEqual(replaceAt(tree, [2], age).items[2], age, 'one behind the last is added')
    assert.deepEqual(addTo(tree, [1], age).items[1], { join: 'or', items: [age, name, age] })
    assert.deepEqual(addTo(tree, [], age).items.length, 3)
    assert.equal(replaceAt(tree, [1, 0], name).items[0], name)
    assert.equal(tree.items.length, 2)
  })

  test('a group that has become empty goes, save for the root', () => {
    const nested: Group = { join: 'and', items: [{ join: 'or', items: [{ join: 'and', items: [name] }] }] }
    assert.deepEqual(replaceAt(nested, [0, 0, 0], null), { join: 'and', items: [] })
  })

  test('the root can be replaced by a group; a place that is not there changes nothing', () => {
    assert.equal(replaceAt(tree, [], tree), tree)
    assert.equal(replaceAt(tree, [], null), noFilter)
    assert.equal(replaceAt(tree, [0, 0], age), tree)
    assert.equal(replaceAt(tree, [9, 0], age), tree)
    assert.equal(addTo(tree, [0], age), tree)
  })

  test('the conditions of a tree are listed in their order', () => {
    assert.deepEqual(conditionsOf(tree), [name, age, name])
  })
})

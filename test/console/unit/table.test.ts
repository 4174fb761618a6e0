// Proves the parts of a table: columns and orders in the address, the cursor, rows in view, and the selection.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  columnsFromText,
  columnsOf,
  columnsText,
  editorStyle,
  isRight,
  narrowest,
  nextSort,
  orderOf,
  sortFromText,
  sortText,
  widest,
  widthName,
  widthStyle,
} from '../../../console/src/table/columns.ts'
import { firstCell, moved } from '../../../console/src/table/cursor.ts'
import {
  drawnRows,
  headHeight,
  heightOfRows,
  isSame,
  nothing,
  rangeIn,
  topFor,
} from '../../../console/src/table/rows.ts'
import { added, isChosen, isEmptySelection, noSelection, toggled } from '../../../console/src/table/selection.ts'
import { fieldOf } from './support.ts'

describe('columns', () => {
  const path = fc.stringMatching(/^[A-Za-z][A-Za-z0-9/$()]{0,20}$/)

  test('an address gives back the columns that were written', () => {
    const column = fc.record(
      { path, width: fc.integer({ min: narrowest, max: widest }) },
      { requiredKeys: ['path'], noNullPrototype: true },
    )
    fc.assert(
      fc.property(fc.array(column, { maxLength: 8 }), columns => {
        assert.deepEqual(columnsFromText(columnsText(columns)), columns)
      }),
    )
  })

  test('an address gives back the order that was written', () => {
    const sort = fc.record({ path, descending: fc.boolean() }, { noNullPrototype: true })
    fc.assert(
      fc.property(fc.array(sort, { maxLength: 4 }), sorts => assert.deepEqual(sortFromText(sortText(sorts)), sorts)),
    )
    assert.deepEqual(sortFromText('-CloseDate_Objective'), [
      { path: 'CloseDate', descending: true },
      { path: 'Objective', descending: false },
    ])
    assert.deepEqual(orderOf(sortFromText('-CloseDate_Objective')), [{ CloseDate: 'DESC' }, { Objective: 'ASC' }])
  })

  test('widths of a link are kept within limits, and written in whole pixels', () => {
    assert.deepEqual(columnsFromText('A.1_B.9999_C'), [
      { path: 'A', width: narrowest },
      { path: 'B', width: widest },
      { path: 'C' },
    ])
    assert.equal(columnsText([{ path: 'A', width: 100.6 }]), 'A.101')
  })

  test('fields that are gone have no column; others have the width of their kind unless one is chosen', () => {
    const fields = new Map([
      ['Name', fieldOf('text')],
      ['Cost', fieldOf('money', { path: 'Cost' })],
    ])
    const columns = columnsOf([{ path: 'Name' }, { path: 'Gone' }, { path: 'Cost', width: 99 }], one => fields.get(one))
    assert.deepEqual(
      columns.map(({ field, width }) => [field.path, width]),
      [
        ['Name', 200],
        ['Cost', 99],
      ],
    )
    assert.deepEqual(columns.map(isRight), [false, true])
  })

  test('the style of a width is one object for each column', () => {
    assert.equal(widthStyle(3), widthStyle(3))
    assert.notEqual(widthStyle(3), widthStyle(4))
    assert.deepEqual(widthStyle(3), { width: `var(${widthName(3)})` })
    assert.match(String(editorStyle(3).width), /^max\(var\(--width-3\), \d+px\)$/)
  })

  test('clicks on a header go from ascending to descending to none', () => {
    const first = nextSort([], 'Name', false)
    assert.equal(sortText(first), 'Name')
    const second = nextSort(first, 'Name', false)
    assert.equal(sortText(second), '-Name')
    assert.deepEqual(nextSort(second, 'Name', false), [])
    assert.equal(sortText(nextSort(second, 'City', false)), 'City', 'another column alone')
  })

  test('clicks with Shift change one column and leave the others in their place', () => {
    const sorts = sortFromText('Name_City_-Cost')
    assert.equal(sortText(nextSort(sorts, 'Phone', true)), 'Name_City_-Cost_Phone')
    assert.equal(sortText(nextSort(sorts, 'City', true)), 'Name_-City_-Cost')
    assert.equal(sortText(nextSort(sorts, 'Cost', true)), 'Name_City')
  })
})

describe('the cursor', () => {
  const extent = { rows: 100, columns: 4, page: 10 }
  const cases: [string, object][] = [
    ['ArrowDown', { row: 51, column: 2 }],
    ['j', { row: 51, column: 2 }],
    ['J', { row: 51, column: 2 }],
    ['ArrowUp', { row: 49, column: 2 }],
    ['k', { row: 49, column: 2 }],
    ['ArrowRight', { row: 50, column: 3 }],
    ['l', { row: 50, column: 3 }],
    ['ArrowLeft', { row: 50, column: 1 }],
    ['h', { row: 50, column: 1 }],
    ['PageDown', { row: 60, column: 2 }],
    ['PageUp', { row: 40, column: 2 }],
    ['Home', { row: 0, column: 2 }],
    ['End', { row: 99, column: 2 }],
  ]
  for (const [key, expected] of cases) {
    test(`${key} moves it`, () => assert.deepEqual(moved({ row: 50, column: 2 }, key, extent), expected))
  }

  test('other keys do not', () => {
    for (const key of ['Enter', 'x', ' ']) assert.equal(moved(firstCell, key, extent), null)
  })

  test('no keys take it out of the table, whatever its size', () => {
    const key = fc.constantFrom('ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'End')
    const size = fc.record({ rows: fc.nat(20), columns: fc.nat(5), page: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(fc.array(key), size, (keys, table) => {
        let cursor = firstCell
        for (const one of keys) cursor = moved(cursor, one, table) ?? cursor
        assert.ok(cursor.row >= 0 && cursor.row <= Math.max(0, table.rows - 1))
        assert.ok(cursor.column >= 0 && cursor.column <= Math.max(0, table.columns - 1))
      }),
    )
  })
})

describe('rows in view', () => {
  const height = heightOfRows(false)
  const element = { scrollTop: 10 * height, scrollLeft: 0, clientHeight: headHeight + 5 * height, clientWidth: 900 }

  test('begin at the scroll position and end above the lower edge', () => {
    assert.deepEqual(rangeIn(element, height), { first: 10, last: 14, right: 900 })
    assert.equal(rangeIn({ ...element, scrollTop: 10 * height + 1 }, height).last, 15, 'a row that is cut counts')
    assert.equal(rangeIn({ ...element, scrollLeft: 1 }, height).right, Number.POSITIVE_INFINITY)
    assert.equal(rangeIn({ ...element, clientHeight: 0 }, height).last, 10, 'at least one')
    assert.ok(heightOfRows(true) > height)
  })

  test('are the same when all three bounds are', () => {
    const range = rangeIn(element, height)
    assert.ok(isSame(range, rangeIn(element, height)))
    for (const other of [{ first: 9 }, { last: 20 }, { right: 1 }]) assert.ok(!isSame(range, { ...range, ...other }))
  })

  test('are drawn with two rows around them and the row of the cursor, inside the list', () => {
    assert.deepEqual(drawnRows({ first: 10, last: 12, right: 0 }, 100, 11), [8, 9, 10, 11, 12, 13, 14])
    assert.deepEqual(drawnRows({ first: 0, last: 1, right: 0 }, 3, 0), [0, 1, 2])
    assert.deepEqual(drawnRows({ first: 10, last: 10, right: 0 }, 100, 50), [8, 9, 10, 11, 12, 50])
    assert.deepEqual(drawnRows({ first: 10, last: 10, right: 0 }, 100, 100), [8, 9, 10, 11, 12])
    assert.deepEqual(drawnRows(nothing, 100, 0), [])
    assert.deepEqual(drawnRows({ first: 90, last: 95, right: 0 }, 0, 0), [], 'a list that has become empty')
  })

  test('a row that is in view is not scrolled to; another one only as far as needed', () => {
    const view = { scrollTop: 10 * height, clientHeight: headHeight + 5 * height }
    const after = (row: number): number => topFor(row, height, view)
    assert.equal(after(12), view.scrollTop)
    assert.equal(after(9), 9 * height)
    assert.equal(after(15), 11 * height)
    fc.assert(
      fc.property(fc.nat(1000), row => {
        const seen = rangeIn({ ...element, scrollTop: after(row) }, height)
        assert.ok(seen.first <= row && row <= seen.last)
      }),
    )
  })
})

describe('the selection', () => {
  test('takes and leaves records one by one', () => {
    const one = toggled(noSelection, 'a')
    assert.ok(isChosen(one, 'a') && !isChosen(one, 'b'))
    assert.ok(isEmptySelection(toggled(one, 'a')))
    assert.ok(isEmptySelection(noSelection), 'it is never changed in place')
  })

  test('adds a range, without those it has already', () => {
    assert.deepEqual([...added(toggled(noSelection, 'b'), ['a', 'b', 'c']).keys], ['b', 'a', 'c'])
  })

  test('of all has every record, until one is toggled', () => {
    const all = { keys: new Set<string>(), all: true }
    assert.ok(isChosen(all, 'any') && !isEmptySelection(all))
    assert.equal(toggled(all, 'a').all, false)
    assert.equal(added(all, ['a']).all, false)
  })
})

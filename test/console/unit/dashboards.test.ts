// Proves the arrangement of dashboards: tiles move, change their size, and are stored and read again.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  changed,
  columns,
  draggedSize,
  layoutOf,
  mostHeight,
  moved,
  newTile,
  resized,
  storedLayout,
  type Tile,
  usualLayout,
  withReport,
} from '../../../console/src/reports/dashboard/layout.ts'
import { reportIds } from '../../../console/src/reports/report.ts'

const { tiles } = usualLayout
const names = (all: readonly Tile[]): string[] => all.map(({ report }) => report)

describe('a dashboard', () => {
  test('moves a tile to another place, and keeps it at the ends', () => {
    assert.deepEqual(names(moved(tiles, 0, 2)), ['forecast', 'pipeline', 'revenue', 'work'])
    assert.deepEqual(names(moved(tiles, 3, 0)), ['work', 'revenue', 'forecast', 'pipeline'])
    assert.equal(moved(tiles, 0, -1), tiles)
    assert.equal(moved(tiles, 9, 0), tiles)
    assert.deepEqual(names(moved(tiles, 0, 99)), ['forecast', 'pipeline', 'work', 'revenue'])
  })

  test('changes the size of a tile within the page', () => {
    const size = (all: readonly Tile[]) => [all[0]?.width, all[0]?.height]
    assert.deepEqual(size(resized(tiles, 't1', 3, 1)), [3, 1])
    assert.deepEqual(size(resized(tiles, 't1', 9, 9)), [columns, mostHeight])
    assert.deepEqual(size(resized(tiles, 't1', 0, -1)), [1, 1])
  })

  test('takes the size of the corner that is dragged', () => {
    const cell = { x: 300, y: 200 }
    assert.deepEqual(draggedSize({ width: 2, height: 2 }, { x: 160, y: -90 }, cell), { width: 3, height: 2 })
    assert.deepEqual(draggedSize({ width: 2, height: 2 }, { x: -900, y: 450 }, cell), { width: 1, height: 4 })
  })

  test('takes each report as often as wanted, up to a bound, with ids of their own', () => {
    let all: readonly Tile[] = tiles.filter(({ id }) => id !== 't2')
    for (let i = 0; i < 40; i++) all = withReport(all, 'cases')
    assert.equal(all.length, 24)
    assert.equal(new Set(all.map(({ id }) => id)).size, 24)
    assert.equal(newTile([], 'cases').form, 'chart')
    assert.equal(changed(all, 't1', { form: 'table' })[0]?.form, 'table')
  })

  test('is stored as JSON and read again', () => {
    const tile = fc.record({
      report: fc.constantFrom(...reportIds),
      width: fc.integer({ min: 1, max: columns }),
      height: fc.integer({ min: 1, max: mostHeight }),
      form: fc.constantFrom('chart' as const, 'table' as const),
    })
    fc.assert(
      fc.property(fc.array(tile, { maxLength: 24 }), fc.string(), (all, owner) => {
        const layout = { ...usualLayout, owner, tiles: all.map((one, at) => ({ id: `t${at + 1}`, ...one })) }
        assert.deepEqual(layoutOf(JSON.parse(JSON.stringify(storedLayout(layout)))), layout)
      }),
    )
  })

  test('reads any JSON, and leaves out what it does not know', () => {
    for (const value of [
      null,
      3,
      {},
      { Dashboard: null },
      { Dashboard: { tiles: 'x' } },
      { Dashboard: { tiles: [null] } },
    ])
      assert.deepEqual(layoutOf(value).tiles, [])
    const later = { Dashboard: { period: 'decade', tiles: [{ report: 'later' }, { report: 'cases', width: 77 }] } }
    assert.deepEqual(layoutOf(later), {
      tiles: [{ id: 't1', report: 'cases', width: 4, height: 2, form: 'chart' }],
      period: 'year',
      owner: '',
      territory: '',
    })
  })
})

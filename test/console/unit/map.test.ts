// Proves the map: areas as conditions, places on the screen, zoom and limits, clusters, and the outlines of countries.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { areaCriteria, areaIn, type Point } from '../../../console/src/map/area.ts'
import { clustersOf, type MapPlace, placeId } from '../../../console/src/map/clusters.ts'
import { borderPath, landPath } from '../../../console/src/map/outlines.ts'
import { fromScreen, limited, squeeze, toScreen, viewOf, zoomed } from '../../../console/src/map/view.ts'

const size = { width: 1000, height: 600 }
const degree = (most: number) => fc.integer({ min: -most * 10_000, max: most * 10_000 }).map(value => value / 10_000)
const point: fc.Arbitrary<Point> = fc.tuple(degree(180), degree(90))

describe('an area', () => {
  test('of any points is read back from its condition', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 12 }), ring => {
        assert.deepEqual(areaIn(areaCriteria(ring)), ring)
      }),
    )
  })

  test('is closed, and has four digits at most', () => {
    assert.deepEqual(
      areaCriteria([
        [1.23456, 2],
        [3, 4],
        [5, 6],
      ]),
      {
        '$INBOUND(Address/Location, 1.2346:2, 3:4, 5:6, 1.2346:2)': { $EQ: true },
      },
    )
  })

  test('other conditions are none', () => {
    assert.equal(areaIn({}), null)
    assert.equal(areaIn({ City: { $EQ: 'Ulm' } }), null)
  })
})

describe('the view', () => {
  const view = { longitude: 10, latitude: 50, scale: 20 }

  test('a point on the screen is the same point on the map', () => {
    fc.assert(
      fc.property(point, at => {
        const [x, y] = toScreen(view, size, at)
        const [longitude, latitude] = fromScreen(view, size, x, y)
        assert.ok(Math.abs(longitude - at[0]) < 1e-6 && Math.abs(latitude - at[1]) < 1e-6)
      }),
    )
    assert.deepEqual(toScreen(view, size, [10, 50]), [500, 300])
    assert.ok(squeeze > 0 && squeeze < 1)
  })

  test('a point beside the map is its edge', () => {
    assert.deepEqual(fromScreen(view, size, -1e6, 1e6), [-180, -90])
    assert.deepEqual(fromScreen(view, size, 1e6, -1e6), [180, 90])
  })

  test('stays within its limits', () => {
    const far = limited({ longitude: 500, latitude: -300, scale: 1e9 }, size)
    assert.ok(far.longitude <= 180 && far.latitude >= -84 && far.scale === 900)
    const whole = limited({ longitude: 90, latitude: 0, scale: 0 }, size)
    assert.ok(whole.scale > 0)
    assert.equal(whole.longitude, 0, 'the whole world fits, so that there is nothing beside it')
  })

  test('shows all points it is made for', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(degree(170), degree(70)), { minLength: 1, maxLength: 9 }), points => {
        const seen = viewOf(points, size)
        for (const at of points) {
          const [x, y] = toScreen(seen, size, at)
          assert.ok(x >= 0 && x <= size.width && y >= 0 && y <= size.height, `${at} is at ${x}, ${y}`)
        }
      }),
    )
    assert.deepEqual(viewOf([], size).longitude, 0)
    assert.ok(viewOf([[9, 48]], size).scale <= 900, 'one point is no endless zoom')
  })

  test('zooming keeps the point under the pointer where it is', () => {
    const before = fromScreen(view, size, 700, 200)
    const closer = zoomed(view, size, 2, 700, 200)
    assert.equal(closer.scale, 40)
    const [x, y] = toScreen(closer, size, before)
    assert.ok(Math.abs(x - 700) < 1e-6 && Math.abs(y - 200) < 1e-6)
    assert.equal(zoomed(view, size, 1e6).scale, 900)
    assert.deepEqual(zoomed(view, size, 2).longitude, view.longitude)
  })
})

describe('clusters', () => {
  const view = { longitude: 0, latitude: 0, scale: 10 }
  const place = (city: string, count: number, at: Point): MapPlace => ({ city, country: 'DE', count, at })

  test('places far apart stay alone, each with its name', () => {
    const clusters = clustersOf([place('Ulm', 3, [-20, 0]), place('Bonn', 5, [20, 0])], view, size)
    assert.deepEqual(clusters.map(({ id, count, isNamed }) => [id, count, isNamed]).sort(), [
      ['Bonn|DE', 5, true],
      ['Ulm|DE', 3, true],
    ])
  })

  test('the larger of two that overlap takes the smaller one in, and keeps its place', () => {
    const [large, small] = [place('Bonn', 50, [0, 0]), place('Ulm', 3, [0.5, 0])]
    const [cluster, ...others] = clustersOf([small, large], view, size)
    assert.equal(others.length, 0)
    assert.deepEqual([cluster?.id, cluster?.count, cluster?.x, cluster?.y], ['Bonn|DE', 53, 500, 300])
    assert.deepEqual(cluster?.places, [large, small])
  })

  test('no two overlap and no record is lost, whatever the places', () => {
    const any = fc.record({ count: fc.integer({ min: 1, max: 500 }), at: fc.tuple(degree(40), degree(25)) })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), given => {
        const places = given.map(({ count, at }, i) => place(`city ${i}`, count, at))
        const clusters = clustersOf(places, view, size)
        const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0)
        assert.equal(sum(clusters.map(({ count }) => count)), sum(places.map(({ count }) => count)))
        assert.equal(clusters.flatMap(one => one.places).length, places.length)
        for (const [i, a] of clusters.entries())
          for (const b of clusters.slice(i + 1))
            assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= (a.radius + b.radius) * 0.9 - 1e-9)
      }),
      { numRuns: 50 },
    )
  })

  test('those outside the screen are left out; a name that would lie on another cluster is not written', () => {
    assert.deepEqual(clustersOf([place('Ulm', 1, [170, 0])], view, size), [])
    const below = clustersOf([place('Gelsenkirchen', 9, [0, 0]), place('Ulm', 9, [0, -3.6])], view, size)
    assert.equal(below.find(({ id }) => id.startsWith('Gelsenkirchen'))?.isNamed, false)
    assert.equal(placeId({ city: null, country: null, count: 1, at: [0, 0] }), '|')
  })
})

test('the outlines of countries are paths', () => {
  for (const path of [landPath, borderPath]) {
    assert.match(path, /^M-?[\d.]+,-?[\d.]+/)
    assert.ok(path.length > 10_000)
  }
})

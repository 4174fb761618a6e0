// Implements $INBOUND: whether a point lies in a ring of points, edges included, by the same arithmetic in SQL and in memory.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { type Box, cellRanges } from '../../fields/kinds/location.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Value } from '../../storage/store.ts'
import type { SqlCondition } from '../combine.ts'

interface Ring {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** Coordinates are rounded like stored ones: PostgreSQL refuses products that are nearly zero. */
const degrees = (text: string | undefined, limit: number): number => {
  const value = number.test(text ?? '') ? Math.round(Number(text) * 1e9) / 1e9 : Number.NaN
  return Math.abs(value) <= limit ? value : Number.NaN
}

/** The points as the request has them, and their path. */
export interface WrittenRing {
  readonly points: readonly string[]
  readonly path: string
}

/** Points are written `lon:lat`. The ring closes itself; a last point that repeats the first is dropped. */
export function parseRing({ points, path }: WrittenRing): Ring {
  const ring = points.map((point): [number, number] => {
    const [lon, lat, ...rest] = point.split(':').map(part => part.trim())
    const [x, y] = [degrees(lon, 180), degrees(lat, 90)]
    if (rest.length === 0 && !Number.isNaN(x) && !Number.isNaN(y)) return [x, y]
    const shown = point.slice(0, 40)
    return refuse('InvalidValue', path, `${path}: "${shown}" is not a point, which is written longitude:latitude.`)
  })
  const [first, last] = [ring[0], ring.at(-1)]
  if (ring.length < 4)
    return refuse('InvalidValue', path, `${path}: a polygon has at least 4 points, and this has ${ring.length}.`)
  if (first && last && first[0] === last[0] && first[1] === last[1]) ring.pop()
  return { x: ring.map(p => p[0]), y: ring.map(p => p[1]) }
}

const boxOf = ({ x, y }: Ring): Box => ({
  west: Math.min(...x),
  east: Math.max(...x),
  south: Math.min(...y),
  north: Math.max(...y),
})

/** Binds the cells that cover the ring, its bounds, and the ends of its edges. */
export function bindRing(ring: Ring): readonly Value[] {
  const box = boxOf(ring)
  const { from, to } = cellRanges(box)
  const turn = (list: readonly number[]) => [...list.slice(1), list[0] as number]
  return [from, to, box.west, box.east, box.south, box.north, ring.x, ring.y, turn(ring.x), turn(ring.y)]
}

/** Tests the bounds first, then counts the edges that a ray to the east crosses; a point on an edge is inside. */
export function compileRing(
  { longitude: x, latitude: y }: { longitude: Expression<unknown>; latitude: Expression<unknown> },
  placeholder: (i: number) => Expression<unknown>,
  dialect: Dialect,
): SqlCondition {
  const edges = dialect.zipTable([6, 7, 8, 9].map(placeholder), 'real', 'e')
  const [x1, y1, x2, y2] = [sql`e.v0`, sql`e.v1`, sql`e.v2`, sql`e.v3`]
  const between = (value: Expression<unknown>, a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
    sql`${value} between ${dialect.least(a, b)} and ${dialect.greatest(a, b)}`
  const touching = sql`(${x2} - ${x1}) * (${y} - ${y1}) = (${y2} - ${y1}) * (${x} - ${x1}) and ${between(x, x1, x2)} and ${between(y, y1, y2)}`
  // A horizontal edge is never crossed, but an engine may still evaluate the division.
  const crossing = sql`(${y1} > ${y}) <> (${y2} > ${y}) and ${x} < (${x2} - ${x1}) * (${y} - ${y1}) / nullif(${y2} - ${y1}, 0) + ${x1}`
  return sql<SqlBool>`(${x} between ${placeholder(2)} and ${placeholder(3)} and ${y} between ${placeholder(4)} and ${placeholder(5)} and (exists (select 1 from ${edges} where ${touching}) or (select count(*) from ${edges} where ${crossing}) % 2 = 1))`
}

/** The same in memory. */
export function insideRing(x: number, y: number, ring: Ring): boolean {
  let crossings = 0
  for (let i = 0; i < ring.x.length; i++) {
    const j = (i + 1) % ring.x.length
    const [x1, y1, x2, y2] = [ring.x[i], ring.y[i], ring.x[j], ring.y[j]] as [number, number, number, number]
    const onLine = (x2 - x1) * (y - y1) === (y2 - y1) * (x - x1)
    if (onLine && x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2))
      return true
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) crossings++
  }
  return crossings % 2 === 1
}

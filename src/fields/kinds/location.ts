// Defines the kind for a point on the globe with its cell, a number on a Z-order curve by which areas are searched.
import { isObject, member } from '../../base/text/json.ts'
import { column } from '../../storage/table.ts'
import { wrongType } from '../checks.ts'
import type { Field, Traits } from '../field.ts'
import { numberOutput } from '../output.ts'
import { type Output, type Source, valuePart } from '../part.ts'
import { numberType } from '../types.ts'

const cellBits = 15
const cellsPerSide = 2 ** cellBits

/** The number of the step of a coordinate, out of 32,768. */
const step = (value: number, least: number, span: number): number =>
  Math.min(cellsPerSide - 1, Math.max(0, Math.floor(((value - least) / span) * cellsPerSide)))

function spread(value: number): number {
  let v = value
  v = (v | (v << 8)) & 0x00ff00ff
  v = (v | (v << 4)) & 0x0f0f0f0f
  v = (v | (v << 2)) & 0x33333333
  return (v | (v << 1)) & 0x55555555
}

const interleave = (x: number, y: number): number => spread(x) | (spread(y) << 1)

const cellOf = (longitude: number, latitude: number): number =>
  interleave(step(longitude, -180, 360), step(latitude, -90, 180))

export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** At most about 64 ranges of cells that together cover a box. */
export function cellRanges(box: Box): { from: number[]; to: number[] } {
  const [x1, x2] = [step(box.west, -180, 360), step(box.east, -180, 360)]
  const [y1, y2] = [step(box.south, -90, 180), step(box.north, -90, 180)]
  const found: [number, number][] = []
  let level: { x: number; y: number; size: number }[] = [{ x: 0, y: 0, size: cellsPerSide }]
  while (level.length > 0) {
    const next: typeof level = []
    for (const { x, y, size } of level) {
      if (x > x2 || y > y2 || x + size - 1 < x1 || y + size - 1 < y1) continue
      const inside = x >= x1 && y >= y1 && x + size - 1 <= x2 && y + size - 1 <= y2
      // A square that is only partly covered is split while that keeps the list short.
      if (inside || size === 1 || found.length + level.length * 4 > 64) {
        const start = interleave(x, y)
        found.push([start, start + size * size - 1])
        continue
      }
      const half = size / 2
      for (const [dx, dy] of [
        [0, 0],
        [half, 0],
        [0, half],
        [half, half],
      ] as const) {
        next.push({ x: x + dx, y: y + dy, size: half })
      }
    }
    level = next
  }
  found.sort((a, b) => a[0] - b[0])
  return { from: found.map(r => r[0]), to: found.map(r => r[1]) }
}

/** Rounds to a tenth of a millimetre: PostgreSQL refuses products that are nearly zero. */
const rounded = (degrees: number): number => Math.round(degrees * 1e9) / 1e9 + 0

const coordinate = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit

export function location(spec: Traits): Field {
  return {
    traits: spec,
    schema: { type: 'LocationField' },
    columns: c => [column(`${c}_longitude`, 'real'), column(`${c}_latitude`, 'real'), column(`${c}_cell`, 'integer')],
    part: ({ name, join, column: c }) => {
      const [longitude, latitude] = [
        { join, column: `${c}_longitude` },
        { join, column: `${c}_latitude` },
      ]
      const output: Output = {
        sources: [longitude, latitude],
        json: (row, at) => {
          const [x, y] = [row[at[0] as number], row[at[1] as number]]
          return x === null || y === null ? 'null' : `{"Longitude":${x},"Latitude":${y}}`
        },
      }
      const coordinatePart = (of: string, source: Source, doc: string) =>
        valuePart(of, { output: numberOutput(source), operand: { type: numberType, sources: [source] }, doc })
      return valuePart(
        name,
        { output, area: { longitude, latitude, cell: { join, column: `${c}_cell` } }, presence: [longitude] },
        coordinatePart('Longitude', longitude, 'Degrees east of Greenwich, from -180 to 180.'),
        coordinatePart('Latitude', latitude, 'Degrees north of the equator, from -90 to 90.'),
      )
    },
    parse: (value, c, _list, context) => {
      const stored = (x: number | null, y: number | null) => ({
        columns: {
          [`${c}_longitude`]: x,
          [`${c}_latitude`]: y,
          [`${c}_cell`]: x === null || y === null ? null : cellOf(x, y),
        },
      })
      if (value === null || value === '') return stored(null, null)
      if (!isObject(value)) return wrongType(context, 'an object with Longitude and Latitude', value)
      const [x, y] = [member(value, 'Longitude'), member(value, 'Latitude')]
      if (coordinate(x, 180) && coordinate(y, 90)) return stored(rounded(x), rounded(y))
      const message = `${context.path} takes a Longitude from -180 to 180 and a Latitude from -90 to 90.`
      context.problems.add('InvalidValue', context.path, message)
      return null
    },
  }
}

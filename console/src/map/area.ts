// Converts an area of the map to a condition of the query language, and back.
import type { Body } from '../api/envelope.ts'

/** Longitude and latitude in degrees. */
export type Point = readonly [longitude: number, latitude: number]

const name = /^\$INBOUND\(Address\/Location,(.*)\)$/

const digits = 4
const degrees = (value: number): number => Number(value.toFixed(digits))

/** The condition that an entry lies in the ring of these points. */
export function areaCriteria(ring: readonly Point[]): Body {
  const closed = [...ring, ring[0] as Point]
  const points = closed.map(([longitude, latitude]) => `${degrees(longitude)}:${degrees(latitude)}`)
  return { [`$INBOUND(Address/Location, ${points.join(', ')})`]: { $EQ: true } }
}

/** The ring of a condition; null when it is about something else. */
export function areaIn(criteria: Body): readonly Point[] | null {
  const [key] = Object.keys(criteria)
  const points = name.exec(key ?? '')?.[1]
  if (points === undefined) return null
  const ring = points.split(',').map((text): Point => {
    const [longitude, latitude] = text.split(':').map(Number)
    return [longitude ?? 0, latitude ?? 0]
  })
  return ring.slice(0, -1)
}

// Joins places that would overlap on the screen.
import type { Point } from './area.ts'
import { type MapView, type Size, toScreen } from './view.ts'

export interface MapPlace {
  readonly city: string | null
  readonly country: string | null
  readonly count: number
  readonly at: Point
}

export interface Cluster {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly count: number
  /** Whether there is room for its name. */
  readonly isNamed: boolean
  /** The largest first. */
  readonly places: readonly MapPlace[]
}

const radiusOf = (count: number): number => Math.min(34, 9 + 2.6 * Math.sqrt(count))

export const placeId = ({ city, country }: MapPlace): string => `${city ?? ''}|${country ?? ''}`

interface Heap {
  x: number
  y: number
  count: number
  readonly places: MapPlace[]
}

const isCovered = (a: Heap, b: Heap): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < (radiusOf(a.count) + radiusOf(b.count)) * 0.9

/** Larger places take in the smaller ones that they would cover, until nothing overlaps. */
export function clustersOf(places: readonly MapPlace[], view: MapView, size: Size): readonly Cluster[] {
  let heaps = places.map((place): Heap => {
    const [x, y] = toScreen(view, size, place.at)
    return { x, y, count: place.count, places: [place] }
  })
  for (let before = -1; before !== heaps.length; ) {
    before = heaps.length
    heaps = joined(heaps)
  }
  const isSeen = ({ x, y }: Heap): boolean => x > -40 && y > -40 && x < size.width + 40 && y < size.height + 40
  const seen = heaps.filter(isSeen)
  return seen.map(heap => ({
    ...heap,
    id: placeId(heap.places[0] as MapPlace),
    radius: radiusOf(heap.count),
    isNamed: !seen.some(other => other !== heap && hidesName(heap, other)),
  }))
}

function joined(heaps: readonly Heap[]): Heap[] {
  const kept: Heap[] = []
  for (const heap of [...heaps].sort((a, b) => b.count - a.count)) {
    const near = kept.find(one => isCovered(one, heap))
    if (near) {
      near.count += heap.count
      near.places.push(...heap.places)
    } else kept.push(heap)
  }
  return kept
}

const [letterPx, linePx] = [3.2, 18]

/** Whether the name below a heap would lie on another one. */
function hidesName({ x, y, count, places: [first] }: Heap, other: Heap): boolean {
  const half = (first?.city?.length ?? 0) * letterPx
  const [below, radius] = [y + radiusOf(count), radiusOf(other.count)]
  return Math.abs(other.x - x) < half + radius && other.y + radius > below && other.y - radius < below + linePx
}

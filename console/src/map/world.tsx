// Shows the map: countries, places with the number of their entries, and the area that is being drawn or chosen.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import type { Point } from './area.ts'
import { type Cluster, clustersOf, type MapPlace } from './clusters.ts'
import classes from './map.module.css'
import { borderPath, landPath } from './outlines.ts'
import { fromScreen, limited, type MapView, type Size, squeeze, toScreen, zoomed } from './view.ts'

interface WorldProps {
  readonly view: MapView
  readonly size: Size
  readonly places: readonly MapPlace[]
  readonly area: readonly Point[] | null
  /** The corners drawn so far; null while none is being drawn. */
  readonly drawn: readonly Point[] | null
  readonly chosen: string | null
  readonly onView: (view: MapView) => void
  readonly onDrawn: (points: readonly Point[], isDone: boolean) => void
  readonly onChoose: (cluster: Cluster) => void
}

const closePx = 12

export default function World(props: WorldProps) {
  const { view, size, places, area, drawn, chosen, onView, onChoose } = props
  const { map } = useTexts()
  const element = useRef<SVGSVGElement>(null)
  useWheel(element, view, size, onView)
  const { pointer, ...handlers } = usePointer(element, props)
  const [left, top] = toScreen(view, size, [0, 0])
  return (
    <svg
      ref={element}
      className={classes.world}
      data-drawing={drawn ? true : undefined}
      width={size.width}
      height={size.height}
      {...handlers}
    >
      <title>{map.title}</title>
      <g transform={`translate(${left},${top}) scale(${view.scale})`}>
        <path className={classes.land} d={landPath} />
        <path className={classes.border} d={borderPath} />
      </g>
      <Ring
        corners={(drawn ?? area ?? []).map(point => toScreen(view, size, point))}
        pointer={pointer}
        isDrawn={drawn !== null}
      />
      {clustersOf(places, view, size).map(cluster => (
        <Bubble
          key={cluster.id}
          cluster={cluster}
          isChosen={chosen === cluster.id}
          onChoose={drawn ? null : onChoose}
        />
      ))}
    </svg>
  )
}

type Spot = readonly [number, number]

/** Moves the map by dragging, and sets corners by clicks while an area is drawn. */
function usePointer(element: RefObject<SVGSVGElement | null>, { view, size, drawn, onView, onDrawn }: WorldProps) {
  const [pointer, setPointer] = useState<Spot | null>(null)
  const start = useRef<{ x: number; y: number; view: MapView; moved: boolean } | null>(null)
  const at = (event: PointerEvent): Spot => {
    const box = element.current?.getBoundingClientRect()
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)]
  }
  const onPointerDown = (event: PointerEvent): void => {
    const [x, y] = at(event)
    start.current = { x, y, view, moved: false }
  }
  const onPointerMove = (event: PointerEvent): void => {
    const [x, y] = at(event)
    if (drawn) setPointer([x, y])
    const from = start.current
    if (!from || event.buttons === 0) return
    if (Math.hypot(x - from.x, y - from.y) > 4 && !from.moved) {
      from.moved = true
      element.current?.setPointerCapture(event.pointerId)
    }
    if (!from.moved) return
    const longitude = from.view.longitude - (x - from.x) / view.scale / squeeze
    const latitude = from.view.latitude + (y - from.y) / view.scale
    onView(limited({ ...view, longitude, latitude }, size))
  }
  const onPointerUp = (event: PointerEvent): void => {
    const from = start.current
    start.current = null
    if (!drawn || !from || from.moved) return
    const [x, y] = at(event)
    const [first] = drawn
    const [firstX, firstY] = first ? toScreen(view, size, first) : [Number.NaN, Number.NaN]
    const closes = drawn.length >= 3 && Math.hypot(x - firstX, y - firstY) < closePx
    onDrawn(closes ? drawn : [...drawn, fromScreen(view, size, x, y)], closes)
  }
  return { pointer, onPointerDown, onPointerMove, onPointerUp }
}

interface RingProps {
  readonly corners: readonly Spot[]
  /** Where the next corner would be. */
  readonly pointer: Spot | null
  /** Whether it is still being drawn. */
  readonly isDrawn: boolean
}

function Ring({ corners, pointer, isDrawn }: RingProps) {
  const line = [...corners, ...(isDrawn && pointer ? [pointer] : [])].map(([x, y]) => `${x},${y}`).join(' ')
  if (!isDrawn) return line === '' ? null : <polygon className={classes.area} points={line} />
  return (
    <>
      {line !== '' && <polyline className={classes.area} points={line} />}
      {corners.map(([x, y], place) => (
        <circle
          key={`${x} ${y}`}
          className={classes.corner}
          data-first={place === 0 || undefined}
          cx={x}
          cy={y}
          r={4}
        />
      ))}
    </>
  )
}

function Bubble({
  cluster,
  isChosen,
  onChoose,
}: {
  cluster: Cluster
  isChosen: boolean
  onChoose: ((cluster: Cluster) => void) | null
}) {
  const { map } = useTexts()
  const { x, y, radius, count, isNamed, places } = cluster
  const name = places[0]?.city ?? places[0]?.country ?? map.nowhere
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onChoose?.(cluster)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons in SVG
    <g
      role="button"
      tabIndex={0}
      className={classes.bubble}
      aria-pressed={isChosen}
      transform={`translate(${x},${y})`}
      onClick={() => onChoose?.(cluster)}
      onKeyDown={onKeyDown}
    >
      <title>{map.place(name, places.length - 1, count)}</title>
      <circle r={radius} />
      <text textAnchor="middle" dominantBaseline="central">
        {count}
      </text>
      {isNamed && (
        <text className={classes.name} y={radius + 11} textAnchor="middle">
          {name}
        </text>
      )}
    </g>
  )
}

/** React listens to wheels passively, so the page would scroll. */
function useWheel(
  element: RefObject<SVGSVGElement | null>,
  view: MapView,
  size: Size,
  onView: (view: MapView) => void,
) {
  useEffect(() => {
    const svg = element.current
    if (!svg) return
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const box = svg.getBoundingClientRect()
      const factor = Math.exp(-event.deltaY * 0.0016)
      onView(zoomed(view, size, factor, event.clientX - box.left, event.clientY - box.top))
    }
    svg.addEventListener('wheel', onWheel, { passive: false })
    return () => svg.removeEventListener('wheel', onWheel)
  }, [element, view, size, onView])
}

// Shows where the entries of the address book are, and makes a filter of an area that is drawn.
import { Button } from '@mantine/core'
import { useDebouncedCallback, useElementSize } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { type Body, rowsOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import type { EntityFields } from '../fields/entity-fields.ts'
import { useFields } from '../fields/use-fields.ts'
import { searchQueryOf } from '../filter/criteria.ts'
import { FilterBar } from '../filter/filter-bar.tsx'
import { type Filter, type Group, isRaw } from '../filter/tree.ts'
import { filterFromText, filterText } from '../filter/url.ts'
import { NewButton } from '../forms/new-button.tsx'
import { useShortcuts } from '../keys/registry.ts'
import { areaCriteria, areaIn, type Point } from '../map/area.ts'
import { type Cluster, type MapPlace, placeId } from '../map/clusters.ts'
import classes from '../map/map.module.css'
import { Panel } from '../map/panel.tsx'
import { fromScreen, limited, type MapView, type Size, viewOf, zoomed } from '../map/view.ts'
import { useTexts } from '../texts/index.tsx'
import type { Texts } from '../texts/types.ts'
import { useGo } from '../ui/addresses/addresses.ts'
import { textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { hint } from '../ui/controls/hint.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'

/** The outlines are the larger part of the screen. */
const World = lazyPart(async () => (await import('../map/world.tsx')).default, { waiting: null })

const params = { filter: textParam<string>(''), at: textParam<string>(''), place: textParam<string>('') }

export default function MapScreen() {
  const { map } = useTexts()
  const { data, error, refetch } = useFields('AbEntry')
  if (data) return <EntryMap fields={data} />
  return (
    <Page title={map.title} layout="flush">
      {error ? <Failed error={error} retry={() => void refetch()} /> : <Loading />}
    </Page>
  )
}

const [longitude, latitude] = ['$AVG(Address/Location/Longitude)', '$AVG(Address/Location/Latitude)']

const both = (...conditions: readonly Body[]): Body => {
  const asked = conditions.filter(one => Object.keys(one).length > 0)
  return asked.length === 1 ? (asked[0] as Body) : { $AND: asked }
}

/** One group for each city, so that the answer is short however many entries there are. */
const placeMembers = (criteria: Body): Body => ({
  'AbEntry.places': {
    Scope: { Fields: { 'Address/City': 1, 'Address/Country': 1, '$COUNT()': 1, [longitude]: 1, [latitude]: 1 } },
    Criteria: { SearchQuery: both({ 'Address/Location/Longitude': { $NE: null } }, criteria) },
    GroupBy: { Fields: ['Address/City', 'Address/Country'] },
  },
  'AbEntry.elsewhere': {
    Scope: { Fields: { '$COUNT()': 1 } },
    Criteria: { SearchQuery: both({ 'Address/Location/Longitude': { $EQ: null } }, criteria) },
  },
})

const isArea = (item: Filter): boolean => isRaw(item) && areaIn(item.raw) !== null
const withoutArea = (tree: Group): Group => ({ ...tree, items: tree.items.filter(item => !isArea(item)) })

function EntryMap({ fields }: { fields: EntityFields }) {
  const { map } = useTexts()
  const go = useGo()
  const [search, setSearch] = useSearchParams(params)
  const tree = useMemo(() => filterFromText(search.filter), [search.filter])
  const area = useMemo(() => {
    const item = tree.join === 'and' ? tree.items.find(isArea) : undefined
    return item && isRaw(item) ? areaIn(item.raw) : null
  }, [tree])
  // The places around the area stay on the map, so that another one can be drawn.
  const members = useMemo(() => placeMembers(searchQueryOf(withoutArea(tree), fields.of)), [tree, fields])
  const query = useRead(members, { title: map.places, keep: true })
  const places = useMemo(() => placesIn(query.data), [query.data])
  const elsewhere = Number(rowsOf(query.data, 'AbEntry.elsewhere')[0]?.['$COUNT()'] ?? 0)
  const chosen = places.find(place => placeId(place) === search.place) ?? null
  const setArea = (ring: readonly Point[] | null): void => {
    const rest = withoutArea(tree)
    const items = ring ? [...rest.items, { raw: areaCriteria(ring) }] : rest.items
    setSearch({ filter: filterText({ ...rest, items }), place: '' }, { replace: false })
  }
  const filter = chosen ? { ...tree, items: [...tree.items, ...placeConditions(chosen)] } : tree
  return (
    <Page
      title={map.title}
      layout="flush"
      bar={<FilterBar fields={fields} filter={tree} onChange={next => setSearch({ filter: filterText(next) })} />}
    >
      {query.isError && !query.data ? (
        <Failed error={query.error} retry={() => void query.refetch()} />
      ) : query.data && places.length === 0 && elsewhere === 0 && tree.items.length === 0 ? (
        <Empty
          icon="map"
          title={map.empty}
          hint={map.emptyHint}
          action={<NewButton entity="AbEntry" onNew={() => go('entries', { search: { new: '1' } })} />}
        />
      ) : (
        <div className={classes.layout}>
          <Frame
            places={places}
            isRead={query.data !== undefined}
            area={area}
            onArea={setArea}
            chosen={search.place || null}
            onChoose={place => setSearch({ place: place ? placeId(place) : '' })}
          />
          <Panel
            title={chosen ? (chosen.city ?? chosen.country ?? map.nowhere) : area ? map.inArea : map.all}
            criteria={searchQueryOf(filter, fields.of)}
            filter={filterText(filter)}
            without={chosen || area ? 0 : elsewhere}
            onClear={chosen ? () => setSearch({ place: '' }) : area ? () => setArea(null) : null}
          />
        </div>
      )}
    </Page>
  )
}

const placesIn = (data: Body | undefined): MapPlace[] =>
  rowsOf(data, 'AbEntry.places').map(row => ({
    city: row['Address/City'] as string | null,
    country: row['Address/Country'] as string | null,
    count: Number(row['$COUNT()']),
    at: [Number(row[longitude]), Number(row[latitude])],
  }))

const placeConditions = ({ city, country }: MapPlace): Filter[] =>
  [
    ['Address/City', city],
    ['Address/Country', country],
  ].map(([field, value]) =>
    value === null
      ? { field: String(field), op: 'empty' as const, values: [] }
      : { field: String(field), op: 'is' as const, values: [String(value)] },
  )

interface FrameProps {
  readonly places: readonly MapPlace[]
  readonly isRead: boolean
  readonly area: readonly Point[] | null
  readonly onArea: (ring: readonly Point[] | null) => void
  readonly chosen: string | null
  readonly onChoose: (place: MapPlace | null) => void
}

const step = 1.6

function Frame({ places, isRead, area, onArea, chosen, onChoose }: FrameProps) {
  const { ref, width, height } = useElementSize()
  const size = useMemo((): Size => ({ width, height }), [width, height])
  const { view, setView } = useView(places, area, size)
  const [drawn, setDrawn] = useState<readonly Point[] | null>(null)
  const run = useMapKeys({ view, setView, size, drawn, setDrawn, onArea })
  const onCluster = (cluster: Cluster): void => {
    const [place] = cluster.places
    if (cluster.places.length === 1 && place) {
      onChoose(place)
      return
    }
    const around = viewOf(
      cluster.places.map(({ at }) => at),
      size,
    )
    setView(limited({ ...around, scale: Math.max(around.scale, view.scale * step) }, size))
  }
  return (
    <div ref={ref} className={classes.frame}>
      {width > 0 && (isRead || area) && (
        <World
          view={view}
          size={size}
          places={places}
          area={area}
          drawn={drawn}
          chosen={chosen}
          onView={setView}
          onDrawn={(points, isDone) => {
            setDrawn(isDone ? null : points)
            if (isDone) onArea(points)
          }}
          onChoose={onCluster}
        />
      )}
      {drawn && <Drawing isClosable={drawn.length >= 3} run={run} />}
      <Tools run={run} />
    </div>
  )
}

/** Does what a key does. */
type Run = (keys: string) => () => void

interface MapState {
  readonly view: MapView
  readonly setView: (view: MapView) => void
  readonly size: Size
  readonly drawn: readonly Point[] | null
  readonly setDrawn: (drawn: readonly Point[] | null) => void
  readonly onArea: FrameProps['onArea']
}

function useMapKeys({ view, setView, size, drawn, setDrawn, onArea }: MapState): Run {
  const { map } = useTexts()
  const shortcuts = useMemo(() => {
    const { width, height } = size
    const zoom = (factor: number) => () => setView(zoomed(view, size, factor))
    const pan = (x: number, y: number) => () => {
      const [east, north] = fromScreen(view, size, width / 2 + x, height / 2 + y)
      setView(limited({ ...view, longitude: east, latitude: north }, size))
    }
    const still = { inPalette: false, repeats: true }
    const corners = [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const
    const visible = (): readonly Point[] => corners.map(([x, y]) => fromScreen(view, size, x, y))
    return [
      { keys: 'd', label: map.draw, run: () => setDrawn([]) },
      { keys: 'v', label: map.useVisible, run: () => onArea(visible()) },
      { keys: '+', label: map.zoomIn, run: zoom(step), ...still },
      { keys: '-', label: map.zoomOut, run: zoom(1 / step), ...still },
      { keys: 'arrowleft', label: map.move, run: pan(-80, 0), ...still },
      { keys: 'arrowright', label: map.move, run: pan(80, 0), ...still },
      { keys: 'arrowup', label: map.move, run: pan(0, -80), ...still },
      { keys: 'arrowdown', label: map.move, run: pan(0, 80), ...still },
      ...(drawn ? drawingKeys(map, drawn, setDrawn, onArea) : []),
    ]
  }, [map, view, size, drawn, setDrawn, onArea, setView])
  useShortcuts(shortcuts)
  return keys => () => shortcuts.find(one => one.keys === keys)?.run()
}

/** The keys while an area is being drawn. */
function drawingKeys(
  map: Texts['map'],
  drawn: readonly Point[],
  setDrawn: MapState['setDrawn'],
  onArea: MapState['onArea'],
) {
  const finish = (): void => {
    if (drawn.length < 3) return
    onArea(drawn)
    setDrawn(null)
  }
  return [
    { keys: 'escape', label: map.cancel, run: () => setDrawn(null), inPalette: false },
    { keys: 'enter', label: map.finish, run: finish, inPalette: false },
    { keys: 'backspace', label: map.back, run: () => setDrawn(drawn.slice(0, -1)), inPalette: false },
  ]
}

function Drawing({ isClosable, run }: { isClosable: boolean; run: Run }) {
  const { map, ui } = useTexts()
  return (
    <div className={classes.drawing} role="status">
      {map.drawing}
      <Button variant="default" disabled={!isClosable} onClick={run('enter')}>
        {map.finish}
      </Button>
      <Button variant="subtle" color="gray" onClick={run('escape')}>
        {ui.cancel}
      </Button>
    </div>
  )
}

function Tools({ run }: { run: Run }) {
  const { map } = useTexts()
  const tools = [
    ['+', map.zoomIn, 'plus'],
    ['-', map.zoomOut, 'minus'],
    ['d', map.draw, 'area'],
    ['v', map.useVisible, 'frame'],
  ] as const
  return (
    <div className={classes.tools}>
      {tools.map(([keys, label, icon]) => (
        <IconButton key={keys} {...hint(label, keys)} size={34} aria-label={label} onClick={run(keys)}>
          <Icon name={icon} />
        </IconButton>
      ))}
    </div>
  )
}

const atWaitMs = 300

/** What is seen: as the address says, else everything, or the area. */
function useView(places: readonly MapPlace[], area: readonly Point[] | null, size: Size) {
  const [{ at }, setSearch] = useSearchParams(params)
  const [moved, setMoved] = useState<MapView | null>(null)
  const write = useDebouncedCallback(
    ({ longitude: x, latitude: y, scale }: MapView) =>
      setSearch({ at: [x.toFixed(3), y.toFixed(3), scale.toFixed(2)].join('_') }),
    atWaitMs,
  )
  const [x, y, scale] = at.split('_').map(Number)
  const isSaid = x !== undefined && y !== undefined && scale !== undefined && ![x, y, scale].some(Number.isNaN)
  const fitted = useMemo(() => viewOf(area ?? places.map(place => place.at), size), [area, places, size])
  const view = moved ?? (isSaid ? { longitude: x, latitude: y, scale } : fitted)
  const setView = useCallback(
    (next: MapView) => {
      setMoved(next)
      write(next)
    },
    [write],
  )
  return { view, setView }
}

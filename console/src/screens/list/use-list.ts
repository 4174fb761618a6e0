// Brings together what a list is made of: the address, its request, the window over its rows, and what people do with it.

import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useWorkspace } from '../../api/workspace.tsx'
import type { EntityFields } from '../../fields/entity-fields.ts'
import { rightsIn } from '../../fields/rights.ts'
import { useFieldEdit } from '../../fields/use-field-edit.ts'
import type { Group } from '../../filter/tree.ts'
import { filterFromText } from '../../filter/url.ts'
import type { Position, TableHandle } from '../../table/actions.ts'
import { type Column, nextSort, sortFromText } from '../../table/columns.ts'
import type { HeaderProps } from '../../table/header.tsx'
import { noSelection } from '../../table/selection.ts'
import type { Summary } from '../../table/summaries.ts'
import { prefetchRows, useIsReady, usePageWindow } from '../../table/use-window.ts'
import type { ListRequest } from '../../table/windows.ts'
import { useTexts } from '../../texts/index.tsx'
import { useGo, usePreload, useScreenLocation } from '../../ui/addresses/addresses.ts'
import { rememberNeighbours } from '../../ui/addresses/neighbours.ts'
import { recordPath } from '../../ui/addresses/paths.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { noContent, type ViewContent } from '../../views/content.ts'
import type { BuiltInView } from '../../views/view-menu.tsx'
import type { ListDefinition } from './definition.ts'
import { prefetchPeek } from './peek.tsx'
import { listRequest, sortsOf } from './request.ts'
import { columnsIn, type ListParams } from './state.ts'
import { useCount } from './use-count.ts'
import { useListParams } from './use-list-params.ts'

export type ListModel = ReturnType<typeof useList>

/** The state of a list with what follows from it, and the entry of the browser's history that it is the address of. */
export interface ListPlace {
  readonly params: ListParams
  readonly columns: readonly Column[]
  readonly request: ListRequest
  readonly entry: string
}

/** How long a list stays as it is while the rows of its new address are on their way. */
const patienceMs = 200

/**
 * The place whose list is shown: that of the address as soon as its rows are there, so that a list is drawn once for each address
 * and not twice. Where rows take longer, the list of the new address is shown with the rows of the old one.
 */
export function useShownPlace(definition: ListDefinition, fields: EntityFields): ListPlace {
  const [params] = useListParams()
  const { state } = useScreenLocation()
  const entry = (state as { __TSR_key?: string }).__TSR_key ?? ''
  const columns = useMemo(() => columnsIn(definition, params.cols, fields), [definition, params.cols, fields])
  const request = useMemo(() => listRequest(definition, params, columns, fields), [definition, params, columns, fields])
  const wanted = useMemo(() => ({ params, columns, request, entry }), [params, columns, request, entry])
  const isReady = useIsReady(request)
  const [late, setLate] = useState(wanted)
  const [before, setBefore] = useState(wanted)
  const place = isReady || late === wanted ? wanted : before
  if (place !== before) setBefore(place)
  useEffect(() => {
    if (place === wanted) return
    const timer = setTimeout(() => setLate(wanted), patienceMs)
    return () => clearTimeout(timer)
  }, [place, wanted])
  return place
}

export function useList(definition: ListDefinition, fields: EntityFields, title: string, place: ListPlace) {
  const { params, columns, request, entry } = place
  const [, setParams] = useListParams()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { window, isOld } = usePageWindow(request, title)
  const count = useCount(request.entity, request.criteria, window, isOld)
  const [selection, setSelection] = useState(noSelection)
  const table = useRef<TableHandle>(null)
  const start = usePosition(table, entry)
  const builtIn = useBuiltIn(definition)
  const parts = { definition, fields, params, setParams, columns, isPhone, window }
  useStartView(definition, builtIn, params, setParams)
  const actions = useListActions(parts)
  return {
    ...parts,
    ...actions,
    actions,
    builtIn,
    title,
    request,
    isOld,
    count,
    selection,
    setSelection,
    table,
    start,
  }
}

/** Where people were in lists, by the entry of the browser's history. */
const positions = new Map<string, Position>()
const keptPositions = 50

/** The place to come back to by Back, and its upkeep. */
function usePosition(table: RefObject<TableHandle | null>, entry: string): Position | null {
  const [start] = useState(() => positions.get(entry) ?? null)
  // Before the table is taken away: an effect that is not of the layout ends after that.
  useLayoutEffect(() => {
    const handle = table
    return () => {
      const position = handle.current?.position
      if (!position) return
      positions.delete(entry)
      positions.set(entry, position)
      const [oldest] = positions.keys()
      if (positions.size > keptPositions && oldest !== undefined) positions.delete(oldest)
    }
  }, [entry, table])
  return start
}

/** The views that the product has for this list, in words. */
function useBuiltIn(definition: ListDefinition): readonly BuiltInView[] {
  const texts = useTexts()
  return useMemo(
    () =>
      definition.builtIn.map(({ id, name, filter, sort = '' }) => ({
        id,
        name: name(texts),
        content: { ...noContent, filter: filterFromText(filter), sort: sortFromText(sort) },
      })),
    [definition, texts],
  )
}

/** Another search begins with the first row, and looks at words. */
const anew = { any: '', from: '' } as const

type SetParams = ReturnType<typeof useListParams>[1]

/** Fills an address without parameters with the view that the list begins with. */
function useStartView(
  { start }: ListDefinition,
  builtIn: readonly BuiltInView[],
  params: ListParams,
  setParams: SetParams,
): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) return
    isFirst.current = false
    const content = builtIn.find(({ id }) => id === start)?.content
    const isBare = params.view === '' && params.q === '' && params.filter.items.length === 0 && params.sort.length === 0
    if (content && start !== undefined && isBare) setParams({ view: start, filter: content.filter, sort: content.sort })
  }, [start, builtIn, params, setParams])
}

interface ListContext {
  readonly definition: ListDefinition
  readonly fields: EntityFields
  readonly params: ListParams
  readonly setParams: SetParams
  readonly columns: readonly Column[]
  readonly isPhone: boolean
  readonly window: ReturnType<typeof usePageWindow>['window']
}

/** How many records before and after an opened one its page can go on to. */
const neighboursKept = 200

/** How long the pointer or the cursor rests on a record before it is read ahead. A held key passes many. */
const restMs = { pointer: 60, cursor: 150 }

/** What changes the parts of a list that a view keeps. */
const viewActions = (latest: RefObject<ListContext>) => ({
  resetColumns: () => latest.current.setParams({ cols: [] }),
  setFilter: (filter: Group) => latest.current.setParams({ filter }),
  setColumns: (columns: readonly Column[]) =>
    latest.current.setParams({ cols: columns.map(({ field, width }) => ({ path: field.path, width })) }),
  setGroup: (group: string) => latest.current.setParams({ group, from: '' }, { replace: false }),
  setSums: (sums: readonly Summary[]) => latest.current.setParams({ sums }),
  chooseView: (view: string, { filter, sort: order, columns, group, sums }: ViewContent) =>
    latest.current.setParams({ view, filter, sort: order, cols: columns, group, sums, from: '' }, { replace: false }),
})

function useListActions(parts: ListContext) {
  const workspace = useWorkspace()
  const edit = useFieldEdit()
  const go = useGo()
  const preload = usePreload()
  const latest = useLatest(parts)
  return useMemo(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const sort: HeaderProps['onSort'] = (path, how) => {
      const { definition, setParams } = latest.current
      setParams(now => {
        const sorts = sortsOf(definition, now)
        if (how === 'none') return { sort: sorts.filter(one => one.path !== path) }
        const isNext = how === 'next' || how === 'beside'
        return {
          sort: isNext ? nextSort(sorts, path, how === 'beside') : [{ path, descending: how === 'descending' }],
          from: '',
        }
      })
    }
    const open = (key: string) => {
      clearTimeout(waiting)
      const { definition, setParams, window } = latest.current
      const path = recordPath(definition.entity, key)
      if (path === null) return setParams({ open: key })
      const row = window.rowOf(key)
      rememberNeighbours(definition.entity, window.keysBetween(Math.max(row - neighboursKept, 0), row + neighboursKept))
      go(path)
    }
    const near = (key: string, by: 'cursor' | 'pointer') => {
      const { definition, fields, params, setParams } = latest.current
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        const path = recordPath(definition.entity, key)
        if (path !== null) {
          import('../../record/use-record-page.ts').then(
            ({ prefetchRecordPage }) => prefetchRecordPage(workspace, definition.entity, key, fields),
            // It is loaded when the record is opened, or that says why not.
            () => {},
          )
          preload(path)
        }
        if (by === 'cursor' || path === null) prefetchPeek(workspace, definition.entity, key, fields)
        if (by === 'cursor' && params.open !== '' && params.open !== key) setParams({ open: key })
      }, restMs[by])
    }
    return {
      sort,
      open,
      near,
      readOnly: (key: string) => !rightsIn(workspace.store.confirmed(key), latest.current.fields.model).update,
      edit: async (key: string, path: string, value: unknown) => {
        const field = latest.current.fields.of(path)
        return field ? edit(key, field, value) : []
      },
      search: (q: string) => latest.current.setParams({ q, ...anew }),
      /** Reads the rows while the letter is drawn. */
      searchSoon: (q: string) => {
        const { definition, params, columns, fields } = latest.current
        prefetchRows(workspace, listRequest(definition, { ...params, q, ...anew }, columns, fields))
      },
      jump: (from: string) => latest.current.setParams({ from }),
      ...viewActions(latest),
    }
  }, [workspace, edit, go, preload, latest])
}

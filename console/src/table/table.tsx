// Shows a list as a table of any length: rows in view are drawn, pages near the view are loaded.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { kindOf } from '../fields/index.ts'
import type { Editing } from './cell.tsx'
import type { Column, Sort } from './columns.ts'
import { type Cursor, firstCell, moved } from './cursor.ts'
import { Header, type HeaderProps } from './header.tsx'
import type { PageWindow } from './page-window.ts'
import { BoneRow, type RowEvents, TableRow, type TitleOf } from './row.tsx'
import { added, isChosen, noSelection, type Selection, toggled } from './selection.ts'
import styles from './table.module.css'

const rowHeight = 36
const phoneRowHeight = 48
const headHeight = 35

/** Where a person was in a list, to come back to it. */
export interface Position {
  readonly scrollTop: number
  readonly cursor: Cursor
}

/** What others can ask of the table. */
export interface TableHandle {
  focus(): void
  move(key: string): void
  edit(): void
  choose(): void
  readonly cursorKey: string | null
  readonly position: Position
}

interface Props {
  readonly label: string
  readonly window: PageWindow
  /** The rows shown are those of the request before. */
  readonly isOld: boolean
  readonly columns: readonly Column[]
  readonly sorts: readonly Sort[]
  /** How many records match; null while nobody knows. */
  readonly total: number | null
  readonly selection: Selection
  readonly openKey: string | null
  readonly start: Position | null
  readonly titleOf: TitleOf
  readonly handle: RefObject<TableHandle | null>
  /** Two columns and higher rows; a tap opens the record. */
  readonly isPhone: boolean
  onSelection(selection: Selection): void
  onSort: HeaderProps['onSort']
  onColumns(columns: readonly Column[]): void
  onOpen(key: string): void
  /** The cursor or the pointer came to a record, which may be opened soon. */
  onNear(key: string, by: 'cursor' | 'pointer'): void
  /** Whether the person may not change the record. */
  readOnly(key: string): boolean
  /** Writes a value; gives the problems of a refusal. */
  onEdit(key: string, path: string, value: unknown): Promise<Editing['problems']>
}

export function Table(props: Props) {
  const { label, window, isOld, sorts, total, selection, openKey, titleOf, isPhone } = props
  const columns = useMemo(() => (isPhone ? props.columns.slice(0, 2) : props.columns), [isPhone, props.columns])
  const scroll = useRef<HTMLDivElement>(null)
  const id = useId()
  const [cursor, setCursor] = useCursor(props)
  const editing = useEditing(props, scroll)
  const virtual = useRows(props, scroll, cursor.row)
  const act = useActions(props, { scroll, cursor, setCursor, editing, virtual })
  const template = (list: readonly Column[]) =>
    isPhone ? phoneColumns : list.map(({ width }) => `${width}px`).join(' ')
  const items = virtual.getVirtualItems()
  const isDrawn = items.some(item => item.index === cursor.row)
  return (
    <div
      ref={scroll}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total === null ? -1 : total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-busy={isOld}
      aria-activedescendant={isDrawn && !editing.cell ? `${id}-${cursor.row}-${cursor.column}` : undefined}
      className={styles.scroll}
      data-old={isOld || undefined}
      data-phone={isPhone || undefined}
      data-choosing={selection.all || selection.keys.size > 0 || undefined}
      style={{ '--columns': template(columns) } as React.CSSProperties}
      onKeyDown={act.onKeyDown}
      onScroll={event => {
        event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft > 0)
      }}
    >
      <Header
        columns={columns}
        sorts={sorts}
        chosen={selection.all ? 'all' : selection.keys.size > 0 ? 'some' : 'none'}
        onChooseAll={() => props.onSelection(selection.all ? noSelection : { keys: new Set(), all: true })}
        onSort={props.onSort}
        onColumns={props.onColumns}
        onPreview={list => scroll.current?.style.setProperty('--columns', template(list))}
      />
      <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const key = window.keyAt(index)
          return key === null ? (
            <BoneRow key={index} index={index} top={start} columns={columns} />
          ) : (
            <TableRow
              // Rows of another list take the place of those before. A row with an editor keeps it wherever it goes.
              key={editing.cell?.key === key ? key : index}
              id={id}
              index={index}
              top={start}
              recordKey={key}
              columns={columns}
              cursor={cursor.row === index ? cursor.column : -1}
              isChosen={isChosen(selection, key)}
              isOpen={openKey === key}
              isMoved={window.isOutdated && window.touched.has(key)}
              editing={editing.cell?.key === key ? editing.cell : null}
              titleOf={titleOf}
              readOnly={props.readOnly}
              events={act.events}
            />
          )
        })}
      </div>
    </div>
  )
}

const phoneColumns = 'minmax(0, 1fr) 38%'

/** The cursor, which begins anew with another list. */
function useCursor({ window, isOld, start }: Props) {
  const [cursor, setCursor] = useState<Cursor>(start?.cursor ?? firstCell)
  const shown = useRef(window)
  useEffect(() => {
    if (isOld || shown.current === window) return
    shown.current = window
    setCursor(({ column }) => ({ row: 0, column }))
  }, [window, isOld])
  return [cursor, setCursor] as const
}

/** The rows in view, which the window is told to load. */
function useRows(
  { window, isOld, start, isPhone }: Props,
  scroll: RefObject<HTMLDivElement | null>,
  cursorRow: number,
) {
  const virtual = useVirtualizer({
    count: window.rowCount,
    getScrollElement: () => scroll.current,
    estimateSize: () => (isPhone ? phoneRowHeight : rowHeight),
    overscan: 10,
    initialOffset: start?.scrollTop ?? 0,
    scrollPaddingEnd: headHeight,
    useFlushSync: false,
    // The row of the cursor stays drawn, so that the focus has a place.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan)
      const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
      return cursorRow < count && (cursorRow < from || cursorRow > to) ? [...rows, cursorRow] : rows
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height then
  useEffect(() => virtual.measure(), [isPhone])
  const first = virtual.range?.startIndex ?? 0
  const last = virtual.range?.endIndex ?? 0
  const version = window.version()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have dropped rows that are in view
  useEffect(() => {
    if (!isOld) window.show(first, last)
  }, [window, isOld, first, last, version])

  const shown = useRef(window)
  useEffect(() => {
    if (isOld || shown.current === window) return
    shown.current = window
    if (virtual.scrollOffset !== 0) scroll.current?.scrollTo({ top: 0 })
  }, [window, isOld, scroll, virtual])
  return virtual
}

/** Which cell is edited. A refused value is shown in its editor again. */
function useEditing({ onEdit, window }: Props, scroll: RefObject<HTMLDivElement | null>) {
  const [cell, setCell] = useState<Editing | null>(null)
  const finish: RowEvents['finish'] = (edited, value, how) => {
    setCell(null)
    // The input is gone; the keys belong to the table again, unless the person has clicked elsewhere.
    if (scroll.current?.contains(document.activeElement) || document.activeElement === document.body) {
      scroll.current?.focus({ preventScroll: true })
    }
    if (how === 'cancel') return
    window.touched.add(edited.key)
    void onEdit(edited.key, edited.path, value).then(problems => {
      if (problems.length > 0) setCell({ key: edited.key, path: edited.path, draft: value, problems })
    })
  }
  return { cell, setCell, finish }
}

interface Parts {
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly cursor: Cursor
  readonly setCursor: (cursor: Cursor) => void
  readonly editing: ReturnType<typeof useEditing>
  readonly virtual: ReturnType<typeof useRows>
}

/** What keys and clicks do. */
function useActions(props: Props, parts: Parts) {
  const latest = useRef({ props, parts })
  latest.current = { props, parts }
  const anchor = useRef(0)
  const actions = useMemo(() => makeActions(latest, anchor), [])
  useImperativeHandle(props.handle, () => actions.handle, [actions])
  return actions
}

type Latest = RefObject<{ props: Props; parts: Parts }>

function makeActions(latest: Latest, anchor: RefObject<number>) {
  const go = (next: Cursor, range = false) => {
    const { props, parts } = latest.current
    const { window, selection, onSelection, onNear } = props
    parts.setCursor(next)
    parts.virtual.scrollToIndex(next.row)
    if (range) onSelection(added(selection, window.keysBetween(parts.cursor.row, next.row)))
    const key = window.keyAt(next.row)
    if (key !== null) onNear(key, 'cursor')
  }

  const edit = (row: number, column: number) => {
    const { props, parts } = latest.current
    const key = props.window.keyAt(row)
    const wanted = props.columns[column]
    // On a column that cannot be edited, the first one that can is meant.
    const target = isEditable(wanted) ? wanted : props.columns.find(isEditable)
    if (key === null || !target || props.readOnly(key)) return
    parts.setCursor({ row, column: props.columns.indexOf(target) })
    parts.editing.setCell({ key, path: target.field.path, problems: [] })
  }

  const choose = (row: number, range: boolean) => {
    const { props } = latest.current
    const key = props.window.keyAt(row)
    if (key === null) return
    if (range) props.onSelection(added(props.selection, props.window.keysBetween(anchor.current, row)))
    else props.onSelection(toggled(props.selection, key))
    anchor.current = row
  }

  const move = (key: string, range = false): boolean => {
    const { props, parts } = latest.current
    const page = Math.max(1, Math.floor(((parts.scroll.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1)
    const next = moved(parts.cursor, key, { rows: props.window.known, columns: props.columns.length, page })
    if (next) go(next, range)
    return next !== null
  }

  const open = (row = latest.current.parts.cursor.row) => {
    const { props } = latest.current
    const key = props.window.keyAt(row)
    if (key !== null) props.onOpen(key)
  }

  const events: RowEvents = {
    point: (row, column) => {
      latest.current.parts.scroll.current?.focus({ preventScroll: true })
      go({ row, column })
      if (latest.current.props.isPhone) open(row)
    },
    choose,
    edit,
    near: row => {
      const { window, onNear } = latest.current.props
      const key = window.keyAt(row)
      if (key !== null) onNear(key, 'pointer')
    },
    finish: (...args) => latest.current.parts.editing.finish(...args),
  }

  const handle: TableHandle = {
    focus: () => latest.current.parts.scroll.current?.focus({ preventScroll: true }),
    move: key => {
      handle.focus()
      move(key)
    },
    edit: () => edit(latest.current.parts.cursor.row, latest.current.parts.cursor.column),
    choose: () => choose(latest.current.parts.cursor.row, false),
    get cursorKey() {
      const { props, parts } = latest.current
      return props.window.keyAt(parts.cursor.row)
    },
    get position() {
      const { cursor, virtual } = latest.current.parts
      // The element itself would have to lay out the page to tell.
      return { cursor, scrollTop: virtual.scrollOffset ?? 0 }
    },
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === 'a' && (event.ctrlKey || event.metaKey) && event.target === event.currentTarget) {
        event.preventDefault()
        latest.current.props.onSelection({ keys: new Set(), all: true })
      }
      return
    }
    if (move(event.key, event.shiftKey)) event.preventDefault()
    else if (event.key === 'Enter') open()
    else if (event.key === ' ' || event.key === 'x') handle.choose()
    else if (event.key === 'e' || event.key === 'F2') handle.edit()
    else if (
      event.key === 'Escape' &&
      (latest.current.props.selection.all || latest.current.props.selection.keys.size > 0)
    )
      latest.current.props.onSelection(noSelection)
    else return
    event.preventDefault()
  }

  return { events, handle, onKeyDown }
}

const isEditable = (column: Column | undefined): column is Column =>
  column?.field.writable === true && kindOf(column.field).Editor !== undefined

// Does what keys and clicks mean to a table: the cursor goes to rows, which are edited, chosen and opened.

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { kindOf } from '../fields/index.ts'
import { isPlainClick } from '../ui/addresses/page-link.tsx'
import { useLatest } from '../ui/use-latest.ts'
import type { Editing } from './cell.tsx'
import type { Column } from './columns.ts'
import { type Cursor, moved } from './cursor.ts'
import type { PageWindow } from './page-window.ts'
import { headHeight, heightOfRows, type ScrollWindow, topFor } from './rows.ts'
import { added, noSelection, type Selection, toggled } from './selection.ts'

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

/** What a table shows, and the listeners of what a person does with it. */
export interface TableProps {
  readonly window: PageWindow
  readonly columns: readonly Column[]
  readonly selection: Selection
  readonly handle: RefObject<TableHandle | null>
  /** Two columns and higher rows; a tap opens the record. */
  readonly isPhone: boolean
  onSelection(selection: Selection): void
  onOpen(key: string): void
  /** The cursor or the pointer came to a record, which may be opened soon. */
  onNear(key: string, by: 'cursor' | 'pointer'): void
  /** Whether the person may not change the record. */
  readOnly(key: string): boolean
}

interface TableControls {
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly view: RefObject<ScrollWindow>
  readonly cursor: Cursor
  readonly setCursor: (cursor: Cursor) => void
  readonly editing: { readonly setCell: (cell: Editing) => void }
}

/** What keys and clicks do. */
export function useActions(props: TableProps, parts: TableControls) {
  const latest = useLatest({ props, parts })
  const anchor = useRef(0)
  const actions = useMemo(() => makeActions(latest, anchor), [latest])
  useImperativeHandle(props.handle, () => actions.handle, [actions])
  return actions
}

type Latest = RefObject<{ props: TableProps; parts: TableControls }>

/** What is done with rows: the cursor goes to them, they are edited, chosen and opened. */
function makeMoves(latest: Latest, anchor: RefObject<number>) {
  /** The cell with the link by which the person leaves, to come back to. No row is drawn anew for it. */
  let left: Cursor | null = null
  const leave = (place: Cursor) => {
    left = place
  }
  const position = (): Position => {
    const { cursor, view } = latest.current.parts
    return { cursor: left ?? cursor, scrollTop: view.current.scrollTop }
  }
  const go = (next: Cursor, range = false) => {
    const { props, parts } = latest.current
    left = null
    const { window, selection, onSelection, onNear } = props
    parts.setCursor(next)
    const top = topFor(next.row, heightOfRows(props.isPhone), parts.view.current)
    if (top !== parts.view.current.scrollTop) parts.scroll.current?.scrollTo({ top })
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
    const inView = (parts.view.current.clientHeight - headHeight) / heightOfRows(props.isPhone)
    const page = Math.max(1, Math.floor(inView) - 1)
    const next = moved(parts.cursor, key, { rows: props.window.known, columns: props.columns.length, page })
    if (next) go(next, range)
    return next !== null
  }

  const open = (row = latest.current.parts.cursor.row) => {
    const { props } = latest.current
    const key = props.window.keyAt(row)
    if (key !== null) props.onOpen(key)
  }
  return { leave, position, go, edit, choose, move, open }
}

type Moves = ReturnType<typeof makeMoves>

function makeActions(latest: Latest, anchor: RefObject<number>) {
  const moves = makeMoves(latest, anchor)
  const handle = makeHandle(latest, moves)
  return { pointer: makePointer(latest, moves), handle, onKeyDown: makeKeys(latest, moves, handle) }
}

/** The row and the column of an event among the rows; the boxes by which rows are chosen are column -1. */
function placeOf({ target, currentTarget }: SyntheticEvent): Cursor | null {
  // What a cell opens elsewhere in the page, such as a list of options, tells its events here too.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null
  const cell = target.closest('[role=gridcell]')
  const row = cell?.closest('[role=row][data-key]')
  if (!cell || !row) return null
  return { row: Number(row.ariaRowIndex) - 2, column: Number(cell.ariaColIndex) - 2 }
}

/** What the pointer does, listened to once for all rows. */
function makePointer(latest: Latest, { leave, go, edit, choose, open }: Moves) {
  /** It is marked: a style for `:hover` would paint two rows more whenever rows are scrolled below a pointer that rests. */
  let near: Element | null = null
  const leaveRow = () => {
    near?.removeAttribute('data-near')
    near = null
  }
  return {
    onClick: (event: MouseEvent) => {
      const place = placeOf(event)
      if (!place) return
      if (place.column < 0) return choose(place.row, event.shiftKey)
      const { parts, props } = latest.current
      if ((event.target as Element).closest('a')) {
        if (!isPlainClick(event)) return
        leave(place)
        // The link of the first cell is that of the record.
        if (place.column > 0) return
        event.preventDefault()
        return open(place.row)
      }
      parts.scroll.current?.focus({ preventScroll: true })
      go(place)
      if (props.isPhone) open(place.row)
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event)
      if (place && place.column >= 0) edit(place.row, place.column)
    },
    // Not when rows are scrolled below a pointer that rests: those are not about to be opened.
    onPointerMove: (event: PointerEvent) => {
      const place = placeOf(event)
      const row = place && (event.target as Element).closest('[role=row]')
      if (row === near) return
      leaveRow()
      if (!row) return
      near = row
      if (event.pointerType !== 'touch') row.setAttribute('data-near', '')
      const { window, onNear } = latest.current.props
      const key = window.keyAt(place.row)
      if (key !== null) onNear(key, 'pointer')
    },
    onPointerLeave: leaveRow,
  }
}

/** What others may do with the table. */
function makeHandle(latest: Latest, { position, move, edit, choose }: Moves): TableHandle {
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
      return position()
    },
  }
  return handle
}

function makeKeys(latest: Latest, { move, open }: Moves, handle: TableHandle) {
  return (event: KeyboardEvent): void => {
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
}

const isEditable = (column: Column | undefined): column is Column =>
  column?.field.writable === true && kindOf(column.field).Editor !== undefined

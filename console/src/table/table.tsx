// Shows a list as a table of any length: rows in view are drawn, pages near the view are loaded.

import {
  type CSSProperties,
  type RefObject,
  type UIEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useRecords } from '../api/use-read.ts'
import { useAfterPaint } from '../ui/display/later.ts'
import { useLatest } from '../ui/use-latest.ts'
import { type Position, type TableProps, useActions } from './actions.ts'
import type { Editing } from './cell.tsx'
import { type Column, type Sort, widthName } from './columns.ts'
import { type Cursor, firstCell } from './cursor.ts'
import { Foot, PhoneFoot } from './foot.tsx'
import { Header, type HeaderProps } from './header.tsx'
import type { PageWindow } from './page-window.ts'
import { BoneRow, type Finish, TableRow, type TitleOf } from './row.tsx'
import { heightOfRows } from './rows.ts'
import { isChosen } from './selection.ts'
import type { Summary } from './summaries.ts'
import styles from './table.module.css'
import { useRows } from './use-rows.ts'

interface Props extends TableProps {
  readonly label: string
  /** The rows shown are those of the request before. */
  readonly isOld: boolean
  readonly sorts: readonly Sort[]
  /** How many records match; null while it is unknown. */
  readonly total: number | null
  readonly openKey: string | null
  readonly start: Position | null
  readonly titleOf: TitleOf
  readonly sums: readonly Summary[]
  /** What columns come to, by their paths; null where that is not shown. */
  readonly foot: ReadonlyMap<string, string> | null
  onSums(sums: readonly Summary[]): void
  onSort: HeaderProps['onSort']
  onColumns(columns: readonly Column[]): void
  /** Writes a value; gives the problems of a refusal. */
  onEdit(key: string, path: string, value: unknown): Promise<Editing['problems']>
}

export function Table(props: Props) {
  const { label, window, isOld, total, selection, openKey, titleOf, isPhone } = props
  const columns = useShownColumns(props)
  const scroll = useRef<HTMLDivElement>(null)
  const activeId = useId()
  const [cursor, setCursor] = useCursor(props)
  const editing = useEditing(props, scroll)
  const height = heightOfRows(isPhone)
  const parts = { scroll, columns, cursorRow: cursor.row, editing: editing.cell }
  const { drawn, view, inView, recordsAt } = useShownRows(props, parts)
  const act = useActions(props, { scroll, view, cursor, setCursor, editing })
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
      aria-activedescendant={drawn.includes(cursor.row) && !editing.cell ? activeId : undefined}
      className={styles.scroll}
      data-old={isOld || undefined}
      data-phone={isPhone || undefined}
      data-choosing={selection.all || selection.keys.size > 0 || undefined}
      style={widthsOf(columns, isPhone) as CSSProperties}
      onKeyDown={act.onKeyDown}
      onScroll={markScrolled}
    >
      <Header {...headerOf(props)} columns={columns} onPreview={usePreview(scroll, isPhone)} />
      <div role="rowgroup" className={styles.body} style={{ height: window.rowCount * height }} {...act.pointer}>
        {drawn.map(index => {
          const { record, beyond } = recordsAt(index)
          return record === null ? (
            <BoneRow key={index} index={index} top={index * height} columns={columns} />
          ) : (
            <TableRow
              // Rows of another list take the place of those before. A row with an editor keeps it wherever it goes.
              key={editing.cell?.key === record.key ? record.key : index}
              activeId={activeId}
              index={index}
              top={index * height}
              record={record}
              beyond={beyond ?? record}
              columns={columns}
              inView={inView}
              cursor={cursor.row === index ? cursor.column : -1}
              isChosen={isChosen(selection, record.key)}
              isOpen={openKey === record.key}
              isMoved={window.isOutdated && window.touched.has(record.key)}
              editing={editing.cell?.key === record.key ? editing.cell : null}
              titleOf={titleOf}
              readOnly={props.readOnly}
              onFinish={editing.finish}
            />
          )
        })}
      </div>
      {props.foot &&
        (isPhone ? (
          <PhoneFoot columns={props.columns} sums={props.sums} texts={props.foot} />
        ) : (
          <Foot columns={columns} sums={props.sums} texts={props.foot} />
        ))}
    </div>
  )
}

const headerOf = ({ sorts, sums, selection, onSelection, onSort, onSums, onColumns }: Props) => ({
  ...{ sorts, sums, onSelection, onSort, onSums, onColumns },
  chosen: selection.all ? ('all' as const) : selection.keys.size > 0 ? ('some' as const) : ('none' as const),
})

/** The boxes by which rows are chosen. */
const boxWidth = 36
/** What is left after the last column. */
const restWidth = 16
/** A phone has room for two lines of two. */
const useShownColumns = ({ isPhone, columns }: Pick<Props, 'isPhone' | 'columns'>): readonly Column[] =>
  useMemo(() => (isPhone ? columns.slice(0, phoneWidths.length) : columns), [isPhone, columns])

const phoneWidths = ['auto', 'auto', 'auto', 'auto']

/** The widths of the columns for the cells of each row, and of all together, so that no row has to be measured. */
function widthsOf(columns: readonly Column[], isPhone: boolean): Readonly<Record<string, string>> {
  const widths = isPhone ? phoneWidths : columns.map(({ width }) => `${width}px`)
  const least = isPhone ? 0 : columns.reduce((sum, { width }) => sum + width, boxWidth + restWidth)
  return { ...Object.fromEntries(widths.map((width, index) => [widthName(index), width])), '--least': `${least}px` }
}

/** How many columns begin left of a place. */
function columnsLeftOf(right: number, columns: readonly Column[]): number {
  let left = boxWidth
  const beyond = columns.findIndex(({ width }) => {
    left += width
    return left - width >= right
  })
  return beyond < 0 ? columns.length : beyond
}

/** Shows a width while it is dragged, without drawing any row. */
const usePreview = (scroll: RefObject<HTMLDivElement | null>, isPhone: boolean): HeaderProps['onPreview'] =>
  useCallback(
    columns => {
      for (const [name, value] of Object.entries(widthsOf(columns, isPhone)))
        scroll.current?.style.setProperty(name, value)
    },
    [scroll, isPhone],
  )

/** The first column has a shadow over what is scrolled below it. */
const markScrolled = ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)
}

/** The cursor, which begins anew with another list, and stays with its record when others come before it. */
function useCursor({ window, isOld, start }: Props) {
  const [cursor, setCursor] = useState<Cursor>(start?.cursor ?? firstCell)
  const { row } = cursor
  const held = useRef({ row, key: null as string | null })
  const version = window.version()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have other rows
  useEffect(() => {
    if (isOld) return
    const { row: before, key } = held.current
    const now = key !== null && row > 0 && row === before ? window.rowOf(key) : -1
    held.current = { row: now >= 0 ? now : row, key: window.keyAt(now >= 0 ? now : row) }
    if (now >= 0 && now !== row) setCursor(({ column }) => ({ row: now, column }))
  }, [window, version, isOld, row])
  const shown = useRef(window)
  useEffect(() => {
    if (isOld || shown.current === window) return
    shown.current = window
    setCursor(now => (now.row === 0 ? now : { row: 0, column: now.column }))
  }, [window, isOld])
  return [cursor, setCursor] as const
}

interface RowsInput {
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly columns: readonly Column[]
  readonly cursorRow: number
  readonly editing: Editing | null
}

/** The rows to draw, and how many columns are in view. The window then loads the rows in view. */
function useShownRows({ window, isOld, start, isPhone }: Props, { scroll, columns, cursorRow, editing }: RowsInput) {
  const height = heightOfRows(isPhone)
  const extent = { count: window.rowCount, height, startTop: start?.scrollTop ?? 0, cursorRow }
  const { first, last, right, drawn, view } = useRows(scroll, extent)
  const version = window.version()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have dropped rows that are in view
  useEffect(() => {
    if (!isOld) window.show(first, Math.max(first, last))
  }, [window, isOld, first, last, version])

  const shown = useRef(window)
  useEffect(() => {
    if (isOld || shown.current === window) return
    shown.current = window
    if (view.current.scrollTop !== 0) scroll.current?.scrollTo({ top: 0 })
  }, [window, isOld, scroll, view])
  // Rows and columns beyond the view follow when those in view are painted. An editor may be in one of them.
  const painted = useAfterPaint(window)
  const beyond = editing ? window : painted
  const recordOf = useRecords()
  const recordIn = (list: PageWindow, row: number) => {
    const key = list.keyAt(row)
    return key === null ? null : recordOf(key)
  }
  const recordsAt = (row: number) => {
    const old = recordIn(beyond, row)
    return { record: row < first || row > last ? old : recordIn(window, row), beyond: old }
  }
  const inView = isPhone ? columns.length : columnsLeftOf(right, columns)
  return { drawn, view, inView, recordsAt }
}

/** Which cell is edited. A refused value is shown in its editor again. */
function useEditing({ onEdit, window }: Props, scroll: RefObject<HTMLDivElement | null>) {
  const [cell, setCell] = useState<Editing | null>(null)
  const latest = useLatest({ onEdit, window })
  const finish = useCallback<Finish>(
    (edited, value, how) => {
      setCell(null)
      // The input is gone; the keys belong to the table again, unless the person has clicked elsewhere.
      if (scroll.current?.contains(document.activeElement) || document.activeElement === document.body) {
        scroll.current?.focus({ preventScroll: true })
      }
      if (how === 'cancel') return
      latest.current.window.touched.add(edited.key)
      void latest.current.onEdit(edited.key, edited.path, value).then(problems => {
        if (problems.length > 0) setCell({ key: edited.key, path: edited.path, draft: value, problems })
      })
    },
    [scroll, latest],
  )
  return { cell, setCell, finish }
}

// Draws the header of a table: sorts by click, resizes and moves columns by pointer, and everything by its menu.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Menu } from '@mantine/core'
import { memo, type PointerEvent, useEffect, useRef, useState } from 'react'
import { fullLabel, headingOf } from '../fields/field.ts'
import { kindOf } from '../fields/index.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { useAfterPaint } from '../ui/display/later.ts'
import { useLatest } from '../ui/use-latest.ts'
import { type Column, isRight, narrowest, type Sort, widest, widthStyle } from './columns.ts'
import { noSelection, type Selection } from './selection.ts'
import { type Summary, waysOf, withSummary } from './summaries.ts'
import styles from './table.module.css'

export interface HeaderProps {
  readonly columns: readonly Column[]
  readonly sorts: readonly Sort[]
  readonly chosen: 'all' | 'some' | 'none'
  onSelection(selection: Selection): void
  onSort(path: string, how: 'next' | 'beside' | 'ascending' | 'descending' | 'none'): void
  onColumns(columns: readonly Column[]): void
  readonly sums: readonly Summary[]
  onSums(sums: readonly Summary[]): void
  /** Shows a width while it is dragged, without drawing any row. */
  onPreview(columns: readonly Column[]): void
}

const clamp = (width: number): number => Math.max(narrowest, Math.min(widest, Math.round(width)))

const withWidth = (columns: readonly Column[], index: number, width: number): Column[] =>
  columns.map((column, at) => (at === index ? { ...column, width: clamp(width) } : column))

function moveTo(columns: readonly Column[], from: number, to: number): Column[] {
  const next = [...columns]
  const [column] = next.splice(from, 1)
  next.splice(to, 0, column as Column)
  return next
}

export function Header({ columns, sorts, chosen, onSelection, ...cells }: HeaderProps) {
  const t = useTexts().table
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" aria-colindex={1} className={`${styles.headCell} ${styles.choose}`}>
          <input
            type="checkbox"
            className={styles.box}
            aria-label={t.chooseAll}
            checked={chosen === 'all'}
            ref={box => {
              if (box) box.indeterminate = chosen === 'some'
            }}
            onChange={() => onSelection(chosen === 'all' ? noSelection : { keys: new Set(), all: true })}
          />
        </div>
        {columns.map((column, index) => {
          const place = sorts.findIndex(({ path }) => path === column.field.path)
          return (
            <HeaderCell
              key={column.field.path}
              index={index}
              column={column}
              columns={columns}
              sort={place < 0 ? undefined : sorts[place]?.descending ? 'descending' : 'ascending'}
              order={place < 0 || sorts.length < 2 ? null : place + 1}
              {...cells}
            />
          )
        })}
      </div>
    </div>
  )
}

interface CellProps extends Pick<HeaderProps, 'columns' | 'sums' | 'onSort' | 'onColumns' | 'onSums' | 'onPreview'> {
  readonly index: number
  readonly column: Column
  readonly sort: 'ascending' | 'descending' | undefined
  /** Its place among several columns that give the order. */
  readonly order: number | null
}

/** Drawn again only when its own column changes. */
const HeaderCell = memo((props: CellProps) => {
  const { index, sort, order } = props
  const [header, drop] = useColumnDrag(props)
  return (
    <div
      ref={header}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={sort}
      className={index === 0 ? `${styles.headCell} ${styles.headTitle}` : styles.headCell}
      style={widthStyle(index)}
      data-drop={drop}
      onPointerDownCapture={({ currentTarget, pointerType }) => {
        currentTarget.dataset.pointer = pointerType
      }}
    >
      <HeaderMenu {...props} sort={useAfterPaint(sort)} order={useAfterPaint(order)} />
      <ResizeHandle {...props} />
    </div>
  )
})

/** It costs more than all rows of its column, which come before the mark of their order. */
const HeaderMenu = memo((props: CellProps) => {
  const { index, column, columns, sort, order, onSort } = props
  const { field } = column
  const t = useTexts().table
  const [opened, setOpened] = useState(false)
  const longPress = useLongPress(() => setOpened(true))
  return (
    <Menu
      opened={opened}
      onChange={isOpen => isOpen || setOpened(false)}
      position="bottom-start"
      withinPortal
      trigger="click"
    >
      <Menu.Target>
        <button
          type="button"
          className={styles.headButton}
          data-right={(index > 0 && isRight(column)) || undefined}
          title={[fullLabel(field), field.description].filter(Boolean).join(': ')}
          aria-haspopup="menu"
          {...longPress}
          onClick={event => {
            // A click sorts; the menu opens by the context menu, the down arrow, or where there is no order, and not by itself.
            if (field.sortable) onSort(field.path, event.shiftKey ? 'beside' : 'next')
            else setOpened(true)
          }}
          onContextMenu={event => {
            event.preventDefault()
            setOpened(true)
          }}
          onKeyDown={event => {
            if (event.key === 'ArrowDown') setOpened(true)
          }}
        >
          <span className={styles.headLabel}>{headingOf(field)}</span>
          {sort && <Icon name={sort === 'descending' ? 'down' : 'up'} size={12} />}
          {order !== null && <span>{order}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {field.sortable && (
          <>
            <Menu.Item onClick={() => onSort(field.path, 'ascending')} leftSection={<Icon name="up" />}>
              {t.ascending}
            </Menu.Item>
            <Menu.Item onClick={() => onSort(field.path, 'descending')} leftSection={<Icon name="down" />}>
              {t.descending}
            </Menu.Item>
            {sort && <Menu.Item onClick={() => onSort(field.path, 'none')}>{t.unsorted}</Menu.Item>}
            <Menu.Divider />
          </>
        )}
        <SummaryItems {...props} />
        <ColumnItems {...props} columns={columns} />
      </Menu.Dropdown>
    </Menu>
  )
})

/** What the column comes to, below the rows and in groups. */
function SummaryItems({ column: { field }, sums, onSums }: CellProps) {
  const t = useTexts().table
  const ways = waysOf(field)
  const now = sums.find(({ path }) => path === field.path)?.way
  if (ways.length === 0) return null
  return (
    <>
      {ways
        .filter(way => way !== now)
        .map(way => (
          <Menu.Item key={way} onClick={() => onSums(withSummary(sums, field.path, way))}>
            {t.show[way]}
          </Menu.Item>
        ))}
      {now && <Menu.Item onClick={() => onSums(withSummary(sums, field.path, null))}>{t.showNothing}</Menu.Item>}
      <Menu.Divider />
    </>
  )
}

function ColumnItems({ index, column, columns, onColumns }: CellProps) {
  const t = useTexts().table
  return (
    <>
      <Menu.Item
        disabled={index === 0}
        onClick={() => onColumns(moveTo(columns, index, index - 1))}
        leftSection={<Icon name="left" />}
      >
        {t.moveLeft}
      </Menu.Item>
      <Menu.Item
        disabled={index === columns.length - 1}
        onClick={() => onColumns(moveTo(columns, index, index + 1))}
        leftSection={<Icon name="right" />}
      >
        {t.moveRight}
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => onColumns(withWidth(columns, index, column.width + 40))}>
        {t.wider}
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => onColumns(withWidth(columns, index, column.width - 40))}>
        {t.narrower}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item disabled={columns.length === 1} onClick={() => onColumns(columns.filter((_, at) => at !== index))}>
        {t.hide}
      </Menu.Item>
    </>
  )
}

function ResizeHandle({ index, column, columns, onColumns, onPreview }: CellProps) {
  const from = useRef<{ x: number; width: number } | null>(null)
  const resized = (event: PointerEvent) =>
    from.current && withWidth(columns, index, from.current.width + event.clientX - from.current.x)
  return (
    <div
      aria-hidden
      className={styles.handle}
      onPointerDown={event => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width: column.width }
      }}
      onPointerMove={event => {
        const next = resized(event)
        if (next) onPreview(next)
      }}
      onPointerUp={event => {
        const next = resized(event)
        from.current = null
        if (next) onColumns(next)
      }}
      onDoubleClick={() => onColumns(withWidth(columns, index, kindOf(column.field).width))}
    />
  )
}

/** Moves a column by dragging its header onto that of another one. Gives the element of the header, and where the column would go. */
function useColumnDrag({ index, columns, onColumns }: CellProps) {
  const header = useRef<HTMLDivElement>(null)
  const latest = useLatest({ columns, onColumns })
  const [drop, setDrop] = useState<'before' | 'after'>()
  useEffect(() => {
    const element = header.current as HTMLDivElement
    const from = (source: { readonly data: Record<string, unknown> }): number => Number(source.data.column)
    return combine(
      draggable({
        element,
        dragHandle: element.querySelector('button') as HTMLButtonElement,
        getInitialData: () => ({ column: index }),
        // A finger scrolls the table, and a long press opens the menu.
        canDrag: () => element.dataset.pointer !== 'touch',
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => 'column' in source.data && from(source) !== index,
        onDragEnter: ({ source }) => setDrop(from(source) > index ? 'before' : 'after'),
        onDragLeave: () => setDrop(undefined),
        onDrop: ({ source }) => {
          setDrop(undefined)
          latest.current.onColumns(moveTo(latest.current.columns, from(source), index))
        },
      }),
    )
  }, [index, latest])
  return [header, drop] as const
}

const longPressMs = 500

/** Opens the menu of a column by a long press of a finger, for browsers without a context menu. */
function useLongPress(run: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = (): void => clearTimeout(timer.current)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'touch') timer.current = setTimeout(run, longPressMs)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

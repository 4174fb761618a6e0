// Shows a report of a dashboard; while the dashboard is edited, the tile is moved and resized by drag and by keys.
import { type PointerEvent, type RefObject, useRef } from 'react'
import { useTexts } from '../../texts/index.tsx'
import { PageLink } from '../../ui/addresses/page-link.tsx'
import { DragHandle, useSorting } from '../../ui/controls/drag-handle.tsx'
import { hint } from '../../ui/controls/hint.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { lazyPart } from '../../ui/display/lazy-part.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { allReports } from '../all.ts'
import { isEmptyResult } from '../report.ts'
import { ReportTable } from '../report-table.tsx'
import { type ReportChoice, useReport } from '../use-report.ts'
import classes from './dashboard.module.css'
import { columns, draggedSize, type Tile as TileData } from './layout.ts'

const Chart = lazyPart(async () => (await import('../charts.tsx')).Chart, {
  waiting: <div className={classes.waiting} />,
})

interface TileProps {
  readonly tile: TileData
  readonly at: number
  readonly choice: ReportChoice
  readonly isEdited: boolean
  readonly onMove: (from: number, to: number) => void
  readonly onResize: (id: string, width: number, height: number) => void
  readonly onChange: (id: string, part: Partial<TileData>) => void
  readonly onRemove: (id: string) => void
}

export function Tile({ tile, at, choice, isEdited, onMove, onResize, onChange, onRemove }: TileProps) {
  const { reports, dashboards: t } = useTexts()
  const { title } = reports.names[tile.report]
  const { item, handle, isOver } = useSorting<HTMLElement>({ list: 'tiles', at, isEnabled: isEdited, onMove })
  const step = (x: number, y: number) => (isShift: boolean) =>
    isShift ? onResize(tile.id, tile.width + x, tile.height + y) : onMove(at, at + x + y)
  const keys = { ArrowLeft: step(-1, 0), ArrowRight: step(1, 0), ArrowUp: step(0, -1), ArrowDown: step(0, 1) }
  const other = tile.form === 'chart' ? 'table' : 'chart'
  return (
    <section
      ref={item}
      className={classes.tile}
      aria-label={title}
      data-width={tile.width}
      data-height={tile.height}
      data-over={isOver || undefined}
    >
      <header className={classes.head}>
        {isEdited && <DragHandle handle={handle} label={t.move(title)} hint={t.moveHint} keys={keys} />}
        <h2 className={classes.title}>
          <PageLink to="reports" search={{ report: tile.report, ...nonEmpty(choice) }}>
            {title}
          </PageLink>
        </h2>
        {isEdited && (
          <>
            <IconButton
              {...hint(t.forms[other])}
              aria-label={`${t.forms[other]}: ${title}`}
              onClick={() => onChange(tile.id, { form: other })}
            >
              <Icon name={other === 'table' ? 'list' : 'chart'} size={14} />
            </IconButton>
            <IconButton {...hint(t.remove)} aria-label={`${t.remove}: ${title}`} onClick={() => onRemove(tile.id)}>
              <Icon name="close" size={14} />
            </IconButton>
          </>
        )}
      </header>
      <Figures tile={tile} choice={choice} />
      {isEdited && <Corner tile={tile} element={item} onResize={onResize} />}
    </section>
  )
}

const nonEmpty = ({ period, owner, territory }: ReportChoice): Record<string, string> =>
  Object.fromEntries(Object.entries({ period, owner, territory }).filter(([, value]) => value !== ''))

function Figures({ tile, choice }: Pick<TileProps, 'tile' | 'choice'>) {
  const { reports } = useTexts()
  const report = allReports[tile.report]
  const { title, rows } = reports.names[tile.report]
  const { query, resultOf } = useReport(report, choice)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className={classes.body} tabIndex={0} aria-label={`${title}: ${rows}`}>
      <Loaded query={query} loading={<div className={classes.waiting} />}>
        {data => {
          const result = resultOf(data)
          if (isEmptyResult(result)) return <p className={classes.none}>{reports.empty}</p>
          if (tile.form === 'table') return <ReportTable result={result} caption={rows} />
          return <Chart report={report} result={result} label={title} />
        }}
      </Loaded>
    </section>
  )
}

const gap = 16
const rowPx = 190

/** The corner by which a tile is resized; keys do the same on its handle. */
function Corner({
  tile,
  element,
  onResize,
}: Pick<TileProps, 'tile' | 'onResize'> & { element: RefObject<HTMLElement | null> }) {
  const start = useRef<{ x: number; y: number; tile: TileData } | null>(null)
  const resize = ({ clientX, clientY }: PointerEvent): void => {
    const from = start.current
    const page = element.current?.parentElement
    if (!from || !page) return
    const cell = { x: (page.clientWidth + gap) / columns, y: rowPx + gap }
    const { width, height } = draggedSize(from.tile, { x: clientX - from.x, y: clientY - from.y }, cell)
    if (width !== tile.width || height !== tile.height) onResize(tile.id, width, height)
  }
  return (
    <div
      className={classes.corner}
      data-corner=""
      aria-hidden="true"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, y: event.clientY, tile }
      }}
      onPointerMove={resize}
      onPointerUp={() => {
        start.current = null
      }}
    />
  )
}

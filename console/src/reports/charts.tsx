// Draws the three charts of reports as SVG: columns by month, bars, and bars of several parts. Their table has the same figures.

import { useElementSize } from '@mantine/hooks'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { ReactNode } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import type { Cell, Report, ReportResult, ReportRow } from './report.ts'
import classes from './reports.module.css'

interface ChartProps {
  readonly report: Report
  readonly result: ReportResult
  /** What the chart shows, for screen readers. */
  readonly label: string
}

export function Chart({ report, result, label }: ChartProps) {
  const { ref, width } = useElementSize()
  const Drawing = report.chart === 'columns' ? Columns : Bars
  return (
    <figure className={classes.chart} data-palette={report.id}>
      {result.series.length > 1 && (
        <figcaption className={classes.legend}>
          {result.series.map((name, at) => (
            <span key={name} className={classes.key}>
              <span className={classes.swatch} data-series={at} />
              {name}
            </span>
          ))}
        </figcaption>
      )}
      <div ref={ref}>{width > 0 && <Drawing result={result} label={label} width={width} />}</div>
    </figure>
  )
}

interface DrawingProps {
  readonly result: ReportResult
  readonly label: string
  readonly width: number
}

const columnsHeight = 260
const margin = { top: 8, right: 4, bottom: 26, left: 46 }

function Columns({ result: { rows, series }, label, width }: DrawingProps) {
  const { session } = useWorkspace()
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value)))
  const x = scaleBand({ domain: rows.map(({ id }) => id), range: [margin.left, width - margin.right], padding: 0.28 })
  const inner = scaleBand({ domain: series.map((_, at) => at), range: [0, x.bandwidth()], padding: 0.12 })
  const y = scaleLinear({ domain: [0, most], range: [columnsHeight - margin.bottom, margin.top], nice: 4 })
  const short = new Intl.NumberFormat(session.culture, { notation: 'compact' })
  // Names of months need about 56 pixels; where there is less, only some of them are written.
  const every = Math.max(1, Math.ceil(56 / x.step()))
  return (
    <svg role="img" aria-label={label} width={width} height={columnsHeight}>
      {y.ticks(4).map(tick => (
        <g key={tick}>
          <line className={classes.grid} x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
          <text className={classes.tick} x={margin.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
            {short.format(tick)}
          </text>
        </g>
      ))}
      {rows.map((row, place) => (
        <g key={row.id} transform={`translate(${x(row.id)},0)`}>
          {row.cells.map((cell, at) => (
            <Part key={series[at]} cell={cell} name={`${row.label}, ${series[at]}`} at={at}>
              <Bar
                x={inner(at)}
                y={y(cell.value)}
                width={inner.bandwidth()}
                height={columnsHeight - margin.bottom - (y(cell.value) ?? 0)}
                rx={2}
              />
            </Part>
          ))}
          {place % every === 0 && (
            <text className={classes.tick} x={x.bandwidth() / 2} y={columnsHeight - 8} textAnchor="middle">
              {row.label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

const rowHeight = 30
const groupHeight = 30
const letterPx = 6.4

/** Bars of one part or of several, one below the other, under the names of their groups. */
function Bars({ result: { rows, series }, label, width }: DrawingProps) {
  const left = Math.min(190, width * 0.34)
  const right = series.length === 1 ? 104 : 44
  const sumOf = ({ cells }: ReportRow): number => cells.reduce((sum, { value }) => sum + value, 0)
  const x = scaleLinear({ domain: [0, Math.max(1, ...rows.map(sumOf))], range: [0, width - left - right] })
  let y = 0
  const placed = rows.map((row, at) => {
    const isFirst = (row.group ?? '') !== (rows[at - 1]?.group ?? '')
    if (isFirst) y += groupHeight
    y += rowHeight
    return { row, heading: isFirst ? row.group : undefined, top: y - rowHeight }
  })
  const cut = (text: string): string => {
    const most = Math.floor(left / letterPx)
    return text.length > most ? `${text.slice(0, most - 1)}…` : text
  }
  return (
    <svg role="img" aria-label={label} width={width} height={y + 4}>
      {placed.map(({ row, heading, top }) => {
        let from = 0
        return (
          <g key={`${row.group}${row.id}`} transform={`translate(0,${top})`}>
            {heading && (
              <text className={classes.group} y={-10}>
                {heading}
              </text>
            )}
            <text className={classes.label} y={rowHeight / 2} dominantBaseline="middle">
              {cut(row.label)}
            </text>
            {row.cells.map((cell, at) => {
              const start = from
              from += cell.value
              return (
                <Part key={series[at]} cell={cell} name={`${row.label}, ${series[at]}`} at={at}>
                  <Bar x={left + x(start)} y={5} width={x(cell.value)} height={rowHeight - 10} rx={2} />
                </Part>
              )
            })}
            <text className={classes.amount} x={left + x(from) + 8} y={rowHeight / 2} dominantBaseline="middle">
              {series.length === 1 ? row.cells[0]?.text : from}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** A part of a chart; a click opens its records, for which the table has a link. */
function Part({ cell, name, at, children }: { cell: Cell; name: string; at: number; children: ReactNode }) {
  const go = useGo()
  const { list } = cell
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same as a link
    <g
      className={classes.part}
      data-series={at}
      data-value={cell.value}
      data-opens={list ? true : undefined}
      onClick={list ? () => go(list.to, { search: list.search }) : undefined}
    >
      <title>{`${name}: ${cell.text}`}</title>
      {children}
    </g>
  )
}

// Shows the figures of a report as a table; each figure leads to the list of its records.
import { Fragment } from 'react'
import { useTexts } from '../texts/index.tsx'
import { PageLink } from '../ui/addresses/page-link.tsx'
import type { Figure, ReportResult } from './report.ts'
import classes from './reports.module.css'

export function ReportTable({ result, caption }: { result: ReportResult; caption: string }) {
  const { reports } = useTexts()
  const { series, more, rows, total } = result
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className={classes.scroll} tabIndex={0} aria-label={caption}>
      <table className={`${classes.table} tabular`}>
        <thead>
          <tr>
            <th scope="col">{caption}</th>
            {[...series, ...more].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Fragment key={`${row.group}${row.id}`}>
              {row.group && row.group !== rows[at - 1]?.group && (
                <tr>
                  <th scope="rowgroup" colSpan={1 + series.length + more.length} className={classes.rowGroup}>
                    {row.group}
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row">{row.label}</th>
                {row.cells.map((cell, place) => (
                  <td key={series[place]} data-value={cell.value}>
                    <FigureLink figure={cell} row={row.label} column={series[place] ?? ''} />
                  </td>
                ))}
                {row.more.map((figure, place) => (
                  <td key={more[place]}>
                    <FigureLink figure={figure} row={row.label} column={more[place] ?? ''} />
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">{reports.total}</th>
              {total.map((figure, at) => {
                const column = [...series, ...more][at] ?? ''
                return (
                  <td key={column}>
                    <FigureLink figure={figure} row={reports.total} column={column} />
                  </td>
                )
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

interface FigureLinkProps {
  readonly figure: string | Figure
  readonly row: string
  readonly column: string
}

/** A figure leads to its records; a share or an average has none. */
function FigureLink({ figure, row, column }: FigureLinkProps) {
  const { reports } = useTexts()
  if (typeof figure === 'string') return figure
  const { text, list } = figure
  if (!list) return <span className={classes.nothing}>{text}</span>
  return (
    <PageLink to={list.to} search={list.search} title={reports.open(row, column)}>
      {text}
    </PageLink>
  )
}

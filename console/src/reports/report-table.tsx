// Shows the figures of a report as a table; each figure leads to the list of its records.
import { Fragment } from 'react'
import { useTexts } from '../texts/index.tsx'
import { PageLink } from '../ui/addresses/page-link.tsx'
import type { ReportResult } from './report.ts'
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
                {row.cells.map(({ text, list, value }, place) => (
                  <td key={series[place]} data-value={value}>
                    {list ? (
                      <PageLink to={list.to} search={list.search} title={reports.open(row.label, series[place] ?? '')}>
                        {text}
                      </PageLink>
                    ) : (
                      <span className={classes.nothing}>{text}</span>
                    )}
                  </td>
                ))}
                {row.more.map((text, place) => (
                  <td key={more[place]}>{text}</td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">{reports.total}</th>
              {total.map((text, at) => (
                <td key={[...series, ...more][at]}>{text}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

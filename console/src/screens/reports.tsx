// Shows figures of sales and work as a chart and a table, each from one request.
import { useMemo } from 'react'
import { useShortcuts } from '../keys/registry.ts'
import { allReports } from '../reports/all.ts'
import { periods } from '../reports/period.ts'
import { isEmptyResult, type Report, reportIds } from '../reports/report.ts'
import { ReportTable } from '../reports/report-table.tsx'
import classes from '../reports/reports.module.css'
import { ScopeBar } from '../reports/scope-bar.tsx'
import { type ReportChoice, useReport } from '../reports/use-report.ts'
import { useTexts } from '../texts/index.tsx'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'

const Chart = lazyPart(async () => (await import('../reports/charts.tsx')).Chart, {
  waiting: <div className={classes.placeholder} />,
})

const params = {
  report: choiceParam(reportIds),
  period: choiceParam(periods),
  owner: textParam<string>(''),
  territory: textParam<string>(''),
}

export default function Reports() {
  const { reports } = useTexts()
  const [{ report, ...choice }, setSearch] = useSearchParams(params)
  const shortcuts = useMemo(
    () =>
      reportIds.map((id, at) => ({
        keys: String(at + 1),
        label: reports.show(reports.names[id].title),
        run: () => setSearch({ report: id }, { replace: false }),
      })),
    [reports, setSearch],
  )
  useShortcuts(shortcuts)
  return (
    <Page
      title={reports.title}
      bar={<ScopeBar choice={choice} hasPeriod={allReports[report].hasPeriod} onChange={setSearch} />}
    >
      <div className={classes.columns}>
        <nav className={classes.menu} aria-label={reports.title}>
          {reportIds.map(id => (
            <button
              key={id}
              type="button"
              aria-current={id === report ? 'page' : undefined}
              onClick={() => setSearch({ report: id }, { replace: false })}
            >
              {reports.names[id].title}
            </button>
          ))}
        </nav>
        <Content key={report} report={allReports[report]} choice={choice} />
      </div>
    </Page>
  )
}

function Content({ report, choice }: { report: Report; choice: ReportChoice }) {
  const texts = useTexts()
  const { title, hint, rows } = texts.reports.names[report.id]
  const { query, resultOf } = useReport(report, choice)
  return (
    <article className={classes.report}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.hint}>{hint}</p>
      <Loaded query={query} loading={<div className={classes.placeholder} />}>
        {data => {
          const result = resultOf(data)
          if (isEmptyResult(result)) {
            return <Empty icon="chart" title={texts.reports.empty} hint={texts.reports.emptyHint} />
          }
          return (
            <>
              <Chart report={report} result={result} label={`${title}. ${texts.reports.tableBelow}`} />
              <ReportTable result={result} caption={rows} />
            </>
          )
        }}
      </Loaded>
    </article>
  )
}

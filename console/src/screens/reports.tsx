// Shows figures of sales and work as a chart and a table, each from one request.
import { Select } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useShortcuts } from '../keys/registry.ts'
import { activity } from '../reports/activity.ts'
import { dayIn, daysOf, periods } from '../reports/period.ts'
import { type Report, type ReportId, reportIds } from '../reports/report.ts'
import { ReportTable } from '../reports/report-table.tsx'
import classes from '../reports/reports.module.css'
import { revenue } from '../reports/revenue.ts'
import { ages, pipeline } from '../reports/stages.ts'
import { useTexts } from '../texts/index.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Segments } from '../ui/controls/segments.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'

const Chart = lazy(() => import('../reports/charts.tsx'))

const params = { report: choiceParam(reportIds), period: choiceParam(periods) }
const all: Readonly<Record<ReportId, Report>> = { revenue, pipeline, ages, activity }

export default function Reports() {
  const { reports } = useTexts()
  const [{ report, period }, setSearch] = useSearchParams(params)
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
      bar={
        <>
          <Segments
            label={reports.title}
            data={reportIds.map(id => ({ value: id, label: reports.names[id].title }))}
            value={report}
            onChange={id => setSearch({ report: id }, { replace: false })}
          />
          {all[report].hasPeriod && (
            <Select
              aria-label={reports.period}
              allowDeselect={false}
              data={periods.map(value => ({ value, label: reports.periods[value] }))}
              value={period}
              onChange={value => setSearch({ period: value as typeof period })}
            />
          )}
        </>
      }
    >
      <Content key={report} report={all[report]} period={period} />
    </Page>
  )
}

function Content({ report, period }: { report: Report; period: (typeof periods)[number] }) {
  const texts = useTexts()
  const { session } = useWorkspace()
  const { title, hint, rows } = texts.reports.names[report.id]
  const days = useMemo(() => daysOf(period, dayIn(session.timeZone)), [period, session.timeZone])
  const members = useMemo(() => report.members(days), [report, days])
  const query = useRead(members, { title, keep: true })
  return (
    <article className={classes.report}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.hint}>{hint}</p>
      <Loaded query={query} loading={<div className={classes.placeholder} />}>
        {data => {
          const result = report.result(data, { texts, culture: session.culture, days })
          const isEmpty = result.rows.every(({ cells }) =>
            cells.every(({ value, list }) => value === 0 && list === null),
          )
          if (isEmpty) return <Empty icon="chart" title={texts.reports.empty} hint={texts.reports.emptyHint} />
          return (
            <>
              <Suspense fallback={<div className={classes.placeholder} />}>
                <Chart report={report} result={result} label={`${title}. ${texts.reports.tableBelow}`} />
              </Suspense>
              <ReportTable result={result} caption={rows} />
            </>
          )
        }}
      </Loaded>
    </article>
  )
}

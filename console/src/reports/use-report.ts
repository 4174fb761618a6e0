// Reads a report for the days of a period, an owner and a territory.
import { useMemo } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useOptions } from '../fields/parts/options.ts'
import { useTexts } from '../texts/index.tsx'
import { dayIn, daysOf, type Period } from './period.ts'
import type { Report, ReportContext, ReportResult } from './report.ts'

export interface ReportChoice {
  readonly period: Period
  /** The keys of a user and of a territory; empty for all. */
  readonly owner: string
  readonly territory: string
}

const noOptions = { entity: '', path: '' }

export function useReport(report: Report, { period, owner, territory }: ReportChoice) {
  const texts = useTexts()
  const { culture, currency, timeZone } = useWorkspace().session
  const listed = report.optionsOf
  const { choices, isPending } = useOptions(
    listed ? { entity: listed.entity, path: listed.field } : noOptions,
    {},
    'Key',
    listed !== undefined,
  )
  const isReady = listed === undefined || !isPending
  const scope = useMemo(
    () => ({
      days: daysOf(period, dayIn(timeZone)),
      owner,
      territory,
      options: choices.map(({ key, label }) => ({ key, name: label })),
    }),
    [period, owner, territory, timeZone, choices],
  )
  const members = useMemo(() => (isReady ? report.members(scope) : null), [report, scope, isReady])
  const query = useRead(members, { title: texts.reports.names[report.id].title, keep: true })
  const context: ReportContext = { texts, culture, currency, scope }
  const resultOf = (data: Parameters<Report['result']>[0]): ReportResult => report.result(data, context)
  return { query, resultOf }
}

// Gathers the reports by name.
import { activity } from './activity.ts'
import { caseAges } from './case-ages.ts'
import { conversion } from './conversion.ts'
import { forecast } from './forecast.ts'
import { reasons } from './reasons.ts'
import type { Report, ReportId } from './report.ts'
import { revenue } from './revenue.ts'
import { ages, pipeline } from './stages.ts'
import { work } from './work.ts'

export const allReports: Readonly<Record<ReportId, Report>> = {
  ...{ revenue, forecast, pipeline, conversion, reasons },
  ...{ ages, activity, work, cases: caseAges },
}

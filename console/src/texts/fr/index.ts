// Gathers the French texts; the other languages have the same members.
import { account } from './account.ts'
import { activity } from './activity.ts'
import { audit } from './audit.ts'
import { bin } from './bin.ts'
import { board } from './board.ts'
import { calendar } from './calendar.ts'
import { dashboards } from './dashboards.ts'
import { day } from './day.ts'
import { developers } from './developers.ts'
import { duplicates } from './duplicates.ts'
import { entities } from './entities.ts'
import { explorer } from './explorer.ts'
import { fields } from './fields.ts'
import { filter } from './filter.ts'
import { hints } from './hints.ts'
import { imports } from './imports.ts'
import { invitations } from './invitations.ts'
import { labels } from './labels.ts'
import { landing } from './landing.ts'
import { list } from './list.ts'
import { map } from './map.ts'
import { notifications } from './notifications.ts'
import { record } from './record.ts'
import { reports } from './reports.ts'
import { setup } from './setup.ts'
import { start } from './start.ts'
import { table } from './table.ts'
import { ui } from './ui.ts'
import { views } from './views.ts'
import { workflows } from './workflows.ts'

export default {
  account,
  activity,
  audit,
  bin,
  board,
  developers,
  duplicates,
  entities,
  explorer,
  fields,
  filter,
  hints,
  imports,
  invitations,
  labels,
  landing,
  list,
  notifications,
  record,
  start,
  table,
  ui,
  views,
  workflows,
  reports,
  map,
  setup,
  day,
  dashboards,
  calendar,
}

// Builds the one request of the start screen.
import type { Body } from '../../api/envelope.ts'
import { openStatuses } from '../../api/names.ts'
import { taskFields } from '../day/task-fields.ts'

const open = { Status: { $IN: [...openStatuses] } }
const me = { $EQ: '$CURRENTUSER()' }
/** Lines of a part of the tasks. */
const tasksShown = 8
const upcomingShown = 5
const sums = { '$COUNT()': 1, '$SUM(CorporateRevenue)': { Value: 1, DisplayValue: 1 } }
const named = { Key: 1, DisplayValue: 1 }

const openTasks = (moment: Body): Body => ({ AssignedTo: me, Completed: { $EQ: false }, DateTime: moment })

/** The earliest come first, so that none is hidden behind later ones. */
const tasks = (moment: Body, most: number): Body => ({
  Scope: { Fields: taskFields },
  Criteria: { SearchQuery: openTasks(moment), Top: most },
  OrderBy: { Fields: [{ DateTime: 'ASC' }] },
})

const pipelineOf = (isOwn: boolean): Body => (isOwn ? { ...open, Leader: me } : open)

export const startRequest = (days: number, onlyMine: boolean, isOwnPipeline: boolean): Body => ({
  'AbEntry.any': { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {}, Top: 1 } },
  'Task.overdue': tasks({ $LT: '$TODAY()' }, tasksShown),
  'Task.overdueCount': {
    Scope: { Fields: { '$COUNT()': 1 } },
    Criteria: { SearchQuery: openTasks({ $LT: '$TODAY()' }) },
  },
  'Task.today': tasks({ $EQ: '$TODAY()' }, tasksShown),
  'Task.next': tasks({ $GT: '$TODAY()' }, upcomingShown),
  'AbEntry.quiet': {
    Scope: {
      Fields: {
        Key: 1,
        Type: 1,
        FullName: 1,
        'Address/City': 1,
        LastContactDate: { Value: 1, DisplayValue: 1 },
        AccountManager: named,
      },
    },
    Criteria: {
      SearchQuery: {
        Type: { $IN: ['Company', 'Individual'] },
        LastContactDate: { $LT: `$OFFSET(D-${days},$TODAY())` },
        ...(onlyMine ? { AccountManager: { $EQ: '$CURRENTUSER()' } } : {}),
      },
      Top: 8,
    },
    OrderBy: { Fields: [{ LastContactDate: 'ASC' }] },
  },
  'Opportunity.stages': {
    Scope: { Fields: { SalesProcessSetup: named, 'CurrentSalesStage/Setup': named, ...sums } },
    Criteria: { SearchQuery: pipelineOf(isOwnPipeline) },
    GroupBy: { Fields: ['SalesProcessSetup', 'CurrentSalesStage/Setup'] },
  },
  'Opportunity.total': { Scope: { Fields: sums }, Criteria: { SearchQuery: pipelineOf(isOwnPipeline) } },
})

// Builds the one request of the start screen.
import type { Body } from '../../api/envelope.ts'
import { taskFields } from '../day/task-line.tsx'

const open = { Status: { $IN: [0, 2] } }
const sums = { '$COUNT()': 1, '$SUM(CorporateRevenue)': { Value: 1, DisplayValue: 1 } }
const named = { Key: 1, DisplayValue: 1 }

export const startRequest = (days: number, onlyMine: boolean): Body => ({
  'AbEntry.any': { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {}, Top: 1 } },
  'Task.due': {
    Scope: { Fields: taskFields },
    Criteria: {
      SearchQuery: {
        AssignedTo: { $EQ: '$CURRENTUSER()' },
        Completed: { $EQ: false },
        DateTime: { $LE: '$TODAY()' },
      },
      Top: 8,
    },
    OrderBy: { Fields: [{ DateTime: 'DESC' }] },
  },
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
    OrderBy: { Fields: [{ LastContactDate: 'DESC' }] },
  },
  'Opportunity.stages': {
    Scope: { Fields: { SalesProcessSetup: named, 'CurrentSalesStage/Setup': named, ...sums } },
    Criteria: { SearchQuery: open },
    GroupBy: { Fields: ['SalesProcessSetup', 'CurrentSalesStage/Setup'] },
  },
  'Opportunity.total': { Scope: { Fields: sums }, Criteria: { SearchQuery: open } },
})

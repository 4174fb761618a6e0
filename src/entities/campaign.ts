// Declares marketing campaigns.
import { dateTime } from '../fields/kinds/date.ts'
import { corporateMoney } from '../fields/kinds/money.ts'
import { option } from '../fields/kinds/option.ts'
import { text } from '../fields/kinds/text.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { campaignRules } from './rules/campaign-rules.ts'
import { categoryField, productField } from './shared-lists.ts'

const statuses = [
  { key: 0, name: 'New' },
  { key: 2, name: 'In Progress' },
  { key: 3, name: 'Completed' },
  { key: 5, name: 'Abandoned' },
  { key: 6, name: 'Suspended' },
]

export const campaign = entity({
  name: 'Campaign',
  doc: 'A marketing campaign.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  fields: {
    Name: text({ doc: 'Name.', max: 160, required: true }),
    Status: option({ doc: 'How far it has come.', numeric: true, fallback: 2, items: statuses }),
    Type: option({ doc: 'What sort of campaign it is.', list: 'Campaign.Type', defaults: items.campaignType }),
    Description: text({ doc: 'Description.', max: 32_000, multiline: true }),
    Cost: corporateMoney({ doc: 'Cost.' }),
    ForecastRevenue: corporateMoney({ doc: 'Expected revenue.' }),
    ActualRevenue: corporateMoney({ doc: 'Actual revenue.' }),
    StartDate: dateTime({ doc: 'When it begins.' }),
    EndDate: dateTime({ doc: 'When it ends.' }),
    Product: productField,
    Category: categoryField,
  },
  indexes: [
    { name: 'name', columns: ['db', 'name_f', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.name as string | null,
  searchWords: row => ({ text: [row.name, row.description] as (string | null)[] }),
  owns: [
    { entity: 'Document', mixed: 'parent' },
    { entity: 'Note', mixed: 'parent' },
    { entity: 'WorkflowInstance', mixed: 'with' },
    { entity: 'CampaignSubscriber', column: 'parent_key' },
  ],
  rules: campaignRules,
})

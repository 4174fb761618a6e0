// Declares opportunities: a possible sale to an entry, with its revenue and its sales stage.
import { dateTime } from '../fields/kinds/date.ts'
import { corporateMoney, currencyColumn, derivedMoney, revenue } from '../fields/kinds/money.ts'
import { option } from '../fields/kinds/option.ts'
import { options } from '../fields/kinds/options.ts'
import { currentStage, currentStageAge, salesProcess } from '../fields/kinds/particular/sales-position.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { secAccess } from '../fields/kinds/sec-access.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { column } from '../storage/table.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { favoriteCriteria, favoriteListsField } from './favorites.ts'
import { opportunityRules } from './rules/opportunity-rules.ts'
import { revenueColumns } from './rules/revenue.ts'
import { categoryField, productField } from './shared-lists.ts'
import { tagsField } from './tags.ts'

const searcher = 'IOpportunitySearcher'

/** Statuses 3, 4 and 5 are closed, so the age of the stage stops. */
const opportunityStatus = [
  { key: 0, name: 'New' },
  { key: 2, name: 'In Progress' },
  { key: 3, name: 'Won' },
  { key: 4, name: 'Lost' },
  { key: 5, name: 'Abandoned' },
  { key: 6, name: 'Suspended' },
]

export const opportunity = entity({
  name: 'Opportunity',
  doc: 'A possible sale to an entry of the address book.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [
    { rule: 'secAccess', column: 'sec_access' },
    { rule: 'hangsOn', column: 'ab_entry_key', entity: 'AbEntry' },
  ],
  functionDriver: searcher,
  validateDriver: 'IOpportunityAccess',
  fields: {
    AbEntryKey: keyTo({
      doc: 'The Company or Individual; a Contact given here becomes ContactKey. Changing it needs the SQL access driver.',
      to: 'AbEntry',
      required: true,
      aliases: ['ParentKey'],
    }),
    AbEntry: record({ doc: 'The entry as a record.', to: 'AbEntry', via: 'ab_entry_key' }),
    ContactKey: keyTo({ doc: 'A contact of the entry.', to: 'AbEntry' }),
    Contact: record({ doc: 'The contact as a record.', to: 'AbEntry', via: 'contact_key' }),
    Objective: text({ doc: 'What is to be sold.', max: 255, required: true }),
    Description: text({ doc: 'Description.', max: 32_000, multiline: true }),
    NextAction: text({ doc: 'What to do next.', max: 255 }),
    Status: option({ doc: 'Where the sale stands.', numeric: true, fallback: 2, items: opportunityStatus }),
    Cost: corporateMoney({ doc: 'Cost, in the corporate currency.' }),
    ForecastRevenue: revenue({ doc: 'Expected revenue; a number, or Value and CurrencyCode together.' }),
    ActualRevenue: revenue({ doc: 'Actual revenue; it shares its currency with ForecastRevenue.' }),
    CorporateRevenue: derivedMoney({
      doc: 'Actual revenue if won, else the forecast, in the corporate currency.',
      amount: 'corporate_revenue',
      corporate: 'corporate_revenue',
    }),
    Revenue: derivedMoney({
      doc: "The same amount in the opportunity's own currency.",
      amount: 'revenue',
      corporate: 'corporate_revenue',
      currency: currencyColumn,
      driver: searcher,
    }),
    StartDate: dateTime({ doc: 'When it began.' }),
    CloseDate: dateTime({ doc: 'When it is, or was, to be closed.' }),
    Leader: user({ doc: 'The user in charge; the caller when it is left out.' }),
    SalesTeam: record({
      doc: 'The sales team.',
      to: 'SalesTeam',
      via: 'sales_team_key',
      writable: true,
      asKey: true,
      optionSource: { provider: 'salesTeams' },
    }),
    SalesTeamKey: keyTo({
      doc: 'The key of the sales team.',
      to: 'SalesTeam',
      optionSource: { provider: 'salesTeams' },
    }),
    SalesProcessSetupKey: keyTo({
      doc: 'The sales process that it follows.',
      to: 'SalesProcessSetup',
      optionSource: { provider: 'salesProcesses' },
    }),
    SalesProcessSetup: record({
      doc: 'The sales process that it follows, as a record.',
      to: 'SalesProcessSetup',
      via: 'sales_process_setup_key',
      writable: true,
      optionSource: { provider: 'salesProcesses' },
    }),
    SalesStageSetupKey: keyTo({
      doc: 'The stage of its process; writing it moves the opportunity there.',
      to: 'SalesStageSetup',
      optionSource: { provider: 'salesStages' },
    }),
    SalesStageSetup: record({
      doc: 'The stage of its process, as a record.',
      to: 'SalesStageSetup',
      via: 'sales_stage_setup_key',
      optionSource: { provider: 'salesStages' },
    }),
    SalesProcess: salesProcess({ doc: 'Its sales process.', via: 'sales_process_setup_key' }),
    CurrentSalesStage: currentStage({ doc: 'Its current stage, with its age.', via: 'current_sales_stage' }),
    CurrentSalesStageAge: currentStageAge({
      doc: 'Days at the current stage; they stop when it is won, lost or abandoned.',
      via: 'current_sales_stage',
      driver: searcher,
    }),
    Category: categoryField,
    Product: productField,
    Rating: options({ doc: 'Ratings.', list: 'Opportunity.Rating', defaults: items.rating }),
    RevenueType: option({ doc: 'Type of revenue.', list: 'Opportunity.RevenueType', defaults: items.revenueType }),
    Reason: options({ doc: 'Why it was won, lost or abandoned.', list: 'Opportunity.Reason', defaults: items.reason }),
    PartnerInfo: record({
      doc: 'A partner: an entry of the address book.',
      to: 'AbEntry',
      via: 'partner_key',
      writable: true,
    }),
    SecAccess: secAccess({ doc: 'Who may read and who may write it.' }),
    FavoriteLists: favoriteListsField,
    Tags: tagsField,
  },
  criteria: favoriteCriteria,
  hiddenColumns: [
    column(currencyColumn, 'text'),
    column('currency_rate', 'exact'),
    column('current_sales_stage', 'text'),
    column('partner_key', 'text'),
  ],
  indexes: [
    { name: 'entry', columns: ['db', 'ab_entry_key', 'id'] },
    { name: 'contact', columns: ['db', 'contact_key', 'id'] },
    { name: 'status', columns: ['db', 'status', 'id'], fewValues: true },
    { name: 'close', columns: ['db', 'close_date', 'id'] },
    { name: 'process', columns: ['db', 'sales_process_setup_key', 'id'], fewValues: true },
    { name: 'team', columns: ['db', 'sales_team_key', 'id'], fewValues: true },
    { name: 'leader', columns: ['db', 'leader', 'id'], fewValues: true },
    { name: 'partner', columns: ['db', 'partner_key', 'id'] },
    { name: 'currency', columns: ['db', currencyColumn], fewValues: true },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => (row.objective as string | null) ?? null,
  searchWords: row => ({ text: [row.objective, row.description] as (string | null)[] }),
  owns: [
    { entity: 'SalesStage', column: 'opportunity_key' },
    { entity: 'CustomChild', mixed: 'parent' },
    { entity: 'Document', mixed: 'parent' },
    { entity: 'Note', mixed: 'parent' },
    { entity: 'WorkflowInstance', mixed: 'parent' },
    { entity: 'WorkflowInstance', mixed: 'with' },
  ],
  merge: {
    places: [],
    together: [
      { fields: ['ForecastRevenue', 'ActualRevenue'], columns: [currencyColumn, 'currency_rate'] },
      {
        fields: ['SalesProcessSetupKey', 'SalesStageSetupKey'],
        columns: ['current_sales_stage'],
        parts: 'SalesStage',
      },
    ],
    parts: ['SalesStage'],
    settle: row => revenueColumns(row, (row.currency_rate as bigint | null) ?? null),
  },
  rules: opportunityRules,
})

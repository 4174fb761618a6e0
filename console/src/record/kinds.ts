// Declares what the page of each kind of record has: groups of fields, what hangs on it, and how that names it.
import type { Row } from '../api/envelope.ts'
import type { Texts } from '../texts/types.ts'
import type { IconName } from '../ui/display/icons.tsx'

export type ListName = 'contacts' | 'opportunities' | 'cases' | 'tasks' | 'children'

interface Group {
  readonly title: keyof Texts['record']['groups']
  readonly paths: readonly string[]
  /** Shown only when they have a value, or on request. */
  readonly rare?: readonly string[]
}

export interface RecordKind {
  readonly entity: string
  readonly icon: IconName
  /** The screen of the list, below the database. */
  readonly list: string
  /** The field by which records stand before and after each other where no list was come from. */
  readonly order: string
  readonly groups: readonly Group[]
  /** Fields that others show already. */
  readonly hidden?: readonly string[]
  /** Rare for records of a type: a company has no position of its own. */
  readonly rareFor?: Readonly<Record<string, readonly string[]>>
  /** Below the name. */
  readonly subtitle: readonly string[]
  /** The records above it, in the breadcrumbs. */
  readonly above?: string
  /** The field by which interactions name it; none when there are no interactions of it. */
  readonly interactionsBy?: string
  readonly tasksBy?: string
  /** Whether notes and documents can hang on it. */
  readonly takesNotes?: boolean
  readonly lists: readonly ListName[]
  /** EntityType of the workflows that run on it. */
  readonly workflowType?: number
  /** Goes through the stages of a sales process, which its page shows in its head. */
  readonly isSale?: boolean
  /** What else an interaction or a task with it says: the customer of an opportunity. */
  readonly about?: (record: Row) => Row
}

const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}${at + 1}`)
const keyOf = (value: unknown): string | null => (value as { Key?: string } | null)?.Key ?? null

/** The Type of a record, by which some of its fields apply: `Company`. */
export const typeOf = ({ Type }: Row): string => keyOf(Type) ?? String(Type ?? '')

const customer = (record: Row): Row => (keyOf(record.AbEntry) ? { AbEntryKey: keyOf(record.AbEntry) } : {})

const abEntry: RecordKind = {
  entity: 'AbEntry',
  icon: 'people',
  list: 'entries',
  order: 'FullName',
  groups: [
    {
      title: 'name',
      paths: ['CompanyName', 'FirstName', 'LastName', 'Position', 'Parent', 'Category', 'Tags'],
      rare: ['MrMs', 'MiddleName', 'Salutation', 'Department', 'Division', 'ReportsTo'],
    },
    {
      title: 'reach',
      paths: ['Phone1', 'Email1', 'Website', 'Address'],
      rare: [...numbered('Phone', 4).slice(1), ...numbered('Email', 3).slice(1)],
    },
    { title: 'work', paths: ['AccountManager', 'LastContactDate'], rare: ['Territory', 'TerritoryStatus', 'Lead'] },
  ],
  hidden: ['Phone', 'Email', 'FullName', 'Type'],
  rareFor: { Company: ['Position'] },
  subtitle: ['Position', 'Parent', 'Address', 'Tags'],
  above: 'Parent',
  interactionsBy: 'AbEntryKey',
  tasksBy: 'AbEntryKey',
  takesNotes: true,
  workflowType: 1,
  lists: ['contacts', 'opportunities', 'cases', 'tasks', 'children'],
}

const opportunity: RecordKind = {
  entity: 'Opportunity',
  icon: 'deal',
  list: 'opportunities',
  order: 'CloseDate',
  groups: [
    { title: 'name', paths: ['Objective', 'AbEntry', 'Contact', 'NextAction', 'Tags', 'Description'] },
    {
      title: 'progress',
      paths: ['Status', 'SalesProcessSetup', 'SalesStageSetup', 'CurrentSalesStageAge', 'CloseDate'],
      rare: ['StartDate', 'Reason'],
    },
    { title: 'money', paths: ['ForecastRevenue', 'ActualRevenue', 'CorporateRevenue'], rare: ['Cost', 'RevenueType'] },
    {
      title: 'work',
      paths: ['Leader', 'SalesTeam', 'Product', 'Category'],
      rare: ['Rating', 'PartnerInfo'],
    },
  ],
  hidden: ['Revenue', 'SalesProcess', 'CurrentSalesStage'],
  subtitle: ['AbEntry', 'Contact', 'Tags'],
  isSale: true,
  above: 'AbEntry',
  interactionsBy: 'WithKey',
  tasksBy: 'WithKey',
  takesNotes: true,
  workflowType: 2,
  lists: ['tasks', 'children'],
  about: customer,
}

const case_: RecordKind = {
  entity: 'Case',
  icon: 'case',
  list: 'cases',
  order: 'CaseNumber',
  groups: [
    { title: 'name', paths: ['CaseNumber', 'Subject', 'AbEntry', 'Contact', 'Tags', 'Description'] },
    {
      title: 'progress',
      paths: ['Status', 'Priority', 'AssignedTo', 'Owner', 'FollowUpDate'],
      rare: ['Queue', 'Overdue', 'Age', 'ResolvedDate', 'ResolvedBy'],
    },
    { title: 'other', paths: ['Type', 'Product', 'Category'], rare: ['Severity', 'Reason', 'Origin'] },
  ],
  subtitle: ['AbEntry', 'Status', 'Tags'],
  above: 'AbEntry',
  interactionsBy: 'WithKey',
  tasksBy: 'WithKey',
  takesNotes: true,
  workflowType: 5,
  lists: ['tasks'],
  about: customer,
}

const lead: RecordKind = {
  entity: 'Lead',
  icon: 'lead',
  list: 'leads',
  order: 'FullName',
  groups: [
    {
      title: 'name',
      paths: ['CompanyName', 'FirstName', 'LastName', 'Position'],
      rare: ['MrMs', 'MiddleName', 'Salutation', 'Industry', 'NoEmployees'],
    },
    { title: 'reach', paths: ['Phone1', 'Email', 'WebSite', 'Address'], rare: ['Phone2'] },
    {
      title: 'progress',
      paths: ['Status', 'Source', 'AssignedTo', 'ProcessSetup', 'ProcessStageSetup'],
      rare: ['Campaign', 'Partner', 'SourceUrl', 'Opportunity', 'AbEntry', 'Age', 'ArchivedDate'],
    },
  ],
  hidden: ['FullName'],
  subtitle: ['Position', 'Status', 'Address'],
  interactionsBy: 'LeadKey',
  tasksBy: 'LeadKey',
  takesNotes: true,
  workflowType: 19,
  lists: ['tasks'],
}

const task: RecordKind = {
  entity: 'Task',
  icon: 'task',
  list: 'tasks',
  order: 'DateTime',
  groups: [
    { title: 'name', paths: ['Activity', 'DateTime', 'AssignedTo', 'Completed', 'Priority'] },
    { title: 'people', paths: ['AbEntry', 'With'], rare: ['Lead'] },
    {
      title: 'progress',
      paths: ['Status', 'Recurrence'],
      rare: ['Category', 'Result', 'CompletionDate', 'CompletedBy', 'Alarm', 'SnoozeUntil'],
    },
  ],
  hidden: ['RecurrenceType', 'RecurrenceKey', 'IconType'],
  subtitle: ['DateTime', 'AbEntry', 'AssignedTo'],
  above: 'AbEntry',
  lists: [],
}

const appointment: RecordKind = {
  entity: 'Appointment',
  icon: 'calendar',
  list: 'appointments',
  order: 'StartDate',
  groups: [
    { title: 'name', paths: ['Subject', 'StartDate', 'EndDate', 'Location', 'Description'], rare: ['Private'] },
    {
      title: 'people',
      paths: ['AbEntries', 'Users', 'SendInvitations', 'Organizer'],
      rare: ['Leads', 'Resources', 'With'],
    },
    { title: 'other', paths: [], rare: ['Priority', 'Result', 'InteractionCategory', 'Product', 'Category'] },
  ],
  subtitle: ['StartDate', 'Location', 'Organizer'],
  lists: [],
}

const campaign: RecordKind = {
  entity: 'Campaign',
  icon: 'lead',
  list: 'campaigns',
  order: 'DisplayValue',
  groups: [],
  subtitle: [],
  interactionsBy: 'WithKey',
  tasksBy: 'WithKey',
  takesNotes: true,
  lists: ['tasks'],
}

/** Their fields are those that administrators have defined. */
const ofCustom = (entity: string, list: string, subtitle: readonly string[]): RecordKind => ({
  entity,
  icon: 'document',
  list,
  order: 'Name',
  groups: [],
  hidden: ['Type'],
  subtitle,
  lists: ['children'],
})

const custom = ofCustom('Custom', 'custom', ['CustomSetup', 'Owner'])
const customChild = ofCustom('CustomChild', 'custom-children', ['CustomSetup', 'Parent', 'Owner'])

const kinds = new Map(
  [abEntry, opportunity, case_, lead, task, appointment, campaign, custom, customChild].map(kind => [
    kind.entity,
    kind,
  ]),
)

/** Every entity has a page; one that is not listed shows its fields and its history. */
export const kindOfRecord = (entity: string): RecordKind =>
  kinds.get(entity) ?? {
    entity,
    icon: 'document',
    list: '',
    order: 'DisplayValue',
    groups: [],
    subtitle: [],
    lists: [],
  }

// Says for each entity what its list begins with: columns, order, views that everybody has.
import { openStatuses } from '../../api/names.ts'
import type { Texts } from '../../texts/types.ts'

interface BuiltIn {
  readonly id: string
  readonly name: (texts: Texts) => string
  readonly filter: string
  readonly sort?: string
}

export interface ListDefinition {
  readonly entity: string
  /** The field that names a record: it is the first column. */
  readonly title: string
  /** Further columns, as the address spells them. */
  readonly columns: string
  /** The order when nothing is chosen or searched, as the address spells it. An index of the server has it. */
  readonly sort: string
  readonly builtIn: readonly BuiltIn[]
  /** The built-in view that fills an address without parameters. */
  readonly start?: string
  /** A strip of letters jumps in the order of the title. */
  readonly hasLetters?: boolean
  /** The field by which tabs narrow the list. */
  readonly tabs?: string
  /** Fields that the look of a row follows from, read whether they are shown or not. */
  readonly looks?: readonly string[]
}

const open = `Status~in~${openStatuses.join('~')}`
const mine = (field: string): string => `${field}~in~$CURRENTUSER!(!)`

/** Records get rising keys, so this is the newest first, for free. */
const newestFirst = '-Key'

const definitions: Readonly<Record<string, ListDefinition>> = {
  AbEntry: {
    entity: 'AbEntry',
    title: 'FullName',
    columns: 'FullName.260_Type.120_Tags_Parent_Phone_Email_Address/City_AccountManager_LastContactDate',
    sort: 'FullName',
    builtIn: [
      { id: 'mine', name: t => t.list.builtIn.myEntries, filter: mine('AccountManager') },
      {
        id: 'recent',
        name: t => t.list.builtIn.contactedLately,
        filter: 'LastContactDate~last~30~D',
        sort: '-LastContactDate',
      },
      { id: 'new', name: t => t.list.builtIn.createdLately, filter: 'CreationDate~last~30~D', sort: '-CreationDate' },
    ],
    hasLetters: true,
    tabs: 'Type',
    looks: ['Type'],
  },
  Opportunity: {
    entity: 'Opportunity',
    title: 'Objective',
    columns: 'Objective.240_AbEntry_Tags_Status_SalesStageSetup.150_ForecastRevenue_CloseDate_Leader_NextAction',
    sort: '-CloseDate',
    builtIn: [
      { id: 'open', name: t => t.list.builtIn.open, filter: open, sort: 'CloseDate' },
      { id: 'mine', name: t => t.list.builtIn.myOpen, filter: `${open}*${mine('Leader')}`, sort: 'CloseDate' },
      {
        id: 'won',
        name: t => t.list.builtIn.wonThisYear,
        filter: 'Status~in~3*CloseDate~is~thisyear',
        sort: '-CloseDate',
      },
    ],
  },
  Case: {
    entity: 'Case',
    title: 'Subject',
    columns: 'Subject.280_CaseNumber.100_AbEntry_Tags_Status_Priority_AssignedTo_Queue_FollowUpDate_CreationDate',
    sort: newestFirst,
    builtIn: [{ id: 'mine', name: t => t.list.builtIn.assignedToMe, filter: mine('AssignedTo') }],
  },
  Lead: {
    entity: 'Lead',
    title: 'FullName',
    columns: 'FullName.240_CompanyName_Tags_Email_Phone1_Status_Source_AssignedTo_CreationDate',
    sort: newestFirst,
    builtIn: [{ id: 'mine', name: t => t.list.builtIn.assignedToMe, filter: mine('AssignedTo') }],
  },
  Task: {
    entity: 'Task',
    title: 'Activity',
    columns: 'Activity.300_Completed.100_DateTime_AbEntry_AssignedTo_Priority.120_Category',
    sort: newestFirst,
    builtIn: [
      {
        id: 'mine',
        name: t => t.list.builtIn.myOpenTasks,
        filter: `${mine('AssignedTo')}*Completed~no`,
        sort: 'DateTime',
      },
      {
        id: 'today',
        name: t => t.list.builtIn.dueToday,
        filter: `${mine('AssignedTo')}*Completed~no*DateTime~le~today`,
        sort: 'DateTime',
      },
    ],
    start: 'mine',
    looks: ['Completed'],
  },
  Appointment: {
    entity: 'Appointment',
    title: 'Subject',
    columns: 'Subject.280_StartDate_EndDate_Location_AbEntries_Users_Organizer',
    sort: '-StartDate',
    builtIn: [
      { id: 'upcoming', name: t => t.list.builtIn.upcoming, filter: 'StartDate~ge~today', sort: 'StartDate' },
      { id: 'week', name: t => t.list.builtIn.thisWeek, filter: 'StartDate~is~thisweek', sort: 'StartDate' },
    ],
    start: 'upcoming',
  },
  Interaction: {
    entity: 'Interaction',
    title: 'Subject',
    columns: 'Subject.300_Type_AbEntry_User_StartDate_Duration.110_Direction_Result',
    sort: '-StartDate',
    builtIn: [],
  },
  Campaign: {
    entity: 'Campaign',
    title: 'Name',
    columns: 'Name.260_Status_Type_StartDate_EndDate_ForecastRevenue_ActualRevenue',
    sort: newestFirst,
    builtIn: [],
  },
  Custom: {
    entity: 'Custom',
    title: 'Name',
    columns: 'Name.260_CustomSetup_Owner_LastModifyDate_CreationDate',
    sort: newestFirst,
    builtIn: [{ id: 'mine', name: t => t.list.builtIn.assignedToMe, filter: mine('Owner') }],
  },
  CustomChild: {
    entity: 'CustomChild',
    title: 'Name',
    columns: 'Name.260_CustomSetup_Parent_Owner_LastModifyDate_CreationDate',
    sort: newestFirst,
    builtIn: [{ id: 'mine', name: t => t.list.builtIn.assignedToMe, filter: mine('Owner') }],
  },
  RequestLog: {
    entity: 'RequestLog',
    title: 'Operation',
    columns:
      'Operation.150_Entity.150_Time.180_Status.90_ErrorCode.100_Milliseconds.120_User_Application_RequestId_Route',
    sort: newestFirst,
    builtIn: [
      { id: 'refused', name: t => t.list.builtIn.refused, filter: 'ErrorCode~filled' },
      { id: 'today', name: t => t.list.builtIn.today, filter: 'Time~is~today' },
    ],
  },
}

/** Any other entity is listed by its name, with the first of its fields. */
const plainDefinition = (entity: string): ListDefinition => ({
  entity,
  title: 'DisplayValue',
  columns: '',
  sort: newestFirst,
  builtIn: [],
})

export const definitionOf = (entity: string): ListDefinition => definitions[entity] ?? plainDefinition(entity)

// Declares for each entity what the form of a new record begins with: its fields, its types, and the values that are usual.
import type { Row } from '../api/envelope.ts'
import type { Session } from '../api/session.ts'
import { momentOf, wallTime } from '../fields/parts/zone.ts'

export interface FormSpec {
  readonly paths: readonly string[]
  readonly hidden?: readonly string[]
  /** Fields that the form of a type asks for on request alone: a company has no position of its own. */
  readonly rare?: Readonly<Record<string, readonly string[]>>
  /** The Types of record that have forms of their own; the first one is usual. */
  readonly types?: readonly ('Company' | 'Individual' | 'Contact')[]
  /** The field with the record that decides its Type. */
  readonly typedBy?: { readonly path: string; readonly entity: string }
  /** Whether the record begins at the first stage of the first sales process. */
  readonly hasPosition?: boolean
  readonly initial?: (session: Session, now: number) => Row
}

const me = ({ user }: Session) => ({ Key: user.key, DisplayValue: user.name })

/** A moment as an editor has it; the server formats it later. */
const moment = (wall: string, { timeZone }: Session) => ({ Value: momentOf(wall, timeZone), DisplayValue: wall })

const hourMs = 3_600_000

/** The next full hour, and one after it. */
function nextHour(session: Session, now: number) {
  const at = (ms: number): string => `${wallTime(ms, session.timeZone).slice(0, 13)}:00`
  return { StartDate: moment(at(now + hourMs), session), EndDate: moment(at(now + 2 * hourMs), session) }
}

const today = (session: Session, now: number) =>
  moment(`${wallTime(now, session.timeZone).slice(0, 10)}T00:00`, session)

const customSetup = { path: 'CustomSetup', entity: 'CustomSetup' }

const specs: Readonly<Record<string, FormSpec>> = {
  AbEntry: {
    paths: [
      ...['CompanyName', 'FirstName', 'LastName', 'Parent', 'Position', 'Phone1', 'Email1', 'Website'],
      ...['Address', 'AccountManager', 'Category', 'Tags'],
    ],
    hidden: ['Type', 'Phone', 'Email'],
    rare: { Company: ['Position'] },
    types: ['Company', 'Individual', 'Contact'],
    initial: session => ({ AccountManager: me(session) }),
  },
  Opportunity: {
    paths: [
      ...['Objective', 'AbEntry', 'Contact', 'ForecastRevenue', 'CloseDate', 'SalesProcessSetup', 'SalesStageSetup'],
      ...['Leader', 'NextAction', 'Tags', 'Description'],
    ],
    // The page of the record asks for these when the sale ends.
    hidden: ['Status', 'Reason', 'ActualRevenue', 'SalesProcess', 'CurrentSalesStage'],
    hasPosition: true,
    initial: session => ({ Leader: me(session) }),
  },
  Case: {
    paths: ['Subject', 'AbEntry', 'Contact', 'Priority', 'AssignedTo', 'Queue', 'FollowUpDate', 'Tags', 'Description'],
    hidden: ['ResolvedDate', 'ResolvedBy'],
    initial: session => ({ AssignedTo: me(session) }),
  },
  Lead: {
    paths: ['FirstName', 'LastName', 'CompanyName', 'Position', 'Email', 'Phone1', 'Source', 'AssignedTo', 'Tags'],
    hidden: ['Opportunity', 'AbEntry', 'ArchivedDate', 'ProcessSetup', 'ProcessStageSetup'],
    initial: session => ({ AssignedTo: me(session) }),
  },
  Task: {
    paths: ['Activity', 'DateTime', 'AbEntry', 'AssignedTo', 'Recurrence', 'Priority', 'Category'],
    hidden: ['Completed', 'Result', 'IconType', 'SnoozeUntil'],
    initial: (session, now) => ({ DateTime: today(session, now), AssignedTo: me(session) }),
  },
  Appointment: {
    paths: ['Subject', 'StartDate', 'EndDate', 'Location', 'AbEntries', 'Users', 'SendInvitations', 'Description'],
    initial: (session, now) => ({ ...nextHour(session, now), Users: [me(session)] }),
  },
  Custom: {
    paths: ['CustomSetup', 'Name', 'Owner'],
    hidden: ['Type'],
    typedBy: customSetup,
    initial: session => ({ Owner: me(session) }),
  },
  CustomChild: {
    paths: ['CustomSetup', 'Parent', 'Name', 'Owner'],
    hidden: ['Type'],
    typedBy: customSetup,
    initial: session => ({ Owner: me(session) }),
  },
  Campaign: {
    paths: ['Name', 'Type', 'Status', 'StartDate', 'EndDate', 'ForecastRevenue', 'Description'],
  },
}

/** The form of an entity; null for those of which none is made here. */
export const formSpecOf = (entity: string): FormSpec | null => specs[entity] ?? null

/** The entities that have a form, in the order of the navigation. */
export const formEntities: readonly string[] = Object.keys(specs)

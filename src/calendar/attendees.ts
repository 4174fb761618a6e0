// Finds the attendees of an appointment: the participants that the organizer may read, without the organizer.
import type { Callers } from '../accounts/caller.ts'
import { readAs } from '../envelope/read-as.ts'
import type { OperationParts } from '../envelope/run.ts'
import { isMailAddress } from '../mail/mailer.ts'
import type { Attendee } from './invite.ts'

export interface Invited extends Attendee {
  /** The key of the user, entry or lead. */
  readonly key: string
  readonly culture: string
  readonly timeZone: string
}

type Organizer = NonNullable<Awaited<ReturnType<Callers['find']>>>

const answerLength = 1024 ** 2

type Member = Readonly<Record<string, unknown>>

export async function attendeesOf(
  operations: OperationParts,
  organizer: Organizer,
  { appointment, own }: { readonly appointment: string; readonly own: string },
): Promise<readonly Invited[]> {
  const member = { Key: 1, DisplayValue: 1, Email: 1 }
  const body = {
    Appointment: {
      Scope: { Fields: { Users: { ...member, Culture: 1, TimeZone: 1 }, AbEntries: member, Leads: member } },
      Criteria: { SearchQuery: { Key: { $EQ: appointment } } },
    },
  }
  const answer = await readAs(organizer, body, operations, { bytes: answerLength })
  const found: readonly Readonly<Record<string, readonly Member[] | null>>[] | undefined = answer.Appointment?.Data
  // Without this, a Read that fails would cancel the appointment for all.
  if (!found) throw new Error('the participants of an appointment could not be read')
  const people = found
    .flatMap(({ Users, AbEntries, Leads }) => [...(Users ?? []), ...(AbEntries ?? []), ...(Leads ?? [])])
    .map(one => invitedFrom(one, organizer))
    .filter(({ email }) => isMailAddress(email) && email !== own.toLowerCase())
  return [...new Map(people.map(one => [one.email, one])).values()]
}

const invitedFrom = (one: Member, { culture, timeZone }: Organizer): Invited => ({
  key: String(one.Key),
  email: emailIn(one.Email).toLowerCase(),
  name: String(one.DisplayValue ?? ''),
  culture: String(one.Culture ?? culture),
  timeZone: String(one.TimeZone ?? timeZone),
})

/** The address of a user is a text, the default one of an entry may be an object. */
const emailIn = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : String(
        (value as { Address?: unknown } | null)?.Address ??
          (value as { DisplayValue?: unknown } | null)?.DisplayValue ??
          '',
      )

// Writes invitations to an appointment and their end as iCalendar (RFC 5545, RFC 5546), for one attendee each.
import { escapeText, foldLine, utcText } from './ics.ts'

export interface Attendee {
  readonly email: string
  readonly name: string
}

export interface Invitation {
  readonly uid: string
  readonly sequence: number
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
  readonly written: number
  readonly summary: string
  readonly description: string
  readonly location: string
  readonly organizer: Attendee
}

/** A parameter value in quotes, which it must not contain, nor what ends a line. */
const quoted = (text: string): string => `"${text.replace(/["\p{Cc}]/gu, ' ').trim()}"`

const person = ({ email, name }: Attendee): string => `;CN=${quoted(name || email)}`

const optional = (name: string, text: string): string[] => (text === '' ? [] : [`${name}:${escapeText(text)}`])

export function invitationText(invitation: Invitation, attendee: Attendee, method: 'REQUEST' | 'CANCEL'): string {
  const { uid, sequence, start, end, written, summary, description, location, organizer } = invitation
  const answer = method === 'REQUEST' ? ';ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE' : ''
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Clientele//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utcText(written)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${utcText(start)}`,
    `DTEND:${utcText(end)}`,
    `SUMMARY:${escapeText(summary)}`,
    ...optional('DESCRIPTION', description),
    ...optional('LOCATION', location),
    `STATUS:${method === 'REQUEST' ? 'CONFIRMED' : 'CANCELLED'}`,
    `ORGANIZER${person(organizer)}:mailto:${organizer.email}`,
    `ATTENDEE${person(attendee)}${answer}:mailto:${attendee.email}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(line => `${foldLine(line)}\r\n`)
    .join('')
}

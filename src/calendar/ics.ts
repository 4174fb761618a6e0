// Writes iCalendar (RFC 5545): escaped texts, lines folded at 75 bytes, times in UTC.
import { Buffer } from 'node:buffer'
import { nextTurnIfLong } from '../base/scheduling/loop-turn.ts'

export interface CalendarEvent {
  readonly uid: string
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
  readonly modified: number
  readonly sequence: number
  readonly summary: string
  readonly description?: string | null
  readonly location?: string | null
  readonly url?: string
  readonly isPrivate?: boolean
  /** Whether the time counts as free. */
  readonly isFree?: boolean
}

/** How long what has no end lasts. */
export const usualSeconds = 1_800

const lineBytes = 75

/** `20261116T090000Z` */
export const utcText = (epochSeconds: number): string =>
  new Date(epochSeconds * 1000).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Characters that end a value, or that no text may have, are escaped or left out. */
export const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 5545 forbids them
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A line as several of at most 75 bytes; the others begin with a space. No character is cut. */
export function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= lineBytes) return line
  const lines: string[] = []
  let [current, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > lineBytes) {
      lines.push(current)
      ;[current, bytes] = [' ', 1]
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n')
}

const property = (name: string, text: string | null | undefined): string[] =>
  text === null || text === undefined || text === '' ? [] : [`${name}:${escapeText(text)}`]

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeText(event.uid)}`,
  `DTSTAMP:${utcText(event.modified)}`,
  `LAST-MODIFIED:${utcText(event.modified)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTART:${utcText(event.start)}`,
  `DTEND:${utcText(event.end)}`,
  ...property('SUMMARY', event.summary),
  ...property('DESCRIPTION', event.description),
  ...property('LOCATION', event.location),
  ...(event.url === undefined ? [] : [`URL:${event.url}`]),
  ...(event.isPrivate ? ['CLASS:PRIVATE'] : []),
  ...(event.isFree ? ['TRANSP:TRANSPARENT'] : []),
  'END:VEVENT',
]

const folded = (lines: readonly string[]): string => lines.map(line => `${foldLine(line)}\r\n`).join('')

/** A whole calendar, for programs that fetch it again and again. Requests have their turns between its events. */
export async function calendarText(name: string, events: readonly CalendarEvent[]): Promise<string> {
  const parts = [
    folded([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Clientele//Calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      ...property('X-WR-CALNAME', name),
      'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
      'X-PUBLISHED-TTL:PT15M',
    ]),
  ]
  for (const event of events) {
    const turn = nextTurnIfLong()
    if (turn) await turn
    parts.push(folded(eventLines(event)))
  }
  return [...parts, folded(['END:VCALENDAR'])].join('')
}

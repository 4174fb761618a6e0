// Converts between moments, which the server sends in UTC, and the wall clock of the user's time zone.

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    format = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone })
    formats.set(zone, format)
  }
  return format
}

/** `2027-05-22T12:10:00Z` in Berlin -> `2027-05-22T14:10`, as inputs of the browser take it. */
export const wallTime = (moment: string | number | Date, zone: string): string =>
  formatOf(zone).format(new Date(moment)).replace(' ', 'T')

/** The moment at which the clocks of the zone show this; in a gap of summer time the later one. */
export function momentOf(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall}Z`)
  const offset = (moment: number): number => Date.parse(`${wallTime(moment, zone)}Z`) - moment
  const first = asUtc - offset(asUtc)
  return new Date(asUtc - offset(first)).toISOString().replace('.000Z', 'Z')
}

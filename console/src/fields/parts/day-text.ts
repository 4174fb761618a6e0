// Writes the day of a moment in the culture and the time zone of a person, without the time of day.

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(culture: string, timeZone: string): Intl.DateTimeFormat {
  const id = `${culture} ${timeZone}`
  let format = formats.get(id)
  if (!format) {
    format = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone })
    formats.set(id, format)
  }
  return format
}

/** `2026-11-20T11:00:00Z` -> `20.11.2026`; nothing for what is no moment. */
export function dayText(moment: unknown, { culture, timeZone }: { culture: string; timeZone: string }): string {
  const at = typeof moment === 'string' ? new Date(moment) : null
  return at === null || Number.isNaN(at.valueOf()) ? '' : formatFor(culture, timeZone).format(at)
}

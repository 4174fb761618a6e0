// Reads lengths of time as people write them: 90s, 2h30m, 181d.

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

const whole = /^(?:\d+(?:ms|[smhdw]))+$/i

/** What `durationMs` takes, in words. */
export const durationWords = 'a number with ms, s, m, h, d or w, such as 90s, 2h30m or 181d'

/** Milliseconds; null when the text is no length of time. */
export function durationMs(text: string): number | null {
  if (!whole.test(text)) return null
  let total = 0
  for (const [, count, unit = ''] of text.matchAll(/(\d+)(ms|[smhdw])/gi)) {
    total += Number(count) * (unitMs[unit.toLowerCase()] ?? 0)
  }
  return Number.isSafeInteger(total) ? total : null
}

// Formats dates, numbers, money and durations for one culture and time zone, with formatters cached by Intl tag.

export interface Locale {
  readonly culture: string
  readonly timeZone: string
  date(iso: string): string
  dateTime(epochSeconds: number): string
  dateTimeToSecond(epochSeconds: number): string
  number(value: number): string
  money(decimal: string, currency: string): string
  days(count: number): string
  boolean(value: boolean): string
}

const cache = new Map<string, Locale>()
const cacheLimit = 500

/**
 * Caches found names, since Intl takes as long as a whole Read. Unknown names are not cached, so that the cache stays
 * bounded.
 */
function remembered(find: (name: string) => string | null): (name: string) => string | null {
  const known = new Map<string, string>()
  return name => {
    const before = known.get(name)
    if (before !== undefined) return before
    const found = name.length > longestName ? null : find(name)
    if (found !== null && known.size < cacheLimit) known.set(name, found)
    return found
  }
}

const longestName = 100

/** The canonical form of a culture; null when there is no such culture. */
export const findCulture = remembered(tag => {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    if (canonical === undefined || Intl.DateTimeFormat.supportedLocalesOf(canonical).length === 0) return null
    return canonical
  } catch {
    return null
  }
})

/**
 * The canonical name of a time zone; null when it is unknown, or an offset, which the engines interpret differently.
 */
export const findTimeZone = remembered(name => {
  try {
    return /^[A-Za-z]/.test(name) ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : null
  } catch {
    return null
  }
})

export function localeOf(culture: string, timeZone: string): Locale {
  const key = `${culture}|${timeZone}`
  let locale = cache.get(key)
  if (!locale) {
    if (cache.size >= cacheLimit) cache.clear()
    locale = makeLocale(culture, timeZone)
    cache.set(key, locale)
  }
  return locale
}

function makeLocale(culture: string, timeZone: string): Locale {
  // Created on first use, so that a Read without DisplayValue creates no formatter.
  const lazy = <T>(make: () => T): (() => T) => {
    let made: T | undefined
    return () => {
      made ??= make()
      return made
    }
  }
  const date = lazy(() => new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone: 'UTC' }))
  const dateTime = lazy(() => new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'short', timeZone }))
  const toSecond = lazy(() => new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'medium', timeZone }))
  const number = lazy(() => new Intl.NumberFormat(culture, { maximumFractionDigits: 10 }))
  const days = lazy(() => new Intl.NumberFormat(culture, { style: 'unit', unit: 'day', unitDisplay: 'long' }))
  const currencies = new Map<string, Intl.NumberFormat>()
  return {
    culture,
    timeZone,
    date: iso => date().format(new Date(`${iso}T00:00:00Z`)),
    dateTime: epoch => dateTime().format(new Date(epoch * 1000)),
    dateTimeToSecond: epoch => toSecond().format(new Date(epoch * 1000)),
    number: value => number().format(value),
    money: (decimal, currency) => {
      let format = currencies.get(currency)
      if (!format) {
        format = new Intl.NumberFormat(culture, { style: 'currency', currency })
        currencies.set(currency, format)
      }
      // Text keeps every digit of an exact amount, which a number would lose beyond 2^53.
      return format.format(decimal as Intl.StringNumericLiteral)
    },
    days: count => days().format(count),
    boolean: value => (value ? 'Yes' : 'No'),
  }
}

// Reads numbers as people type them, and writes exact decimals into JSON.

/** The decimal text of what was typed: `1.234,50`, `1,234.50` and `1 234,5` are all understood; null for anything else. */
export function decimalText(typed: string): string | null {
  const bare = typed.replace(/[\s\u00a0\u202f'’]/g, '')
  if (!/^[-+]?[\d.,]+$/.test(bare) || !/\d/.test(bare)) return null
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  if (last < 0) return withoutZeros(bare.replace(/^\+/, ''))
  const mark = bare[last] as string
  const [whole, fraction] = [bare.slice(0, last), bare.slice(last + 1)]
  // The same mark twice, or three digits behind a comma after others, separates thousands.
  const isGrouping = whole.includes(mark) || (mark === ',' && fraction.length === 3 && !whole.includes('.'))
  const digits = (isGrouping ? whole + fraction : whole).replace(/[.,+]/g, '')
  return isGrouping || fraction === ''
    ? withoutZeros(digits)
    : `${digits === '' || digits === '-' ? `${digits}0` : withoutZeros(digits)}.${fraction}`
}

/** JSON knows no number that begins with a further zero: `007` -> `7`. */
const withoutZeros = (digits: string): string => digits.replace(/^(-?)0+(?=\d)/, '$1')

export function readNumber(typed: string): number | null {
  const text = decimalText(typed)
  return text === null ? null : Number(text)
}

/** A number for a request body with all its digits, where the browser can write them; JavaScript's numbers round long amounts. */
export function exactNumber(decimal: string): unknown {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }
  return rawJSON ? rawJSON(decimal) : Number(decimal)
}

// Represents exact decimal numbers as scaled integers, without binary floating point.

/** Money has four decimal places, the most that ISO 4217 has; rates have ten. */
export const moneyScale = 4
export const rateScale = 10

/** Longer than every number that a column holds; the time to convert digits grows faster than their number. */
const longestDecimal = 100

/** Parses a JSON number or decimal text into units of 10^-scale; null when it has more decimal places, or very many digits. */
export function parseDecimal(value: number | string, scale: number): bigint | null {
  const text = typeof value === 'number' ? plain(value) : value.trim()
  const match = text.length > longestDecimal ? null : /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) return null
  const [, sign, whole, fraction = ''] = match
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > scale) return null
  const units = BigInt(whole + kept.padEnd(scale, '0'))
  return sign === '-' ? -units : units
}

/** Formats scaled units as decimal text without trailing zeros, which is also a JSON number. */
export function formatDecimal(units: bigint, scale: number): string {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** a / b, rounded half away from zero. */
export function divideRounded(a: bigint, b: bigint): bigint {
  const negative = a < 0n !== b < 0n
  const [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  const quotient = (2n * x + y) / (2n * y)
  return negative ? -quotient : quotient
}

/** Formats a number without an exponent, which 1e21 and 1e-7 would have. */
function plain(value: number): string {
  const text = String(value)
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign, whole = '', fraction = '', exponent] = match
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length)
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

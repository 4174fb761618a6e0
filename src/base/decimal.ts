// Exact decimal numbers as scaled integers: no binary floating point in storage or sums.

/** Money keeps four places, the most that ISO 4217 knows; rates keep ten. */
export const moneyScale = 4
export const rateScale = 10

/** Reads a JSON number, or decimal text, as an integer of 10^-scale units; null when it has more places than that. */
export function parseDecimal(value: number | string, scale: number): bigint | null {
  const text = typeof value === 'number' ? plain(value) : value.trim()
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) return null
  const [, sign, whole, fraction = ''] = match
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > scale) return null
  const units = BigInt(whole + kept.padEnd(scale, '0'))
  return sign === '-' ? -units : units
}

/** Writes scaled units as decimal text that is also a JSON number, without trailing zeros. */
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

/** A number without an exponent: 1e21 and 1e-7 print with one otherwise. */
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

// Multiplies money by percentages without binary fractions, and writes it in the currency of the database.

/** Money in the ten-thousandths in which the server keeps it. */
const unitsOf = (amount: number): bigint => BigInt(amount.toFixed(4).replace('.', ''))

interface Part {
  readonly amount: number
  /** In per cent; null counts as none. */
  readonly percent: number | null
}

/** The sum of the parts in millionths of the currency. */
export const weightedSum = (parts: readonly Part[]): bigint =>
  parts.reduce((sum, { amount, percent }) => sum + unitsOf(amount) * BigInt(percent ?? 0), 0n)

/** The decimal text of millionths: `-12.345678`. */
export function decimalText(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, '0')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The amount as people read it. */
export const moneyText = (millionths: bigint, culture: string, currency: string): string =>
  new Intl.NumberFormat(culture, { style: 'currency', currency }).format(
    decimalText(millionths) as Intl.StringNumericLiteral,
  )

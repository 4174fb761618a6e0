// Computes revenue in the record's own currency and in the corporate one, by the rate between them.
import { divideRounded, rateScale } from '../../base/text/decimal.ts'
import { largestAmount } from '../../fields/kinds/money.ts'
import { isoDay } from '../../fields/moment.ts'
import type { RecordRow } from '../entity.ts'
import type { RuleStore } from './types.ts'

const won = 3
const closed = [won, 4, 5]
const one = 10n ** BigInt(rateScale)

export const isClosed = (row: Readonly<RecordRow>): boolean => closed.includes(Number(row.status))

/** The rate in force: the newest that is not in the future. One unit of the corporate currency is this many of the other. */
export const rateInForce = (rates: readonly RecordRow[], now: number): bigint | null =>
  (rowInForce(rates, now)?.rate as bigint | undefined) ?? null

function rowInForce(rates: readonly RecordRow[], now: number): RecordRow | null {
  const today = isoDay(now, 'UTC')
  const past = rates.filter(rate => String(rate.effective_date) <= today)
  past.sort((a, b) => (order(a) < order(b) ? 1 : -1))
  return past[0] ?? null
}

/** The rate in force, locked until the transaction ends: the writer of a new rate waits, and then sees this transaction's writes. */
export async function holdRate(write: RuleStore & { now: number }, code: string): Promise<bigint | null> {
  for (;;) {
    const held = rowInForce(await write.findBy('CurrencyRate', 'currency_code', code), write.now)
    if (!held) return null
    await write.find('CurrencyRate', held.id as string, 'share')
    // While this transaction waited for the lock, a newer rate may have been written.
    const now = rowInForce(await write.findBy('CurrencyRate', 'currency_code', code), write.now)
    if (now !== null && now.id === held.id) return now.rate as bigint
  }
}

const order = (rate: RecordRow): string => `${rate.effective_date} ${rate.id}`

const amount = (value: RecordRow[string] | undefined): bigint | null => (typeof value === 'bigint' ? value : null)

const toCorporate = (value: bigint | null, rate: bigint | null): bigint | null =>
  value === null || rate === null ? value : divideRounded(value * one, rate)

/** Whether all amounts can be stored and summed: a very small rate can make very large ones. */
export const areStorable = (columns: Readonly<RecordRow>): boolean =>
  Object.values(columns).every(value => typeof value !== 'bigint' || (value < largestAmount && value > -largestAmount))

/** The columns that depend on amounts, status and rate; a rate of null means the corporate currency. */
export function revenueColumns(row: Readonly<RecordRow>, rate: bigint | null): RecordRow {
  const [forecast, actual] = [amount(row.forecast_revenue), amount(row.actual_revenue)]
  const counts = row.status === won ? actual : forecast
  return {
    currency_rate: rate,
    forecast_revenue_corporate: toCorporate(forecast, rate),
    actual_revenue_corporate: toCorporate(actual, rate),
    revenue: counts,
    corporate_revenue: toCorporate(counts, rate),
  }
}

// Checks exchange rates, and recomputes open opportunities after a new rate. The rate of the corporate currency is 1.
import { parseDecimal, rateScale } from '../../base/text/decimal.ts'
import { fold } from '../../base/text/fold.ts'
import { isoDay } from '../../fields/moment.ts'
import { currencyName } from '../../locale/currencies.ts'
import type { RecordRow } from '../entity.ts'
import { areStorable, isClosed, rateInForce, revenueColumns } from './revenue.ts'
import type { BinContext, EntityRules, RuleContext, RuleStore } from './types.ts'

const one = parseDecimal(1, rateScale)

export const currencyRateRules: EntityRules = {
  before: write => {
    const { row } = write
    row.effective_date ??= isoDay(write.now, 'UTC')
    if (typeof row.currency_code !== 'string') return
    if (row.description === null || row.description === undefined) {
      row.description = currencyName(row.currency_code, 'en-US')
      row.description_f = fold(row.description)
    }
    if (row.currency_code === write.corporateCurrency && typeof row.rate === 'bigint' && row.rate !== one) {
      write.problem('RuleViolated', 'Rate', `${write.path}.Rate: the corporate currency has the rate 1.`)
    }
  },
  after: async write => {
    const codes = new Set([write.before.currency_code, write.row.currency_code])
    for (const code of codes) if (typeof code === 'string') await recompute(write, code)
  },
  beforeDelete: async bin => {
    const code = bin.row.currency_code as string
    const others = (await bin.findBy('CurrencyRate', 'currency_code', code)).filter(rate => rate.id !== bin.id)
    if (rateInForce(others, bin.now) !== null) return
    if (code === bin.corporateCurrency || (await bin.exists('opportunity', { currency_code: code }))) {
      const message = `${bin.path}.Key: it is the only rate of ${code} in force, and ${code} is in use.`
      bin.problems.add('ItemInUse', `${bin.path}.Key`, message)
    }
  },
  afterDelete: bin => recompute(bin, bin.row.currency_code as string),
  afterRestore: bin => recompute(bin, bin.row.currency_code as string),
}

type RecomputeContext = RuleStore & Pick<RuleContext | BinContext, 'now'>

/** Each opportunity is locked before it is read, so that no amount written meanwhile is lost. */
export async function recompute(write: RecomputeContext, code: string): Promise<void> {
  const rates = await write.findBy('CurrencyRate', 'currency_code', code)
  // Waits for transactions that write with one of the rates, so that their opportunities are found below.
  for (const { id } of rates) await write.find('CurrencyRate', id as string, 'update')
  const rate = rateInForce(rates, write.now)
  if (rate === null) return
  for (const { id } of await write.findBy('Opportunity', 'currency_code', code)) {
    const row: RecordRow | null = await write.find('Opportunity', id as string, 'update')
    if (!row || row.currency_code !== code || isClosed(row) || row.currency_rate === rate) continue
    const columns = revenueColumns(row, rate)
    // An amount that this rate would make too large keeps its value.
    if (areStorable(columns)) await write.change('Opportunity', id as string, columns)
  }
}

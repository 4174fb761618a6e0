// Checks the currency of an opportunity's revenue and computes its corporate value at the rate in force.

import { areStorable, holdRate, revenueColumns } from './revenue.ts'
import type { RuleContext } from './types.ts'

const fields = ['ForecastRevenue', 'ActualRevenue']

export async function settleCurrency(write: RuleContext): Promise<void> {
  const { row, before, path } = write
  if (row.currency_code === write.corporateCurrency) row.currency_code = null
  const code = row.currency_code
  if (typeof code === 'string') {
    for (const field of fields) {
      if (typeof write.value(field) !== 'number') continue
      const message = `${path}.${field}: the opportunity is held in ${code}; send Value and CurrencyCode together.`
      write.problem('InvalidValue', field, message)
    }
  }
  const same = code === before.currency_code && row.status === before.status
  if (!write.creating && same && !fields.some(field => write.sent(field))) return
  if (typeof code !== 'string') {
    Object.assign(row, revenueColumns(row, null))
    return
  }
  const rate = await holdRate(write, code)
  const field = fields.find(name => typeof write.value(name) === 'object') ?? 'ForecastRevenue'
  if (rate === null) {
    write.problem('UnknownOption', field, `${path}.${field}.CurrencyCode: ${code} has no exchange rate here.`)
    return
  }
  const columns = revenueColumns(row, rate)
  if (areStorable(columns)) Object.assign(row, columns)
  else write.problem('InvalidValue', field, `${path}.${field} is too large an amount in the corporate currency.`)
}

// Declares exchange rates: units of a currency per unit of the corporate currency.
import { codeText } from '../fields/kinds/code-text.ts'
import { date } from '../fields/kinds/date.ts'
import { rate } from '../fields/kinds/particular/rate.ts'
import { text } from '../fields/kinds/text.ts'
import { currencyCodes } from '../locale/currencies.ts'
import { entity } from './entity.ts'
import { currencyRateRules } from './rules/currency-rate-rules.ts'

export const currencyRate = entity({
  name: 'CurrencyRate',
  doc: 'The rate of a currency from a day on; the newest that is not in the future counts.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    CurrencyCode: codeText({
      doc: 'ISO 4217 code.',
      max: 3,
      face: 'Code',
      required: true,
      allowed: { test: code => currencyCodes().has(code), says: 'is not an ISO 4217 currency code such as EUR' },
      optionSource: { provider: 'isoCurrencies' },
    }),
    Description: text({ doc: 'Name of the currency; that of ISO 4217 when it is left out.', max: 120 }),
    Rate: rate({ doc: 'One unit of the corporate currency = Rate units of this one.', required: true }),
    EffectiveDate: date({ doc: 'From this day on; today when it is left out.' }),
  },
  indexes: [{ name: 'currency', columns: ['db', 'currency_code', 'effective_date'] }],
  display: row => (row.description as string | null) ?? (row.currency_code as string | null),
  rules: currencyRateRules,
})

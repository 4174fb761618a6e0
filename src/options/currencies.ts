// Lists the currencies that an amount can have (those with a rate in force) and those that a rate can be given for.
import type { NotNull } from 'kysely'
import { isoDay } from '../fields/moment.ts'
import { currencyCodes, currencyName } from '../locale/currencies.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { OptionsContext } from './context.ts'
import type { Item, OptionSet, Shape } from './option-set.ts'

const statement = statementsOn<EntityTables>()

const shape: Shape = { Key: true, Value: true, Code: true, Name: true, DisplayValue: true }

const itemOf = (code: string, name: string): Item => ({
  Key: code,
  Value: code,
  Code: code,
  Name: name,
  DisplayValue: name,
})

const inForce = statement((db, p: Args<{ db: number; today: string }>) =>
  db
    .selectFrom('currency_rate')
    .select(['currency_code', 'description'])
    .$narrowType<{ currency_code: NotNull }>()
    .where('db', '=', p('db'))
    .where('deleted', 'is', null)
    .where('effective_date', '<=', p('today'))
    .orderBy('currency_code')
    .orderBy('effective_date')
    .orderBy('id'),
)

/** The corporate currency needs no rate. When another currency has several rates, the newest one gives its name. */
export async function currencyOptions({ store, catalog, caller, now, locale }: OptionsContext): Promise<OptionSet> {
  const today = isoDay(now, 'UTC')
  const rows = await store.rows(inForce(store.dialect, { db: caller.db, today }))
  const names = new Map<string, string | null>([[catalog.currency, null]])
  for (const row of rows) names.set(row.currency_code, row.description)
  const codes = [...names.keys()].sort()
  return { shape, items: codes.map(code => itemOf(code, names.get(code) ?? currencyName(code, locale.culture))) }
}

export const isoCurrencyOptions = ({ locale }: OptionsContext): OptionSet => ({
  shape,
  items: [...currencyCodes()].sort().map(code => itemOf(code, currencyName(code, locale.culture))),
})

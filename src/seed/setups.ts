// Creates the setups that sample data needs, by ordinary writes: a sales process, currencies, groups, territories.
import type { Database } from '../accounts/databases.ts'
import { fold } from '../base/text/fold.ts'
import { selectRows } from '../operations/rows/row-store.ts'
import type { SystemParts } from '../operations/system/system-context.ts'
import { systemCreate } from './system-write.ts'

/** Units of each currency per US dollar; for another corporate currency they are divided by its own value. */
const perDollar: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.79,
  CAD: 1.36,
  CHF: 0.88,
  AUD: 1.52,
  SEK: 10.5,
  JPY: 149,
}

/** A date before the oldest generated record. */
const ratesFrom = '2020-01-01'

const process = 'Subscription renewal'
const stages = [
  { Description: 'Review', ProbabilityClose: 40, TargetAge: 10 },
  { Description: 'Offer', ProbabilityClose: 60, TargetAge: 10 },
  { Description: 'Commitment', ProbabilityClose: 80, TargetAge: 7 },
]

const groups = ['Sales', 'Service', 'Key accounts']
const territories = ['North America', 'Europe', 'Asia and Pacific']

export async function ensureSetups(parts: SystemParts, database: Database): Promise<void> {
  const { store } = parts
  const known = async (table: string, column: string): Promise<Set<unknown>> => {
    const rows = await selectRows(store, store.dialect, table, { db: database.id, deleted: null })
    return new Set(rows.map(row => row[column]))
  }
  const named = async (entity: string, table: string, names: readonly string[]): Promise<void> => {
    const there = await known(table, 'name_f')
    const missing = names.filter(name => !there.has(fold(name)))
    await systemCreate(
      parts,
      database,
      entity,
      missing.map(Name => ({ Name })),
    )
  }
  await named('SecurityGroup', 'security_group', groups)
  await named('Territory', 'territory', territories)
  const codes = await known('currency_rate', 'currency_code')
  const rates = ratesFor(database.currency).filter(rate => !codes.has(rate.CurrencyCode))
  await systemCreate(parts, database, 'CurrencyRate', rates)
  if ((await known('sales_process_setup', 'description_f')).has(fold(process))) return
  const [made] = await systemCreate(parts, database, 'SalesProcessSetup', [{ Description: process }])
  const own = stages.map(stage => ({ SalesProcessSetupKey: made?.Key, ...stage }))
  await systemCreate(parts, database, 'SalesStageSetup', own)
}

function ratesFor(corporate: string) {
  const own = perDollar[corporate]
  if (own === undefined) return []
  return Object.entries(perDollar)
    .filter(([code]) => code !== corporate)
    .map(([CurrencyCode, rate]) => ({
      CurrencyCode,
      Rate: Math.round((rate / own) * 10_000) / 10_000,
      EffectiveDate: ratesFrom,
    }))
}

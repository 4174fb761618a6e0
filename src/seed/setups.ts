// What lifelike data needs besides records: a second sales process, currencies, groups, territories; made once, by the ordinary path.
import type { Database } from '../accounts/databases.ts'
import { fold } from '../base/fold.ts'
import { selectRows } from '../operations/row-store.ts'
import { type SystemParts, systemContext } from '../operations/system-context.ts'
import { runWrites } from '../operations/write.ts'

/** Units of each currency for one US dollar; a corporate currency of another sort divides by its own. */
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

/** Before the oldest made-up record. */
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
  const create = async (entity: string, records: readonly Record<string, unknown>[]): Promise<readonly string[]> => {
    if (records.length === 0) return []
    const context = await systemContext(parts, database)
    const content = { Data: records }
    const request = { member: entity, entity: context.catalog.model.entity(entity), log: false, content }
    const [answer] = await runWrites('Create', [request], context)
    return ((answer?.content.Data ?? []) as { Key: string }[]).map(record => record.Key)
  }
  const known = async (table: string, column: string): Promise<Set<unknown>> => {
    const rows = await selectRows(store, store.dialect, table, { db: database.id, deleted: null })
    return new Set(rows.map(row => row[column]))
  }
  const missing = async (entity: string, table: string, names: readonly string[]): Promise<void> => {
    const there = await known(table, 'name_f')
    await create(
      entity,
      names.filter(name => !there.has(fold(name))).map(Name => ({ Name })),
    )
  }
  await missing('SecurityGroup', 'security_group', groups)
  await missing('Territory', 'territory', territories)
  const codes = await known('currency_rate', 'currency_code')
  await create(
    'CurrencyRate',
    ratesFor(database.currency).filter(rate => !codes.has(rate.CurrencyCode)),
  )
  if (!(await known('sales_process_setup', 'description_f')).has(fold(process))) {
    const [key = ''] = await create('SalesProcessSetup', [{ Description: process }])
    await create(
      'SalesStageSetup',
      stages.map(stage => ({ SalesProcessSetupKey: key, ...stage })),
    )
  }
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

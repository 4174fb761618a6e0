// What made-up records refer to: the users, groups, territories, sales processes, currencies and items of a database.
import type { RecordRow } from '../entities/entity.ts'
import { systemUid } from '../entities/rules/user-rules.ts'
import type { Catalog } from '../model/catalog.ts'
import { selectRows } from '../operations/row-store.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Reader } from '../storage/store.ts'

export interface Process {
  readonly id: string
  readonly stages: readonly { readonly id: string; readonly probability: number }[]
}

export interface Ground {
  /** Enabled users; the service itself where a database has none. */
  readonly users: readonly string[]
  readonly groups: readonly string[]
  /** By name. */
  readonly territories: ReadonlyMap<string, string>
  readonly processes: readonly Process[]
  /** Codes of the currencies that amounts can be in, the corporate one first. */
  readonly currencies: readonly string[]
  readonly corporateCurrency: string
  items(list: string): readonly number[]
  /** The categories that go with a product; all of them when it is not associated with any. */
  categoriesOf(product: number): readonly number[]
}

export async function readGround(
  reader: Reader,
  dialect: Dialect,
  catalog: Catalog,
  days: { readonly first: string; readonly last: string },
): Promise<Ground> {
  // Kept as they are until the batch is written, so that nothing is referred to that somebody just deletes.
  const live = (table: string): Promise<RecordRow[]> =>
    selectRows(reader, dialect, table, { db: catalog.db, deleted: null }, { order: 'id', lock: 'share' })
  await selectRows(reader, dialect, 'option_item', { db: catalog.db }, { lock: 'share' })
  const users = (await live('user')).filter(row => row.enabled === 1).map(idOf)
  const stages = (await live('sales_stage_setup')).sort((a, b) => Number(a.sequence) - Number(b.sequence))
  const processes = (await live('sales_process_setup')).map(process => ({
    id: idOf(process),
    stages: stages
      .filter(stage => stage.sales_process_setup_key === process.id)
      .map(stage => ({ id: idOf(stage), probability: Number(stage.probability_close ?? 0) })),
  }))
  const codes = steadyCodes(await live('currency_rate'), days)
  const active = new Map<string, readonly number[]>()
  const items = (list: string): readonly number[] => {
    const known = active.get(list) ?? catalog.list(list).items.flatMap(item => (item.inactive ? [] : [item.key]))
    active.set(list, known)
    return known
  }
  return {
    users: users.length > 0 ? users : [systemUid],
    groups: (await live('security_group')).map(idOf),
    territories: new Map((await live('territory')).map(row => [String(row.name), idOf(row)])),
    processes: processes.filter(process => process.stages.length > 0),
    currencies: [...new Set([catalog.currency, ...codes.sort()])],
    corporateCurrency: catalog.currency,
    items,
    categoriesOf: product => catalog.associations.get(product) ?? items('Category'),
  }
}

/** Currencies whose rate was the same on all the days that records are made on. */
function steadyCodes(rates: readonly RecordRow[], { first, last }: { first: string; last: string }): string[] {
  const early = rates.filter(rate => String(rate.effective_date) <= first)
  const moved = rates.filter(rate => String(rate.effective_date) > first && String(rate.effective_date) <= last)
  const changing = new Set(moved.map(rate => rate.currency_code))
  return early.map(rate => String(rate.currency_code)).filter(code => !changing.has(code))
}

const idOf = (row: RecordRow): string => String(row.id)

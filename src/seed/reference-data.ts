// Reads what generated records refer to: users, groups, territories, sales processes, currencies and option items.
import type { RecordRow } from '../entities/entity.ts'
import { systemUid } from '../fields/kinds/user.ts'
import type { Catalog } from '../model/catalog.ts'
import { selectRows } from '../operations/rows/row-store.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Reader } from '../storage/store.ts'

interface Process {
  readonly id: string
  /** In the order of the process. */
  readonly stages: readonly string[]
}

export interface ReferenceData {
  /** Enabled users, or the system user when the database has none. */
  readonly users: readonly string[]
  readonly groups: readonly string[]
  /** Identifier by name. */
  readonly territories: ReadonlyMap<string, string>
  readonly processes: readonly Process[]
  /** Codes of the currencies that amounts can have, the corporate currency first. */
  readonly currencies: readonly string[]
  readonly corporateCurrency: string
  items(list: string): readonly number[]
  /** The categories of a product; all categories when the product has no associations. */
  categoriesOf(product: number): readonly number[]
  /** All facts that generated records depend on, as one text to compare. */
  readonly facts: string
}

export async function readReferenceData(
  reader: Reader,
  dialect: Dialect,
  catalog: Catalog,
  days: { readonly first: string; readonly last: string },
): Promise<ReferenceData> {
  const facts: unknown[] = [catalog.currency]
  // Inside a transaction the shared lock keeps the rows, so that no record refers to a row that is being deleted.
  const live = async (table: string): Promise<RecordRow[]> => {
    const where = { db: catalog.db, deleted: null }
    const rows = await selectRows(reader, dialect, table, where, { order: 'id', lock: 'share' })
    facts.push(rows.map(row => [row.id, row.version]))
    // Sorted by name, since identifiers differ between stores.
    return rows.sort((a, b) => (String(a.display_f) < String(b.display_f) ? -1 : 1))
  }
  const users = (await live('user')).filter(row => row.enabled === 1).map(idOf)
  const groups = (await live('security_group')).map(idOf)
  const territories = new Map((await live('territory')).map(row => [String(row.name), idOf(row)]))
  const codes = steadyCodes(await live('currency_rate'), days)
  const processes = processesOf(await live('sales_process_setup'), await live('sales_stage_setup'))
  const options = await selectRows(reader, dialect, 'option_item', { db: catalog.db }, { order: 'item', lock: 'share' })
  const lists = Map.groupBy(
    options.filter(option => option.inactive === 0),
    option => option.list,
  )
  const items = (list: string): readonly number[] => (lists.get(list) ?? []).map(option => Number(option.item))
  // Items of different lists share numbers, so the engine decides the order of lists; they are sorted here.
  facts.push([...lists.keys()].sort().map(list => [list, items(String(list))]))
  return {
    users: users.length > 0 ? users : [systemUid],
    groups,
    territories,
    processes,
    currencies: [...new Set([catalog.currency, ...codes.sort()])],
    corporateCurrency: catalog.currency,
    items: remembered(items),
    categoriesOf: product => catalog.associations.get(product) ?? items('Category'),
    facts: JSON.stringify(facts),
  }
}

const processesOf = (processes: readonly RecordRow[], stages: readonly RecordRow[]): Process[] =>
  processes
    .map(process => {
      const own = stages.filter(stage => stage.sales_process_setup_key === process.id)
      return { id: idOf(process), stages: own.sort((a, b) => Number(a.sequence) - Number(b.sequence)).map(idOf) }
    })
    .filter(process => process.stages.length > 0)

function remembered<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return name => {
    const value = known.get(name) ?? find(name)
    known.set(name, value)
    return value
  }
}

/** Currencies whose rate did not change on any day that records are generated for. */
function steadyCodes(rates: readonly RecordRow[], { first, last }: { first: string; last: string }): string[] {
  const early = rates.filter(rate => String(rate.effective_date) <= first)
  const moved = rates.filter(rate => String(rate.effective_date) > first && String(rate.effective_date) <= last)
  const changing = new Set(moved.map(rate => rate.currency_code))
  return early.map(rate => String(rate.currency_code)).filter(code => !changing.has(code))
}

const idOf = (row: RecordRow): string => String(row.id)

// Fills the option lists of a database with the items that entity files declare, also lists that a release adds.
import { listDatabases } from '../../accounts/databases.ts'
import { entities } from '../../entities/index.ts'
import type { DefaultItem } from '../../fields/option-source.ts'
import type { ModelTables } from '../../model/tables.ts'
import { counterOf, insertItem, type ListRef, lockList, readItemsOf } from '../../options/list-rows.ts'
import { topics } from '../../storage/nodes/topics.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import { RowStore } from '../rows/row-store.ts'

const statement = statementsOn<ModelTables>()

const listNames = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('option_item').select('list').distinct().where('db', '=', p('db')),
)
const counterNames = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('counter').select('name').where('db', '=', p('db')),
)

/** The option lists that entity files fill, each once, since several fields may share a list. */
const defaultLists: ReadonlyMap<string, readonly DefaultItem[]> = new Map(
  entities.flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ optionSource: source }) =>
      source && 'list' in source && source.defaults ? [[source.list, source.defaults] as const] : [],
    ),
  ),
)

export async function addDefaultItems(place: Omit<ListRef, 'list'>): Promise<void> {
  for (const [list, items] of defaultLists) await addItems({ ...place, list }, items)
}

async function addItems(place: ListRef, items: readonly DefaultItem[]): Promise<void> {
  for (const [position, { key, name, extra }] of items.entries()) {
    await insertItem(place, { item: key, name, position, inactive: 0, extra: extra ? JSON.stringify(extra) : null })
  }
}

/**
 * Fills lists that a database has never had. A list that an administrator has emptied keeps its counter, and stays
 * empty. The counter's lock makes nodes that start together wait for each other.
 */
export async function addMissingLists(store: Store): Promise<void> {
  const { dialect } = store
  for (const { id: db } of await listDatabases(store)) {
    // Most starts find nothing to add; they need no store that can be written.
    if (await hasEveryList(store, db)) continue
    await store.write(async tx => {
      const rows = new RowStore(tx, dialect, db)
      const known = new Set(await rows.values('option_item', 'list', {}))
      const counters = new Set(await rows.values('counter', 'name', {}))
      for (const [list, items] of defaultLists) {
        if (known.has(list) || counters.has(counterOf(list))) continue
        const place = { tx, dialect, db, list }
        await lockList(place)
        if ((await readItemsOf(place)).length === 0) await addItems(place, items)
        await tx.publish(topics.catalog, db)
      }
    })
  }
}

async function hasEveryList(store: Store, db: number): Promise<boolean> {
  const known = new Set((await store.rows(listNames(store.dialect, { db }))).map(({ list }) => list))
  const counters = new Set((await store.rows(counterNames(store.dialect, { db }))).map(({ name }) => name))
  return [...defaultLists.keys()].every(list => known.has(list) || counters.has(counterOf(list)))
}

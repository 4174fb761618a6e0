// Lists the sales processes that an opportunity can follow.
import { encodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { OptionsContext } from './context.ts'
import type { OptionSet, Shape } from './option-set.ts'

const statement = statementsOn<EntityTables>()

const shape: Shape = { Key: 'key', Value: true, Name: true, Description: true, DisplayValue: true }

const processes = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('sales_process_setup')
    .select(['id', 'description'])
    .where('db', '=', p('db'))
    .where('deleted', 'is', null)
    .orderBy('display_f')
    .orderBy('id'),
)

export async function salesProcessOptions({ store, caller }: OptionsContext): Promise<OptionSet> {
  const rows = await store.rows(processes(store.dialect, { db: caller.db }))
  const items = rows.map(({ id, description: text }) => {
    return { Key: encodeKey('SalesProcessSetup', id), Value: text, Name: text, Description: text, DisplayValue: text }
  })
  return { shape, items }
}

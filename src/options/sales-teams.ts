// Lists the sales teams of a database.
import { encodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { OptionsContext } from './context.ts'
import type { OptionSet, Shape } from './option-set.ts'

const statement = statementsOn<EntityTables>()

const shape: Shape = { Key: 'key', Value: true, DisplayName: true, DisplayValue: true }

const teams = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('sales_team')
    .select(['id', 'display'])
    .where('db', '=', p('db'))
    .where('deleted', 'is', null)
    .orderBy('display_f')
    .orderBy('id'),
)

export async function salesTeamOptions({ store, caller }: OptionsContext): Promise<OptionSet> {
  const rows = await store.rows(teams(store.dialect, { db: caller.db }))
  const items = rows.map(({ id, display }) => {
    return { Key: encodeKey('SalesTeam', id), Value: display, DisplayName: display, DisplayValue: display }
  })
  return { shape, items }
}

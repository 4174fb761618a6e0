// Lists the sales processes and the sales teams of a database.
import { encodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { OptionsContext } from './context.ts'
import type { Item, OptionSet, Shape } from './option-set.ts'

const statement = statementsOn<EntityTables>()

const listed = (table: 'sales_process_setup' | 'sales_team') =>
  statement((db, p: Args<{ db: number }>) =>
    db
      .selectFrom(table)
      .select(['id', 'display'])
      .where('db', '=', p('db'))
      .where('deleted', 'is', null)
      .orderBy('display_f')
      .orderBy('id'),
  )

/** Lists the records of an entity; all members but the key are the record's display value. */
function provider(entity: string, table: 'sales_process_setup' | 'sales_team', shape: Shape) {
  const query = listed(table)
  const names = Object.keys(shape).filter(member => member !== 'Key')
  return async ({ store, caller }: OptionsContext): Promise<OptionSet> => {
    const rows = await store.rows(query(store.dialect, { db: caller.db }))
    const items = rows.map(({ id, display }): Item => {
      return { Key: encodeKey(entity, id), ...Object.fromEntries(names.map(name => [name, display])) }
    })
    return { shape, items }
  }
}

export const salesProcessOptions = provider('SalesProcessSetup', 'sales_process_setup', {
  Key: 'key',
  Value: true,
  Name: true,
  Description: true,
  DisplayValue: true,
})

export const salesTeamOptions = provider('SalesTeam', 'sales_team', {
  Key: 'key',
  Value: true,
  DisplayName: true,
  DisplayValue: true,
})

// Lists the stages of the sales process that the request's Data names.
import { refuse } from '../base/errors.ts'
import { decodeKey, encodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { OptionsContext, OptionsRequest } from './context.ts'
import { dataAt, dataPath } from './data.ts'
import type { OptionSet, Shape } from './option-set.ts'

const statement = statementsOn<EntityTables>()

const shape: Shape = {
  Key: 'key',
  Value: true,
  Name: true,
  Description: true,
  DisplayValue: true,
  ProbabilityClose: true,
  TargetAge: true,
  Sequence: true,
}

const process = statement((db, p: Args<{ db: number; id: string }>) =>
  db
    .selectFrom('sales_process_setup')
    .select('id')
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('deleted', 'is', null),
)
const stages = statement((db, p: Args<{ db: number; process: string }>) =>
  db
    .selectFrom('sales_stage_setup')
    .select(['id', 'description', 'probability_close', 'target_age', 'sequence'])
    .where('db', '=', p('db'))
    .where('sales_process_setup_key', '=', p('process'))
    .where('deleted', 'is', null)
    .orderBy('sequence')
    .orderBy('id'),
)

export async function salesStageOptions(context: OptionsContext, request: OptionsRequest): Promise<OptionSet> {
  const id = await processOf(context, request)
  const { store, caller } = context
  const rows = await store.rows(stages(store.dialect, { db: caller.db, process: id }))
  const items = rows.map(row => ({
    Key: encodeKey('SalesStageSetup', row.id),
    Value: row.description,
    Name: row.description,
    Description: row.description,
    DisplayValue: row.description,
    ProbabilityClose: row.probability_close ?? 0,
    TargetAge: row.target_age ?? 0,
    Sequence: row.sequence,
  }))
  return { shape, items }
}

async function processOf({ store, caller }: OptionsContext, request: OptionsRequest): Promise<string> {
  const path = dataPath(request, 'SalesProcessSetupKey')
  const sent = dataAt(request, 'SalesProcessSetupKey') ?? dataAt(request, 'SalesProcessSetup', 'Key')
  if (sent === undefined || sent === null) {
    const hint = 'Stages belong to a sales process: send Data.SalesProcessSetupKey, or Data.SalesProcessSetup.Key.'
    return refuse('Required', path, hint)
  }
  if (typeof sent !== 'string') return refuse('WrongType', path, `${path} takes the key of a sales process.`)
  const key = decodeKey(sent)
  if (key && key.kind !== 'SalesProcessSetup') {
    refuse('WrongKeyKind', path, `${path} needs a key of SalesProcessSetup, and this is a key of ${key.kind}.`)
  }
  const known = key ? await store.rows(process(store.dialect, { db: caller.db, id: key.id })) : []
  return key && known.length > 0 ? key.id : refuse('UnknownKey', path, `There is no sales process with this key.`)
}

// Creates a database with its defaults: option items, a sales process, a team, column setups, its currency.
import { createDatabase, type Database, type NewDatabase } from '../../accounts/databases.ts'
import { Problems } from '../../base/errors.ts'
import { singleUserTeam } from '../../entities/rules/sales-team-rules.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { currencyCodes } from '../../locale/currencies.ts'
import type { OperationContext } from '../context.ts'
import { writeRecord } from '../record/record-write.ts'
import { RowStore } from '../rows/row-store.ts'
import { addDefaultItems } from './default-lists.ts'
import { defaultSetups } from './default-setups.ts'
import { type SystemParts, systemContext } from './system-context.ts'

const stages = [
  { Description: 'Qualification', ProbabilityClose: 10, TargetAge: 7 },
  { Description: 'Needs analysis', ProbabilityClose: 25, TargetAge: 14 },
  { Description: 'Proposal', ProbabilityClose: 50, TargetAge: 14 },
  { Description: 'Negotiation', ProbabilityClose: 75, TargetAge: 10 },
  { Description: 'Closing', ProbabilityClose: 90, TargetAge: 5 },
]

/** Runs in one transaction. */
export function createDatabaseWithDefaults(parts: SystemParts, given: NewDatabase): Promise<Database> {
  const { store, clock } = parts
  return store.write(async tx => {
    const problems = new Problems()
    if (!currencyCodes().has(given.currency)) {
      problems.add('InvalidValue', 'currency', `${given.currency} is not an ISO 4217 currency code such as USD.`)
    }
    problems.throwIfAny()
    const database = await createDatabase(tx, store.dialect, given, clock)
    const rows = new RowStore(tx, store.dialect, database.id)
    await addDefaultItems({ tx, dialect: store.dialect, db: database.id })
    await addRecords(rows, await systemContext(parts, database, tx), given.currency)
    return database
  })
}

async function addRecords(rows: RowStore, context: OperationContext, currency: string): Promise<void> {
  const setting = { rows, context, options: {}, hashes: new Map<string, string>() }
  const problems = new Problems()
  const create = async (name: string, data: Record<string, unknown>, id?: string): Promise<string> => {
    const request = { entity: context.catalog.model.entity(name), data, path: name, ...(id ? { id } : {}) }
    const draft = await writeRecord('Create', request, setting, problems)
    problems.throwIfAny()
    return draft?.id ?? ''
  }
  await create('SalesTeam', { DisplayName: 'Single User' }, singleUserTeam)
  const process = await create('SalesProcessSetup', { Description: 'Standard sales process' })
  const key = encodeKey('SalesProcessSetup', process)
  for (const stage of stages) await create('SalesStageSetup', { SalesProcessSetupKey: key, ...stage })
  await create('CurrencyRate', { CurrencyCode: currency, Rate: 1 })
  for (const { entityType, name, columns } of defaultSetups) {
    const Columns = columns.map(([Header, field, Width], i) => ({
      ID: `C${i}`,
      Header,
      Template: `{{${field}}}`,
      Width,
    }))
    await create('ColumnSetup', { Name: name, EntityType: entityType, Columns })
  }
}

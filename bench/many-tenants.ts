// Fills a store with many small tenants, each with a user and a token; statistics are gathered once, at the end.
import { systemClock } from '../src/base/clock.ts'
import { loadSettings } from '../src/config/load.ts'
import { encodeKey } from '../src/fields/record-key.ts'
import { tables } from '../src/model/tables.ts'
import { createDatabaseWithDefaults } from '../src/operations/system/new-database.ts'
import { systemContext } from '../src/operations/system/system-context.ts'
import { runBatch } from '../src/seed/batch.ts'
import { batchesOf } from '../src/seed/batch-plan.ts'
import { systemCreate } from '../src/seed/system-write.ts'
import { openStore } from '../src/storage/open.ts'

export interface BenchTenant {
  readonly token: string
  /** Some entries of the tenant. */
  readonly keys: readonly string[]
}

const keysOfTenant = 4

/** The tables must be there. */
export async function fillTenants(url: string, count: number, entries: number): Promise<BenchTenant[]> {
  const store = await openStore(url, { clock: systemClock })
  const settings = loadSettings({ flags: { store: url } }).values
  const parts = { store, clock: systemClock, settings }
  const now = Math.floor(systemClock.now() / 1000)
  const tenants: BenchTenant[] = []
  try {
    for (let i = 1; i <= count; i++) {
      const database = await createDatabaseWithDefaults(parts, { name: `tenant${i}`, currency: 'USD' })
      const email = `joe@tenant${i}.example`
      await systemCreate(parts, database, 'User', [{ Uid: 'JOE', FirstName: 'Joe', LastName: 'Bench', Email: email }])
      const [made] = await systemCreate(parts, database, 'PersonalAccessToken', [
        { Name: 'bench', UserKey: encodeKey('User', 'JOE') },
      ])
      const context = await systemContext(parts, database)
      for (const batch of batchesOf(i, entries, entries)) await runBatch({ context, seed: i, entries, now }, batch)
      const ids = await store.readSlow({
        sql: `select id from ab_entry where db = ${database.id} and sec_access_read = 0 and parent_key is null order by id limit ${keysOfTenant}`,
        params: [],
      })
      tenants.push({ token: String(made?.Token), keys: ids.map(([id]) => encodeKey('AbEntry', String(id))) })
    }
    for (const sql of store.schema.afterBulk(tables)) await store.write(tx => tx.run({ sql, params: [] }))
  } finally {
    await store.close()
  }
  return tenants
}

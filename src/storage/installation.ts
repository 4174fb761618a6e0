// Records the identity of an installation in its store: an id that its servers show, and the address at which they serve.
import { newNonce } from '../base/secret.ts'
import { type Args, statementsOn } from './statement.ts'
import type { Store } from './store.ts'
import { column, required, type TablesOf, table } from './table.ts'

/** One row. */
export const installationTable = table({
  name: 'installation',
  scope: 'global',
  columns: [required('id', 'integer'), required('instance', 'text'), column('public_url', 'text')],
  primaryKey: ['id'],
})

interface Installation {
  /** Random, no secret: two servers with the same one serve the same store. */
  readonly instance: string
  /** The address at which a server of the store was reached last. */
  readonly publicUrl: string | null
}

const statement = statementsOn<TablesOf<[typeof installationTable]>>()

const put = statement((db, p: Args<{ instance: string; url: string }>) =>
  db
    .insertInto('installation')
    .values({ id: 1, instance: p('instance'), public_url: p('url') })
    .onConflict(c => c.column('id').doUpdateSet({ public_url: p('url') })),
)
const row = statement(db => db.selectFrom('installation').select(['instance', 'public_url']))

/** Notes the address of a server that begins to serve, and returns the id of the installation. */
export async function joinInstallation(store: Store, publicUrl: string): Promise<string> {
  const instance = newNonce().slice(0, 22)
  await store.write(tx => tx.run(put(store.dialect, { instance, url: publicUrl })))
  return (await installationOf(store))?.instance ?? instance
}

/** Null when no server has served the store yet. */
export async function installationOf(store: Store): Promise<Installation | null> {
  if (!(await store.schema.exists(store, installationTable.name))) return null
  const [found] = await store.rows(row(store.dialect, {}))
  return found ? { instance: found.instance, publicUrl: found.public_url } : null
}

// Records the identity of an installation in its store: an id that its servers show, and the address at which they serve.
import { newNonce } from '../../base/secrets/secret.ts'
import { type Args, statementsOn } from '../statement.ts'
import type { Store } from '../store.ts'
import { column, required, type TablesOf, table } from '../table.ts'

/** One row. */
export const installationTable = table({
  name: 'installation',
  scope: 'global',
  columns: [
    required('id', 'integer'),
    required('instance', 'text'),
    column('public_url', 'text'),
    // The version of the words that all records have in the word index at least.
    required('words_version', 'integer', 0),
  ],
  primaryKey: ['id'],
})

interface Installation {
  /** Random, not secret: two servers with the same id serve the same store. */
  readonly instance: string
  /** The address at which a server of the store was reached last. */
  readonly publicUrl: string | null
}

const statement = statementsOn<TablesOf<[typeof installationTable]>>()

const put = statement((db, p: Args<{ instance: string; url: string; words: number }>) =>
  db
    .insertInto('installation')
    .values({ id: 1, instance: p('instance'), public_url: p('url'), words_version: p('words') })
    .onConflict(c => c.column('id').doUpdateSet({ public_url: p('url') })),
)
const row = statement(db => db.selectFrom('installation').select(['instance', 'public_url']))
const wordsRow = statement(db => db.selectFrom('installation').select('words_version'))
const setWords = statement((db, p: Args<{ words: number }>) =>
  db
    .updateTable('installation')
    .set({ words_version: p('words') })
    .where('words_version', '<', p('words')),
)

/** Records the address of a server that starts, and returns the id of the installation. A new one has words of this version. */
export async function joinInstallation(store: Store, publicUrl: string, words: number): Promise<string> {
  const instance = newNonce().slice(0, 22)
  await store.write(tx => tx.run(put(store.dialect, { instance, url: publicUrl, words })))
  return (await installationOf(store))?.instance ?? instance
}

/** The version of the words in the index; null when no server has served the store yet. */
export async function storedWordsVersion(store: Store): Promise<number | null> {
  const [found] = await store.rows(wordsRow(store.dialect, {}))
  return found?.words_version ?? null
}

export const recordWordsVersion = (store: Store, words: number): Promise<number> =>
  store.write(tx => tx.run(setWords(store.dialect, { words })))

/** Null when no server has served the store yet. */
export async function installationOf(store: Store): Promise<Installation | null> {
  if (!(await store.schema.exists(store, installationTable.name))) return null
  const [found] = await store.rows(row(store.dialect, {}))
  return found ? { instance: found.instance, publicUrl: found.public_url } : null
}

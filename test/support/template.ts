// Migrates one store per engine and test run, which fresh stores are copies of: a migration costs ten times as much as a copy.
import { tmpdir } from 'node:os'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { copyEmptyStore } from '../../src/testing/store-template.ts'
import { makeTemplate } from './postgres.ts'

// `npm test` says the name and removes the templates at the end. A test file that runs alone has none: it migrates its stores.
const name = process.env.CLIENTELE_TEST_TEMPLATE

let database: Promise<string | undefined> | undefined

/** The name of the PostgreSQL database to copy. */
export function templateDatabase(): Promise<string | undefined> {
  database ??= name ? makeTemplate(name, migrated).then(() => name) : Promise.resolve(undefined)
  return database
}

/** Copies the migrated SQLite store of this run to `path`. */
export async function copyTemplate(path: string): Promise<void> {
  if (name) await copyEmptyStore(path, await productTables(), tmpdir())
}

/** Imported when they are needed, since most tests of a store alone do not need the product. */
const productTables = async () => (await import('../../src/app.ts')).tables

async function migrated(url: string): Promise<void> {
  const store = await openStore(url, { clock: systemClock })
  await migrate(store, await productTables())
  await store.close()
}

// Keeps a copy of a migrated, empty SQLite store, so that each further test server copies a file instead of migrating.
import { randomBytes } from 'node:crypto'
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { productFolder } from '../base/product-files.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { version } from '../base/version.ts'
import { openStore } from '../storage/open.ts'
import { migrate } from '../storage/schema/migrate.ts'
import type { Table } from '../storage/table.ts'

/** Beside the compiled code, or in the system's folder where the program's own cannot be written. */
function cacheFolder(): string {
  const own = join(productFolder, 'node_modules', '.cache', 'clientele')
  try {
    mkdirSync(own, { recursive: true })
    accessSync(own, constants.W_OK)
    return own
  } catch {
    const folder = join(tmpdir(), `clientele-test-${userInfo().username}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }
}

/** Writes a migrated store to `path`. Tables that have changed have another template. */
export async function copyEmptyStore(path: string, tables: readonly Table[], cache = cacheFolder()): Promise<void> {
  const name = digestOf(JSON.stringify([version, tables]))
    .replace(/\W/g, '')
    .slice(0, 24)
  const template = join(cache, `store-${name}.db`)
  if (!existsSync(template)) await makeTemplate(template, tables)
  copyFileSync(template, path)
}

/** Several processes may make it at once: each makes its own, and a rename puts a whole file into place. */
async function makeTemplate(template: string, tables: readonly Table[]): Promise<void> {
  const fresh = `${template}.${randomBytes(6).toString('hex')}`
  try {
    const store = await openStore(`sqlite:${fresh}`, { clock: systemClock })
    await migrate(store, tables)
    await store.close()
    renameSync(fresh, template)
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(fresh + end, { force: true })
  }
}

// Declares a suite once and runs it on both engines, each on a fresh store that the suite's tests share.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { openStore } from '../../src/storage/open.ts'
import type { StoreOptions } from '../../src/storage/options.ts'
import type { Store } from '../../src/storage/store.ts'
import { citusWorkers, dropDatabase, freshDatabase } from './postgres.ts'
import { copyTemplate, templateDatabase } from './template.ts'

export type Engine = 'sqlite' | 'postgres'
const { CLIENTELE_TEST_NODES, CLIENTELE_TEST_POOLER } = process.env
/** Nodes on several machines, a pooler and a cluster can have PostgreSQL only. */
export const engines: readonly Engine[] =
  CLIENTELE_TEST_NODES || CLIENTELE_TEST_POOLER || citusWorkers.length > 0 ? ['postgres'] : ['sqlite', 'postgres']

interface Closable {
  close(): Promise<void> | void
}

interface FreshStore {
  /** What `--store` takes. Known once the tests run, not while they are being declared. */
  url(): string
  /** Opens the store of these tests, again on each call; all are closed at the end. */
  open(options?: Partial<StoreOptions>): Promise<Store>
  /** Starts something (a server, a whole world) before the suite's tests and closes it after them. */
  use<T extends Closable>(start: () => Promise<T>): () => T
}

/** What a fresh store has: nothing, or the tables of the product, which a copied store has sooner than a migrated one. */
type Content = 'empty' | 'tables'

type Suite = (engine: Engine, fresh: FreshStore) => void

/** Declares a suite for each engine; the store is empty at first and shared by the suite's tests. */
export const eachEngine = (title: string, suite: Suite): void => declare(title, suite, 'empty', engines)

/** The same with a store that has the tables of the product, on both engines or on those given. */
export const eachMigrated = (title: string, suite: Suite, on: readonly Engine[] = engines): void =>
  declare(title, suite, 'tables', on)

function declare(title: string, suite: Suite, content: Content, on: readonly Engine[]): void {
  for (const engine of on) {
    describe(`${title} on ${engine}`, () => {
      let url = ''
      let remove = async () => {}
      const started: Closable[] = []
      before(async () => {
        ;({ url, remove } = await freshStoreUrl(engine, content))
      })
      suite(engine, {
        url: () => url,
        open: async options => {
          const store = await openStore(url, { clock: systemClock, ...options })
          started.push(store)
          return store
        },
        use: <T extends Closable>(start: () => Promise<T>) => {
          let world: T
          before(async () => {
            world = await start()
            started.push(world)
          })
          return () => world
        },
      })
      // Declared last: hooks run in the order of declaration, and the store goes after all that uses it.
      after(async () => {
        await Promise.all(started.reverse().map(each => each.close()))
        await remove()
      })
    })
  }
}

/** The address of a fresh store, and how to remove it. */
export async function freshStoreUrl(
  engine: Engine,
  content: Content = 'empty',
): Promise<{ url: string; remove: () => Promise<void> }> {
  if (engine === 'postgres') {
    const url = await freshDatabase(content === 'tables' ? await templateDatabase() : undefined)
    return { url, remove: () => dropDatabase(url) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'clientele-store-'))
  const file = join(folder, 'clientele.db')
  if (content === 'tables') await copyTemplate(file)
  return {
    url: `sqlite:${file}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

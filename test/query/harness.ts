// Runs Reads on a store without a server, and records the statements of each Read.

import { tables } from '../../src/app.ts'
import { manualClock } from '../../src/base/clock.ts'
import { joined } from '../../src/base/text/long-text.ts'
import { loadSettings } from '../../src/config/load.ts'
import type { Catalog } from '../../src/model/catalog.ts'
import { readCatalog } from '../../src/model/catalog.ts'
import type { ModelEntity } from '../../src/model/model.ts'
import type { OperationContext } from '../../src/operations/context.ts'
import { prepareRead, read } from '../../src/operations/read/read.ts'
import { createDatabaseWithDefaults } from '../../src/operations/system/new-database.ts'
import { systemContext } from '../../src/operations/system/system-context.ts'
import { runWrites } from '../../src/operations/write/write.ts'
import { openStore } from '../../src/storage/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Query, SlowReadOptions, Store } from '../../src/storage/store.ts'
import { type Engine, freshStoreUrl } from '../support/engines.ts'

// biome-ignore lint/suspicious/noExplicitAny: requests and answers are JSON of any shape.
export type Json = any

const now = Date.parse('2026-03-04T12:00:00Z')

export interface Harness {
  readonly engine: Engine
  readonly store: Store
  readonly context: OperationContext
  /** The statements of the last Read. */
  readonly queries: Query[]
  read(
    entity: string,
    content: Json,
    as?: Partial<OperationContext['caller']>,
    more?: Partial<OperationContext>,
  ): Promise<Json>
  create(entity: string, data: Json): Promise<string[]>
  /** Adds a user-defined field to address-book entries. */
  define(field: Json): Promise<void>
  close(): Promise<void>
}

export async function openHarness(engine: Engine, storeUrl?: string): Promise<Harness> {
  const { url, remove } = storeUrl ? { url: storeUrl, remove: async () => {} } : await freshStoreUrl(engine, 'tables')
  const clock = manualClock(now)
  const store = await openStore(url, { clock })
  await migrate(store, tables)
  const settings = loadSettings({ flags: { store: url } }).values
  const database = await createDatabaseWithDefaults({ store, clock, settings }, { name: 'golden', currency: 'USD' })
  const queries: Query[] = []
  const watched = new Proxy(store, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (name !== 'read' && name !== 'readSlow') return value.apply(target, args)
        const [query, options] = args as [Query, SlowReadOptions?]
        queries.push(query)
        // Where and when a statement runs is another matter; here, all go the same way.
        const rows = (async () => target.read(query))()
        return options?.each ? rows.then(options.each) : rows
      }
    },
  })
  const base = await systemContext({ store: watched, clock, settings }, database)
  let catalog: Catalog = base.catalog
  const context = (): OperationContext => ({ ...base, catalog })
  const request = (entity: string, content: Json) => ({
    member: entity,
    entity: catalog.model.entity(entity) as ModelEntity,
    log: true,
    content,
  })
  return {
    engine,
    store,
    get context() {
      return context()
    },
    queries,
    read: async (entity, content, as = {}, more = {}) => {
      queries.length = 0
      const text = await read(
        prepareRead(request(entity, content), { ...context(), ...more, caller: { ...base.caller, ...as } }),
      )
      return JSON.parse(joined(text))
    },
    create: async (entity, data) => {
      const [answer] = await runWrites('Create', [request(entity, { Data: data })], context())
      catalog = await readCatalog(store, store.dialect, database.id)
      return ((answer?.content.Data ?? []) as Json[]).map(record => record.Key)
    },
    define: async field => {
      const content = { Data: { Key: null, AppliesTo: ['AbEntry'], ...field } }
      await runWrites(
        'Create',
        [{ member: 'Schema', entity: context().catalog.model.schema, log: false, content }],
        context(),
      )
      catalog = await readCatalog(store, store.dialect, database.id)
    },
    close: async () => {
      await store.close()
      await remove()
    },
  }
}

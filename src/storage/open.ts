// Opens the store that the setting names.
import { resolve } from 'node:path'
import type { StoreOptions } from './options.ts'
import { SqliteStore } from './sqlite/store.ts'
import type { Store } from './store.ts'

type StoreAddress =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly url: string }

const expected = 'CLIENTELE_STORE (--store) must be sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE'

/** Error messages do not repeat the value, which may contain a password. */
export function parseStoreUrl(text: string): StoreAddress {
  if (text.startsWith('sqlite:')) {
    const path = text.slice('sqlite:'.length)
    if (path === '' || path.startsWith(':')) throw new Error(`${expected}: it names no file.`)
    return { engine: 'sqlite', path: resolve(path) }
  }
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error(`${expected}: it begins with neither.`)
  const url = URL.parse(text)
  if (!url || url.pathname.length < 2) throw new Error(`${expected}: it is not a complete address.`)
  return { engine: 'postgres', url: text }
}

/** Creates a missing SQLite file. A PostgreSQL server must answer, since the engine depends on its kind. */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const address = parseStoreUrl(url)
  if (address.engine === 'sqlite' && (options.pooled || options.listenUrl || options.replica)) {
    throw new Error('store-pooler, listen-store and scan-store are for a store on PostgreSQL.')
  }
  if (options.pooled && !options.listenUrl) {
    throw new Error(
      'store-pooler=transaction needs listen-store, the address of the PostgreSQL server itself: behind the pooler this server would not receive the changes of other nodes, such as a revoked token.',
    )
  }
  if (address.engine === 'sqlite') return new SqliteStore(address.path, options)
  // A server on SQLite does not load the code of the other engine.
  return (await import('./postgres/store.ts')).openPostgres(address.url, options)
}

// Registered applications, looked up by client id and kept in memory.
import { BoundedMap } from '../base/bounded-map.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import { statement } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'

export interface Application {
  readonly clientId: string
  readonly name: string
  readonly redirectUri: string
  /** Null for a public client, which has no secret. */
  readonly secretDigest: string | null
  readonly isPublic: boolean
  readonly allowS256: boolean
  /** The one database that it serves; 0 for all. */
  readonly db: number
}

export interface Applications {
  /** At once when memory knows it. */
  find(clientId: string): MaybePromise<Application | null>
  close(): void
}

interface ApplicationRow {
  client_id: string
  name: string
  redirect_uri: string
  client_secret: string | null
  public: number
  allow_s256: number
  db: number
}

const remembered = 1000

const byClientId = statement<{ clientId: string }>((db, p) =>
  db
    .selectFrom('application')
    .select(['client_id', 'name', 'redirect_uri', 'client_secret', 'public', 'allow_s256', 'db'])
    .where('client_id', '=', p('clientId'))
    .where('deleted', 'is', null),
)

/** Whoever writes an application publishes `application` when it has committed. */
export function createApplications(store: Store): Applications {
  const known = new BoundedMap<Application>(remembered)
  let generation = 0
  const forget = () => {
    generation++
    known.clear()
  }
  const unsubscribe = store.subscribe('application', forget, forget)
  const read = async (clientId: string): Promise<Application | null> => {
    const before = generation
    const [row] = await store.rows<ApplicationRow>(byClientId(store.dialect, { clientId }))
    if (!row) return null
    const found = applicationOf(row)
    if (before === generation) known.set(clientId, found)
    return found
  }
  return {
    find(clientId) {
      // Nothing else is a client id; it need not reach the store.
      return known.get(clientId) ?? (/^[A-Za-z0-9]{20}$/.test(clientId) ? read(clientId) : null)
    },
    close: unsubscribe,
  }
}

const applicationOf = (row: ApplicationRow): Application => ({
  clientId: row.client_id,
  name: row.name,
  redirectUri: row.redirect_uri,
  secretDigest: row.public === 1 ? null : row.client_secret,
  isPublic: row.public === 1,
  allowS256: row.allow_s256 === 1,
  db: row.db,
})

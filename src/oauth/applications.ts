// Finds registered applications by client id and caches them.

import type { NotNull } from 'kysely'
import { BoundedMap } from '../base/caches/bounded-map.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import { redirectUrisIn } from '../entities/rules/application-rules.ts'
import { type ClientKeys, clientKeysIn } from '../entities/rules/client-keys.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { topics } from '../storage/nodes/topics.ts'
import { type Args, type RowsOf, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'

const statement = statementsOn<EntityTables>()

export interface Application {
  readonly clientId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Null for a public client, which has no secret. */
  readonly secretDigest: string | null
  readonly isPublic: boolean
  readonly allowS256: boolean
  /** The public keys by which it authenticates at the standard issuer, which takes no secret then; null without. */
  readonly keys: ClientKeys | null
  /** The only database that the application serves; 0 for all. */
  readonly db: number
  /** What a client that is not registered told the standard issuer of itself, as JSON; null for a registered one. */
  readonly document: string | null
}

export interface Applications {
  /** The application, without a promise on a cache hit. */
  find(clientId: string): MaybePromise<Application | null>
  close(): void
}

const remembered = 1000

const byClientId = statement((db, p: Args<{ clientId: string }>) =>
  db
    .selectFrom('application')
    .select([
      ...(['client_id', 'name', 'redirect_uri', 'more_redirect_uris', 'client_secret'] as const),
      ...(['public', 'allow_s256', 'public_keys', 'db'] as const),
    ])
    .$narrowType<{ client_id: NotNull; name: NotNull; redirect_uri: NotNull }>()
    .where('client_id', '=', p('clientId'))
    .where('deleted', 'is', null),
)

/** A write of an application publishes `application`, which empties the cache. */
export function createApplications(store: Store): Applications {
  const known = new BoundedMap<Application>(remembered)
  let generation = 0
  const forget = () => {
    generation++
    known.clear()
  }
  const unsubscribe = store.subscribe(topics.application, forget, forget)
  const read = async (clientId: string): Promise<Application | null> => {
    const before = generation
    const [row] = await store.rows(byClientId(store.dialect, { clientId }))
    if (!row) return null
    const found = applicationOf(row)
    if (before === generation) known.set(clientId, found)
    return found
  }
  return {
    find(clientId) {
      // No other text is a client id, so the store is not asked.
      return known.get(clientId) ?? (/^[A-Za-z0-9]{20}$/.test(clientId) ? read(clientId) : null)
    },
    close: unsubscribe,
  }
}

const applicationOf = (row: RowsOf<typeof byClientId>): Application => ({
  clientId: row.client_id,
  name: row.name,
  redirectUris: [row.redirect_uri, ...redirectUrisIn(row.more_redirect_uris)],
  secretDigest: row.public === 1 ? null : row.client_secret,
  isPublic: row.public === 1,
  allowS256: row.allow_s256 === 1,
  keys: clientKeysIn(row.public_keys),
  db: row.db,
  document: null,
})

// Knows the clients that have registered themselves (RFC 7591), until they are no longer used.
import { BoundedMap } from '../../base/caches/bounded-map.ts'
import { type Clock, seconds } from '../../base/clock.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import type { Application } from '../../oauth/applications.ts'
import type { Store, Tx } from '../../storage/store.ts'
import { extendRegistration, liveRegistration, type RegistrationRow } from '../statements.ts'
import type { ClientMetadata } from './client-metadata.ts'

const day = 86_400
/** A registration that no person has let in is deleted after this time. */
export const unusedSeconds = 30 * day
/** One that was used lives as long as its newest refresh token, and a day more for the notes of its use. */
const usedSeconds = 181 * day
const notedSeconds = day
const remembered = 1000

/** No registered application has such an id, and no document. */
export const registeredPrefix = 'self-'
export const registersItself = (clientId: string): boolean => clientId.startsWith(registeredPrefix)

interface KnownRegistration {
  readonly application: Application
  readonly until: number
}

export function createRegistrations(store: Store, clock: Clock) {
  const known = new BoundedMap<KnownRegistration>(remembered)
  const noted = new BoundedMap<number>(remembered)
  const read = async (clientId: string): Promise<Application | null> => {
    const [row] = await store.rows(liveRegistration(store.dialect, { clientId, now: seconds(clock) }))
    if (!row) return null
    const application = applicationOf(row)
    known.set(clientId, { application, until: row.expires })
    return application
  }
  return {
    find(clientId: string): MaybePromise<Application | null> {
      const entry = known.get(clientId)
      return entry && entry.until > seconds(clock) ? entry.application : read(clientId)
    },
    /** Writes once a day at most for each client. */
    noteUse(clientId: string): MaybePromise<void> {
      if (!registersItself(clientId)) return
      const now = seconds(clock)
      if ((noted.get(clientId) ?? 0) > now) return
      noted.set(clientId, now + notedSeconds)
      return store.write(tx => keepRegistration(tx, { store, clock }, clientId))
    },
  }
}

export async function keepRegistration(
  tx: Tx,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  clientId: string,
): Promise<void> {
  const now = seconds(clock)
  await tx.run(extendRegistration(store.dialect, { clientId, now, expires: now + usedSeconds }))
}

/** The name comes from a stranger, so every place where it is shown says that. */
function applicationOf({ client_id: clientId, document, secret }: RegistrationRow): Application {
  const { name, redirectUris, method, keys = null } = JSON.parse(document) as ClientMetadata
  return {
    ...{ clientId, redirectUris, keys, document },
    name: `${name} (registered itself)`,
    secretDigest: secret,
    isPublic: method === 'none',
    allowS256: true,
    db: 0,
  }
}

// Lists and revokes the grants that users gave to applications, and their sessions of the console.
import { type Clock, seconds } from '../../base/clock.ts'
import { consoleName, consoleScope, type StoredSession, storedSessions } from '../../sessions/stored.ts'
import type { Store } from '../../storage/store.ts'
import type { Applications } from '../applications.ts'
import { type GrantRow, grantById, grantsOfUser, sessionsFrom } from '../statements.ts'
import { accessIdleSeconds } from '../tokens/lifetimes.ts'
import { newestPair, type PairRow } from '../tokens/pair-statements.ts'
import { revokeChain } from './revocation.ts'

export interface GrantSummary {
  readonly id: string
  readonly kind: 'application' | 'session'
  readonly application: string
  /** Null for a session. */
  readonly clientId: string | null
  readonly uid: string
  readonly scope: readonly string[]
  readonly created: number
  readonly lastUsed: number
  readonly expires: number
  /** The User-Agent of the browser that has the session; null for an application. */
  readonly agent: string | null
}

export interface Grants {
  list(db: number, uid: string): Promise<GrantSummary[]>
  /** The user of a grant; null when the database has no grant with that id. */
  find(db: number, id: string): Promise<{ readonly uid: string } | null>
  /** Revokes one grant of a database; false when there was none. */
  revoke(db: number, id: string): Promise<boolean>
  /** Revokes all grants of a user and returns their number. */
  revokeAll(db: number, uid: string): Promise<number>
}

export function createGrants(store: Store, clock: Clock, applications: Applications): Grants {
  const rowsOf = (db: number, uid: string) => store.rows(grantsOfUser(store.dialect, { db, uid }))
  const sessions = storedSessions(store, clock)
  const findGrant = async (db: number, id: string): Promise<GrantRow | null> => {
    const [row] = await store.rows(grantById(store.dialect, { id }))
    return row?.db === db ? row : null
  }
  const granted = async (db: number, uid: string): Promise<GrantSummary[]> => {
    const found: GrantSummary[] = []
    for (const row of await rowsOf(db, uid)) {
      const application = await applications.find(row.client_id)
      const [pair] = await store.rows(newestPair(store.dialect, { chain: row.id }))
      if (application && pair && !isOver(pair, seconds(clock))) found.push(summaryOf(row, pair, application.name))
    }
    return found
  }
  return {
    async list(db, uid) {
      const [user] = await store.rows(sessionsFrom(store.dialect, { db, uid }))
      const all = [...(await granted(db, uid)), ...(await sessions.list(db, uid)).map(sessionSummary)]
      // A new password has ended those before it.
      return user ? all.filter(({ created }) => created >= user.sessions_from) : []
    },
    find: async (db, id) => (await findGrant(db, id)) ?? (await sessions.find(db, id)),
    async revoke(db, id) {
      const isGrant = (await findGrant(db, id)) !== null
      if (!isGrant && !(await sessions.find(db, id))) return false
      return store.write(tx => (isGrant ? revokeChain(tx, store, id, clock) : sessions.end(tx, id)))
    },
    async revokeAll(db, uid) {
      const rows = await rowsOf(db, uid)
      const own = await sessions.list(db, uid)
      return store.write(async tx => {
        let ended = 0
        for (const row of rows) if (await revokeChain(tx, store, row.id, clock)) ended++
        for (const { id } of own) if (await sessions.end(tx, id)) ended++
        return ended
      })
    },
  }
}

const isOver = (pair: PairRow, now: number): boolean => now >= Math.max(pair.refresh_expires, pair.access_expires)

const summaryOf = (row: GrantRow, pair: PairRow, application: string): GrantSummary => ({
  id: row.id,
  kind: 'application',
  application,
  clientId: row.client_id,
  uid: row.uid,
  scope: pair.scope.split(' '),
  created: row.created,
  lastUsed: Math.max(pair.created, pair.access_expires - accessIdleSeconds),
  expires: pair.refresh_expires,
  agent: null,
})

const sessionSummary = ({ id, uid, created, lastUsed, expires, agent }: StoredSession): GrantSummary => ({
  id,
  kind: 'session',
  application: consoleName,
  clientId: null,
  uid,
  scope: consoleScope,
  created,
  lastUsed,
  expires,
  agent,
})

// What people have granted to applications: listed and revoked, by themselves or by an administrator.
import type { Caller } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import type { Store } from '../storage/store.ts'
import type { Applications } from './applications.ts'
import { accessIdleSeconds } from './lifetimes.ts'
import { revokeChain } from './revocation.ts'
import { type GrantRow, grantById, grantsOfUser, newestPair, type PairRow } from './store.ts'

export interface GrantSummary {
  readonly id: string
  readonly application: string
  readonly clientId: string
  readonly uid: string
  readonly scope: readonly string[]
  readonly created: number
  readonly lastUsed: number
  readonly expires: number
}

export interface Grants {
  list(db: number, uid: string): Promise<GrantSummary[]>
  /** Ends one grant of a database's user; false when there was none. */
  revoke(db: number, id: string): Promise<boolean>
  /** Ends all grants of a user and says how many there were. */
  revokeAll(db: number, uid: string): Promise<number>
}

/** One may see and end one's own; an administrator anybody's in the same database. */
export function requireOwnOrAdmin(caller: Caller, uid: string): void {
  if (caller.uid !== uid && !caller.admin) {
    refuse('AdministratorRequired', '', 'Only an administrator may see or end what others have granted.')
  }
}

export function createGrants(store: Store, clock: Clock, applications: Applications): Grants {
  const rowsOf = (db: number, uid: string) => store.rows<GrantRow>(grantsOfUser(store.dialect, { db, uid }))
  return {
    async list(db, uid) {
      const found: GrantSummary[] = []
      for (const row of await rowsOf(db, uid)) {
        const application = await applications.find(row.client_id)
        const [pair] = await store.rows<PairRow>(newestPair(store.dialect, { chain: row.id }))
        if (application && pair && !isOver(pair, seconds(clock))) found.push(summaryOf(row, pair, application.name))
      }
      return found
    },
    async revoke(db, id) {
      const [row] = await store.rows<GrantRow>(grantById(store.dialect, { id }))
      if (row?.db !== db) return false
      return store.write(tx => revokeChain(tx, store, id, clock))
    },
    async revokeAll(db, uid) {
      const rows = await rowsOf(db, uid)
      return store.write(async tx => {
        let ended = 0
        for (const row of rows) if (await revokeChain(tx, store, row.id, clock)) ended++
        return ended
      })
    },
  }
}

const isOver = (pair: PairRow, now: number): boolean => now >= Math.max(pair.refresh_expires, pair.access_expires)

const summaryOf = (row: GrantRow, pair: PairRow, application: string): GrantSummary => ({
  id: row.id,
  application,
  clientId: row.client_id,
  uid: row.uid,
  scope: pair.scope.split(' '),
  created: row.created,
  lastUsed: Math.max(pair.created, pair.access_expires - accessIdleSeconds),
  expires: pair.refresh_expires,
})

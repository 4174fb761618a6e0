// Lists and ends sessions in the store, for the server and for the command line.
import { type Clock, seconds } from '../base/clock.ts'
import type { Store, Tx } from '../storage/store.ts'
import { topics } from '../storage/topics.ts'
import { deleteSession, type SessionRow, sessionById, sessionsOfUser } from './statements.ts'

/** The console is no registered application; this name stands in histories and events. */
export const consoleName = 'console'
export const consoleScope = ['data', 'webaccess'] as const

/** The idle time after which a session ends; each use restarts it. */
export const idleSeconds = 12 * 3600

export interface StoredSession extends SessionRow {
  readonly lastUsed: number
}

interface StoredSessions {
  /** Those that have not expired, the newest first. */
  list(db: number, uid: string): Promise<StoredSession[]>
  find(db: number, id: string): Promise<SessionRow | null>
  /** False when the session had ended before. */
  end(tx: Tx, id: string): Promise<boolean>
}

export const storedSessions = (store: Store, clock: Clock): StoredSessions => ({
  async list(db, uid) {
    const rows = await store.rows(sessionsOfUser(store.dialect, { db, uid, now: seconds(clock) }))
    return rows.map(row => ({ ...row, lastUsed: Math.max(row.created, row.expires - idleSeconds) }))
  },
  async find(db, id) {
    const [row] = await store.rows(sessionById(store.dialect, { db, id }))
    return row ?? null
  },
  async end(tx, id) {
    const ended = (await tx.run(deleteSession(store.dialect, { id }))) === 1
    if (ended) await tx.publish(topics.token, id)
    return ended
  },
})

// Lists and ends sessions in the store, for the server and for the command line.
import { type Clock, seconds } from '../base/clock.ts'
import { topics } from '../storage/nodes/topics.ts'
import type { Store, Tx } from '../storage/store.ts'
import { endSession, type SessionRow, sessionById, sessionPages } from './statements.ts'

export const consoleScope = ['data', 'webaccess'] as const

/** The idle time after which a session ends; each use restarts it. */
export const idleSeconds = 12 * 3600

/** How long the row of a session is kept after the session has ended. */
export const endedKeptSeconds = 30 * 86_400

/** Selects a page of the sessions or grants of a user. */
export interface GrantQuery {
  readonly db: number
  /** Null for all users. */
  readonly uid: string | null
  /** Includes ended ones. */
  readonly ended: boolean
  /** Ids from here on belong to earlier pages. */
  readonly before: string
  readonly limit: number
}

/** Why a session was ended. */
export type SessionEnd = 'signed-out' | 'replaced' | 'revoked' | 'password-changed' | 'provider-signed-out'

/** `by` is the Uid of the person who ended it, null for the command line; `note` what that person wrote as the reason. */
interface EndOfSession {
  readonly reason: SessionEnd
  readonly by: string | null
  readonly note?: string | null
}

interface StoredSessions {
  /** The newest first. */
  list(part: GrantQuery): Promise<SessionRow[]>
  find(db: number, id: string): Promise<SessionRow | null>
  /** False when the session had ended before. */
  end(tx: Tx, id: string, end: EndOfSession): Promise<boolean>
}

export const storedSessions = (store: Store, clock: Clock): StoredSessions => ({
  list({ db, uid, ended, before, limit }) {
    const pages = ended ? sessionPages.every : sessionPages.live
    const page = uid === null ? pages.ofAll : pages.ofUser
    return store.rows(page(store.dialect, { db, uid: uid ?? '', before, now: seconds(clock), limit }))
  },
  async find(db, id) {
    const [row] = await store.rows(sessionById(store.dialect, { db, id }))
    return row ?? null
  },
  async end(tx, id, { reason, by, note = null }) {
    const ended = (await tx.run(endSession(store.dialect, { id, now: seconds(clock), reason, by, note }))) === 1
    if (ended) await tx.publish(topics.token, id)
    return ended
  },
})

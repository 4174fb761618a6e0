// Lists and revokes the grants that users gave to applications, and their sessions of the console.
import { type Clock, seconds } from '../../base/clock.ts'
import type { SessionRow } from '../../sessions/statements.ts'
import { consoleScope, type GrantQuery, idleSeconds, storedSessions } from '../../sessions/stored.ts'
import { consoleName } from '../../sign-in/attempt.ts'
import type { Store, Tx } from '../../storage/store.ts'
import type { Applications } from '../applications.ts'
import { type GrantRow, grantById, grantPages, usersOfGrants } from '../statements.ts'
import { accessIdleSeconds } from '../tokens/lifetimes.ts'
import { newestPair } from '../tokens/pair-statements.ts'
import { type EndReason, endOf, type GrantUser } from './end-of-grant.ts'
import { revokeChain } from './revocation.ts'

export interface GrantSummary {
  readonly id: string
  readonly kind: GrantKind
  readonly application: string
  /** Null for a session. */
  readonly clientId: string | null
  readonly uid: string
  /** The name of the user, or the Uid of a deleted user. */
  readonly userName: string
  readonly scope: readonly string[]
  /** Where its tokens are good: the data API, the MCP server of assistants, or userinfo alone. */
  readonly resource: GrantResource
  readonly created: number
  readonly lastUsed: number
  readonly expires: number
  /** The User-Agent of the browser that has the session; null for an application. */
  readonly agent: string | null
  /** Why it has ended; null while it can be used. */
  readonly endReason: EndReason | null
  /** When it ended; null while it can be used, and when the time is unknown. */
  readonly ended: number | null
  /** The Uid of the person who ended it. */
  readonly endedBy: string | null
  /** What that person wrote as the reason. */
  readonly note: string | null
  /** The last refused refresh; null for a session, and when no refresh was refused. */
  readonly refusal: { readonly at: number; readonly reason: string } | null
}

type GrantResource = 'api' | 'mcp' | 'userinfo'

/** Which of them a list has. */
export const grantKinds = ['application', 'session'] as const
export type GrantKind = (typeof grantKinds)[number]

interface GrantPage {
  readonly grants: readonly GrantSummary[]
  /** The id before which the next page begins; null after the last page. */
  readonly next: string | null
}

interface AskedPage {
  readonly after: string | null
  /** Null for both. */
  readonly kind: GrantKind | null
}

/** The Uid of the person who revokes, null for the command line, and what that person writes as the reason. */
interface Revoker {
  readonly by: string | null
  readonly note?: string | null
}

export interface Grants {
  /** The usable grants of a user, the newest first. */
  list(db: number, uid: string): Promise<GrantSummary[]>
  /** A page may have fewer than `limit` before the last page. */
  page(part: Omit<GrantQuery, 'before'> & AskedPage): Promise<GrantPage>
  /** The user of a grant; null when the database has no grant with that id. */
  find(db: number, id: string): Promise<{ readonly uid: string } | null>
  /** Revokes one grant of a database; false when there was none. */
  revoke(db: number, id: string, author: Revoker): Promise<boolean>
  /** Revokes all grants of a user and returns their number. */
  revokeAll(db: number, uid: string): Promise<number>
}

/** The facts of a grant or a session, without the reason of its end. */
type GrantFacts = Omit<GrantSummary, 'userName' | 'endReason'> & {
  readonly reason: string | null
  readonly isGone: boolean
}

/** Sorts behind every id. */
const afterAll = '~'
const pageOfList = 500

export function createGrants(store: Store, clock: Clock, applications: Applications): Grants {
  const sessions = storedSessions(store, clock)
  const findGrant = async (db: number, id: string): Promise<GrantRow | null> => {
    const [row] = await store.rows(grantById(store.dialect, { id }))
    return row?.db === db ? row : null
  }
  const listed = async (row: GrantRow): Promise<GrantFacts | null> => {
    const [pair] = await store.rows(newestPair(store.dialect, { chain: row.id }))
    const application = await applications.find(row.client_id)
    if (!pair) return null
    return {
      ...grantFacts(row),
      application: application?.name ?? row.client_id,
      scope: pair.scope.split(' '),
      lastUsed: Math.max(pair.created, pair.access_expires - accessIdleSeconds),
      expires: Math.max(pair.refresh_expires, pair.access_expires),
      isGone: application === null,
    }
  }
  const page: Grants['page'] = async ({ after, kind, ...part }) => {
    const wanted = { ...part, before: after ?? afterAll }
    const rows = kind === 'session' ? [] : await grantRows(store, wanted)
    const granted = (await Promise.all(rows.map(listed))).filter(one => one !== null)
    const own = kind === 'application' ? [] : (await sessions.list(wanted)).map(sessionFacts)
    const ids = [...rows, ...own].map(({ id }) => id).sort()
    // Ids begin with their creation time. Rows older than the page are read again for the next page.
    const last = ids.at(-part.limit)
    const all = [...granted, ...own]
      .filter(({ id }) => last === undefined || id >= last)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
    const users = await usersOf(store, part.db, all)
    const judged = all.map(one => summaryOf(one, users.get(one.uid), seconds(clock)))
    return { grants: judged.filter(one => part.ended || one.endReason === null), next: last ?? null }
  }
  const list: Grants['list'] = async (db, uid) => {
    const found: GrantSummary[] = []
    for (let after: string | null = null; ; ) {
      const { grants, next } = await page({ db, uid, kind: null, ended: false, after, limit: pageOfList })
      found.push(...grants)
      if (next === null) return found
      after = next
    }
  }
  const revokeOne = (tx: Tx, { id, kind }: Pick<GrantSummary, 'id' | 'kind'>, author: Revoker): Promise<boolean> => {
    const end = { reason: 'revoked', ...author } as const
    return kind === 'session' ? sessions.end(tx, id, end) : revokeChain(tx, store, id, clock, end)
  }
  return {
    list,
    page,
    find: async (db, id) => (await findGrant(db, id)) ?? (await sessions.find(db, id)),
    async revoke(db, id, author) {
      const isGrant = (await findGrant(db, id)) !== null
      if (!isGrant && !(await sessions.find(db, id))) return false
      return store.write(tx => revokeOne(tx, { id, kind: isGrant ? 'application' : 'session' }, author))
    },
    async revokeAll(db, uid) {
      const own = await list(db, uid)
      return store.write(async tx => {
        let ended = 0
        for (const one of own) if (await revokeOne(tx, one, { by: null })) ended++
        return ended
      })
    },
  }
}

function grantRows(store: Store, { uid, ended, ...part }: GrantQuery): Promise<GrantRow[]> {
  const pages = ended ? grantPages.every : grantPages.live
  return store.rows((uid === null ? pages.ofAll : pages.ofUser)(store.dialect, { ...part, uid: uid ?? '' }))
}

/** The standard issuer keeps the resource with the grant; the tokens of the other one are for the data API. */
const resourceIn = (standard: string | null): GrantResource =>
  standard === null ? 'api' : (JSON.parse(standard) as { readonly resource: GrantResource }).resource

const grantFacts = ({ id, uid, client_id, created, revoked, refused, refusal, standard, ...end }: GrantRow) => ({
  id,
  kind: 'application' as const,
  clientId: client_id,
  uid,
  resource: resourceIn(standard),
  created,
  agent: null,
  ended: revoked,
  endedBy: end.ended_by,
  note: end.end_note,
  reason: end.end_reason,
  refusal: refused === null || refusal === null ? null : { at: refused, reason: refusal },
})

const sessionFacts = ({ id, uid, created, expires, agent, ended, ...end }: SessionRow): GrantFacts => ({
  id,
  kind: 'session',
  application: consoleName,
  clientId: null,
  uid,
  scope: consoleScope,
  resource: 'api',
  created,
  lastUsed: Math.max(created, expires - idleSeconds),
  expires,
  agent,
  ended,
  endedBy: end.ended_by,
  note: end.end_note,
  reason: end.end_reason,
  isGone: false,
  refusal: null,
})

type NamedUser = GrantUser & { readonly display: string | null }

async function usersOf(
  store: Store,
  db: number,
  grants: readonly GrantFacts[],
): Promise<ReadonlyMap<string, NamedUser>> {
  const uids = [...new Set(grants.map(({ uid }) => uid))]
  const rows = uids.length === 0 ? [] : await store.rows(usersOfGrants(store.dialect, { db, uids }))
  return new Map(rows.map(row => [row.id, row]))
}

function summaryOf(listed: GrantFacts, user: NamedUser | undefined, now: number): GrantSummary {
  const { reason: _, isGone: __, ...facts } = listed
  return { ...facts, userName: user?.display ?? listed.uid, ...endOf(listed, user, now) }
}

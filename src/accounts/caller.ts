// Loads and caches callers: the user, database, groups and scope on whose behalf an operation runs.
import { BoundedMap } from '../base/caches/bounded-map.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import type { Share } from '../base/scheduling/round-robin.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import type { Dialect } from '../storage/dialect.ts'
import { topics } from '../storage/nodes/topics.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import { databaseById } from './databases.ts'

const statement = statementsOn<EntityTables>()

/** The facts about a user that every operation needs. */
interface Person {
  readonly db: number
  readonly database: string
  readonly uid: string
  readonly admin: boolean
  /** `User\tUID`, `User\t*`, and `SecurityGroup\tID` for each group. SecAccess lists are compared with these. */
  readonly principals: readonly string[]
  readonly culture: string
  readonly timeZone: string
  /** Grants and sessions that began before this moment (epoch seconds) have ended. */
  readonly sessionsFrom: number
}

export interface Caller extends Person {
  /** The application that acts for the person; null for a personal access token and for the command line. */
  readonly application: string | null
  /** The chain (grant) of the application's tokens, also that of a personal token made through one; null without one. */
  readonly chain: string | null
  readonly scope: readonly string[]
  /** The session of the console through which the person acts; absent with tokens. */
  readonly session?: { readonly id: string; readonly created: number; readonly ends: number }
  /** The id of the personal access token by which the person acts; absent otherwise. */
  readonly personalToken?: string
}

/** How long a sign-in is recent enough to change credentials and single sign-on. */
const freshSeconds = 15 * 60

/** Whether the sign-in to the console is recent. A token always counts as recent. */
export const isFresh = ({ session }: Pick<Caller, 'session'>, now: number): boolean =>
  session === undefined || now < session.created + freshSeconds

/** The tenant and the user that the work of a caller is accounted to. */
export const shareOf = ({ db, uid }: Pick<Person, 'db' | 'uid'>): Share => ({ tenant: String(db), user: uid })

export interface Callers {
  /** The person, without a promise on a cache hit; null when the user is disabled, deleted or unknown. */
  find(db: number, uid: string): MaybePromise<Person | null>
  /** A counter that rises whenever the rights of any user may have changed; callers derived earlier are then stale. */
  generation(): number
  close(): void
}

const remembered = 20_000

const user = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('user')
    .select(['admin', 'culture', 'time_zone', 'sessions_from'])
    .where('db', '=', p('db'))
    .where('id', '=', p('uid'))
    .where('enabled', '=', 1)
    .where('deleted', 'is', null),
)
const sessionsFrom = statement((db, p: Args<{ db: number; uid: string }>) =>
  db.selectFrom('user').select('sessions_from').where('db', '=', p('db')).where('id', '=', p('uid')),
)

/**
 * The moment at which a sign-in begins: now, or the second after the user's password was set. What began in the second of
 * the new password or before it has ended with the old one.
 */
export async function signInMoment(
  tx: Tx,
  dialect: Dialect,
  { db, uid }: { readonly db: number; readonly uid: string },
  now: number,
): Promise<number> {
  const [row] = await tx.rows(sessionsFrom(dialect, { db, uid }))
  return Math.max(now, (row?.sessions_from ?? 0) + 1)
}

const groups = statement((db, p: Args<{ db: number; uid: string }>) =>
  db
    .selectFrom('security_group_members as m')
    .innerJoin('security_group as g', join => join.onRef('g.db', '=', 'm.db').onRef('g.id', '=', 'm.owner'))
    .select('m.owner')
    .where('m.db', '=', p('db'))
    .where('m.item', '=', p('uid'))
    .where('g.deleted', 'is', null)
    .orderBy('m.owner'),
)

/**
 * A write of a user publishes `user` with `db:uid`, a write of a group publishes `group` with `db`; both end cache
 * entries.
 */
export function createCallers(store: Store): Callers {
  const known = new BoundedMap<Person>(remembered)
  let generation = 0
  const forget = (test: (person: Person) => boolean) => {
    generation++
    known.deleteWhere(test)
  }
  const forgetAll = () => forget(() => true)
  const read = async (key: string, db: number, uid: string): Promise<Person | null> => {
    const before = generation
    const person = await readPerson(store, db, uid)
    // An invalidation arrived during the read: the row may be stale, so it is not cached.
    if (person && before === generation) known.set(key, person)
    return person
  }
  const unsubscribe = [
    store.subscribe(topics.user, ({ db, uid }) => forget(p => p.db === db && p.uid === uid), forgetAll),
    store.subscribe(topics.group, db => forget(p => p.db === db), forgetAll),
    store.subscribe(topics.database, db => forget(p => p.db === db), forgetAll),
  ]
  return {
    find(db, uid) {
      const key = `${db}:${uid}`
      return known.get(key) ?? read(key, db, uid)
    },
    generation: () => generation,
    close: () => {
      for (const stop of unsubscribe) stop()
    },
  }
}

async function readPerson(store: Store, db: number, uid: string): Promise<Person | null> {
  const [row] = await store.rows(user(store.dialect, { db, uid }))
  const database = row ? await databaseById(store, db) : null
  if (!row || !database) return null
  const owners = await store.rows(groups(store.dialect, { db, uid }))
  return {
    db,
    database: database.name,
    uid,
    admin: row.admin === 1,
    principals: Object.freeze([`User\t${uid}`, 'User\t*', ...owners.map(g => `SecurityGroup\t${g.owner}`)]),
    culture: row.culture ?? 'en-US',
    timeZone: row.time_zone ?? 'UTC',
    sessionsFrom: row.sessions_from,
  }
}

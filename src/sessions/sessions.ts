// Makes, verifies, lists and ends the sessions of the console. The store has only their digests.
import type { Caller, Callers } from '../accounts/caller.ts'
import { createLiveTokens, type LiveToken } from '../accounts/live-tokens.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/digest.ts'
import { refuse } from '../base/errors.ts'
import { fold } from '../base/fold.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { Random } from '../base/secret.ts'
import { header, type WebRequest } from '../base/web.ts'
import { newSecret, prefixes } from '../entities/rules/credentials.ts'
import type { SignedIn } from '../sign-in/attempt.ts'
import { readCookie } from '../sign-in/cookies.ts'
import type { Store, Tx } from '../storage/store.ts'
import { topics } from '../storage/topics.ts'
import { databaseOfOwnPage, sessionCookie, sessionCookies, setSessionCookie } from './browser.ts'
import {
  deleteSession,
  insertSession,
  type SessionRow,
  sessionByDigest,
  sessionById,
  sessionsOfUser,
  slideSessions,
} from './statements.ts'

interface SessionsParts {
  readonly store: Store
  readonly clock: Clock
  readonly callers: Callers
  readonly random: Random
  readonly newId: () => string
  /** The public origin. */
  readonly origin: () => string
  readonly onFault: (error: unknown) => void
}

/** The console is no registered application; this name stands in histories and events. */
const consoleName = 'console'
const consoleScope = ['data', 'webaccess'] as const

/** The idle time after which a session ends; each use restarts it. */
const idleSeconds = 12 * 3600
/** The longest life of a session, however much it is used. */
const totalSeconds = 30 * 86_400
const agentMaxLength = 300
const valueMaxLength = 100

type Browser = Pick<WebRequest, 'headers'>

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(parts: SessionsParts) {
  const { store, clock, origin } = parts
  const { dialect } = store
  const isHttps = () => origin().startsWith('https:')
  const live = createLiveTokens<LiveToken>({
    ...parts,
    read: (_value, digest) => read(parts, digest),
    slide: slideSessions,
  })
  const judge = (value: string, again: boolean): MaybePromise<LiveToken | null> =>
    isValue(value) ? live.judge(value, again) : null

  /** The caller of the cookie of a database; a cookie of another database is none. */
  const callerOf = (request: Browser, database: string, again: boolean): MaybePromise<Caller | null> => {
    const value = readCookie(request, sessionCookie(database, isHttps()))
    const found = value === null ? null : judge(value, again)
    const checked = (session: LiveToken | null): Caller | null =>
      session && fold(session.caller.database) === fold(database) ? session.caller : null
    return found instanceof Promise ? found.then(checked) : checked(found)
  }

  return {
    callerOf,
    /** The caller of a request of the console, without a promise on a cache hit; refuses when there is none. */
    require(request: Pick<WebRequest, 'headers' | 'method'>, again: boolean): MaybePromise<Caller> {
      const database = databaseOfOwnPage(request, origin())
      const found = callerOf(request, database, again)
      const known = (caller: Caller | null): Caller =>
        caller ?? refuse('SessionRequired', '', 'Nobody is signed in to this database here, or the session has ended.')
      return found instanceof Promise ? found.then(known) : known(found)
    },
    /** The callers of all sessions of a browser. */
    async all(request: WebRequest): Promise<Caller[]> {
      databaseOfOwnPage(request, origin())
      const found = await Promise.all(sessionCookies(request, isHttps()).map(value => judge(value, false)))
      return found.flatMap(session => (session ? [session.caller] : []))
    },
    /** Makes a session and gives the cookie that carries it. */
    async begin(tx: Tx, { db, database, uid }: SignedIn, browser: Browser): Promise<string> {
      const value = newSecret('session', parts.random)
      const now = seconds(clock)
      const agent = (header(browser, 'user-agent') ?? '').slice(0, agentMaxLength)
      const life = { created: now, expires: now + idleSeconds, ends: now + totalSeconds }
      await tx.run(insertSession(dialect, { digest: digestOf(value), id: parts.newId(), db, uid, agent, ...life }))
      return setSessionCookie(sessionCookie(database, isHttps()), value, totalSeconds, isHttps())
    },
    /** False when the session had ended before. */
    async end(tx: Tx, id: string): Promise<boolean> {
      const ended = (await tx.run(deleteSession(dialect, { id }))) === 1
      if (ended) await tx.publish(topics.token, id)
      return ended
    },
    endingCookie: (database: string): string => setSessionCookie(sessionCookie(database, isHttps()), '', 0, isHttps()),
    list: (db: number, uid: string): Promise<SessionRow[]> =>
      store.rows(sessionsOfUser(dialect, { db, uid, now: seconds(clock) })),
    async find(db: number, id: string): Promise<SessionRow | null> {
      const [row] = await store.rows(sessionById(dialect, { db, id }))
      return row ?? null
    },
    close: live.close,
  }
}

/** How long a sign-in is proof enough to change what lets others in. */
const freshSeconds = 15 * 60

export const isFresh = ({ session }: Pick<Caller, 'session'>, now: number): boolean =>
  session === undefined || now < session.created + freshSeconds

const isValue = (value: string): boolean => value.length <= valueMaxLength && value.startsWith(prefixes.session)

async function read({ store, callers }: SessionsParts, digest: string): Promise<LiveToken | null> {
  const [row] = await store.rows(sessionByDigest(store.dialect, { digest }))
  if (!row) return null
  const generation = callers.generation()
  const person = await callers.find(row.db, row.uid)
  if (!person || row.created < person.sessionsFrom) return null
  const { id, created, ends, expires } = row
  return {
    caller: { ...person, application: consoleName, chain: null, scope: consoleScope, session: { id, created, ends } },
    digest,
    chain: id,
    madeThrough: null,
    generation,
    idleSeconds,
    ends,
    expires,
  }
}

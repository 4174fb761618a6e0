// Creates and verifies the sessions of the console; the store has only their digests.
import { type Caller, type Callers, signInMoment } from '../accounts/caller.ts'
import { createLiveTokens, type LiveToken } from '../accounts/live-tokens.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import { type MaybePromise, whenReady } from '../base/scheduling/maybe-promise.ts'
import { digestOf } from '../base/secrets/digest.ts'
import type { Random } from '../base/secrets/secret.ts'
import { fold } from '../base/text/fold.ts'
import type { WebRequest } from '../base/web.ts'
import { newSecret, prefixes } from '../entities/rules/credentials.ts'
import { consoleName, type SignedInUser } from '../sign-in/attempt.ts'
import { readCookie } from '../sign-in/cookies.ts'
import { agentOf } from '../sign-in/known-browsers.ts'
import type { Store, Tx } from '../storage/store.ts'
import { databaseOfOwnPage, sessionCookie, sessionCookies, setSessionCookie } from './browser.ts'
import { insertSession, sessionByDigest, slideSessions } from './statements.ts'
import { consoleScope, idleSeconds, storedSessions } from './stored.ts'

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

/** The longest life of a session, however much it is used. */
const totalSeconds = 30 * 86_400
/** Session cookies of one browser that are verified; each may cost a read of the store. */
const cookiesJudged = 20
const valueMaxLength = 100

const noSession = 'This browser has no session for this database, or the session has ended.'

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

  /** The caller of a database's cookie; null when the session belongs to another database. */
  const callerOf = (request: Browser, database: string, again: boolean): MaybePromise<Caller | null> => {
    const value = readCookie(request, sessionCookie(database, isHttps()))
    const found = value === null ? null : judge(value, again)
    return whenReady(found, session =>
      session && fold(session.caller.database) === fold(database) ? session.caller : null,
    )
  }

  return {
    callerOf,
    end: storedSessions(store, clock).end,
    /** The caller of a request of the console, without a promise on a cache hit; refuses when there is none. */
    require(request: Pick<WebRequest, 'headers' | 'method'>, again: boolean): MaybePromise<Caller> {
      const database = databaseOfOwnPage(request, origin())
      return whenReady(callerOf(request, database, again), caller => caller ?? refuse('SessionRequired', '', noSession))
    },
    /** The callers of all sessions of a browser. */
    async all(request: WebRequest): Promise<Caller[]> {
      databaseOfOwnPage(request, origin())
      const found = await Promise.all(
        sessionCookies(request, isHttps())
          .slice(0, cookiesJudged)
          .map(value => judge(value, false)),
      )
      return found.flatMap(session => (session ? [session.caller] : []))
    },
    /** Creates a session and returns its cookie. `earliest`: the moment from which it counts, if that is later than now. */
    async begin(
      tx: Tx,
      { db, database, uid, provider = null }: SignedInUser,
      browser: Browser,
      earliest = 0,
    ): Promise<string> {
      const value = newSecret('session', parts.random)
      const now = seconds(clock)
      const agent = agentOf(browser)
      const life = {
        created: await signInMoment(tx, dialect, { db, uid }, Math.max(now, earliest)),
        expires: now + idleSeconds,
        ends: now + totalSeconds,
      }
      await tx.run(
        insertSession(dialect, { digest: digestOf(value), id: parts.newId(), db, uid, agent, provider, ...life }),
      )
      return setSessionCookie(sessionCookie(database, isHttps()), value, totalSeconds, isHttps())
    },
    endingCookie: (database: string): string => setSessionCookie(sessionCookie(database, isHttps()), '', 0, isHttps()),
    close: live.close,
  }
}

const isValue = (value: string): boolean => value.length <= valueMaxLength && value.startsWith(prefixes.session)

async function read({ store, callers }: SessionsParts, digest: string): Promise<LiveToken | null> {
  const [row] = await store.rows(sessionByDigest(store.dialect, { digest }))
  if (!row) return null
  const generation = callers.generation()
  const person = await callers.find(row.db, row.uid)
  if (!person || row.created <= person.sessionsFrom) return null
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

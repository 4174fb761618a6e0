// Begins a sign-in to the console and makes a session at its end.
import { findDatabase } from '../accounts/databases.ts'
import { redirect, type WebHandler } from '../base/web.ts'
import type { SignInOutcome, SignInStart } from '../sign-in/attempt.ts'
import type { Store } from '../storage/store.ts'
import type { Sessions } from './sessions.ts'

/** What the end of a sign-in has to know. */
interface ConsoleRequest {
  readonly to: string
  /** The session that the browser has had until now, which the new one replaces. */
  readonly replaces: string | null
}

interface ConsoleSignInParts {
  readonly store: Store
  readonly sessions: Sessions
  readonly begin: SignInStart
  readonly origin: () => string
  /** The name of the installation, which the pages show. */
  readonly name: string
}

/** No database has this number, so nobody can sign in to it: an unknown database is asked for like any other. */
const noDatabase = -1

/** GET /console/sign-in?database=NAME&to=/d/NAME/... `fresh=1` asks for a new proof although there is a session. */
export const consoleSignIn =
  ({ store, sessions, begin, origin, name }: ConsoleSignInParts): WebHandler =>
  async request => {
    const query = new URLSearchParams(request.query)
    const asked = query.get('database')
    const to = (query.get('to') ?? '').slice(0, targetMaxLength + 1)
    const known = asked === null ? null : await sessions.callerOf(request, asked, false)
    if (known && query.get('fresh') !== '1') return redirect(localTarget(to, known.database, origin()), 302)
    const database = asked === null ? 0 : ((await findDatabase(store, asked))?.id ?? noDatabase)
    const about: ConsoleRequest = { to, replaces: known?.session?.id ?? null }
    return begin(request, {
      application: name,
      scope: [],
      database,
      hint: known ? `d ${known.database} u ${known.uid}` : null,
      returnOrigin: origin(),
      purpose: 'session',
      request: JSON.stringify(about),
    })
  }

export const consoleOutcome = (sessions: Sessions, origin: () => string): SignInOutcome => ({
  async finish(tx, text, who, browser) {
    const { to, replaces } = JSON.parse(text) as ConsoleRequest
    if (replaces !== null) await sessions.end(tx, replaces, { reason: 'replaced', by: who.uid })
    return { location: localTarget(to, who.database, origin()), cookie: await sessions.begin(tx, who, browser) }
  },
  cancel: () => '/',
})

const targetMaxLength = 4000

/** A page of the console for this database: the one that was asked for, or the first. Nothing else is redirected to. */
function localTarget(to: string, database: string, origin: string): string {
  const first = `/d/${database}`
  if (to.length > targetMaxLength || !URL.canParse(to, origin)) return first
  const { origin: its, pathname, search, hash } = new URL(to, origin)
  const isOurs = its === new URL(origin).origin && (pathname === first || pathname.startsWith(`${first}/`))
  return isOurs ? pathname + search + hash : first
}

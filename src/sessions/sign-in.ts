// Begins a sign-in to the console and makes a session at its end.
import { findDatabase } from '../accounts/databases.ts'
import { redirect, type WebHandler } from '../base/web.ts'
import type { NewAttempt, SignInOutcome, SignInStart } from '../sign-in/attempt.ts'
import type { Store } from '../storage/store.ts'
import type { Sessions } from './sessions.ts'

/** The request of the console, kept until the sign-in ends. */
interface ConsoleRequest {
  readonly to: string
  /** The browser's current session, which the new one replaces. */
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

/** No database has this number: a sign-in to an unknown database looks like any other, and cannot succeed. */
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
    const hint = known ? `d ${known.database} u ${known.uid}` : null
    return begin(request, { ...consoleAttempt({ origin, name }, database, about), hint })
  }

/** An attempt that ends in the console of a database. */
export const consoleAttempt = (
  { origin, name }: Pick<ConsoleSignInParts, 'origin' | 'name'>,
  database: number,
  about: ConsoleRequest = { to: '', replaces: null },
): NewAttempt => ({
  application: name,
  scope: [],
  database,
  hint: null,
  returnOrigin: origin(),
  purpose: 'session',
  request: JSON.stringify(about),
})

export const consoleOutcome = (sessions: Sessions, origin: () => string): SignInOutcome => ({
  async finish(tx, text, who, browser) {
    const { to, replaces } = JSON.parse(text) as ConsoleRequest
    if (replaces !== null) await sessions.end(tx, replaces, { reason: 'replaced', by: who.uid })
    return { location: localTarget(to, who.database, origin()), cookies: [await sessions.begin(tx, who, browser)] }
  },
  cancel: () => '/',
})

const targetMaxLength = 4000

/** The requested page of the console if it belongs to this database, else the first page. No other target is accepted. */
function localTarget(to: string, database: string, origin: string): string {
  const first = `/d/${database}`
  if (to.length > targetMaxLength || !URL.canParse(to, origin)) return first
  const { origin: its, pathname, search, hash } = new URL(to, origin)
  const isOurs = its === new URL(origin).origin && (pathname === first || pathname.startsWith(`${first}/`))
  return isOurs ? pathname + search + hash : first
}

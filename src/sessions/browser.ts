// Reads session cookies, and verifies that a request comes from a page of the console.

import { refuse } from '../base/errors.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { fold } from '../base/text/fold.ts'
import { header, type WebRequest } from '../base/web.ts'
import { cookiesOf, named, setCookie } from '../sign-in/cookies.ts'

const prefix = 'clientele-console-'

/** One cookie for each database, so that tabs of two databases do not mix. */
export const sessionCookie = (database: string, https: boolean): string =>
  named(prefix + digestOf(fold(database)).slice(0, 12), https)

/** SameSite=Strict: only requests of our own pages carry the session. */
export const setSessionCookie = (name: string, value: string, maxAge: number, https: boolean): string =>
  setCookie(name, value, maxAge, https, 'Strict')

/** The values of all session cookies that the browser sent. */
export const sessionCookies = (request: Pick<WebRequest, 'headers'>, https: boolean): string[] =>
  cookiesOf(request)
    .filter(([name]) => name.startsWith(named(prefix, https)))
    .map(([, value]) => value)

/**
 * A script of another origin cannot send this header without a preflight, which is never answered with a permission. Its
 * value is the database of the tab.
 */
const consoleHeader = 'x-clientele-console'

type BrowserRequest = Pick<WebRequest, 'headers' | 'method'>

/** Returns the database of the header; refuses a request that a page of another origin may have caused. */
export function databaseOfOwnPage(request: BrowserRequest, origin: string): string {
  const database = header(request, consoleHeader)
  if (database === undefined) {
    return refuse('ForeignPage', '', 'The request has no header X-Clientele-Console, which names the database.')
  }
  if (isSameOrigin(request, origin)) return database
  const site = header(request, 'sec-fetch-site')
  const reason =
    site === undefined ? `has the Origin ${header(request, 'origin') ?? 'of no page'}, not ${origin}` : `is ${site}`
  return refuse('ForeignPage', '', `Requests of the console come from its own pages; this one ${reason}.`)
}

/**
 * Whether a page of this server caused the request. Browsers send no Sec-Fetch-Site to an http address other than localhost.
 * Then the Origin decides, which browsers leave out of a GET; a GET changes nothing.
 */
export function isSameOrigin(request: BrowserRequest, own: string): boolean {
  const site = header(request, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = header(request, 'origin')
  return origin === undefined ? request.method === 'GET' : origin === own
}

// Defines the two cookies: one binds an attempt to its browser, one remembers a browser that confirmed an e-mail.
import { header, type WebRequest } from '../base/web.ts'

type Browser = Pick<WebRequest, 'headers'>

/** Over https the `__Host-` prefix makes browsers refuse the cookie from any other host or path. */
export const named = (name: string, https: boolean): string => (https ? `__Host-${name}` : name)

export const attemptCookie = (digest: string, https: boolean): string =>
  named(`clientele-sign-in-${digest.slice(0, 12)}`, https)

export const browserCookie = (https: boolean): string => named('clientele-browser', https)

export function readCookie(request: Browser, name: string): string | null {
  for (const [key, value] of cookiesOf(request)) if (key === name) return value
  return null
}

/** The names of the attempt cookies that the browser sent. */
export const attemptCookies = (request: WebRequest, https: boolean): string[] =>
  cookiesOf(request)
    .map(([name]) => name)
    .filter(name => name.startsWith(named('clientele-sign-in-', https)))

/** All cookies that the browser sent: names and values. */
export const cookiesOf = (request: Browser): [string, string][] =>
  (header(request, 'cookie') ?? '').split(';').map(pair => {
    const at = pair.indexOf('=')
    return at < 0 ? ['', pair.trim()] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })

/** With SameSite=Lax browsers send the cookie on navigations from an identity provider or from a mail, too. */
export const setCookie = (
  name: string,
  value: string,
  maxAge: number,
  https: boolean,
  sameSite: 'Lax' | 'Strict' = 'Lax',
): string => `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${https ? '; Secure' : ''}`

export const clearCookie = (name: string, https: boolean): string => setCookie(name, '', 0, https)

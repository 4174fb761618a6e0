// The two kinds of cookie: one binds an attempt to its browser, one remembers a browser that has confirmed an e-mail.
import { header, type WebRequest } from '../base/web.ts'

/** With https the prefix makes browsers refuse such a cookie from anyone but this very host. */
const named = (name: string, https: boolean): string => (https ? `__Host-${name}` : name)

export const attemptCookie = (digest: string, https: boolean): string =>
  named(`clientele-sign-in-${digest.slice(0, 12)}`, https)

export const browserCookie = (https: boolean): string => named('clientele-browser', https)

export function readCookie(request: WebRequest, name: string): string | null {
  for (const [key, value] of cookiesOf(request)) if (key === name) return value
  return null
}

/** The names of the attempt cookies that the browser holds. */
export const attemptCookies = (request: WebRequest, https: boolean): string[] =>
  cookiesOf(request)
    .map(([name]) => name)
    .filter(name => name.startsWith(named('clientele-sign-in-', https)))

const cookiesOf = (request: WebRequest): [string, string][] =>
  (header(request, 'cookie') ?? '').split(';').map(pair => {
    const at = pair.indexOf('=')
    return at < 0 ? ['', pair.trim()] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })

/** Lax, so that it comes along when the provider of a single sign-on, or a mail, leads back here. */
export const setCookie = (name: string, value: string, maxAge: number, https: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`

export const clearCookie = (name: string, https: boolean): string => setCookie(name, '', 0, https)

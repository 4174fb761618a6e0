// Checks the redirect URI that an application registers, and compares the URI of a request with it.
import type { Message } from '../../base/errors.ts'

const redirectUriMaxLength = 2000

const loopbackHosts = new Set(['127.0.0.1', 'localhost'])

const parse = (uri: string): URL | null => (URL.canParse(uri) ? new URL(uri) : null)

const isLoopback = (url: URL): boolean => url.protocol === 'http:' && loopbackHosts.has(url.hostname)

/** The reason why a URI cannot be registered; null when it can. */
export function redirectUriProblem(uri: string, allowLoopback: boolean): Message | null {
  if (uri.length > redirectUriMaxLength) return `The redirect URI is longer than ${redirectUriMaxLength} characters.`
  // Printable ASCII without characters that could end a header, an attribute or a Content-Security-Policy source.
  if (!/^[\x21-\x7e]+$/.test(uri) || /["'<>\\^`{|},;]/.test(uri))
    return 'The redirect URI has characters that are not allowed.'
  const url = parse(uri)
  if (!url) return 'The redirect URI is not an absolute URI.'
  if (uri.includes('?')) return 'The redirect URI must not have a query.'
  if (uri.includes('#')) return 'The redirect URI must not have a fragment.'
  if (url.username !== '' || url.password !== '') return 'The redirect URI must not carry credentials.'
  if (url.protocol === 'https:' && /^https:\/\/[^/]/.test(uri)) return null
  if (isLoopback(url)) {
    return allowLoopback
      ? null
      : 'The redirect URI must start with https (http on the loopback address needs the setting loopback-redirects).'
  }
  const wanted = 'The redirect URI must start with https:// and a host.'
  return url.protocol === 'http:' ? suggest => wanted + suggest.given(`https${uri.slice('http'.length)}`) : wanted
}

const standardLoopback = new Set([...loopbackHosts, '[::1]'])

/** Why a client of the standard issuer cannot have a URI; null when it can. `schemes` lists URIs of private schemes, in full. */
export function standardRedirectProblem(uri: string, schemes: string): Message | null {
  if (schemes.split(',').some(listed => listed.trim() === uri)) return null
  const url = parse(uri)
  if (url?.protocol === 'http:' && standardLoopback.has(url.hostname) && !/[?#@]/.test(uri)) return null
  // Only the standard issuer has redirect URIs with a query.
  return redirectUriProblem(uri.replace(/\?[^#?]*$/, ''), false)
}

/** To the letter, except for the port on the loopback address. */
export const matchesStandardUri = (sent: string, registered: readonly string[]): boolean =>
  registered.some(uri => {
    if (sent === uri) return true
    const url = parse(uri)
    if (url?.protocol !== 'http:' || !standardLoopback.has(url.hostname)) return false
    return standardRedirectProblem(sent, '') === null && withoutPort(sent) === withoutPort(uri)
  })

/** Whether a URI that was sent matches a registered one. */
export const matchesOne = (sent: string, registered: readonly string[], allowLoopback: boolean): boolean =>
  registered.some(uri => matchesRedirectUri(sent, uri, allowLoopback))

/** The URIs must be equal, except for the port on the loopback address (RFC 8252) if the setting allows loopback. */
export function matchesRedirectUri(sent: string, registered: string, allowLoopback: boolean): boolean {
  // Only a loopback URI is compared without its port; the others need not be parsed.
  if (registered.startsWith('https:')) return sent === registered
  const home = parse(registered)
  if (!home) return false
  if (!isLoopback(home)) return sent === registered
  if (!allowLoopback || redirectUriProblem(sent, true) !== null) return false
  return withoutPort(sent) === withoutPort(registered)
}

const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:\[::1\]|[^/:]+)):\d+/, '$1')

// Checks the redirect URI that an application registers, and compares one of a request with it.

const redirectUriMaxLength = 2000

const loopbackHosts = new Set(['127.0.0.1', 'localhost'])

const parse = (uri: string): URL | null => (URL.canParse(uri) ? new URL(uri) : null)

const isLoopback = (url: URL): boolean => url.protocol === 'http:' && loopbackHosts.has(url.hostname)

/** What is wrong with a URI that someone wants to register; null when nothing is. */
export function redirectUriProblem(uri: string, allowLoopback: boolean): string | null {
  if (uri.length > redirectUriMaxLength) return `The redirect URI is longer than ${redirectUriMaxLength} characters.`
  // Printable ASCII without what could end a header, an attribute or a Content-Security-Policy source.
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
  const meant = url.protocol === 'http:' ? ` Did you mean "https${uri.slice('http'.length)}"?` : ''
  return `The redirect URI must start with https:// and a host.${meant}`
}

/** Whether a URI that was sent is one of those that were registered. */
export const matchesOne = (sent: string, registered: readonly string[], allowLoopback: boolean): boolean =>
  registered.some(uri => matchesRedirectUri(sent, uri, allowLoopback))

/** Exactly the registered one; on the loopback address any port (RFC 8252), where the setting allows loopback at all. */
export function matchesRedirectUri(sent: string, registered: string, allowLoopback: boolean): boolean {
  // Only a loopback URI is compared without its port; the others need not be parsed.
  if (registered.startsWith('https:')) return sent === registered
  const home = parse(registered)
  if (!home) return false
  if (!isLoopback(home)) return sent === registered
  if (!allowLoopback || redirectUriProblem(sent, true) !== null) return false
  return withoutPort(sent) === withoutPort(registered)
}

const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/[^/:]+):\d+/, '$1')

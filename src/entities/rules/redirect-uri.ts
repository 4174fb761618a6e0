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

/** Which redirect URIs besides https ones applications may register. */
export interface RedirectPolicy {
  /** Http on the loopback address, for both issuers. */
  readonly loopback: boolean
  /** URIs of private schemes for the standard issuer, which has loopback ones as well; null when it is off. */
  readonly standard: readonly string[] | null
}

export const httpsAlone: RedirectPolicy = { loopback: false, standard: null }

interface RedirectSettings {
  readonly loopbackRedirects: boolean
  readonly standardLane: 'off' | 'listed' | 'any'
  readonly standardRedirects: string | null
}

export const redirectPolicyOf = ({
  loopbackRedirects,
  standardLane,
  standardRedirects,
}: RedirectSettings): RedirectPolicy => ({
  loopback: loopbackRedirects,
  standard: standardLane === 'off' ? null : listedRedirects(standardRedirects),
})

/** Why an application cannot register a URI. The issuer of the specification takes none that only the standard one may have. */
export function registrationProblem(uri: string, { loopback, standard }: RedirectPolicy): Message | null {
  const wrong = redirectUriProblem(uri, loopback)
  const isOfStandard = standard !== null && (standard.includes(uri) || isStandardLoopback(uri))
  return isOfStandard ? null : wrong
}

/** Cursor's, which is no https address and not on this machine. */
const redirectOfCursor = 'cursor://anysphere.cursor-mcp/oauth/callback'

/** The URIs of private schemes that clients of the standard issuer may have, in full. */
export const listedRedirects = (setting: string | null): readonly string[] => [
  redirectOfCursor,
  ...(setting ?? '').split(',').map(uri => uri.trim()),
]

const standardLoopback = new Set([...loopbackHosts, '[::1]'])

function isStandardLoopback(uri: string): boolean {
  const url = parse(uri)
  if (url?.protocol !== 'http:' || !standardLoopback.has(url.hostname)) return false
  // The address of IPv6 is the one difference to what the other issuer takes.
  return redirectUriProblem(uri.replace('//[::1]', '//127.0.0.1'), true) === null
}

/** Why a client of the standard issuer cannot have a URI; null when it can. */
export function standardRedirectProblem(uri: string, listed: readonly string[]): Message | null {
  if (listed.includes(uri) || isStandardLoopback(uri)) return null
  // Only the standard issuer has redirect URIs with a query.
  return redirectUriProblem(uri.replace(/\?[^#?]*$/, ''), false)
}

/** To the letter, except for the port on the loopback address. */
export const matchesStandardUri = (sent: string, registered: readonly string[]): boolean =>
  registered.some(uri => {
    if (sent === uri) return true
    const url = parse(uri)
    if (url?.protocol !== 'http:' || !standardLoopback.has(url.hostname)) return false
    return standardRedirectProblem(sent, []) === null && withoutPort(sent) === withoutPort(uri)
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

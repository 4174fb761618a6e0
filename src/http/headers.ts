// Holds the headers that every answer of a route carries, and joins them with those of an answer.
import type { WebAnswer } from '../base/web.ts'
import type { Face } from './route.ts'

/** Pages set their own Content-Security-Policy; this one allows nothing to load. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const byFace: Record<Face, Readonly<Record<string, string>>> = {
  envelope: { 'cache-control': 'no-store' },
  resource: { 'cache-control': 'no-store' },
  oauth: { 'cache-control': 'no-store' },
  scim: { 'cache-control': 'no-store' },
  page: {
    'cache-control': 'no-store',
    'content-security-policy': closedPolicy,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  },
  plain: { 'cache-control': 'no-store', 'content-security-policy': closedPolicy },
}

/**
 * For requests from a page of another origin. Any origin is allowed, since a bearer token and not a cookie identifies the
 * user; credentials are never allowed.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, X-Model-Digest, Clientele-Feed, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, ETag, Content-Disposition, Content-Range, Accept-Ranges',
}

export const preflightHeaders = (allow: string): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': allow,
  'access-control-allow-headers':
    'Authorization, Content-Type, DPoP, Idempotency-Key, If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Range, X-Request-Id',
  'access-control-max-age': '86400',
})

export const standingHeaders = (face: Face, https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...byFace[face],
  ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

/** The default headers of a route. Those of an answer replace default ones of the same name. */
export class RouteHeaders {
  readonly #standing: Readonly<Record<string, string>>
  readonly #lists = new WeakMap<WebAnswer['headers'], readonly string[]>()

  constructor(standing: Readonly<Record<string, string>>) {
    this.#standing = standing
  }

  with(headers: WebAnswer['headers']): WebAnswer['headers'] {
    return { ...this.#standing, ...headers }
  }

  /** A new list of the same names and values in turns, as `writeHead` takes them; worked out once for headers that are frozen. */
  listWith(headers: WebAnswer['headers']): string[] {
    const known = this.#lists.get(headers)
    if (known) return known.slice()
    const list = Object.entries(this.with(headers)).flatMap(([name, value]) =>
      typeof value === 'string' ? [name, value] : value.flatMap(one => [name, one]),
    )
    if (Object.isFrozen(headers)) this.#lists.set(headers, list.slice())
    return list
  }
}

// The headers that every answer of a kind carries, worked out once per route.
import type { Face, Route } from './route.ts'

/** Pages bring their own Content-Security-Policy; without one nothing at all may load. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const byFace: Record<Face, Readonly<Record<string, string>>> = {
  envelope: { 'cache-control': 'no-store' },
  oauth: { 'cache-control': 'no-store' },
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
 * For requests that come from a page of another origin. Any may ask, since a bearer token and not a cookie speaks for the
 * user; credentials are never allowed.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, Retry-After, WWW-Authenticate, ETag, Content-Disposition, Content-Range, Accept-Ranges',
}

export function standingHeaders(route: Pick<Route, 'face'>, https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...byFace[route.face],
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

export const preflightHeaders = (allow: string): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': allow,
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Range, X-Request-Id',
  'access-control-max-age': '86400',
})

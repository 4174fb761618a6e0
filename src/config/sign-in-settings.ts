// Declares the settings of sign-in and tokens.
import { flag, integer, oneOf, optional, text } from './kinds.ts'
import { isLocalDemo, settingsOf } from './setting.ts'

const signIn = settingsOf('Sign-in and tokens')

export const signInSettings = {
  secretKey: signIn(
    optional(text('at least 32 characters', /^.{32,}$/)),
    null,
    'Seals the secrets that must be readable again (those of single sign-on and of webhooks, answers kept for an Idempotency-Key), and is part of what refreshed tokens are derived from. Without it a key file in data-dir is used; nodes of a PostgreSQL store need the setting, the same on all.',
    'all',
  ),
  refreshRetry: signIn(
    integer(1, 600, 'seconds'),
    60,
    'How long a used refresh token gives the same answer again, for clients that lost it.',
  ),
  refreshReuse: signIn(
    oneOf('revoke', 'refuse'),
    'revoke',
    'What happens when a refresh token is used again after its window: the whole chain is revoked, or only this request refused.',
  ),
  refreshChainDays: signIn(
    optional(integer(1, 36500, 'days')),
    null,
    'How long a chain of refresh tokens may live in all. Nothing: each new token simply lives 180 days.',
  ),
  loopbackRedirects: signIn(
    flag(),
    s => s.demo,
    'Allow http://127.0.0.1 and http://localhost redirect URIs, on any port (development). On with demo.',
  ),
  standardLane: signIn(
    oneOf('off', 'listed', 'any'),
    s => (isLocalDemo(s) ? 'any' : 'off'),
    'The second issuer, at the path /standard below auth-prefix, for clients that follow the standards of today, and the MCP server at /mcp. Listed: for registered applications, and for clients that describe themselves at one of the standard-hosts. Any: at any host. On with a demo that listens on this machine alone.',
  ),
  standardHosts: signIn(
    text('host names separated by commas'),
    'claude.ai, claude.com, chatgpt.com, vscode.dev, insiders.vscode.dev, cursor.com, www.cursor.com',
    'The hosts whose clients may describe themselves by a document (client ID metadata documents) when standard-lane is listed, and to which clients that register themselves may be redirected then.',
  ),
  standardRedirects: signIn(
    optional(text('redirect URIs separated by commas')),
    null,
    'Redirect URIs of applications with a scheme of their own, in full, that clients of the standard issuer may have, besides that of Cursor.',
  ),
  standardRegistrations: signIn(
    integer(0, 1_000_000),
    0,
    'How many clients one network address may register at the standard issuer (RFC 7591) in the throttling window. Zero: clients cannot register themselves, which those that describe themselves need not.',
  ),
  throttleEmail: signIn(
    integer(1, 1_000_000),
    10,
    'Wrong passwords for one e-mail address, and mails to it from one network, in the window; from all networks five times as many mails.',
  ),
  throttleAddress: signIn(integer(1, 1_000_000), 100, 'The same for one network address.'),
  throttleMinutes: signIn(integer(1, 1440, 'minutes'), 15, 'The length of the throttling window.'),

  newDeviceMail: signIn(
    flag(),
    false,
    'Send a mail when a user signs in with another browser than before. Such a browser has confirmed a code from the mailbox, so this is a second notice.',
  ),
} as const

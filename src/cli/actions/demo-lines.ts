// Formats what `serve --demo` prints: users, application credentials, and a curl line.
import type { DemoAccess } from '../../seed/demo-file.ts'

const read = {
  AbEntry: {
    Scope: { Fields: { FullName: 1, Phone: 1, Address: { City: 1 } } },
    Criteria: { SearchQuery: { Type: { $EQ: 'Company' } }, Top: 3 },
  },
}

/** The line can be pasted into any POSIX shell. */
export const demoCurl = (api: string, token: string): string =>
  `curl -s ${api}/Read -H "Authorization: Bearer ${token}" -d '${JSON.stringify(read)}'`

interface ServerAddresses {
  readonly origin: string
  readonly api: string
  /** The setting `mail`. */
  readonly mail: string
}

export function demoLines(demo: DemoAccess, { origin, api, mail }: ServerAddresses): string[] {
  const [first = '', ...others] = demo.emails
  return [
    `  Demo database         ${demo.database}`,
    `  Sign in as            ${first}  (an administrator; or ${others.join(', ')})`,
    `  Password              ${demo.password}`,
    ...(mail.startsWith('file:') ? [`  Mail is put into      ${mail.slice('file:'.length)}, and shown here`] : []),
    `  Client id             ${demo.clientId}`,
    `  Client secret         ${demo.clientSecret}`,
    `  Redirect URI          ${demo.redirectUri}`,
    `  Personal token        ${demo.token}`,
    '',
    ...(demo.redirectUri.startsWith(origin)
      ? ['  See OAuth at work, in a browser:', '', `  ${origin}/demo/sign-in`, '']
      : []),
    '  Paste this into another terminal:',
    '',
    `  ${demoCurl(api, demo.token)}`,
    '',
  ]
}

// Generates the reference of OAuth error codes from the registry of the authorization server.
import { oauthErrors } from '../../src/oauth/errors.ts'
import { notice, table } from './markdown.ts'

export function oauthErrorsPage(): string {
  const rows = Object.values(oauthErrors)
    .toSorted((a, b) => a.code - b.code)
    .map(({ code, error, doc, client }) => [`\`${code}\``, `\`${error}\``, doc, client])
  return `# OAuth error codes

${notice}

The token, revocation and introspection endpoints answer every failure with HTTP 400 (404 and 405 for a wrong path or
method) and a JSON object of \`error\` (a name of RFC 6749), \`error_code\` (the number below) and \`error_description\` (a
text for people). The numbers are stable; the
texts are not. Several numbers share the name \`invalid_grant\`, so a client decides by the number.

An authorize request whose client or redirect URI is wrong gets a page with HTTP 400. Its other failures are sent to the
redirect URI as \`error\` and \`error_description\`; after Cancel, \`error_code\` is there too. An
application that belongs to one database gets a page for them; only Cancel redirects there.

${table(['error_code', 'error', 'Meaning', 'What the client does'], rows)}
`
}

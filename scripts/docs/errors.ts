// Generates the reference of error codes from the error registry.
import { errorRegistry } from '../../src/base/error-codes.ts'
import { notice, table } from './markdown.ts'

export function errorsPage(): string {
  const rows = Object.entries(errorRegistry).map(([name, { code, doc }]) => [`\`${code}\``, name, doc])
  return `# Error codes

${notice}

A failed data operation answers HTTP 200 with \`Code\` -1, \`Msg\` (texts for people) and \`Errors\` (for programs): each
has the \`ErrorCode\` below, the \`Path\` in the request that caused it, the \`Message\`, and a \`Suggestion\` when a known name is near. Every problem of a request is
reported, not the first one. The numbers are stable; the texts are not.

Some failures have an HTTP status of their own, with the same body: 400 (-1000), 401 (-2000), 403 (-2001), 404 (-1010),
405 (-1011), 413 (-1007, for the body), 429 (-2004), 500 (-9001), 503 (-9000).

${table(['ErrorCode', 'Name', 'Meaning'], rows)}
`
}

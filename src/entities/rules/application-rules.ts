// Generates the credentials of applications; the secret is shown once and stored as a digest.

import { digestOf } from '../../base/digest.ts'
import { invalid } from '../../fields/checks.ts'
import type { ParseContext } from '../../fields/field.ts'
import { topics } from '../../storage/topics.ts'
import { newClientId, newClientSecret } from './credentials.ts'
import { redirectUriProblem } from './redirect-uri.ts'
import type { EntityRules, RuleContext } from './types.ts'

/** The database of applications that the command line makes; they serve all databases. */
const everyDatabase = 0

export const applicationRules: EntityRules = {
  before: write => {
    const { row, path } = write
    checkRedirectUris(write)
    checkName(write)
    if (write.creating) {
      row.client_id = newClientId()
      write.answer('ClientId', row.client_id)
      if (row.public !== 1) giveSecret(write)
    } else if (write.options.newsecret === true) {
      if (row.public !== 1) giveSecret(write)
      else write.problem('RuleViolated', 'Public', `${path}: a public application has no secret.`)
    }
  },
  after: write => write.publish(topics.application, String(write.row.client_id)),
  afterDelete: bin => bin.publish(topics.application, String(bin.row.client_id)),
  afterRestore: bin => bin.publish(topics.application, String(bin.row.client_id)),
}

/** The stored form of further redirect URIs. */
export const redirectUrisIn = (stored: unknown): string[] =>
  typeof stored === 'string' ? (JSON.parse(stored) as string[]) : []

const mostUris = 20

/** Checks the list of further redirect URIs for its shape. */
export function redirectUriList(value: unknown, context: ParseContext): string[] | null {
  if (value === null) return []
  if (!Array.isArray(value) || !value.every(uri => typeof uri === 'string'))
    return invalid(context, 'takes a list of texts')
  if (value.length > mostUris) return invalid(context, `has at most ${mostUris} redirect URIs`)
  return value
}

function checkRedirectUris({ row, before, path, problem, loopbackRedirects }: RuleContext): void {
  const check = (uri: string, field: string, at: string) => {
    const wrong = redirectUriProblem(uri, loopbackRedirects)
    if (wrong) problem('InvalidValue', field, `${path}.${at}: ${wrong}`)
  }
  const { redirect_uri: uri, more_redirect_uris: more } = row
  if (typeof uri === 'string' && uri !== before.redirect_uri) check(uri, 'RedirectUri', 'RedirectUri')
  if (more === before.more_redirect_uris) return
  redirectUrisIn(more).forEach((other, i) => void check(other, 'MoreRedirectUris', `MoreRedirectUris[${i}]`))
}

/** What mail programs turn into links: an address with a scheme, or a name with dots that ends in letters. */
const webAddress = /:\/\/|www\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu

/** The name stands in mails to people; an administrator of one database must not send them elsewhere by it. */
function checkName({ db, row, before, path, problem }: RuleContext): void {
  if (db === everyDatabase || typeof row.name !== 'string' || row.name === before.name) return
  if (webAddress.test(row.name)) problem('InvalidValue', 'Name', `${path}.Name must not contain a web address.`)
}

function giveSecret(write: RuleContext): void {
  const secret = newClientSecret()
  write.row.client_secret = digestOf(secret)
  write.answer('ClientSecret', secret)
}

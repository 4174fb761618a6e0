// Generates the credentials of applications; the secret is shown once and stored as a digest.

import { reworded } from '../../base/errors.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { fold } from '../../base/text/fold.ts'
import { invalid } from '../../fields/checks.ts'
import type { ParseContext } from '../../fields/field.ts'
import { topics } from '../../storage/nodes/topics.ts'
import { clientKeysIn, clientKeysProblem } from './client-keys.ts'
import { newClientId, newClientSecret } from './credentials.ts'
import { registrationProblem } from './redirect-uri.ts'
import type { EntityRules, RuleContext } from './types.ts'

/** The database number of applications that the command line creates, which serve all databases. */
const everyDatabase = 0

export const applicationRules: EntityRules = {
  before: write => {
    const { row, path } = write
    checkRedirectUris(write)
    checkKeys(write)
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

function checkRedirectUris({ row, before, path, problem, redirects }: RuleContext): void {
  const check = (uri: string, field: string, at: string) => {
    const wrong = registrationProblem(uri, redirects)
    if (wrong)
      problem(
        'InvalidValue',
        field,
        reworded(wrong, text => `${path}.${at}: ${text}`),
      )
  }
  const { redirect_uri: uri, more_redirect_uris: more } = row
  if (typeof uri === 'string' && uri !== before.redirect_uri) check(uri, 'RedirectUri', 'RedirectUri')
  if (more === before.more_redirect_uris) return
  redirectUrisIn(more).forEach((other, i) => void check(other, 'MoreRedirectUris', `MoreRedirectUris[${i}]`))
}

function checkKeys({ row, before, path, problem }: RuleContext): void {
  const { public_keys: keys } = row
  if (keys === null || keys === undefined || keys === before.public_keys) return
  const wrong = clientKeysProblem(clientKeysIn(keys))
  if (wrong !== null) problem('InvalidValue', 'PublicKeys', `${path}.PublicKeys ${wrong}.`)
  else if (row.public === 1) problem('RuleViolated', 'PublicKeys', `${path}: a public application has no keys.`)
}

/** Texts that mail programs turn into links: an address with a scheme, or a name with dots that ends in letters. */
const webAddress = /:\/\/|www\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu

/** Signs that look like those of an address and stay as they are when a text is folded. */
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/[\u2044\u2215\u29f6\u29f8\u2571\u1735\u27cb\u2cc6]/g, '/'],
  [/[\u02d0\u02f8\u0589\u05c3\u16ec\u205a\u2236\ua4fd\ua789]/g, ':'],
  [/[\u06d4\u0701\u0702\u2024\u3002\ua4f8\ua60e]/g, '.'],
  // Invisible: formatting characters, and the Hangul fillers.
  [/[\p{Cf}\u115f\u1160\u3164\uffa0]/gu, ''],
]

/** Embeddings and overrides of the direction, by which an address can be written backwards. */
const directions = /[\u202a-\u202e\u2066-\u2069]/

/** A name as a reader sees it: folded, with look-alikes as the signs that they stand for. */
const asSeen = (name: string): string =>
  lookAlikes.reduce((text, [signs, meant]) => text.replace(signs, meant), fold(name))

/** Mails to users contain the name, so an administrator of one database must not put a link into it. */
function checkName({ db, row, before, path, problem }: RuleContext): void {
  if (db === everyDatabase || typeof row.name !== 'string' || row.name === before.name) return
  if (directions.test(row.name) || webAddress.test(asSeen(row.name)))
    problem('InvalidValue', 'Name', `${path}.Name must not contain a web address.`)
}

function giveSecret(write: RuleContext): void {
  const secret = newClientSecret()
  write.row.client_secret = digestOf(secret)
  write.answer('ClientSecret', secret)
}

// Generates the credentials of applications; the secret is shown once and stored as a digest.

import { digestOf } from '../../base/digest.ts'
import { topics } from '../../storage/topics.ts'
import { newClientId, newClientSecret } from './credentials.ts'
import { redirectUriProblem } from './redirect-uri.ts'
import type { EntityRules, RuleContext } from './types.ts'

/** The database of applications that the command line makes; they serve all databases. */
const everyDatabase = 0

export const applicationRules: EntityRules = {
  before: write => {
    const { row, path } = write
    const uri = row.redirect_uri
    if (typeof uri === 'string' && uri !== write.before.redirect_uri) {
      const wrong = redirectUriProblem(uri, write.loopbackRedirects)
      if (wrong) write.problem('InvalidValue', 'RedirectUri', `${path}.RedirectUri: ${wrong}`)
    }
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

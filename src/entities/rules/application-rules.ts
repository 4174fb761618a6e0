// Generates the credentials of applications; the secret is shown once and stored as a digest.

import { digestOf } from '../../base/digest.ts'
import { topics } from '../../storage/topics.ts'
import { newClientId, newClientSecret } from './credentials.ts'
import { redirectUriProblem } from './redirect-uri.ts'
import type { EntityRules, RuleContext } from './types.ts'

export const applicationRules: EntityRules = {
  before: write => {
    const { row, path } = write
    const uri = row.redirect_uri
    if (typeof uri === 'string' && uri !== write.before.redirect_uri) {
      const wrong = redirectUriProblem(uri, write.loopbackRedirects)
      if (wrong) write.problem('InvalidValue', 'RedirectUri', `${path}.RedirectUri: ${wrong}`)
    }
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

function giveSecret(write: RuleContext): void {
  const secret = newClientSecret()
  write.row.client_secret = digestOf(secret)
  write.answer('ClientSecret', secret)
}

// Generates personal access tokens, for the caller or as an administrator for any user; only the digest is stored.

import { digestOf } from '../../base/secrets/digest.ts'
import { topics } from '../../storage/nodes/topics.ts'
import { newSecret } from './credentials.ts'
import type { EntityRules, RuleContext } from './types.ts'

const day = 86_400
const year = 365 * day
/** A leap year, so that the same day of the next year is always allowed. */
const longestLife = 366 * day

export const personalAccessTokenRules: EntityRules = {
  before: write => {
    if (write.creating) return makeToken(write)
    if (write.row.revoked !== write.before.revoked) write.row.revoke_date = write.now
    if (write.row.expires !== write.before.expires) checkSooner(write)
  },
  after: async write => {
    const { creating, row, before } = write
    if (!creating && (row.revoked !== before.revoked || row.expires !== before.expires))
      await write.publish(topics.token, write.id)
  },
  afterDelete: bin => bin.publish(topics.token, bin.id),
}

/** A token may end earlier than before, never later. */
function checkSooner({ row, before, now, path, problem }: RuleContext): void {
  if (row.expires === null) problem('Required', 'ExpirationDate', `${path}.ExpirationDate cannot be cleared.`)
  else if (Number(row.expires) > Number(before.expires)) {
    problem('InvalidValue', 'ExpirationDate', `${path}.ExpirationDate can be brought forward, not put off.`)
  } else if (Number(row.expires) <= now) {
    problem(
      'InvalidValue',
      'ExpirationDate',
      `${path}.ExpirationDate must be in the future; Status 2 revokes the token.`,
    )
  }
}

function makeToken(write: RuleContext): void {
  const { row, now, uid, path } = write
  row.user_id ??= uid
  if (row.user_id !== uid && !write.admin) {
    const message = `${path}.UserKey: only an administrator makes tokens for other users.`
    write.problem('AdministratorRequired', 'UserKey', message)
  }
  row.scope ??= 'data'
  if (String(row.scope).includes('webaccess') && !write.scope.includes('webaccess')) {
    write.problem('InvalidValue', 'Scope', `${path}.Scope has webaccess, which the token of this request has not.`)
  }
  row.expires ??= now + year
  if (Number(row.expires) <= now) {
    write.problem('InvalidValue', 'ExpirationDate', `${path}.ExpirationDate must be in the future.`)
  } else if (Number(row.expires) > now + longestLife) {
    write.problem('InvalidValue', 'ExpirationDate', `${path}.ExpirationDate is at most a year from now.`)
  }
  row.chain = write.chain
  const token = newSecret('personal')
  row.digest = digestOf(token)
  row.revoked ??= 0
  write.answer('Token', token)
}

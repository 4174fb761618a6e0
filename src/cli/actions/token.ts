// Creates, lists and revokes personal access tokens.
import { systemClock } from '../../base/clock.ts'
import { durationMs } from '../../base/text/duration.ts'
import { decodeKey } from '../../fields/record-key.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { type RecordData, userKeyOf } from '../records.ts'
import { untilReceived, withDatabase } from '../with-store.ts'

/** `90d` from now, or the moment as it was given. */
function momentOf(text: string, now: number): string {
  const span = durationMs(text)
  return span === null ? text : new Date(now + span).toISOString().replace(/\.\d+/, '')
}

export const createToken: Action = context =>
  withDatabase(context, async ({ records }) => {
    const { options, output } = context
    const { Token } = await records.create('PersonalAccessToken', {
      Name: String(options.name),
      UserKey: await userKeyOf(records, String(options.user)),
      Scope: options.scope,
      ExpirationDate: options.expires === undefined ? null : momentOf(String(options.expires), systemClock.now()),
    })
    output.object({ token: Token })
    output.line(`${Token}`)
    output.note('Keep it safe: it is shown only now.')
    return 0
  })

const fields = { Key: 1, Name: 1, UserKey: { Uid: 1 }, Scope: 1, ExpirationDate: 1, Status: { DisplayValue: 1 } }

const shown = (token: RecordData) => ({
  key: token.Key,
  name: token.Name,
  user: (token.UserKey as { Uid: string }).Uid,
  scope: token.Scope,
  expires: token.ExpirationDate,
  status: (token.Status as { DisplayValue: string }).DisplayValue.toLowerCase(),
})

export const listTokens: Action = context =>
  withDatabase(context, async ({ records }) => {
    const { user, limit } = context.options
    const where = user === undefined ? {} : { UserKey: { $EQ: await userKeyOf(records, String(user)) } }
    const found = await records.read('PersonalAccessToken', { fields, where, order: 'Name', top: limit as number })
    const tokens = found.map(shown)
    context.output.object({ tokens })
    const rows = tokens.map(t => [t.name, t.user, t.scope, t.status, t.expires, t.key])
    if (rows.length > 0) context.output.table(['NAME', 'USER', 'SCOPE', 'STATUS', 'EXPIRES', 'KEY'], rows)
    else context.output.line('There are no personal tokens.')
    return 0
  })

export const revokeToken: Action = context =>
  withDatabase(context, async ({ database, records }) => {
    const key = String(context.options.key)
    const isKey = decodeKey(key)?.kind === 'PersonalAccessToken'
    const [token] = isKey ? await records.read('PersonalAccessToken', { fields, where: { Key: { $EQ: key } } }) : []
    if (!token) {
      const list = `"clientele token list --database ${database.name}" shows them.`
      throw new CommandError(`There is no token ${key} in ${database.name}; ${list}`)
    }
    const { name, user, status } = shown(token)
    if (status !== 'revoked') {
      await records.update('PersonalAccessToken', { Key: key, Status: 2 })
      await untilReceived()
    }
    context.output.object({ key, name, user, status: 'revoked' })
    context.output.line(`The token "${name}" of ${user} has ended.`)
    return 0
  })

// Lists and revokes the grants of a user, and makes browsers confirm an e-mail again.
import { accountsOf, forgetBrowsers } from '../../accounts/directory.ts'
import { systemClock } from '../../base/clock.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { decodeKey } from '../../fields/record-key.ts'
import { createGrants, type Grants } from '../../oauth/grants/grants.ts'
import { storedClients } from '../../standard/clients/documents.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError } from '../failure.ts'
import { userKeyOf } from '../records.ts'
import { untilReceived, withDatabase, withStore } from '../with-store.ts'

interface UserGrants {
  readonly grants: Grants
  readonly db: number
  readonly uid: string
}

/** Opens the grants of the database for the user of `--user`, who must exist. */
const withGrants = (context: CommandContext, work: (open: UserGrants) => Promise<number>): Promise<number> =>
  withDatabase(context, async ({ store, database, records }) => {
    const uid = decodeKey(await userKeyOf(records, String(context.options.user)))?.id ?? ''
    const applications = storedClients(store)
    try {
      return await work({ grants: createGrants(store, systemClock, applications), db: database.id, uid })
    } finally {
      applications.close()
    }
  })

export const listGrants: Action = context =>
  withGrants(context, async ({ grants, db, uid }) => {
    const shown = (await grants.list(db, uid)).map(({ id, kind, application, clientId, scope, agent, ...grant }) => ({
      id,
      kind,
      application,
      clientId,
      uid,
      scope,
      created: isoDateTime(grant.created),
      lastUsed: isoDateTime(grant.lastUsed),
      expires: isoDateTime(grant.expires),
      agent,
    }))
    context.output.object({ grants: shown })
    const rows = shown.map(grant => [grant.id, grant.kind, grant.application, grant.scope.join(' '), grant.lastUsed])
    if (rows.length > 0) context.output.table(['ID', 'KIND', 'APPLICATION', 'SCOPE', 'LAST USED'], rows)
    else context.output.line(`${uid} has granted nothing.`)
    return 0
  })

export const revokeGrants: Action = context =>
  withGrants(context, async ({ grants, db, uid }) => {
    const { grant } = context.options
    const own = await grants.list(db, uid)
    if (grant !== undefined && !own.some(({ id }) => id === grant)) {
      throw new CommandError(`${uid} has no grant ${grant}; "clientele grants list" shows them.`)
    }
    const revoked =
      grant === undefined
        ? await grants.revokeAll(db, uid)
        : Number(await grants.revoke(db, String(grant), { by: null }))
    if (revoked > 0) await untilReceived()
    context.output.object({ revoked })
    context.output.line(
      `${revoked} ${revoked === 1 ? 'grant' : 'grants'} of ${uid} ended, on every server of the store.`,
    )
    return 0
  })

export const forgetBrowsersOf: Action = context =>
  withStore(context, async store => {
    const { options, output } = context
    const accounts = await accountsOf(store, String(options.email))
    if (accounts.length === 0) throw new CommandError(`No enabled user has the e-mail ${options.email}.`)
    for (const { db, uid } of accounts) await forgetBrowsers(store, db, uid, systemClock.now())
    output.object({ accounts: accounts.map(({ database, uid }) => ({ database, uid })) })
    output.line(`Every browser has to confirm ${options.email} again.`)
    return 0
  })

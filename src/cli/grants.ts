// Adds `clientele grants`, which lists and revokes the grants of a user and forgets the browsers of an e-mail.
import { accountsOf, forgetBrowsers } from '../accounts/directory.ts'
import { systemClock } from '../base/clock.ts'
import { isoDateTime } from '../fields/moment.ts'
import { createApplications } from '../oauth/applications.ts'
import { createGrants } from '../oauth/grants/grants.ts'
import { type AddCommand, type CommandContext, CommandError, command } from './frame.ts'
import { withDatabase } from './with-database.ts'
import { withStore } from './with-store.ts'

export const addGrants: AddCommand = (parent, product) => {
  const family = parent.command('grants').description('What a user has granted to applications.')
  command(family, product, 'list', 'List the grants of a user.', list)
    .requiredOption('--database <name>', 'the database')
    .requiredOption('--user <uid>', 'the user')
  command(family, product, 'revoke', 'End one grant of a user, or all of them.', revoke)
    .requiredOption('--database <name>', 'the database')
    .requiredOption('--user <uid>', 'the user')
    .option('--grant <id>', 'one grant, by its id; all of them unless given')
  command(family, product, 'forget', 'Make every browser confirm an e-mail again.', forget).requiredOption(
    '--email <address>',
    'the e-mail',
  )
}

const list = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, { id }) => {
    const applications = createApplications(store)
    const grants = await createGrants(store, systemClock, applications).list(id, String(context.options.user))
    applications.close()
    const shown = grants.map(({ created, lastUsed, expires, ...grant }) => ({
      ...grant,
      created: isoDateTime(created),
      lastUsed: isoDateTime(lastUsed),
      expires: isoDateTime(expires),
    }))
    context.output.object({ grants: shown })
    for (const grant of shown) {
      context.output.line(`${grant.id}  ${grant.application}  ${grant.scope.join(' ')}  last used ${grant.lastUsed}`)
    }
    if (shown.length === 0) context.output.line('Nothing is granted.')
    return 0
  })

const revoke = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, { id }) => {
    const applications = createApplications(store)
    const grants = createGrants(store, systemClock, applications)
    const { user, grant } = context.options
    const own = await grants.list(id, String(user))
    if (grant !== undefined && !own.some(g => g.id === grant)) throw new CommandError(`${user} has no grant ${grant}.`)
    const ended =
      grant === undefined ? await grants.revokeAll(id, String(user)) : Number(await grants.revoke(id, String(grant)))
    applications.close()
    context.output.object({ revoked: ended })
    context.output.line(`${ended} ended.`)
    return 0
  })

const forget = ({ loaded, options, output }: CommandContext): Promise<number> =>
  withStore(loaded.values, async store => {
    const accounts = await accountsOf(store, String(options.email))
    if (accounts.length === 0) throw new CommandError(`No enabled user has the e-mail ${options.email}.`)
    for (const { db, uid } of accounts) await forgetBrowsers(store, db, uid, systemClock.now())
    output.object({ accounts: accounts.map(({ database, uid }) => ({ database, uid })) })
    output.line(`Every browser has to confirm ${options.email} again.`)
    return 0
  })

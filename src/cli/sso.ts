// Adds `clientele sso`, which sets, shows and removes the single sign-on of a database.
import { systemClock } from '../base/clock.ts'
import { installationKey } from '../config/installation-key.ts'
import type { Settings } from '../config/settings.ts'
import { forgetIdentity } from '../sso/identities.ts'
import { type SecretBox, secretBox } from '../sso/secret-box.ts'
import { removeSso, setSso, showSso } from '../sso/settings.ts'
import { type AddCommand, type CommandContext, command } from './frame.ts'
import { readSecret } from './read-secret.ts'
import { withDatabase } from './with-database.ts'

const database = ['--database <name>', 'the database'] as const

export const addSso: AddCommand = (parent, product) => {
  const family = parent.command('sso').description('Single sign-on of a database by OpenID Connect.')
  command(family, product, 'set', 'Set up, or change, the provider of a database.', set, { flags: ['dataDir'] })
    .requiredOption(...database)
    .requiredOption('--issuer <url>', 'the address of the provider, as it spells it')
    .requiredOption('--client-id <id>', 'the client that was registered there')
    .option('--claim <name>', 'the claim that is the e-mail or the Uid of the user', 'email')
    .option('--only', 'nobody of this database signs in with a password')
    .option('--trust-email', 'believe an e-mail of which the provider does not say whether it is verified')
    .option('--client-secret-stdin', 'read the client secret from standard input')
  command(family, product, 'show', 'Show the provider of a database, without its secret.', show).requiredOption(
    ...database,
  )
  command(family, product, 'forget', 'Let a user sign in with another identity at the provider.', forget)
    .requiredOption(...database)
    .requiredOption('--user <uid>', 'the user')
  command(family, product, 'remove', 'Remove the provider of a database.', remove).requiredOption(...database)
}

/** Uses the same key as a server with the same settings. */
const boxOf = (settings: Settings): SecretBox => secretBox(installationKey(settings))

async function set(context: CommandContext): Promise<undefined> {
  const { options, output, loaded } = context
  const clientSecret = options.clientSecretStdin === true ? await readSecret('client secret') : null
  await withDatabase(context, async (store, { id, name }) => {
    const given = {
      issuer: String(options.issuer),
      clientId: String(options.clientId),
      clientSecret,
      claim: String(options.claim),
      only: options.only === true,
      trustEmail: options.trustEmail === true,
    }
    await setSso(store, id, given, boxOf(loaded.values), systemClock)
    const shown = await showSso(store, id)
    output.object({ database: name, ...shown })
    const callback = `${loaded.values.publicUrl}${loaded.values.authPrefix}/v1/sso/callback`
    output.line(`Single sign-on of ${name} goes to ${given.issuer}.`)
    output.line(`Register this redirect URI there: ${callback}`)
  })
  return undefined
}

const show = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, { id, name }) => {
    const shown = await showSso(store, id)
    context.output.object({ database: name, sso: shown })
    if (!shown) context.output.line(`${name} has no single sign-on.`)
    for (const [label, value] of Object.entries(shown ?? {})) context.output.line(`${label}: ${value}`)
    return 0
  })

const remove = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, { id, name }) => {
    const removed = await removeSso(store, id)
    context.output.object({ database: name, removed })
    context.output.line(removed ? `${name} has no single sign-on any more.` : `${name} had no single sign-on.`)
    return 0
  })

const forget = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, { id, name }) => {
    const user = String(context.options.user)
    const forgotten = await forgetIdentity(store, id, user)
    context.output.object({ database: name, user, forgotten })
    context.output.line(
      forgotten ? `${user} may sign in with another identity.` : `${user} has no identity at the provider.`,
    )
    return 0
  })

// Adds `clientele app`, which registers an application that serves all databases.
import { migrate } from '../storage/migrate.ts'
import { createRecord, everyDatabase } from './create-record.ts'
import { type AddCommand, type CommandContext, command } from './frame.ts'
import { withStore } from './with-store.ts'

export const addApp: AddCommand = (parent, product) => {
  const family = parent.command('app').description('Applications: clients of the authorization server.')
  command(family, product, 'create', 'Register an application for the users of all databases.', create, {
    flags: ['loopbackRedirects'],
  })
    .requiredOption('--name <name>', 'the name that people see when they sign in')
    .requiredOption('--redirect-uri <uri>', 'https, without query and fragment; matched to the letter')
    .option('--public', 'a native or browser application: no secret, PKCE instead')
    .option('--allow-s256', 'also accept S256 as the name of the challenge method')
}

const create = ({ product, output, loaded, options }: CommandContext): Promise<number> =>
  withStore(loaded.values, async store => {
    await migrate(store, product.tables)
    const answer = await createRecord(store, loaded.values, everyDatabase, 'Application', {
      Name: String(options.name),
      RedirectUri: String(options.redirectUri),
      Public: options.public === true,
      AllowS256: options.allowS256 === true,
    })
    const secret = typeof answer.ClientSecret === 'string' ? { client_secret: answer.ClientSecret } : {}
    output.object({ client_id: answer.ClientId, ...secret })
    output.line(`Client id:     ${answer.ClientId}`)
    if (secret.client_secret) output.line(`Client secret: ${secret.client_secret}  (shown once)`)
    return 0
  })

// Adds `clientele token`, which creates a personal access token for a user.
import { encodeKey } from '../fields/record-key.ts'
import { createRecord } from './create-record.ts'
import { type AddCommand, type CommandContext, command } from './frame.ts'
import { withDatabase } from './with-database.ts'

export const addToken: AddCommand = (parent, product) => {
  const family = parent.command('token').description("Personal access tokens, for a user's own programs.")
  command(family, product, 'create', 'Create a token; it is shown once.', create)
    .requiredOption('--database <name>', 'the database')
    .requiredOption('--user <uid>', 'the user that it acts for')
    .requiredOption('--name <name>', 'what it is for')
    .option('--scope <scope>', 'data or data.readonly', 'data')
    .option('--expires <date>', 'an ISO date or date-time; a year from now unless given')
}

const create = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, database) => {
    const { options, output, loaded } = context
    const { Token } = await createRecord(store, loaded.values, database, 'PersonalAccessToken', {
      Name: String(options.name),
      UserKey: encodeKey('User', String(options.user)),
      Scope: String(options.scope),
      ExpirationDate: options.expires ?? null,
    })
    output.object({ token: Token })
    output.line(`${Token}`)
    output.note('Keep it safe: it is shown only now.')
    return 0
  })

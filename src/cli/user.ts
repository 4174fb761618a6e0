// Adds `clientele user`, which creates a user of a database.
import { createRecord } from './create-record.ts'
import { type AddCommand, type CommandContext, command } from './frame.ts'
import { readSecret } from './read-secret.ts'
import { withDatabase } from './with-database.ts'

export const addUser: AddCommand = (parent, product) => {
  const family = parent.command('user').description('Users: who can sign in to a database.')
  command(family, product, 'create', 'Create a user.', create)
    .requiredOption('--database <name>', 'the database')
    .requiredOption('--uid <uid>', 'the user id: letters, digits, dot, dash and underscore')
    .requiredOption('--email <address>', 'the address with which the user signs in')
    .option('--name <name>', 'first and last name')
    .option('--admin', 'the user is an administrator')
    .option('--group <key>', 'the key of a security group; may be given several times', collect, [])
    .option('--password-stdin', 'read the password from standard input; without one the user signs in by SSO alone')
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value]

/** The last word becomes the last name. */
function splitName(name: string): { FirstName: string | null; LastName: string } {
  const words = name.trim().split(/\s+/)
  return { FirstName: words.slice(0, -1).join(' ') || null, LastName: words.at(-1) ?? '' }
}

async function create(context: CommandContext): Promise<number> {
  const { options, output, loaded } = context
  const password = options.passwordStdin === true ? await readSecret('password') : null
  return withDatabase(context, async (store, database) => {
    const { uid, email } = { uid: String(options.uid), email: String(options.email) }
    const { Key } = await createRecord(store, loaded.values, database, 'User', {
      Uid: uid,
      Email: email,
      ...splitName(typeof options.name === 'string' ? options.name : uid),
      Admin: options.admin === true,
      Groups: options.group,
      SsoOnly: password === null,
      Password: password,
    })
    output.object({ uid, key: Key, email })
    output.line(`Created the user ${uid} (${email}) in ${database.name}.`)
    return 0
  })
}

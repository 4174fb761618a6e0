// Adds `clientele group`, which creates a security group.
import { createRecord } from './create-record.ts'
import { type AddCommand, type CommandContext, command } from './frame.ts'
import { withDatabase } from './with-database.ts'

export const addGroup: AddCommand = (parent, product) => {
  const family = parent.command('group').description('Security groups: who may read and write records.')
  command(family, product, 'create', 'Create a security group.', create)
    .requiredOption('--database <name>', 'the database')
    .requiredOption('--name <name>', 'the name of the group')
}

const create = (context: CommandContext): Promise<number> =>
  withDatabase(context, async (store, database) => {
    const name = String(context.options.name)
    const { Key } = await createRecord(store, context.loaded.values, database, 'SecurityGroup', { Name: name })
    context.output.object({ key: Key, name })
    context.output.line(`Created the group ${name} in ${database.name}. Its key: ${Key}`)
    return 0
  })

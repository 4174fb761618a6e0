// Creates, lists and deletes security groups, and changes their members.
import { decodeKey } from '../../fields/record-key.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError } from '../failure.ts'
import { type RecordData, type Records, userKeyOf } from '../records.ts'
import { withDatabase } from '../with-store.ts'

export const createGroup: Action = context =>
  withDatabase(context, async ({ database, records }) => {
    const name = String(context.options.name)
    const { Key } = await records.create('SecurityGroup', { Name: name })
    context.output.object({ key: Key, name })
    context.output.line(`Created the group ${name} in ${database.name}. Its key: ${Key}`)
    return 0
  })

const fields = { Key: 1, Name: 1, Members: [{ Uid: 1 }] }
const membersOf = ({ Members }: RecordData): string[] => (Members as { Uid: string }[]).map(({ Uid }) => Uid)

export const listGroups: Action = context =>
  withDatabase(context, async ({ database, records }) => {
    const top = context.options.limit as number
    const found = await records.read('SecurityGroup', { fields, order: 'Name', top })
    const groups = found.map(group => ({ key: group.Key, name: group.Name, members: membersOf(group) }))
    context.output.object({ groups })
    const rows = groups.map(({ name, key, members }) => [name, key, members])
    if (rows.length > 0) context.output.table(['NAME', 'KEY', 'MEMBERS'], rows)
    else context.output.line(`${database.name} has no security groups.`)
    return 0
  })

/** Finds a group by its name, in any letter case, or by its key. */
export async function groupNamed(records: Records, text: string): Promise<{ key: string; name: string }> {
  const where = decodeKey(text)?.kind === 'SecurityGroup' ? { Key: { $EQ: text } } : { Name: { $EQ: text } }
  const [group] = await records.read('SecurityGroup', { fields: { Key: 1, Name: 1 }, where })
  if (group) return { key: String(group.Key), name: String(group.Name) }
  const { name } = records.database
  throw new CommandError(`There is no group ${text} in ${name}; "clientele group list --database ${name}" shows them.`)
}

const change = (context: CommandContext, options: RecordData, verb: string): Promise<number> =>
  withDatabase(context, async ({ records }) => {
    const { key, name } = await groupNamed(records, String(context.options.name))
    const uids = context.options.user as string[]
    const Members: unknown[] = []
    for (const uid of uids) Members.push({ Key: await userKeyOf(records, uid) })
    await records.update('SecurityGroup', { Key: key, Members }, options)
    const [group = {}] = await records.read('SecurityGroup', { fields, where: { Key: { $EQ: key } } })
    context.output.object({ key, name, members: membersOf(group) })
    context.output.line(`${verb} ${uids.join(', ')}. Members of ${name}: ${membersOf(group).join(', ') || 'none'}.`)
    return 0
  })

export const addMembers: Action = context => change(context, { Append: true }, 'Added')
export const removeMembers: Action = context => change(context, { Remove: true }, 'Removed')

export const deleteGroup: Action = context =>
  withDatabase(context, async ({ database, records }) => {
    const { key, name } = await groupNamed(records, String(context.options.name))
    await records.delete('SecurityGroup', key)
    context.output.object({ key, name })
    context.output.line(`Deleted the group ${name} of ${database.name}.`)
    return 0
  })

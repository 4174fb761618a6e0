// Checks that the names of tags are unique, limits their number, and edits the tags of a record.
import { editList } from './edit-list.ts'
import type { BinContext, EntityRules, RuleContext } from './types.ts'

const most = 1_000

export const tagRules = (usualColor: string): EntityRules => ({
  before: async write => {
    const { row, before, path } = write
    row.color ??= usualColor
    if (typeof row.name_f !== 'string' || row.name_f === before.name_f) return
    if (await isTaken(write, row.name_f)) {
      write.problem('AlreadyExists', 'Name', `${path}.Name: there is a tag ${row.name} already.`)
    } else if (write.creating && (await write.rowsOf('tag', { deleted: null })).length >= most) {
      write.problems.add(
        'LimitExceeded',
        path,
        `${path}: a database has at most ${most} tags; delete those that are not in use.`,
      )
    }
  },
  beforeRestore: async bin => {
    const { row, path, problems } = bin
    if (typeof row.name_f !== 'string' || !(await isTaken(bin, row.name_f))) return
    problems.add('AlreadyExists', `${path}.Key`, `${path}.Key: there is a tag ${row.name} again already.`)
  },
})

/** Whether another tag has the name. Writers of tags queue here, so that each sees the writes of those before it. */
async function isTaken(write: RuleContext | BinContext, name: string): Promise<boolean> {
  await write.alone('Tag')
  const others = await write.findBy('Tag', 'name_f', name)
  return others.some(({ id }) => id !== write.id)
}

/** An Update adds tags to those of the record, or takes them away, if its Options say so. */
export const editTags = (write: RuleContext, table: string): Promise<void> => editList(write, `${table}_tags`)

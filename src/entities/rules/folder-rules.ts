// Updates the paths of folders and the names of the user-defined fields in them; only empty folders can be deleted.
import { foldedPair } from '../../fields/kinds/text.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Row } from '../../storage/store.ts'
import type { BinContext, EntityRules, RuleContext, RuleStore } from './types.ts'

/** The AppliesTo of folders for documents; the others are for user-defined fields. */
const library = 'documentlibrary'

const appliesTo = 'folder_applies_to'

export const folderRules: EntityRules = {
  before: async write => {
    // One writer of folders at a time, since a path depends on the folders above.
    await write.alone('Folder')
    const { row } = write
    const parent = typeof row.parent_folder === 'string' ? await write.find('Folder', row.parent_folder) : null
    if (parent) await checkParent(write, parent)
    await checkName(write)
    const path = [parent?.path, row.name].filter(step => typeof step === 'string').join('\\')
    if (path.length > 400)
      write.problem('TooLong', 'Name', `${write.path}.Name: the path has more than 400 characters.`)
    Object.assign(row, foldedPair('path', path))
  },
  after: async write => {
    if (!write.creating && write.row.path !== write.before.path)
      await movePaths(write, write.id, write.row.path as string)
    await write.publish(topics.catalog, write.db)
  },
  beforeDelete: async bin => {
    await bin.alone('Folder')
    if (await isEmpty(bin)) return
    bin.problems.add('ItemInUse', `${bin.path}.Key`, `${bin.path}.Key: the folder is not empty.`)
  },
}

async function checkParent(write: RuleContext, parent: Row): Promise<void> {
  for (let above: Row | null = parent; above; ) {
    if (above.id === write.id) {
      write.problem('RuleViolated', 'ParentFolderKey', `${write.path}.ParentFolderKey: a folder cannot be in itself.`)
      return
    }
    above = typeof above.parent_folder === 'string' ? await write.find('Folder', above.parent_folder) : null
  }
  const own = write.list(appliesTo)?.rows ?? (await write.listOf(appliesTo, 'owner', write.id))
  const theirs = await write.listOf(appliesTo, 'owner', parent.id as string)
  const isLibrary = (rows: readonly Readonly<Row>[]) => rows.some(({ item }) => item === library)
  if (isLibrary(own) !== isLibrary(theirs)) {
    const message = `${write.path}.ParentFolderKey: folders of documents and of user-defined fields are kept apart.`
    write.problem('RuleViolated', 'ParentFolderKey', message)
  }
}

async function checkName(write: RuleContext): Promise<void> {
  const { name_f = null, parent_folder = null } = write.row
  const others = (await write.findBy('Folder', 'name_f', name_f)).filter(other => other.id !== write.id)
  if (others.some(other => other.parent_folder === parent_folder)) {
    write.problem('AlreadyExists', 'Name', `${write.path}.Name: there is a folder ${write.row.name} there already.`)
  }
}

/** Writes the paths of everything below a folder that was renamed or moved. */
async function movePaths(store: RuleStore, folder: string, path: string): Promise<void> {
  await store.changeRows('udf', { folder_path: path }, { folder })
  for (const { id, name } of await store.findBy('Folder', 'parent_folder', folder)) {
    const inner = `${path}\\${name}`
    await store.change('Folder', id as string, foldedPair('path', inner))
    await movePaths(store, id as string, inner)
  }
}

async function isEmpty(bin: BinContext): Promise<boolean> {
  const { id } = bin
  if ((await bin.findBy('Folder', 'parent_folder', id)).length > 0) return false
  if ((await bin.findBy('DocumentLibrary', 'folder', id)).length > 0) return false
  return !(await bin.exists('udf', { folder: id }))
}

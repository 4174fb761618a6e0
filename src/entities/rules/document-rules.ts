// Attaches uploaded bytes to a document or a file of the library; on request the upload stays usable for other documents.
import { contentUse } from '../document-content.ts'
import type { EntityRules, RuleContext } from './types.ts'

const noSuchUpload = 'is not an upload of yours that can still be used: uploads are used once, within a day.'

export const documentRules: EntityRules = {
  before: async write => {
    if (write.creating) write.row.date_time ??= write.now
    await takeContent(write)
  },
}

export const documentLibraryRules: EntityRules = {
  before: async write => {
    const { folder } = write.row
    if (typeof folder === 'string' && folder !== write.before.folder) {
      const applies = await write.exists('folder_applies_to', { owner: folder, item: 'documentlibrary' })
      const message = `${write.path}.FolderKey: the folder is not one of the document library.`
      if (!applies) write.problem('RuleViolated', 'FolderKey', message)
    }
    await takeContent(write)
  },
}

/** Takes the upload that the request names. The row stores the content; the identifier of the upload is no longer needed. */
async function takeContent(write: RuleContext): Promise<void> {
  const id = write.row.binary_data_id
  write.row.binary_data_id = null
  if (typeof id !== 'string' || !write.sent('BinaryDataId')) return
  const [content] = await write.rowsOf('binary_content', { id })
  const usable = content && content.uid === write.uid && content.size !== null && Number(content.expires) > write.now
  const used = write.options.binaryfilecleanup === false ? contentUse.shared : contentUse.spent
  const open = content?.used === contentUse.pending || content?.used === contentUse.shared
  const taken =
    usable && open && (await write.changeRows('binary_content', { used }, { id, used: content.used ?? 0 })) === 1
  if (!taken) {
    write.problem('UnknownKey', 'BinaryDataId', `${write.path}.BinaryDataId ${noSuchUpload}`)
    return
  }
  write.row.content = id
  write.row.size = content.size ?? null
}

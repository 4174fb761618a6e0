// Attaches uploaded bytes to a document, and leaves the upload usable for other documents if the request asks so.
import { contentUse } from '../document-content.ts'
import type { EntityRules, RuleContext } from './types.ts'

const noSuchUpload = 'is not an upload of yours that can still be used: uploads are used once, within a day.'

export const documentRules: EntityRules = {
  before: async write => {
    if (write.creating) write.row.date_time ??= write.now
    const sent = write.row.binary_data_id
    // The row keeps the content only; the upload's identifier is not needed any more.
    write.row.binary_data_id = null
    if (typeof sent === 'string' && write.sent('BinaryDataId')) await takeContent(write, sent)
  },
}

async function takeContent(write: RuleContext, id: string): Promise<void> {
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

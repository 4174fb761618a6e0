// Stores an upload chunk by chunk; each chunk is durable before the next one is read.
import { createHash } from 'node:crypto'
import { newNonce, type Random, systemRandom } from '../base/secret.ts'
import type { Store } from '../storage/store.ts'
import { chunksOf } from './chunks.ts'
import { completeContent, insertChunk, insertContent, removeContent } from './statements.ts'

/** An upload that does not become a document expires after a day. */
const lifetimeSeconds = 24 * 3600

interface Upload {
  readonly id: string
  readonly size: number
}

export async function takeUpload(
  store: Store,
  owner: { readonly db: number; readonly uid: string },
  body: AsyncIterable<Uint8Array>,
  now: number,
  random: Random = systemRandom,
): Promise<Upload> {
  const { dialect } = store
  const { db, uid } = owner
  const id = newNonce(random)
  await store.write(tx => tx.run(insertContent(dialect, { db, id, uid, created: now, expires: now + lifetimeSeconds })))
  try {
    const digest = createHash('sha256')
    let size = 0
    let seq = 0
    for await (const bytes of chunksOf(body)) {
      digest.update(bytes)
      size += bytes.length
      const chunk = { db, content: id, seq: seq++, bytes }
      await store.write(tx => tx.run(insertChunk(dialect, chunk)))
    }
    const etag = digest.digest('base64url')
    await store.write(tx => tx.run(completeContent(dialect, { db, id, size, etag })))
    return { id, size }
  } catch (error) {
    // A content that cannot be removed now is removed by the cleanup after it expires.
    await store.write(tx => tx.run(removeContent(dialect, { db, id }))).catch(() => {})
    throw error
  }
}

// Stores an upload chunk by chunk; each chunk is durable before the next one is read.
import { createHash } from 'node:crypto'
import { shareOf } from '../accounts/caller.ts'
import { FairQueue } from '../base/scheduling/fair-queue.ts'
import { newNonce, type Random, systemRandom } from '../base/secrets/secret.ts'
import type { Store } from '../storage/store.ts'
import { chunksOf } from './chunks.ts'
import { completeContent, countReceived, insertChunk, insertContent, removeContent } from './statements.ts'
import { requireRoom, type UploadQuota } from './upload-quota.ts'

/** An upload that does not become a document expires after a day. */
const lifetimeSeconds = 24 * 3600

/** Four mebibytes. */
const chunksPerCheck = 16
const nothingMore = { bytes: 0, uploads: 0 }

/** Each upload under way has two chunks in memory and a turn among the writers now and then. */
const turns = { slots: 48, reserved: 16, name: 'uploads' }
const waitMs = 10_000

/** Chunks of one tenant are written one after the other, each with a rest behind it. */
const chunkTurns = { slots: 1, reserved: 1, name: 'uploads' }

interface UploadRequest {
  readonly body: AsyncIterable<Uint8Array>
  /** What Content-Length says; 0 when it says nothing. */
  readonly expectedBytes: number
  readonly quota: UploadQuota
  readonly now: number
  /** Tells when the client has gone. */
  readonly gone?: () => AbortSignal
}

interface Upload {
  readonly id: string
  readonly size: number
}

type Owner = Parameters<typeof shareOf>[0]

/** Takes uploads, so many at a time that they hold up neither one another nor anything else. */
export class Uploads {
  readonly #store: Store
  readonly #quota: UploadQuota
  readonly #turns = new FairQueue(turns)
  readonly #chunkTurns = new FairQueue(chunkTurns)

  constructor(store: Store, quota: UploadQuota) {
    this.#store = store
    this.#quota = quota
  }

  take(owner: Owner, request: Omit<UploadRequest, 'quota'>): Promise<Upload> {
    return this.#turns.run({ share: shareOf(owner), waitMs, gone: request.gone }, () =>
      takeUpload(this.#store, owner, { ...request, quota: this.#quota }, write => this.#inTurn(owner, write)),
    )
  }

  /**
   * When other chunks wait, the turn is kept as long again as the write took: a flood of uploads leaves half
   * of the time to everybody else.
   */
  async #inTurn(owner: Owner, write: () => Promise<void>): Promise<void> {
    const share = shareOf(owner)
    const release = this.#chunkTurns.takeNow(share.tenant) ?? (await this.#chunkTurns.take({ share, waitMs }))
    const started = performance.now()
    try {
      await write()
    } finally {
      const rest = performance.now() - started
      if (this.#chunkTurns.isAwaited) setTimeout(release, rest)
      else release()
    }
  }
}

async function takeUpload(
  store: Store,
  owner: Owner,
  { body, expectedBytes, quota, now }: UploadRequest,
  inTurn: (write: () => Promise<void>) => Promise<void>,
  random: Random = systemRandom,
): Promise<Upload> {
  const { dialect } = store
  const { db, uid } = owner
  const share = shareOf(owner)
  const id = newNonce(random)
  await requireRoom(store, owner, quota, now, { bytes: expectedBytes, uploads: 1 })
  await store.write(tx => tx.run(insertContent(dialect, { db, id, uid, created: now, expires: now + lifetimeSeconds })))
  try {
    const digest = createHash('sha256')
    let size = 0
    let seq = 0
    for await (const bytes of chunksOf(body)) {
      // A body may be longer than it said, and other uploads go on meanwhile.
      if (seq % chunksPerCheck === chunksPerCheck - 1) await requireRoom(store, owner, quota, now, nothingMore)
      digest.update(bytes)
      size += bytes.length
      const chunk = { db, content: id, seq: seq++, bytes }
      const received = size
      await inTurn(() =>
        store.write(
          async tx => {
            await tx.run(insertChunk(dialect, chunk))
            await tx.run(countReceived(dialect, { db, id, received }))
          },
          { share },
        ),
      )
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

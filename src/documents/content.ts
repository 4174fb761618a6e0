// Streams the chunks of a content from the store, with backpressure.
import { Readable } from 'node:stream'
import type { Store } from '../storage/store.ts'
import { chunkBytes } from './chunks.ts'
import { readChunk } from './statements.ts'

/** The bytes from `start` up to but not including `end`. */
export function contentStream(store: Store, db: number, content: string, start: number, end: number): Readable {
  return Readable.from(pieces(store, db, content, start, end), { objectMode: false, highWaterMark: chunkBytes })
}

async function* pieces(
  store: Store,
  db: number,
  content: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let at = start
  while (at < end) {
    const seq = Math.floor(at / chunkBytes)
    const [row] = await store.rows(readChunk(store.dialect, { db, content, seq }))
    // The document was purged during the download: an aborted response is better than a wrong one.
    if (!row) throw new Error(`Content ${content} has no piece ${seq}`)
    const from = at - seq * chunkBytes
    const piece = row.bytes.subarray(from, Math.min(row.bytes.length, from + end - at))
    if (piece.length === 0) throw new Error(`Content ${content} is shorter than its size says`)
    at += piece.length
    yield piece
  }
}

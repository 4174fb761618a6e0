// Takes in a file: reads its rows, stores them in chunks, and collects the facts of its columns.
import { createHash } from 'node:crypto'
import type { Caller } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { contentStream } from '../documents/content.ts'
import { removeContent } from '../documents/statements.ts'
import { Uploads } from '../documents/upload.ts'
import { uploadQuotaOf } from '../documents/upload-quota.ts'
import { FactCollector } from './columns/column-facts.ts'
import { streamedFormats } from './formats/index.ts'
import { ColumnNames, type FileFacts, type SourceRow } from './formats/source.ts'
import { importLimits } from './limits.ts'
import type { ImportParts } from './parts.ts'
import { storeChunk } from './stored/chunks.ts'

/** What was found in a file. */
interface FileContent {
  readonly size: number
  readonly digest: string
  readonly rows: number
  readonly facts: FileFacts
  readonly columns: FactCollector
}

export interface FileRequest {
  readonly body: AsyncIterable<Uint8Array>
  readonly expectedBytes: number
  readonly gone?: () => AbortSignal
}

export class FileUploads {
  readonly #parts: ImportParts
  /** Workbooks, which are stored as they are while they are read. */
  readonly #workbooks: Uploads

  constructor(parts: ImportParts, settings: Settings) {
    this.#parts = parts
    const quota = uploadQuotaOf(settings)
    const room = importLimits.fileBytes * 2
    const { userBytes, databaseBytes } = quota
    this.#workbooks = new Uploads(parts.operations.store, {
      ...quota,
      userBytes: Math.max(userBytes, room),
      databaseBytes: Math.max(databaseBytes, room),
    })
  }

  async take(caller: Caller, id: string, format: string, request: FileRequest): Promise<FileContent> {
    const counted = new CountedFile(request.body)
    const columns = new ColumnNames()
    const facts: FileFacts = {}
    const collector = new FactCollector(columns)
    const groups = streamedFormats[format]
      ? streamedFormats[format](counted.bytes(), columns, facts)
      : this.#workbookRows(caller, { ...request, body: counted.bytes() }, columns, facts)
    const { store } = this.#parts.operations
    for await (const rows of groups) {
      if (rows.length === 0) continue
      const first = collector.rows + 1
      for (const row of rows) collector.add(row)
      await storeChunk(store, { db: caller.db, import: id, first }, rows)
    }
    if (collector.rows === 0) refuse('InvalidValue', 'file', 'The file has no rows to import.')
    return { size: counted.size, digest: counted.digest(), rows: collector.rows, facts, columns: collector }
  }

  async *#workbookRows(
    caller: Caller,
    request: FileRequest,
    columns: ColumnNames,
    facts: FileFacts,
  ): AsyncGenerator<SourceRow[]> {
    const { store, clock } = this.#parts.operations
    const { db } = caller
    const stored = await this.#workbooks.take(caller, { ...request, now: seconds(clock) })
    try {
      const { readXlsx } = await import('./formats/xlsx.ts')
      const read = (start: number, end: number) => contentStream(store, db, stored.id, start, end)
      yield* readXlsx({ size: stored.size, read }, columns, facts)
    } finally {
      await store.write(tx => tx.run(removeContent(store.dialect, { db, id: stored.id })))
    }
  }
}

/** Counts the bytes of a file, and refuses it when there are too many. */
class CountedFile {
  readonly #body: AsyncIterable<Uint8Array>
  readonly #hash = createHash('sha256')
  size = 0

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#body = body
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for await (const bytes of this.#body) {
      this.size += bytes.length
      if (this.size > importLimits.fileBytes) refuse('LimitExceeded', 'file', 'A file has at most 2 GiB.')
      this.#hash.update(bytes)
      yield bytes
    }
  }

  digest(): string {
    return this.#hash.digest('base64url')
  }
}

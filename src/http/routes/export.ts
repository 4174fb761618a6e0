// Answers exports: the records of a Read as a file, and everything of one person as an archive.
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { header, takesCoding } from '../../base/web.ts'
import { withinBudget } from '../../envelope/budget.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { startExport } from '../../export/export.ts'
import { startPersonExport } from '../../export/person.ts'
import { requireScope } from '../../oauth/scope.ts'
import type { Feed } from '../../webhooks/feed/feed.ts'
import { encodePosition } from '../../webhooks/feed/token.ts'
import { parseBody } from '../bodies.ts'
import type { Handler } from '../route.ts'

/** The most exports at the same time: of a user, of a database, and of one process. Each keeps a page of records in memory. */
const most = { user: 5, database: 30, all: 60 } as const

interface ExportOwner {
  readonly db: number
  readonly uid: string
}

class RunningExports {
  readonly #owners = new Set<ExportOwner>()

  /** Refuses when too many run already. Gives what ends the export. */
  begin({ db, uid }: ExportOwner): () => void {
    const ofDatabase = [...this.#owners].filter(owner => owner.db === db)
    const ofUser = ofDatabase.filter(owner => owner.uid === uid)
    if (ofUser.length >= most.user) tooMany(`A user can make ${most.user} exports at once.`)
    if (ofDatabase.length >= most.database) tooMany(`A database can make ${most.database} exports at once.`)
    if (this.#owners.size >= most.all) tooMany(`At most ${most.all} exports are made at once.`)
    const owner = { db, uid }
    this.#owners.add(owner)
    return () => this.#owners.delete(owner)
  }
}

const tooMany = (message: string): never => refuse('TooManyRequests', '', message)

interface ExportHandlers {
  readonly records: Handler
  readonly person: Handler
}

export function exportHandlers(operations: OperationParts, feed: Feed): ExportHandlers {
  const running = new RunningExports()
  return { records: recordsHandler(running, operations, feed), person: personHandler(running, operations) }
}

const personHandler =
  (running: RunningExports, operations: OperationParts): Handler =>
  async request => {
    const caller = request.caller as Caller
    request.onSent(running.begin(caller))
    requireScope(caller, 'read')
    const body = withinBudget(parseBody(request.body), operations.limits)
    const asked = { body, gone: request.gone, judge: () => request.judge(true) }
    const stream = await startPersonExport(caller, asked, operations)
    return {
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="person.zip"',
        'cache-control': 'no-store',
      },
      body: stream,
    }
  }

const recordsHandler =
  (running: RunningExports, operations: OperationParts, feed: Feed): Handler =>
  async request => {
    const caller = request.caller as Caller
    request.onSent(running.begin(caller))
    const query = new URLSearchParams(request.query)
    // Taken before the first page, so that the feed after it has every change that the export may have missed.
    const position = await feed.end(caller)
    const exported = await startExport(
      caller,
      {
        format: query.get('format') ?? 'ndjson',
        headings: query.getAll('heading'),
        body: withinBudget(parseBody(request.body), operations.limits),
        gone: request.gone,
        judge: () => request.judge(true),
        onEntity: ({ name, tokenScope }) => {
          request.entity = name
          requireScope(caller, 'read', tokenScope)
        },
      },
      operations,
    )
    const stream = Readable.from(exported.pieces, { objectMode: false })
    const zipped = takesCoding(header(request, 'accept-encoding'), 'gzip') && exported.format.ending !== 'xlsx'
    return {
      status: 200,
      headers: {
        'content-type': exported.format.contentType,
        'content-disposition': `attachment; filename="${exported.entity}.${exported.format.ending}"`,
        'cache-control': 'no-store',
        'clientele-feed': encodePosition(position),
        vary: 'accept-encoding',
        ...(zipped && { 'content-encoding': 'gzip' }),
      },
      body: zipped ? gzipped(stream) : stream,
    }
  }

/** A failure of the source destroys the compressed stream too, so that the connection is cut. */
const gzipped = (stream: Readable): Readable => pipeline(stream, createGzip(), () => {})

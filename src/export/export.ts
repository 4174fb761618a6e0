// Exports all records of a Read as a file: pages are read as the client takes them, so memory does not grow with the result.
import { setTimeout } from 'node:timers/promises'
import type { Caller } from '../accounts/caller.ts'
import { refuse, StoreUnavailable } from '../base/errors.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import { isEmpty, isObject, member, withoutMembers } from '../base/text/json.ts'
import { joined } from '../base/text/long-text.ts'
import type { Entity } from '../entities/entity.ts'
import { type OperationParts, runOperation } from '../envelope/run.ts'
import { AnswerBudget } from '../operations/read/answer-budget.ts'
import { columnCount } from './columns.ts'
import { csv, spreadsheet } from './formats/csv.ts'
import type { ExportFormat } from './formats/format.ts'
import { ndjson } from './formats/ndjson.ts'
import { vcard } from './formats/vcard.ts'
import { xlsx } from './formats/xlsx.ts'

const exportFormats: ReadonlyMap<string, ExportFormat> = new Map(
  Object.entries({ ndjson, csv, spreadsheet, xlsx, vcard }),
)

export const exportFormatNames: readonly string[] = [...exportFormats.keys()]

/** A page has at most so many records, and ends with the record that makes it so long: it is parsed at once, and in memory until it is sent. */
const pageSize = 500
const pageLength = 1024 ** 2

/** How long an export waits for a store that is busy or away, and how often it asks. */
const longestWaitMs = 60_000
const betweenMs = 1_000

type Content = Readonly<Record<string, unknown>>

interface ExportRequest {
  readonly format: string
  /** The headings of a table's columns; the paths of the fields when there are none. */
  readonly headings: readonly string[]
  /** The body of a Read. */
  readonly body: unknown
  readonly gone: () => AbortSignal
  /** Finds the caller anew for each page; refuses when the token has ended. */
  readonly judge: () => MaybePromise<Caller>
  /** Is called with the entity before it is read; what it throws refuses the export. */
  readonly onEntity: (entity: Entity) => void
  /** Where an export that was interrupted goes on; its pieces follow those that were written then. */
  readonly from?: ExportPosition | null
  /** Is called with each page before its piece is given: where to go on behind that piece; null after the last page. */
  readonly onPage?: (position: ExportPosition | null) => void
}

/** A place behind a page of an export. */
export interface ExportPosition {
  readonly pageKey: string
  /** The size of the next page. */
  readonly size: number
  /** The records that may still come; null when nothing limits them. */
  readonly left: number | null
  /** The columns of a table that the first record decided; null when the request names them. */
  readonly columns: readonly string[] | null
}

interface Export {
  readonly format: ExportFormat
  /** Pages are read as the pieces are taken. All formats but XLSX have one piece for each page. */
  readonly pieces: AsyncIterable<string | Uint8Array>
  /** The entity, for the name of the file. */
  readonly entity: string
}

/** Reads the first page, so that a refusal comes before the first byte. */
export async function startExport(caller: Caller, request: ExportRequest, parts: OperationParts): Promise<Export> {
  const format = exportFormats.get(request.format) ?? unknownFormat(request.format)
  const { model } = await parts.catalogs.get(caller.db)
  const { name, content, others } = oneEntity(request.body, spelling => model.findMember(spelling) !== undefined)
  const entity = model.findMember(entityIn(name))?.name ?? name
  if (format.only && format.only.entity !== entity)
    refuse('UnsupportedOperation', name, `${request.format} is a format of ${format.only.entity}, not of ${entity}.`)
  checkContent(name, content)
  const fields = format.only?.fields ?? member((member(content, 'Scope') ?? {}) as Content, 'Fields')
  checkHeadings(request, format, fields)
  const page = pageReader({ name, content, others, fields }, request, parts)
  const { from = null, headings } = request
  const first = await page(from, caller)
  const columns = from ? from.columns : decidedColumns(format, fields, first)
  const selected = columns ? Object.fromEntries(columns.map(column => [column, 1])) : fields
  const selection = { fields: selected, headings, isContinued: from !== null }
  return { format, pieces: format.write(pagesFrom(first, page, request, columns), selection), entity }
}

/** The columns of a table for which the request names no fields. */
function decidedColumns({ isTable }: ExportFormat, fields: unknown, { records }: Page): readonly string[] | null {
  return isTable && !isObject(fields) && isObject(records[0]) ? Object.keys(records[0]) : null
}

const unknownFormat = (name: string): never =>
  refuse('InvalidValue', 'format', `There is no format ${name}. There are ${exportFormatNames.join(', ')}.`)

/** `AbEntry` of `AbEntry.first`. */
const entityIn = (key: string): string => key.split('.')[0] ?? ''

interface RequestedRead {
  readonly name: string
  readonly content: Content
  /** The members beside the entity. */
  readonly others: Content
}

function oneEntity(body: unknown, isEntity: (spelling: string) => boolean): RequestedRead {
  if (!isObject(body))
    return refuse('InvalidRequest', '', 'The body is that of a Read: a JSON object that names an entity.')
  const named = Object.keys(body).filter(key => isEntity(entityIn(key)))
  const [name, ...more] = named
  if (name === undefined || more.length > 0)
    return refuse('InvalidRequest', '', `An export is of one entity, and the body names ${named.length}.`)
  const { [name]: content, ...others } = body
  return isObject(content)
    ? { name, content, others }
    : refuse('InvalidRequest', name, `${name} is an object with Scope and Criteria.`)
}

function checkContent(name: string, content: Content): void {
  const order = member(content, 'OrderBy')
  if (isObject(order) && !isEmpty(member(order, 'PageKey')))
    refuse('InvalidRequest', `${name}.OrderBy.PageKey`, 'An export has no pages: leave PageKey out.')
  if (!isEmpty(member(content, 'GroupBy')))
    refuse('InvalidRequest', `${name}.GroupBy`, 'An export is of records, not of groups.')
  if (member(content, 'FieldOptions') !== undefined)
    refuse('InvalidRequest', `${name}.FieldOptions`, 'An export is of records, not of options.')
}

function checkHeadings({ headings, format: name }: ExportRequest, { isTable }: ExportFormat, fields: unknown): void {
  if (headings.length === 0) return
  if (!isTable) refuse('InvalidValue', 'heading', `${name} has no columns: leave heading out.`)
  const count = columnCount(fields)
  if (count === null) refuse('InvalidValue', 'heading', 'Headings need Fields that are named one by one.')
  if (count !== headings.length)
    refuse('InvalidValue', 'heading', `There are ${count} columns, and ${headings.length} headings.`)
}

interface Page {
  readonly records: readonly unknown[]
  /** Where the next page begins; null after the last page. */
  readonly next: Omit<ExportPosition, 'columns'> | null
}

type PageReader = (from: Page['next'], caller: Caller) => Promise<Page>

function pageReader(
  read: RequestedRead & { fields: unknown },
  request: ExportRequest,
  parts: OperationParts,
): PageReader {
  const { name, content, others, fields } = read
  const criteria = (member(content, 'Criteria') ?? {}) as Content
  const rest = withoutMembers(content, ['scope', 'criteria', 'orderby'])
  const order = withoutMembers((member(content, 'OrderBy') ?? {}) as Content, ['pagekey', 'pagesize'])
  const top = member(criteria, 'Top')
  return async (from, caller) => {
    const left = from ? from.left : typeof top === 'number' ? top : null
    const size = Math.min(from?.size ?? pageSize, left ?? pageSize)
    // A Top that is no number is refused by the Read.
    const Criteria = { ...withoutMembers(criteria, ['top']), ...(typeof top === 'number' ? {} : { Top: top }) }
    const OrderBy = { ...order, PageSize: size, PageKey: from?.pageKey ?? null }
    const body = { ...others, [name]: { ...rest, Scope: { Fields: fields }, Criteria, OrderBy } }
    const { gone, onEntity } = request
    const answerBudget = new AnswerBudget(undefined, pageLength)
    const reading = { body: { parsed: () => body }, answer: answerBudget, caller, idempotency: null, gone, onEntity }
    const call = { operation: 'Read' as const, ...reading }
    const answer = JSON.parse(joined(await runOperation(call, parts))) as Record<
      string,
      { Data: unknown[]; PageKey: string | null }
    >
    const { Data = [], PageKey = null } = answer[name] ?? {}
    const remaining = left === null ? null : left - Data.length
    if (PageKey === null || (remaining !== null && remaining <= 0)) return { records: Data, next: null }
    // Rows that a page has no room for are read in vain, so the next one is as long as this one was.
    const nextSize = Data.length < size ? Data.length : Math.min(pageSize, size * 2)
    return { records: Data, next: { pageKey: PageKey, size: nextSize, left: remaining } }
  }
}

async function* pagesFrom(
  first: Page,
  read: PageReader,
  request: ExportRequest,
  columns: readonly string[] | null,
): AsyncGenerator<readonly unknown[]> {
  for (let page = first; ; page = await laterPage(page.next, read, request)) {
    request.onPage?.(page.next && { ...page.next, columns })
    yield page.records
    if (page.next === null || request.gone().aborted) return
  }
}

/** The answer has begun, so it cannot be refused any more: while the store is busy or away, the page is asked for again. */
async function laterPage(next: Page['next'], read: PageReader, { judge, gone }: ExportRequest): Promise<Page> {
  for (const end = performance.now() + longestWaitMs; ; ) {
    try {
      return await read(next, await judge())
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || gone().aborted || performance.now() > end) throw error
      await setTimeout(betweenMs)
    }
  }
}

// Gathers what every step of an import needs: its mapping, its user, the chunks of its rows and their order.

import { digestOf } from '../../base/secrets/digest.ts'
import { fold } from '../../base/text/fold.ts'
import { isEmpty, isObject } from '../../base/text/json.ts'
import { serviceContext } from '../../envelope/service-context.ts'
import type { ModelEntity } from '../../model/model.ts'
import type { OperationContext } from '../../operations/context.ts'
import type { ColumnFacts } from '../columns/column-facts.ts'
import type { SourceRow } from '../formats/source.ts'
import { type Mapping, readMapping } from '../mapping/mapping.ts'
import { type RowRecord, recordOf } from '../mapping/row-record.ts'
import type { ImportParts } from '../parts.ts'
import { type ChunkPlace, chunksOfImport, readChunk } from '../stored/chunks.ts'
import type { ImportRow } from '../stored/statements.ts'

/** Rows of the second pass have ranks from here on. */
const perPass = 2 ** 40

export interface RankedRow {
  readonly row: number
  readonly rank: number
  readonly cells: SourceRow
}

/** An import while a process works on it. */
export interface ImportJob {
  readonly stored: ImportRow
  readonly entity: ModelEntity
  readonly mapping: Mapping
  readonly context: OperationContext
  readonly chunks: readonly ChunkPlace[]
  /** 2 when rows refer to other rows of the file, which are then written first. */
  readonly passes: 1 | 2
  readonly place: { readonly db: number; readonly import: string }
}

/** Refuses when the user is gone, or the fields of the mapping are. */
export async function jobOf(stored: ImportRow, { operations, callers }: ImportParts): Promise<ImportJob | null> {
  const { db, id, uid, application } = stored
  const person = await callers.find(db, uid)
  if (!person) return null
  const caller = { ...person, application, chain: null, scope: ['data'] }
  const catalog = await operations.catalogs.get(db)
  const context = serviceContext(operations, { caller, catalog, timeZone: 'UTC' })
  const entity = catalog.model.entity(stored.entity)
  const columns = JSON.parse(stored.columns) as ColumnFacts[]
  const mapping = readMapping(JSON.parse(stored.mapping ?? '{}'), {
    ...{ columns, entity, catalog, caller, format: stored.format },
  })
  const place = { db, import: id }
  const chunks = await chunksOfImport(operations.store, place)
  return { stored, entity, mapping, context, chunks, passes: isSelfReferring(mapping, entity) ? 2 : 1, place }
}

const isSelfReferring = (mapping: Mapping, entity: ModelEntity): boolean =>
  mapping.uses.some(use => use.kind === 'reference' && use.target.entity === entity.name)

export const rankOf = (pass: number, row: number): number => pass * perPass + row
export const rowOfRank = (rank: number): number => rank % perPass

/** A step is one chunk in one pass. */
export const stepsOf = ({ chunks, passes }: ImportJob): number => chunks.length * passes

/** The rows of a step in their order. */
export async function rowsOfStep(job: ImportJob, step: number): Promise<RankedRow[]> {
  const pass = Math.floor(step / job.chunks.length)
  const chunk = job.chunks[step % job.chunks.length] as ChunkPlace
  const rows = await readChunk(job.context.store, { ...job.place, first: chunk.first })
  return rows.flatMap((cells, i) => {
    const row = chunk.first + i
    return passOf(cells, job) === pass ? [{ row, rank: rankOf(pass, row), cells }] : []
  })
}

/** A row that refers to a record of its own entity is written in the second pass. */
export function passOf(
  cells: SourceRow,
  { mapping, entity, passes }: Pick<ImportJob, 'mapping' | 'entity' | 'passes'>,
): 0 | 1 {
  if (passes === 1) return 0
  const refers = mapping.uses.some(use => {
    if (use.kind !== 'reference' || use.target.entity !== entity.name) return false
    const cell = cells[use.at]
    return cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')
  })
  return refers ? 1 : 0
}

/** Rows of earlier chunks, by their ranks. */
export async function rowsOfRanks(job: ImportJob, ranks: readonly number[]): Promise<RankedRow[]> {
  const found: RankedRow[] = []
  const known = new Map<number, SourceRow[]>()
  for (const rank of [...ranks].sort((a, b) => a - b)) {
    const row = rowOfRank(rank)
    const chunk = job.chunks.findLast(({ first }) => first <= row) as ChunkPlace
    const rows = known.get(chunk.first) ?? (await readChunk(job.context.store, { ...job.place, first: chunk.first }))
    known.set(chunk.first, rows)
    found.push({ row, rank, cells: rows[row - chunk.first] as SourceRow })
  }
  return found
}

export interface Identity {
  readonly kind: string
  readonly value: string
}

/** An identity as a key of a map. */
export const nameIn = ({ kind, value }: Identity): string => `${kind}\n${value}`

const longest = 200

const identity = (kind: string, value: string): Identity => ({
  kind,
  value: value.length > longest ? digestOf(value) : value,
})

/** What says that two rows are about one record: their external key, and the values of the matched fields. */
export function identitiesOf(record: RowRecord, { mapping }: Pick<ImportJob, 'mapping'>): Identity[] {
  const found: Identity[] = []
  const { external, data } = record
  if (external && mapping.byExternal) found.push(externalIdentity(external.Source, external.Key))
  if (matchOf(record, mapping).length > 0) {
    const values = mapping.match.map(path => valueText(data[path]))
    found.push(identity('match', values.join('\n')))
  }
  return found
}

/** The fields by which a row is matched: none when it lacks a value of one of them. */
export const matchOf = ({ data }: RowRecord, { match }: Mapping): readonly string[] =>
  match.some(path => isEmpty(data[path])) ? [] : match

/** Whether the mapping matches rows, and this row by nothing. */
export const isUnidentified = (record: RowRecord, mapping: Mapping): boolean =>
  (mapping.match.length > 0 || mapping.byExternal) &&
  isEmpty(record.data.Key) &&
  matchOf(record, mapping).length === 0 &&
  !(mapping.byExternal && record.external)

export const externalIdentity = (source: string, key: string): Identity => identity(`external ${fold(source)}`, key)
export const fieldIdentity = (field: string, value: string): Identity => identity(`field ${field}`, fold(value))

const valueText = (value: unknown): string => (isObject(value) ? JSON.stringify(value) : fold(String(value ?? '')))

/** By what other rows of the file name this one. */
export function namesOf(record: RowRecord, job: Pick<ImportJob, 'mapping' | 'entity'>): Identity[] {
  return job.mapping.uses.flatMap(use => {
    if (use.kind !== 'reference' || use.target.entity !== job.entity.name) return []
    if (use.source !== null)
      return record.external ? [externalIdentity(record.external.Source, record.external.Key)] : []
    const value = use.target.by === undefined ? undefined : record.data[use.target.by]
    return typeof value === 'string' && value !== '' ? [fieldIdentity(use.target.by as string, value)] : []
  })
}

/** The identities that the rows of a job need, if any. */
export const isIndexed = ({ mapping, passes }: ImportJob): boolean =>
  mapping.match.length > 0 || mapping.byExternal || passes > 1

export const recordOfRow = (
  cells: SourceRow,
  { mapping }: ImportJob,
  catalog: OperationContext['catalog'],
): RowRecord => recordOf(cells, mapping, catalog)

// Decides for a batch what a look at single rows is not needed for: which rows match no record, and which need no write in a plan.
import { Refusal } from '../../base/errors.ts'
import { fold } from '../../base/text/fold.ts'
import { type ExternalKey, externalKeyName } from '../../fields/kinds/external-keys.ts'
import type { OperationContext } from '../../operations/context.ts'
import { holdersOf } from '../../operations/record/external-keys.ts'
import type { RowStore } from '../../operations/rows/row-store.ts'
import { isIndexed, matching } from '../../operations/write/matching.ts'
import { type ImportJob, identitiesOf, isUnidentified, nameIn, namesOf } from './job.ts'
import { identityOf } from './references.ts'
import type { PreparedRow } from './row-writer.ts'

/** Beyond so many records each row is looked at by itself. */
const mostFound = 2_000

interface BatchParts {
  readonly job: ImportJob
  readonly rows: RowStore
  readonly context: OperationContext
}

/**
 * The rows whose records no other row of the batch looks for: what these find does not depend on the batch. None where rows
 * find records in more than one way.
 */
export function unsharedRows(prepared: readonly PreparedRow[], job: ImportJob): PreparedRow[] {
  const { mapping } = job
  const ways = [mapping.match.length > 0, mapping.byExternal, mapping.uses.some(isKey)].filter(Boolean).length
  if (ways > 1) return []
  const seen = new Map<string, number>()
  const identities = ({ record }: PreparedRow): string[] => [
    ...identitiesOf(record, job).map(nameIn),
    ...(record.data.Key === undefined ? [] : [`key\n${record.data.Key}`]),
    ...(record.external ? [`external\n${record.external.Source}\n${record.external.Key}`] : []),
  ]
  for (const row of prepared) for (const name of identities(row)) seen.set(name, (seen.get(name) ?? 0) + 1)
  return prepared.filter(row => identities(row).every(name => seen.get(name) === 1))
}

const isKey = (use: ImportJob['mapping']['uses'][number]): boolean =>
  use.kind === 'field' && use.conversion.target.kind === 'key'

/** The rows of `some` to which no row of the batch refers. */
export function withoutChildren(
  some: readonly PreparedRow[],
  prepared: readonly PreparedRow[],
  job: ImportJob,
): readonly PreparedRow[] {
  const references = prepared.flatMap(({ record }) => record.references)
  const named = new Set(
    references.filter(({ target }) => target.entity === job.entity.name).map(one => nameIn(identityOf(one))),
  )
  return named.size === 0
    ? some
    : some.filter(({ record }) => !namesOf(record, job).some(one => named.has(nameIn(one))))
}

/** The ranks of the rows that match no record of the database, found by one read; a row that is not among them may match one. */
export async function unmatchedRows(unshared: readonly PreparedRow[], parts: BatchParts): Promise<ReadonlySet<number>> {
  const { mapping } = parts.job
  const looking = unshared.filter(({ record }) => record.data.Key === undefined && !isUnidentified(record, mapping))
  if (looking.length === 0) return new Set()
  // An external key is looked for before the matched fields, whether the mapping matches by it or not.
  const free = await withoutHolder(looking, parts)
  const unmatched = mapping.match.length === 0 || free.length === 0 ? free : await withoutRecord(free, parts)
  return new Set(unmatched.map(({ rank }) => rank))
}

async function withoutHolder(looking: readonly PreparedRow[], { rows, job }: BatchParts): Promise<PreparedRow[]> {
  const keyOf = ({ record: { external } }: PreparedRow): ExternalKey | null =>
    external && { source: external.Source, key: external.Key }
  const keys = looking.map(keyOf).filter(key => key !== null)
  if (keys.length === 0) return [...looking]
  const held = await holdersOf(rows, job.entity.name, keys)
  return looking.filter(row => {
    const key = keyOf(row)
    return key === null || !held.has(externalKeyName(key))
  })
}

/** By a matched field that has texts and an index: a record without its value matches no row. */
async function withoutRecord(
  looking: readonly PreparedRow[],
  { rows, job: { mapping, entity }, context }: BatchParts,
): Promise<PreparedRow[]> {
  const by = mapping.match.find(path => isIndexed(entity, path) && isText(mapping, path))
  if (by === undefined) return []
  const texts = looking.filter(({ record }) => typeof record.data[by] === 'string')
  const foldedIn = ({ record }: PreparedRow): string => fold(record.data[by] as string)
  const values = [...new Set(texts.map(({ record }) => record.data[by]))]
  const Criteria = { SearchQuery: { [by]: { $IN: values } }, Top: mostFound }
  const limits = { ...context.limits, readRecords: mostFound, inValues: Math.max(mostFound, values.length) }
  const request = { member: entity.name, entity, content: { Scope: { Fields: { [by]: 1 } }, Criteria } }
  try {
    const found = await matching({ request, rows, context: { ...context, limits }, path: 'match' })
    const taken = new Set(found.map(record => fold(String(record[by]))))
    const wanted = new Set(texts.map(foldedIn))
    // A record whose value is spelt in another way than that of its row would be missed.
    if (found.length >= mostFound || [...taken].some(value => !wanted.has(value))) return []
    return texts.filter(row => !taken.has(foldedIn(row)))
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

const isText = ({ uses }: ImportJob['mapping'], path: string): boolean =>
  uses.some(use => {
    if (use.kind !== 'field' || use.conversion.target.path !== path) return false
    const { kind, isList } = use.conversion.target
    return kind === 'text' && !isList
  })

// Builds the requests of the audit trail, which only administrators may read, and reads their answers.
import { type Body, envelope, type Row, rowsOf, textOf } from '../api/envelope.ts'
import { neededConditions } from '../api/names.ts'
import { escapePattern } from '../fields/operators.ts'

export interface AuditFilter {
  /** The key of a user; empty for all. */
  readonly user: string
  readonly application: string
  readonly operation: string
  readonly kind: string
  readonly period: string
}

const periods: Readonly<Record<string, Body>> = {
  today: { $EQ: '$TODAY()' },
  week: { $GT: '$OFFSET(D-7, $TODAY())' },
  month: { $GT: '$OFFSET(D-30, $TODAY())' },
}

const named = { Key: 1, DisplayValue: 1 }
const pageSize = 50

const fields = {
  ...{ Key: 1, DateTime: { Value: 1, DisplayValue: 1 }, User: named, Application: 1, Operation: 1 },
  ...{ ParentKey: { Value: 1, EntityType: 1 }, Changes: 1 },
}

export function auditBody({ user, application, operation, kind, period }: AuditFilter, PageKey: string | null): Body {
  const time = periods[period]
  const SearchQuery = {
    ...(user === '' ? {} : { User: { $EQ: user } }),
    ...(application === '' ? {} : { Application: { $LIKE: `%${escapePattern(application)}%` } }),
    ...(operation === '' ? {} : { Operation: { $EQ: operation } }),
    ...(kind === '' ? {} : { 'ParentKey/EntityType': { $EQ: kind } }),
    ...(time ? { DateTime: time } : {}),
  }
  return historyBody(SearchQuery, PageKey)
}

/** A page of History, the newest first. */
export const historyBody = (SearchQuery: Body, PageKey: string | null): Body =>
  envelope({
    History: {
      Scope: { Fields: fields },
      Criteria: { SearchQuery },
      OrderBy: { Fields: [{ DateTime: 'DESC' }], PageSize: pageSize, PageKey },
    },
  })

/** A write of a record, as History has it. */
export interface AuditEntry {
  readonly row: Row
  readonly entity: string
  readonly key: string
}

const entryOf = (row: Row): AuditEntry => {
  const { Value = '', EntityType = '' } = (row.ParentKey ?? {}) as { Value?: string; EntityType?: string }
  return { row, entity: EntityType, key: Value }
}

/** The key of the system user, which runs the command line and background jobs. */
const systemKey = btoa('User\tSYSTEM')

/** True for a write of the server itself, which no application and no token sent. */
export const isOfServer = ({ User, Application }: Row): boolean =>
  Application == null && (User as { Key?: string } | null)?.Key === systemKey

/** A row of Schema and a setting have a path, not a key. */
export const isPath = (key: string): boolean => key.startsWith('/')

/** The entries of the pages that were read, in their order. */
export const entriesIn = (pages: readonly Body[]): readonly AuditEntry[] =>
  pages.flatMap(page => rowsOf(page, 'History')).map(entryOf)

/** The request for the names of the records that were written; null when there are none. */
export function namesMembers(entries: readonly AuditEntry[]): Body | null {
  const byEntity = Map.groupBy(
    entries.filter(({ key }) => key !== '' && !isPath(key)),
    ({ entity }) => entity,
  )
  const members = [...byEntity].map(([entity, some]) => {
    const Key = { $IN: [...new Set(some.map(({ key }) => key))] }
    return [
      `${entity}.named`,
      { Scope: { Fields: named }, Criteria: { SearchQuery: { Key, ...neededConditions[entity] } } },
    ]
  })
  return members.length > 0 ? Object.fromEntries(members) : null
}

/** The names in an answer by key. Records in the recycle bin have none. */
export function namesIn(answer: Body | undefined, entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const entities = new Set(entries.map(({ entity }) => entity))
  const rows = [...entities].flatMap(entity => rowsOf(answer, `${entity}.named`))
  return new Map(rows.map(row => [String(row.Key), textOf(row.DisplayValue)]))
}

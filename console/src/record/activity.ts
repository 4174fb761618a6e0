// Builds the requests of the activity page, and reads their answers: who did what with which record.
import { type Body, type Row, rowsOf, textOf } from '../api/envelope.ts'
import { type AuditEntry, historyBody } from './audit.ts'

export interface ActivityFilter {
  /** The key of a user; empty for everybody. */
  readonly person: string
  /** An entity; empty for all that are work. */
  readonly kind: string
}

/** What people work on; the rest is the audit trail. */
export const activityKinds = [
  ...(['AbEntry', 'Opportunity', 'Case', 'Lead', 'Task', 'Appointment', 'Interaction', 'Note', 'Document'] as const),
  ...(['Campaign', 'Custom', 'CustomChild'] as const),
]

const named = { Key: 1, DisplayValue: 1 }

/** The server leaves out what happened to records that the person may not read. */
export function activityBody({ person, kind }: ActivityFilter, PageKey: string | null): Body {
  const SearchQuery = {
    'ParentKey/EntityType': { $IN: kind === '' ? activityKinds : [kind] },
    ...(person === '' ? {} : { User: { $EQ: person } }),
  }
  return historyBody(SearchQuery, PageKey)
}

/** The record that something was done with: a note stands for the record that it is on. */
export interface Subject {
  readonly entity: string
  readonly key: string
  readonly name: string
  /** What was written or said, where that is not the record itself. */
  readonly text: string
}

const parent = { ParentKey: { Value: 1, EntityType: 1 } }
const partsOf: Readonly<Record<string, Body>> = { Note: parent, Document: parent, Interaction: { AbEntry: named } }

const among = (keys: readonly string[]) => ({ SearchQuery: { Key: { $IN: [...new Set(keys)] } } })

function membersFor(records: readonly { readonly entity: string; readonly key: string }[], name: string): Body | null {
  const byEntity = Map.groupBy(
    records.filter(({ key }) => key !== ''),
    ({ entity }) => entity,
  )
  const members = [...byEntity].map(([entity, some]) => [
    `${entity}.${name}`,
    { Scope: { Fields: { ...named, ...partsOf[entity] } }, Criteria: among(some.map(({ key }) => key)) },
  ])
  return members.length === 0 ? null : Object.fromEntries(members)
}

/** The request for the records that were written; null when there are none. */
export const writtenMembers = (entries: readonly AuditEntry[]): Body | null => membersFor(entries, 'written')

const parentOf = (row: Row) => {
  const { Value = '', EntityType = '' } = (row.ParentKey ?? {}) as { Value?: string; EntityType?: string }
  return { entity: EntityType, key: Value }
}

const writtenRows = (answer: Body | undefined, entity: string): readonly Row[] => rowsOf(answer, `${entity}.written`)

/** The request for the records that notes and documents are on; null when there are none. */
export const parentMembers = (answer: Body | undefined): Body | null =>
  membersFor(
    ['Note', 'Document'].flatMap(entity => writtenRows(answer, entity).map(parentOf)),
    'parent',
  )

/** What was written by key. Records in the recycle bin are not among them. */
export function subjectsIn(written: Body | undefined, parents: Body | undefined): ReadonlyMap<string, Subject> {
  const names = new Map(
    activityKinds.flatMap(entity =>
      rowsOf(parents, `${entity}.parent`).map(row => [String(row.Key), textOf(row.DisplayValue)]),
    ),
  )
  const subjectOf = (entity: string, row: Row): Subject => {
    const own = { entity, key: String(row.Key), name: textOf(row.DisplayValue), text: '' }
    if (entity === 'Note' || entity === 'Document') {
      const on = parentOf(row)
      return { ...on, name: names.get(on.key) ?? '', text: own.name }
    }
    const client = row.AbEntry as { Key?: string } | null | undefined
    if (entity !== 'Interaction' || !client?.Key) return own
    return { entity: 'AbEntry', key: client.Key, name: textOf(client), text: own.name }
  }
  return new Map(
    activityKinds.flatMap(entity =>
      writtenRows(written, entity).map(row => [String(row.Key), subjectOf(entity, row)] as const),
    ),
  )
}

// Reads everything that the page of a record shows in one request, and more of its timeline on demand.
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Body, entitiesOf, envelope, noRows, rowsOf } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useRecord, useStoredRows } from '../api/use-read.ts'
import { useWorkspace, type Workspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field } from '../fields/field.ts'
import { rightsScope } from '../fields/rights.ts'
import { selectFields } from '../fields/values.ts'
import { useTexts } from '../texts/index.tsx'
import { useAfterPaint } from '../ui/display/later.ts'
import { kindOfRecord, type RecordKind } from './kinds.ts'
import { listMembers } from './lists.ts'
import { nextKeys, type Source } from './merge.ts'

const timelinePage = 25
const named = { Key: 1, DisplayValue: 1 }
const moment = { Value: 1, DisplayValue: 1 }

/** What can be in a timeline: the entity, the field of its date, and the fields that are shown. */
const sourceFields = {
  Interaction: {
    by: 'StartDate',
    fields: {
      ...{ Key: 1, Version: 1, Type: named, Subject: 1, Description: 1, StartDate: moment, Duration: 1 },
      ...{ Direction: named, Result: named, User: named },
    },
  },
  Note: {
    by: 'DateTime',
    fields: { Key: 1, Version: 1, Text: 1, DateTime: moment, Important: 1, Creator: named },
  },
  Document: {
    by: 'DateTime',
    fields: { Key: 1, Version: 1, Name: 1, Ext: 1, Size: 1, DateTime: moment, Creator: named },
  },
  History: {
    by: 'DateTime',
    fields: { Key: 1, DateTime: moment, User: named, Application: 1, Operation: 1, Changes: 1 },
  },
} as const

type TimelineEntity = keyof typeof sourceFields

export interface TimelineSource extends Source {
  readonly entity: TimelineEntity
}

function timelineOf({ interactionsBy, takesNotes }: RecordKind): readonly (TimelineSource & { parent: string })[] {
  const parents: Partial<Record<TimelineEntity, string | undefined>> = {
    Interaction: interactionsBy,
    Note: takesNotes ? 'ParentKey' : undefined,
    Document: takesNotes ? 'ParentKey' : undefined,
    History: 'ParentKey',
  }
  return Object.entries(parents).flatMap(([name, parent]) => {
    const entity = name as TimelineEntity
    return parent === undefined ? [] : [{ entity, member: `${name}.timeline`, by: sourceFields[entity].by, parent }]
  })
}

function timelineMembers(kind: RecordKind, key: string, pageKeys: Readonly<Record<string, string>> | null): Body {
  const members = timelineOf(kind)
    .filter(({ member }) => pageKeys === null || member in pageKeys)
    .map(({ entity, member, by, parent }) => [
      member,
      {
        Scope: { Fields: sourceFields[entity].fields },
        Criteria: { SearchQuery: { [parent]: { $EQ: key } } },
        OrderBy: { Fields: [{ [by]: 'DESC' }], PageSize: timelinePage, PageKey: pageKeys?.[member] ?? null },
      },
    ])
  return Object.fromEntries(members)
}

/** Selected as they are, for the store and the header. */
const plain = ['Key', 'Version', 'DisplayValue', 'SecStatus']

/** The whole page as one body. */
function pageBody(kind: RecordKind, key: string, fields: EntityFields): { body: Body; scope: Body } {
  // The parts of an address or of a record that is referred to come with the whole.
  const isShown = ({ group, inactive, kind: name, path }: Field): boolean =>
    group === null && !inactive && name !== 'secret' && !plain.includes(path)
  const shown = fields.all.filter(isShown)
  const scope = { ...selectFields(shown), DisplayValue: 1, ...rightsScope(fields.model) }
  const body = envelope({
    [`${kind.entity}.record`]: { Scope: { Fields: scope }, Criteria: { SearchQuery: { Key: { $EQ: key } }, Top: 1 } },
    ...listMembers(kind, key),
    ...timelineMembers(kind, key, null),
  })
  return { body, scope }
}

const pageQuery = ({ api, session }: Workspace, kind: RecordKind, key: string, body: Body) =>
  infiniteQueryOptions({
    // What the body asks for follows from these; to hash all of it would take longer.
    queryKey: ['record', session.modelDigest, kind.entity, key],
    queryFn: ({ pageParam, signal }) =>
      api.call<Body>('Read', pageParam ? envelope(timelineMembers(kind, key, pageParam)) : body, { signal }),
    initialPageParam: null as Readonly<Record<string, string>> | null,
    getNextPageParam: page => nextKeys(page, timelineOf(kind)),
    meta: { entities: entitiesOf(body) },
  })

/** Reads the page of a record that may be opened soon. */
export function prefetchRecordPage(workspace: Workspace, entity: string, key: string, fields: EntityFields): void {
  const kind = kindOfRecord(entity)
  void workspace.queries.prefetchInfiniteQuery(pageQuery(workspace, kind, key, pageBody(kind, key, fields).body))
}

export function useRecordPage(kind: RecordKind, key: string, fields: EntityFields) {
  const workspace = useWorkspace()
  const { record: t, entities } = useTexts()
  const sources = useMemo(() => timelineOf(kind), [kind])
  const { body, scope } = useMemo(() => pageBody(kind, key, fields), [kind, key, fields])
  const names: Readonly<Record<string, { readonly one: string }>> = entities
  useShownRequest({ title: t.page(names[kind.entity]?.one ?? kind.entity), operation: 'Read', body })
  const query = useInfiniteQuery(pageQuery(workspace, kind, key, body))
  const pages = query.data?.pages
  const rows = rowsOf(pages?.[0], `${kind.entity}.record`)
  const [row] = rows
  const record = useRecord(key, row)
  // The record is painted first: the store would have it drawn a second time.
  useStoredRows(`record ${key}`, scope, useAfterPaint(rows, noRows))
  return { query, pages: pages ?? [], first: pages?.[0], record: row ? record : null, sources }
}

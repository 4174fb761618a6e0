// Declares the lists of records that hang on another one: how they are read, and what their rows show.
import type { Body, ReadAnswer } from '../api/envelope.ts'
import { filterText } from '../filter/url.ts'
import type { ListName, RecordKind } from './kinds.ts'

interface List {
  readonly entity: string
  /** The screen of all its records, below the database. */
  readonly screen: string
  /** The field by which its records refer to their owner, by the kind of the owner. */
  readonly by: (kind: RecordKind) => string | undefined
  readonly fields: Body
  readonly order: Body
}

/** How many rows are read at once. */
export const listLength = 50

/** Counting stops here. */
const countLimit = 10_000
const counted = `$COUNTUPTO(${countLimit + 1})`

const named = { Key: 1, DisplayValue: 1 }
const shown = { Value: 1, DisplayValue: 1 }

const lists: Readonly<Record<ListName, List>> = {
  contacts: {
    entity: 'AbEntry',
    screen: 'entries',
    by: () => 'ParentKey',
    fields: { Key: 1, FullName: 1, DisplayValue: 1, Position: 1, Phone: 1, Email: 1, ReportsToKey: 1 },
    order: { FullName: 'ASC' },
  },
  opportunities: {
    entity: 'Opportunity',
    screen: 'opportunities',
    by: () => 'AbEntryKey',
    fields: {
      ...{ Key: 1, DisplayValue: 1, Objective: 1, Status: named, SalesStageSetup: named },
      ...{ CorporateRevenue: shown, CloseDate: shown, Leader: named },
    },
    order: { CloseDate: 'DESC' },
  },
  cases: {
    entity: 'Case',
    screen: 'cases',
    by: () => 'AbEntryKey',
    fields: {
      ...{ Key: 1, DisplayValue: 1, CaseNumber: 1, Subject: 1, Status: named, Priority: named },
      ...{ AssignedTo: named, CreationDate: shown },
    },
    order: { CreationDate: 'DESC' },
  },
  tasks: {
    entity: 'Task',
    screen: 'tasks',
    by: ({ tasksBy }) => tasksBy,
    fields: { Key: 1, Version: 1, DisplayValue: 1, Activity: 1, DateTime: shown, AssignedTo: named, Completed: 1 },
    order: { DateTime: 'DESC' },
  },
  children: {
    entity: 'CustomChild',
    screen: 'custom-children',
    by: () => 'ParentKey',
    fields: { Key: 1, DisplayValue: 1, CustomSetup: named, Owner: named },
    order: { CreationDate: 'DESC' },
  },
}

/** Scope.Fields of a list. */
export const fieldsOfList = (name: ListName): Body => lists[name].fields

export const memberOfList = (name: ListName): string => `${lists[name].entity}.${name}`

/** The member of a Read for a page of a list; nothing when records of this kind have no such list. */
export function listPage(kind: RecordKind, name: ListName, key: string, pageKey: string | null): Body {
  const { by, fields, order } = lists[name]
  const path = by(kind)
  if (path === undefined) return {}
  return {
    [memberOfList(name)]: {
      Scope: { Fields: fields },
      Criteria: { SearchQuery: { [path]: { $EQ: key } } },
      OrderBy: { Fields: [order], PageSize: listLength, PageKey: pageKey },
    },
  }
}

/** The members of a batch for the first pages of the lists of a record. */
export const listMembers = (kind: RecordKind, key: string): Body =>
  Object.assign({}, ...kind.lists.map(name => listPage(kind, name, key, null)))

/** Where the next page of a list begins; null after the last one. */
export const nextPageKey = (answer: Body | undefined, member: string): string | null =>
  (answer?.[member] as ReadAnswer | undefined)?.PageKey ?? null

const documents = 'Document.timeline'

/** Lists with a number on their tab: `documents` are those of the timeline. */
export type CountedList = ListName | 'documents'

const memberOfCounted = (name: CountedList): string => (name === 'documents' ? documents : memberOfList(name))

/** A batch that counts the lists of which the first page is not all; null when there is none. */
export function countMembers(kind: RecordKind, key: string, first: Body | undefined): Body | null {
  const Scope = { Fields: { [counted]: 1 } }
  const paths = new Map<CountedList, string | undefined>(kind.lists.map(name => [name, lists[name].by(kind)]))
  if (kind.takesNotes) paths.set('documents', 'ParentKey')
  const members = [...paths]
    .filter(([name, path]) => path !== undefined && nextPageKey(first, memberOfCounted(name)) !== null)
    .map(([name, path]) => {
      const member = memberOfCounted(name)
      return [member, { Scope, Criteria: { SearchQuery: { [path as string]: { $EQ: key } } } }] as const
    })
  return members.length > 0 ? Object.fromEntries(members) : null
}

/** How many records a list has; more than the count where counting stopped, or where only a page is known so far. */
export interface ListCount {
  readonly count: number
  readonly isMore: boolean
}

export function listCount(name: CountedList, first: Body | undefined, counts: Body | undefined): ListCount {
  const member = memberOfCounted(name)
  const { Data = [], PageKey = null } = (first?.[member] as ReadAnswer | undefined) ?? {}
  if (PageKey === null) return { count: Data.length, isMore: false }
  const known = (counts?.[member] as ReadAnswer | undefined)?.Data[0]?.[counted]
  if (known === undefined) return { count: Data.length, isMore: true }
  return { count: Math.min(Number(known), countLimit), isMore: Number(known) > countLimit }
}

/** The address of the list of all records that hang on a record, to filter, sort and export them. */
export function listAddress(kind: RecordKind, name: ListName, key: string) {
  const { by, screen } = lists[name]
  const field = (by(kind) ?? '').replace(/Key$/, '')
  const filter = filterText({ join: 'and', items: [{ field, op: 'in', values: [key] }] })
  return { to: screen, search: { filter } }
}

// Declares the lists of records that hang on another one: how they are read, and what their rows show.
import type { Body } from '../api/envelope.ts'
import type { ListName, RecordKind } from './kinds.ts'

interface List {
  readonly entity: string
  /** The field by which its records refer to their owner, by the kind of the owner. */
  readonly by: (kind: RecordKind) => string | undefined
  readonly fields: Body
  readonly order: Body
}

/** How many rows a list shows; the list's own screen has the rest. */
export const listLength = 50

const named = { Key: 1, DisplayValue: 1 }
const shown = { Value: 1, DisplayValue: 1 }

const lists: Readonly<Record<ListName, List>> = {
  contacts: {
    entity: 'AbEntry',
    by: () => 'ParentKey',
    fields: { Key: 1, FullName: 1, DisplayValue: 1, Position: 1, Phone: 1, Email: 1, ReportsToKey: 1 },
    order: { FullName: 'ASC' },
  },
  opportunities: {
    entity: 'Opportunity',
    by: () => 'AbEntryKey',
    fields: {
      ...{ Key: 1, DisplayValue: 1, Objective: 1, Status: named, SalesStageSetup: named },
      ...{ CorporateRevenue: shown, CloseDate: shown, Leader: named },
    },
    order: { CloseDate: 'DESC' },
  },
  cases: {
    entity: 'Case',
    by: () => 'AbEntryKey',
    fields: {
      ...{ Key: 1, DisplayValue: 1, CaseNumber: 1, Subject: 1, Status: named, Priority: named },
      ...{ AssignedTo: named, CreationDate: shown },
    },
    order: { CreationDate: 'DESC' },
  },
  tasks: {
    entity: 'Task',
    by: ({ tasksBy }) => tasksBy,
    fields: { Key: 1, Version: 1, DisplayValue: 1, Activity: 1, DateTime: shown, AssignedTo: named, Completed: 1 },
    order: { DateTime: 'DESC' },
  },
}

/** Scope.Fields of a list. */
export const fieldsOfList = (name: ListName): Body => lists[name].fields

export const memberOfList = (name: ListName): string => `${lists[name].entity}.${name}`

/** The members of a batch for the lists of a record. */
export function listMembers(kind: RecordKind, key: string): Body {
  const members = kind.lists.flatMap(name => {
    const { by, fields, order } = lists[name]
    const path = by(kind)
    if (path === undefined) return []
    const Criteria = { SearchQuery: { [path]: { $EQ: key } }, Top: listLength }
    return [[memberOfList(name), { Scope: { Fields: fields }, Criteria, OrderBy: { Fields: [order] } }] as const]
  })
  return Object.fromEntries(members)
}

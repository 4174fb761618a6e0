// Generates random records, some hidden from the viewer, and random requests about them.
import fc from 'fast-check'
import type { Json } from '../support/crm.ts'

/** Who may read a record: everybody, or a list of the name given. VIEWER is in the group `open`, not in `closed`. */
const audiences = ['all', 'viewer', 'open', 'master', 'eve', 'closed'] as const
export type Audience = (typeof audiences)[number]

export interface Planned {
  readonly entity: 'AbEntry' | 'Opportunity' | 'Note' | 'Document' | 'Interaction' | 'Task' | 'Case' | 'RelatedEntry'
  readonly audience: Audience
  /** The entries that it hangs on or relates: positions, to be taken modulo the number of entries before it. */
  readonly on: readonly [number, number]
  readonly text: string
  readonly other: string
  readonly number: number
}

const texts = ['Acme', 'acme tools', 'Bolt', 'Bolt & Söhne', 'Zorblax', 'north wind', 'Ann', 'ann lee', '100%', 'a_b']
const text = fc.constantFrom(...texts)
const position = fc.nat({ max: 99 })

const planned = (entity: fc.Arbitrary<Planned['entity']>): fc.Arbitrary<Planned> =>
  fc.record({
    entity,
    audience: fc.constantFrom(...audiences),
    on: fc.tuple(position, position),
    text,
    other: text,
    number: fc.integer({ min: 0, max: 4 }),
  })

const others = fc.constantFrom<Planned['entity']>(
  'Opportunity',
  'Opportunity',
  'Note',
  'Document',
  'Interaction',
  'Task',
  'Case',
  'RelatedEntry',
)

/** Entries come first, two of them open to all, so that everything else has something to hang on. */
export const plannedRecords: fc.Arbitrary<Planned[]> = fc
  .tuple(
    fc.array(planned(fc.constant('AbEntry' as const)), { minLength: 4, maxLength: 12 }),
    fc.array(planned(others), { minLength: 4, maxLength: 14 }),
  )
  .map(([entries, rest]) => [
    ...entries.map((entry, i) => (i % 3 === 1 ? { ...entry, audience: 'all' as const } : entry)),
    ...rest,
  ])

/** A request in which `{{7}}` stands for the key of the seventh record. */
export interface PlannedRequest {
  readonly operation: 'Read' | 'Create' | 'Update' | 'Delete' | 'Validate' | 'BinaryDownload'
  readonly body: Json
  /** Pages are followed to the end. */
  readonly paged?: boolean
  /** The request is sent twice under this Idempotency-Key, which the administrator has used for a record. */
  readonly idempotency?: string
}

interface Face {
  readonly texts: readonly string[]
  readonly fields: Json
  readonly groups: readonly string[]
  readonly aggregates: Json
  /** Conditions of which a Read needs one. */
  readonly needs?: string
}

const entries = { Key: 1, Type: 1, CompanyName: 1, LastName: 1, LastContactDate: 1, Parent: { Key: 1, CompanyName: 1 } }
const faces: Readonly<Record<string, Face>> = {
  AbEntry: {
    texts: ['CompanyName', 'LastName', 'FullName', 'Division', 'Parent/CompanyName'],
    fields: { ...entries, Version: 1, Division: 1, SecStatus: 1 },
    groups: ['Type', 'Division', 'CompanyName', 'Parent/CompanyName'],
    aggregates: { '$COUNT()': 1 },
  },
  Opportunity: {
    texts: ['Objective', 'Description', 'AbEntry/CompanyName'],
    fields: { Key: 1, Objective: 1, Status: 1, ForecastRevenue: 1, AbEntry: entries, Version: 1 },
    groups: ['Status', 'Objective', 'AbEntry/CompanyName'],
    aggregates: { '$COUNT()': 1, '$SUM(ForecastRevenue)': 1 },
  },
  Note: {
    texts: ['Text'],
    fields: { Key: 1, Text: 1, ParentKey: 1, DateTime: 1 },
    groups: ['ParentKey'],
    aggregates: { '$COUNT()': 1 },
  },
  Document: {
    texts: ['Name', 'Description'],
    fields: { Key: 1, Name: 1, ParentKey: 1, Size: 1 },
    groups: ['Name'],
    aggregates: { '$COUNT()': 1 },
  },
  Interaction: {
    texts: ['Subject', 'Description'],
    fields: { Key: 1, Subject: 1, AbEntries: [entries], AbEntryKey: 1 },
    groups: ['Subject'],
    aggregates: { '$COUNT()': 1 },
    needs: 'AbEntryKey',
  },
  Task: {
    texts: ['Activity', 'AbEntry/CompanyName'],
    fields: { Key: 1, Activity: 1, AbEntry: entries },
    groups: ['Activity', 'AbEntryKey'],
    aggregates: { '$COUNT()': 1 },
  },
  Case: {
    texts: ['Subject', 'AbEntry/CompanyName'],
    fields: { Key: 1, Subject: 1, AbEntry: entries },
    groups: ['Subject', 'AbEntryKey'],
    aggregates: { '$COUNT()': 1 },
  },
  RelatedEntry: {
    texts: ['Description', 'From/CompanyName', 'To/CompanyName'],
    fields: { Key: 1, Description: 1, DisplayValue: 1, From: entries, To: entries },
    groups: ['Description', 'FromKey'],
    aggregates: { '$COUNT()': 1 },
  },
}

const key = position.map(n => `{{${n}}}`)
const face = fc.constantFrom(...(Object.entries(faces) as [string, Face][]))

function condition({ texts: fields, needs }: Face): fc.Arbitrary<Json> {
  const onText = fc
    .tuple(
      fc.constantFrom(...fields),
      fc.constantFrom('$EQ', '$NE', '$LIKE', '$GT', '$LE'),
      fc.oneof(
        text,
        text.map(word => `%${word.slice(0, 3)}%`),
      ),
    )
    .map(([field, operator, value]) => ({ [field]: { [operator]: value } }))
  const onKeys = fc.array(key, { minLength: 1, maxLength: 6 }).map(keys => ({ Key: { $IN: keys } }))
  const one: fc.Arbitrary<Json> = fc.oneof(
    onText,
    onKeys,
    text.map(words => ({ $PHRASE: words.replace(/[%_]/g, '') })),
    fc.constant({}),
  )
  const all = fc.oneof(
    one,
    fc.tuple(one, one).map(both => ({ $OR: both })),
    one.map(not => ({ $NOT: not })),
  )
  if (needs === undefined) return all
  return fc
    .tuple(fc.array(key, { minLength: 3, maxLength: 12 }), all)
    .map(([keys, other]) => ({ $AND: [{ [needs]: { $IN: keys } }, other] }))
}

const read = face.chain(([entity, { fields, ...rest }]) =>
  fc
    .record({
      query: condition({ fields, ...rest }),
      order: fc.constantFrom(...rest.texts, 'Key'),
      way: fc.constantFrom('ASC', 'DESC'),
      top: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      paged: fc.boolean(),
    })
    .map(({ query, order, way, top, paged }): PlannedRequest => {
      const Criteria = { SearchQuery: query, ...(top === undefined || paged ? {} : { Top: top }) }
      const OrderBy = { Fields: [{ [order]: way }], ...(paged ? { PageSize: (top ?? 1) + 1, PageKey: null } : {}) }
      return { operation: 'Read', body: { [entity]: { Scope: { Fields: fields }, Criteria, OrderBy } }, paged }
    }),
)

const grouped = face.chain(([entity, given]) =>
  fc.tuple(condition(given), fc.option(fc.constantFrom(...given.groups), { nil: undefined })).map(
    ([SearchQuery, group]): PlannedRequest => ({
      operation: 'Read',
      body: {
        [entity]: {
          Scope: { Fields: { ...given.aggregates, ...(group === undefined ? {} : { [group]: 1 }) } },
          Criteria: { SearchQuery },
          ...(group === undefined ? {} : { GroupBy: { Fields: [{ [group]: 1 }] } }),
        },
      },
    }),
  ),
)

const history = fc.array(key, { minLength: 1, maxLength: 8 }).map(
  (keys): PlannedRequest => ({
    operation: 'Read',
    body: {
      History: {
        Scope: { Fields: { ParentKey: 1, Operation: 1, Changes: 1, User: 1 } },
        Criteria: { SearchQuery: { ParentKey: { $IN: keys } } },
        OrderBy: { Fields: [{ Key: 'ASC' }] },
      },
    },
  }),
)

const options = fc
  .constantFrom(
    { AbEntry: { FieldOptions: { Division: [{ Key: 1, DisplayValue: 1 }], Position: [{ Key: 1, DisplayValue: 1 }] } } },
    { Opportunity: { FieldOptions: { Leader: [{ Key: 1, DisplayValue: 1 }], Rating: [{ Key: 1, DisplayValue: 1 }] } } },
    { Document: { FieldOptions: { Category: [{ Key: 1, DisplayValue: 1 }] } } },
    { Task: { FieldOptions: { Activity: [{ Key: 1, DisplayValue: 1 }] } } },
    {
      AbEntry: {
        FieldOptions: { 'SecAccess/Read': [{ Key: 1, DisplayValue: 1 }], Category: [{ Key: 1, DisplayValue: 1 }] },
      },
    },
    { Schema: { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: {} } } },
    { Schema: { Scope: { Fields: { Key: 1, Name: 1 } }, Criteria: { SearchQuery: { Key: { $LIKE: '/AbEntry/%' } } } } },
  )
  .map((body): PlannedRequest => ({ operation: 'Read', body }))

/** Writes about any record; those of a hidden one are refused like those of an unknown one. */
const write = fc
  .tuple(fc.constantFrom<'Create' | 'Update' | 'Validate'>('Create', 'Update', 'Validate'), key, key, text)
  .chain(([operation, one, two, words]) =>
    fc
      .constantFrom<Json>(
        { AbEntry: { Data: { Key: one, Division: words } } },
        { AbEntry: { Data: { Key: null, ParentKey: one, LastName: words } } },
        { Opportunity: { Data: { Key: one, Objective: words } } },
        { Opportunity: { Data: { Key: null, AbEntryKey: one, ContactKey: two, Objective: words } } },
        { Note: { Data: { Key: null, ParentKey: one, Text: words } } },
        { Note: { Data: { Key: one, Text: words } } },
        { Case: { Data: { Key: null, AbEntryKey: one, ContactKey: two, Subject: words } } },
        { Interaction: { Data: { Key: null, AbEntries: [one, two], Type: 60_001, Subject: words } } },
        { RelatedEntry: { Data: { Key: null, FromKey: one, ToKey: two } } },
        { Task: { Data: { Key: null, AbEntryKey: one, Activity: words, DateTime: '2026-01-01' } } },
      )
      .chain(body =>
        fc
          .option(
            position.map(n => `made ${n}`),
            { nil: undefined },
          )
          .map(
            (idempotency): PlannedRequest => ({
              operation,
              body,
              ...(idempotency === undefined || operation === 'Validate' ? {} : { idempotency }),
            }),
          ),
      ),
  )

const download = key.map((one): PlannedRequest => ({ operation: 'BinaryDownload', body: one }))

export const plannedRequests = (count: number): fc.Arbitrary<PlannedRequest[]> =>
  fc.array(
    fc.oneof(
      { weight: 8, arbitrary: read },
      { weight: 4, arbitrary: grouped },
      { weight: 2, arbitrary: history },
      { weight: 1, arbitrary: options },
      { weight: 4, arbitrary: write },
      { weight: 1, arbitrary: download },
    ),
    { minLength: count, maxLength: count },
  )

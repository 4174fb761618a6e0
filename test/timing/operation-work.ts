// Lists the bounded work of operations on records that exist: deletion, merge, erasure, exports of a person, workflows, invitations.
import { operatorNames } from '../../src/query/operators/index.ts'
import type { Json } from '../support/crm.ts'
import { type BoundedWork, type Expensive, times } from './work.ts'

const mebibyte = 1024 ** 2

const create = (body: Json): NonNullable<Expensive['before']>[number] => ({ path: 'api/Create', body })
const people = (count: number): NonNullable<Expensive['before']> => [
  create({ AbEntry: { Data: times(count, i => ({ Type: 'Individual', LastName: `person ${i}` })) } }),
]
/** Ten entries, each with two long notes. */
const withNotes = (some: (limit: number) => number): NonNullable<Expensive['before']> => [
  ...people(10),
  {
    path: 'api/Create',
    bodyOf: created => ({
      Note: { Data: times(20, i => ({ ParentKey: created[i % 10], RichText: 'a'.repeat(some(100_000)) })) },
    }),
  },
]
const keys = (created: readonly string[]): Json => created.map(Key => ({ Key }))
const unknown = (kind: string): string => Buffer.from(`${kind}\tnone`).toString('base64')

/** What an operator compares with; a new operator is compared with a text. */
const operandOf = (name: string, i: number): Json => {
  if (['$IN', '$NIN', '$ALL'].includes(name)) return times(100, j => `a${i} ${j}`)
  if (name.endsWith('RANGE')) return [`a${i}`, `b${i}`]
  return `%a${i}%`
}

export const operationWork: Readonly<Record<string, BoundedWork>> = {
  operators: {
    place: 'src/query/operators/index.ts',
    bound: '1,000 conditions, 10,000 values in a list, patterns of 1,000 characters',
    worst: some =>
      operatorNames.map(name => ({
        name: `Read, ${name}`,
        operation: 'Read',
        body: {
          AbEntry: {
            Scope: { Fields: { Key: 1 } },
            Criteria: {
              SearchQuery: {
                $OR: times(some(50), i => ({
                  [name === '$ALL' ? 'Category' : 'LastName']: { [name]: operandOf(name, i) },
                })),
              },
            },
          },
        },
        // Not every field has every operator.
        mayBeRefused: true,
      })),
  },
  'Delete and Restore': {
    place: 'src/operations/bin/delete-cascade.ts',
    bound: '1,000 records for each request, and turns of the event loop',
    worst: some =>
      (['Delete', 'Restore'] as const).map(operation => ({
        name: `${operation}, records`,
        operation,
        before: people(some(1_000)),
        bodyOf: created => ({ AbEntry: { Data: keys(created) } }),
        body: null,
        mayBeRefused: true,
      })),
  },
  Merge: {
    place: 'src/operations/merge/moved-records.ts',
    bound: '10 records into one, and turns of the event loop',
    worst: some => [
      {
        name: 'Merge, records with notes',
        operation: 'Merge',
        before: withNotes(some),
        bodyOf: ([Key, ...From]) => ({ AbEntry: { Data: { Key, From: From.slice(0, 9) } } }),
        body: null,
      },
    ],
  },
  Erase: {
    place: 'src/webhooks/log/traces.ts',
    bound: '40 bodies of 256 KiB in memory, and turns of the event loop',
    worst: some => [
      {
        name: 'Erase, a person',
        operation: 'Erase',
        as: 'admin',
        before: withNotes(some),
        bodyOf: ([Key]) => ({ AbEntry: { Data: { Key } } }),
        body: null,
      },
    ],
  },
  'the archive of a person': {
    place: 'src/export/person.ts',
    bound: 'pages of 500 records',
    worst: some => [
      {
        name: 'Export of a person',
        operation: 'export-person',
        path: 'export/v1/person',
        as: 'admin',
        before: withNotes(some),
        bodyOf: ([Key]) => ({ AbEntry: { Data: { Key } } }),
        body: null,
      },
    ],
  },
  'steps of workflows': {
    place: 'src/operations/workflows/workflow-operations.ts',
    bound: 'one instance for each member, 100 members for each request',
    worst: (some, parent) =>
      ['WorkflowStart', 'WorkflowStop', 'WorkflowSkip'].map(operation => {
        const Key = unknown(operation === 'WorkflowStart' ? 'Workflow' : 'WorkflowInstance')
        const member = operation === 'WorkflowStart' ? 'Workflow' : 'WorkflowInstance'
        const body = Object.fromEntries(
          times(some(100), i => [
            `${member}.n${i}`,
            { Data: { Key, ParentKey: parent, Reason: 'a'.repeat(some(30_000)) } },
          ]),
        )
        return { name: `${operation}, members`, operation, body, mayBeRefused: true }
      }),
  },
  'conversions of leads': {
    place: 'src/operations/convert/conversion-request.ts',
    bound: '500 rules for each member, 100 members for each request',
    worst: some => {
      const rule = { Destination: 'Position', Source: 'FullName' }
      const Data = { Source: { Lead: { Key: unknown('Lead') } }, Rules: { Contact: times(500, () => rule) } }
      const body = Object.fromEntries(times(some(100), i => [`Payload.n${i}`, { Data }]))
      return [{ name: 'PayloadExecute, rules', operation: 'PayloadExecute', body, mayBeRefused: true }]
    },
  },
  'bodies of operations of the system': {
    place: 'src/base/text/lenient-json.ts',
    bound: 'body-limit, in one pass',
    worst: some =>
      ['GetSessionInfo', 'GetVersionInfo', 'ConfigurationRead'].map(name => ({
        name: `${name}, a long body`,
        operation: 'system',
        path: `api/${name}`,
        body: { AddressBook: 1, Comment: 'a'.repeat(some(3 * mebibyte)) },
        mayBeRefused: true,
      })),
  },
  uploads: {
    place: 'src/documents/upload.ts',
    bound: '50 MiB, in chunks of 256 KiB',
    worst: some => [
      {
        name: 'BinaryUpload',
        operation: 'BinaryUpload',
        headers: { 'content-type': 'application/octet-stream' },
        body: null,
        file: async () => new Uint8Array(some(50 * mebibyte)),
      },
    ],
  },
  invitations: {
    place: 'src/invitations/invitations.ts',
    bound: '256 KiB for a body',
    worst: some => [
      {
        name: 'Invitations, people without an address',
        operation: 'invitations',
        path: 'oauth/v1/invitations',
        as: 'admin',
        body: { People: times(some(2_000), i => ({ Email: `no address ${i}`, LastName: 'a'.repeat(50) })) },
        mayBeRefused: true,
      },
    ],
  },
  'resources of SCIM': {
    place: 'src/scim/patch.ts',
    bound: '5,000 values and 10 levels for a body, 1,000 operations for a PATCH',
    worst: some => {
      const members = times(some(1_600), i => ({ value: `NONE${i}`, display: 'a'.repeat(20) }))
      const value = { 'name.givenName': 'A', 'name.familyName': 'B', 'urn:ietf:params:scim:schemas:core:2.0:User': {} }
      const provider = { as: 'provider', mayBeRefused: true } as const
      return [
        {
          name: 'SCIM, a group of many members',
          operation: 'scim-groups',
          path: 'scim/v2/Groups',
          body: { displayName: 'Everybody', members },
          ...provider,
        },
        {
          name: 'SCIM, a user with many attributes',
          operation: 'scim-users',
          path: 'scim/v2/Users',
          body: Object.fromEntries(times(some(4_900), i => [`attribute${i}`, i])),
          ...provider,
        },
        {
          name: 'SCIM, many operations of a PATCH',
          operation: 'scim-users',
          method: 'PATCH',
          path: 'scim/v2/Users/ADMIN',
          body: { Operations: times(some(700), () => ({ op: 'replace', value })) },
          ...provider,
        },
        {
          name: 'SCIM, a nested PATCH',
          operation: 'scim-users',
          method: 'PATCH',
          path: 'scim/v2/Users/ADMIN',
          body: {},
          text: `{"Operations":[{"op":"add","value":${'{"core":'.repeat(some(8))}1${'}'.repeat(some(8))}}]}`,
          ...provider,
        },
      ]
    },
  },
}

// Generates expensive requests: each list, path, pattern, nesting and number of names at a share of its limit.
import { drivers, type Json } from '../support/crm.ts'
import { boundedWork } from './bounded-work.ts'
import { type Expensive, times as list } from './work.ts'

const times = <T>(count: number, make: (i: number) => T): T[] => list(Math.max(1, count), make)

const named = (count: number, name: (i: number) => string, value: Json = 1): Json =>
  Object.fromEntries(times(count, i => [name(i), value]))

function nest(levels: number, wrap: (inner: Json) => Json, inner: Json): Json {
  let value = inner
  for (let i = 0; i < levels; i++) value = wrap(value)
  return value
}

const day = (i: number): string => new Date(Date.UTC(1990, 0, 1 + i)).toISOString().slice(0, 10)
const principal = (i: number): string => Buffer.from(`User\tU${i}`).toString('base64')

/** `share` is 1 at the limits. `parent` is the key of an entry. */
export function expensiveRequests(share: number, parent: string): Expensive[] {
  const some = (limit: number): number => Math.max(1, Math.floor(limit * share))
  const bounded = Object.values(boundedWork).flatMap(({ worst }) => worst(some, parent))
  return [...reads(some), ...schemaReads(some), ...writes(some, parent), ...bounded]
}

function reads(some: (limit: number) => number): Expensive[] {
  const read = (name: string, content: Json): Expensive => ({
    name: `Read, ${name}`,
    operation: 'Read',
    body: { AbEntry: { Scope: { Fields: { Key: 1 } }, ...content }, Configuration: drivers },
  })
  const find = (name: string, query: Json): Expensive => read(name, { Criteria: { SearchQuery: query } })
  const ring = times(Math.max(4, some(1_000)), i => `${Math.cos(i / 100) * 50}:${Math.sin(i / 100) * 50}`)
  const path = `${'Parent/'.repeat(some(12) - 1)}Key`
  const offsets = some(3)
  return [
    find('conditions', { $OR: times(some(1_000), i => ({ LastName: `x${i}` })) }),
    find('patterns', { $OR: times(some(1_000), i => ({ LastName: { $LIKE: `%x${i}%` } })) }),
    find('phrases', { $OR: times(some(200), i => ({ $PHRASE: `x${i}` })) }),
    find('a long phrase', { $PHRASE: 'x '.repeat(some(5_000)) }),
    find('a long pattern', { LastName: { $LIKE: '%a'.repeat(some(500)) } }),
    find('texts in a list', { LastName: { $IN: times(some(10_000), i => `x${i}`) } }),
    find('dates in a list', { LastName: { $LIKE: 'a%' }, CreationDate: { $IN: times(some(10_000), day) } }),
    find('a polygon', { [`$INBOUND(Address/Location, ${ring.join()})`]: true }),
    find(
      'nested conditions',
      nest(some(32), inner => ({ $AND: [inner] }), { LastName: 'x' }),
    ),
    find('nested functions', { CreationDate: `${'$OFFSET(D-1,'.repeat(offsets)}$TODAY()${')'.repeat(offsets)}` }),
    find('a long path', { [path]: parent0 }),
    read('unknown names', { Scope: { Fields: named(some(1_000), i => `LastName${i.toString(36)}`) } }),
    read('nested fields', { Scope: { Fields: nest(some(90), inner => ({ Parent: inner }), { Key: 1 }) } }),
    read('records', {
      Criteria: { Top: some(10_000) },
      Scope: { Fields: { Key: 1, FullName: 1, Address: { City: 1 } } },
    }),
    read('field options', { FieldOptions: named(some(1_000), i => `Typ${i}`) }),
    {
      name: 'Read, a batch',
      operation: 'Read',
      body: named(some(100), i => `AbEntry.n${i}`, { Scope: { Fields: { Key: 1, LastName: 1 } } }),
    },
  ]
}

/** A key that no record has. */
const parent0 = Buffer.from('AbEntry\tnone').toString('base64')

function schemaReads(some: (limit: number) => number): Expensive[] {
  const find = (name: string, condition: Json): Expensive => ({
    name: `Read of Schema, ${name}`,
    operation: 'Read',
    body: { Schema: { Criteria: { SearchQuery: { $OR: times(some(50), () => condition) } } } },
  })
  return [
    find('lists', { Name: { $IN: times(some(1_000), i => `x${i}`) } }),
    find('patterns', { Key: { $LIKE: '%a'.repeat(some(500)) } }),
  ]
}

function writes(some: (limit: number) => number, parent: string): Expensive[] {
  const bodies: Record<string, Json> = {
    'unknown names': { AbEntry: { Data: named(some(1_000), i => `LastName${i.toString(36)}`) } },
    'nested values': { AbEntry: { Data: { LastName: nest(some(90), inner => [inner], 1) } } },
    principals: { AbEntry: { Data: { LastName: 'x', SecAccess: { Read: times(some(1_000), principal) } } } },
    records: { AbEntry: { Data: times(some(1_000), i => ({ Type: 'Individual', LastName: `a${i}` })) } },
    'rich text': { Note: { Data: { ParentKey: parent, RichText: '<b>a</b>'.repeat(some(8_000)) } } },
    'rich texts': {
      Note: { Data: times(some(30), () => ({ ParentKey: parent, RichText: '<b>a</b>'.repeat(some(8_000)) })) },
    },
  }
  return ['Validate', 'Create', 'Update', 'Delete'].flatMap(operation =>
    Object.entries(bodies).map(([name, body]) => ({ name: `${operation}, ${name}`, operation, body })),
  )
}

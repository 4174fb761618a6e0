// Generates random records from small pools of values, so that conditions match some of them.
import type { Harness, Json } from '../query/harness.ts'

/** A small generator of numbers that repeats itself from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const texts = [
  'Miller',
  'MILLER',
  'Müller',
  'mueller',
  'Straße',
  'STRASSE',
  'Ångström',
  'angstrom',
  'O’Neil',
  "O'Neil",
  '100%',
  '100',
  'a_b',
  'a%b',
  'a\\b',
  'ab',
  'a b',
  ' a',
  'a',
  'z',
  'Ωmega',
  'ωMEGA',
  'ﬁre',
  'FIRE',
  '李',
  '😀x',
  '😀',
  'ß',
  '￿',
  'İstanbul',
]
export const days = ['0001-01-01', '1999-12-31', '2024-02-29', '2026-03-03', '2026-03-04', '2026-03-05', '9999-12-31']
export const moments = [
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '2026-01-01T03:00:00Z',
  '2026-03-04T00:00:00Z',
  '2026-03-04T04:59:59Z',
  '2026-03-04T05:00:00Z',
  '2026-03-04T23:59:59Z',
  '2026-11-01T05:30:00Z',
]
export const wholes = [-2147483648, -1, 0, 1, 2, 42, 2147483647]
export const numbers = [-1.5, 0, 0.1, 0.3, 1, 1e10, 123456.789]
export const amounts = [-99999999999999, -0.0001, 0, 0.1, 0.2, 0.3, 2.5, 1234.56, 99999999999999]
export const points = [-75, -10.5, -0.5, 0, 0.25, 0.5, 1, 10]
const users = ['ANN', 'BOB']

const udfs: Readonly<Record<string, Json>> = {
  Size: { Type: 'IntegerField' },
  Score: { Type: 'NumericField' },
  Budget: { Type: 'CurrencyField' },
  Motto: { Type: 'StringField' },
  Founded: { Type: 'DateTimeField', Attributes: { Date: true } },
  Seen: { Type: 'DateTimeField' },
  Listed: { Type: 'BooleanField' },
  Colours: {
    Type: 'EnumField<StringItem>',
    Attributes: { MultiSelect: true },
    Items: [{ Value: 'Red' }, { Value: 'Green' }, { Value: 'Blue' }],
  },
}

/** Fills the database of a harness; the same seed gives the same records on every engine, in the same order. */
export async function fillRandomly(harness: Harness, seed: number, count: number): Promise<void> {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const maybe = <T>(make: () => T): T | null => (random() < 0.3 ? null : make())
  await harness.create(
    'User',
    users.map(Uid => ({ Uid, LastName: Uid, Email: `${Uid}@example.com` })),
  )
  for (const [Name, definition] of Object.entries(udfs)) await harness.define({ Name, ...definition })
  const common = (i: number) => ({
    // Identifies a record on both engines, whose keys differ.
    Division: `#${i}`,
    Department: maybe(() => pick(texts)),
    Email: maybe(() => `${pick(['ann', 'bob', 'zoe'])}@example.com`),
    Address: maybe(() => ({
      City: maybe(() => pick(texts)),
      Country: maybe(() => pick(['Canada', 'CANADA', 'Chile'])),
      Location: maybe(() => ({ Longitude: pick(points), Latitude: pick(points) })),
    })),
    AccountManager: maybe(() => ({ Uid: pick(users) })),
    LastContactDate: maybe(() => pick(days)),
    CreationDate: pick(moments),
    'Udf/$NAME(Size)': maybe(() => pick(wholes)),
    'Udf/$NAME(Score)': maybe(() => pick(numbers)),
    'Udf/$NAME(Budget)': maybe(() => pick(amounts)),
    'Udf/$NAME(Motto)': maybe(() => pick(texts)),
    'Udf/$NAME(Founded)': maybe(() => pick(days)),
    'Udf/$NAME(Seen)': maybe(() => pick(moments)),
    'Udf/$NAME(Listed)': maybe(() => random() < 0.5),
    'Udf/$NAME(Colours)': ['1', '2', '3'].filter(() => random() < 0.4),
  })
  const person = () => ({ FirstName: maybe(() => pick(texts)), LastName: pick(texts) })
  const parents = Array.from({ length: Math.ceil(count / 2) }, (_, i) =>
    random() < 0.6
      ? { ...common(i), CompanyName: pick(texts) }
      : { ...common(i), Type: 'Individual', ...person(), CompanyName: maybe(() => pick(texts)) },
  )
  const keys = await harness.create('AbEntry', parents)
  const contacts = Array.from({ length: count - parents.length }, (_, i) => ({
    ...common(parents.length + i),
    ...person(),
    ParentKey: pick(keys),
  }))
  await harness.create('AbEntry', contacts)
}

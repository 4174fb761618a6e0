// Generates random criteria, orders and pages over the fields of random records.
import fc from 'fast-check'
import type { Json } from '../query/harness.ts'
import { amounts, days, moments, numbers, points, texts, wholes } from './read-data.ts'

type Kind = 'text' | 'day' | 'moment' | 'whole' | 'number' | 'money' | 'flag' | 'choice' | 'user' | 'options'

const fields: Readonly<Record<string, Kind>> = {
  Type: 'choice',
  FullName: 'text',
  FirstName: 'text',
  LastName: 'text',
  CompanyName: 'text',
  Department: 'text',
  Email: 'text',
  'Address/City': 'text',
  'Address/Country': 'text',
  'Parent/CompanyName': 'text',
  'Parent/Address/City': 'text',
  'Parent/Udf/$NAME(Size)': 'whole',
  'Parent/Udf/$NAME(Colours)': 'options',
  AccountManager: 'user',
  LastContactDate: 'day',
  CreationDate: 'moment',
  'Udf/$NAME(Size)': 'whole',
  'Udf/$NAME(Score)': 'number',
  'Udf/$NAME(Budget)': 'money',
  'Udf/$NAME(Motto)': 'text',
  'Udf/$NAME(Founded)': 'day',
  'Udf/$NAME(Seen)': 'moment',
  'Udf/$NAME(Listed)': 'flag',
  'Udf/$NAME(Colours)': 'options',
}

const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ maxLength: 2, unit: 'grapheme' }).filter(s => s !== '' && !s.includes('\0')),
)
const relative = fc.constantFrom('$TODAY()', '$NOW()', '$THISWEEK()', '$THISMONTH()', '$THISYEAR()')
const offset = fc
  .tuple(fc.constantFrom('Y', 'Q', 'M', 'W', 'D', 'h'), fc.integer({ min: -9, max: 9 }), relative)
  .map(([unit, count, of]) => `$OFFSET(${unit}${count < 0 ? '-' : '+'}${Math.abs(count)}, ${of})`)
const time = fc.oneof(fc.constantFrom(...days), fc.constantFrom(...moments), relative, offset)

const literal: Readonly<Record<Kind, fc.Arbitrary<Json>>> = {
  text,
  day: time,
  moment: time,
  whole: fc.oneof(fc.constantFrom(...wholes), fc.constantFrom('1', '42'), fc.integer({ min: -3, max: 50 })),
  number: fc.oneof(fc.constantFrom(...numbers), fc.integer({ min: -3, max: 3 })),
  money: fc.oneof(fc.constantFrom(...amounts), fc.constantFrom(1e30, -1e30)),
  flag: fc.boolean(),
  choice: fc.constantFrom('Company', 'contact', 'INDIVIDUAL'),
  user: fc.constantFrom({ Uid: 'ANN' }, btoa('User\tBOB'), { Key: btoa('User\tANN') }, { Uid: 'NOBODY' }),
  options: fc.constantFrom('1', 2, '3', 4),
}

const pattern = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom('%', '_', '\\%', '\\') }, { weight: 3, arbitrary: text }), {
    minLength: 1,
    maxLength: 4,
  })
  .map(parts => parts.join(''))

const equality = ['$EQ', '$NE', '$IN', '$NIN', 'null']
const order = [...equality, '$GT', '$GE', '$LT', '$LE', '$RANGE', '$NRANGE']
const operators: Readonly<Record<Kind, readonly string[]>> = {
  text: [...order, '$LIKE', '$NLIKE', '$LIKE'],
  day: order,
  moment: order,
  whole: order,
  number: order,
  money: order,
  flag: equality,
  choice: order,
  user: equality,
  options: [...order, '$ALL'],
}

function comparison(operator: string, kind: Kind): fc.Arbitrary<Json> {
  const one = literal[kind]
  switch (operator) {
    case 'null':
      return fc.constantFrom({ $EQ: null }, { $NE: null }, null)
    case '$IN':
    case '$NIN':
      return fc
        .array(fc.oneof({ weight: 6, arbitrary: one }, { weight: 1, arbitrary: fc.constant(null) }), { maxLength: 4 })
        .map(list => ({ [operator]: list }))
    case '$ALL':
      return fc.array(one, { maxLength: 3 }).map(list => ({ $ALL: list }))
    case '$RANGE':
    case '$NRANGE':
      return fc.tuple(one, one).map(pair => ({ [operator]: pair }))
    case '$LIKE':
    case '$NLIKE':
      return pattern.map(value => ({ [operator]: value }))
    default:
      return one.map(value => ({ [operator]: value }))
  }
}

const test: fc.Arbitrary<Json> = fc
  .constantFrom(...Object.entries(fields))
  .chain(([name, kind]) =>
    fc.constantFrom(...operators[kind]).chain(operator => comparison(operator, kind).map(value => ({ [name]: value }))),
  )
const calendar: fc.Arbitrary<Json> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('CreationDate', 'LastContactDate'),
      fc.constantFrom('$EQ', '$NE', '$GT', '$LE'),
      fc.constantFrom(1, 1970, 2026, 9999),
    )
    .map(([field, operator, year]) => ({ [`$YEAR(${field})`]: { [operator]: year } })),
  fc
    .tuple(
      fc.constantFrom('CreationDate', 'LastContactDate'),
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
    )
    .map(([field, months]) => ({ [`$MONTH(${field})`]: { $IN: months } })),
)
const corner = fc.tuple(fc.constantFrom(...points), fc.constantFrom(...points)).map(([x, y]) => `${x}:${y}`)
const area = fc
  .tuple(fc.array(corner, { minLength: 4, maxLength: 7 }), fc.boolean())
  .map(([ring, inside]) => ({ [`$INBOUND(Address/Location, ${ring.join(', ')})`]: { $EQ: inside } }))
const phrase = fc
  .array(text, { minLength: 1, maxLength: 2 })
  .map(words => ({ $PHRASE: words.join(' ').replace(/[@\d]/g, '') }))

const leaf = fc.oneof(
  { weight: 20, arbitrary: test },
  { weight: 2, arbitrary: calendar },
  { weight: 1, arbitrary: area },
  { weight: 1, arbitrary: phrase },
)

const condition: fc.Arbitrary<Json> = fc.letrec<{ node: Json }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(of => ({ $AND: of })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(of => ({ $OR: of })),
  ),
})).node

const sortable = Object.keys(fields).filter(name => fields[name] !== 'options')

export interface ReadCase {
  readonly query: Json
  readonly order: readonly Record<string, string>[]
  readonly pageSize: number | null
  readonly timeZone: string
}

const way = fc.constantFrom('ASC', 'DESC')
const orderBy = (name: string) => way.map(one => ({ [name]: one }))
const asked = fc.record({
  query: condition,
  order: fc.array(fc.constantFrom(...sortable, 'Key').chain(orderBy), { maxLength: 3 }),
})
/** What the word index finds and sorts. */
const askedByName = fc.record({
  query: fc.oneof(
    phrase,
    fc.tuple(phrase, test).map(of => ({ $AND: of })),
  ),
  order: fc.oneof(fc.tuple(orderBy('FullName')), fc.tuple(orderBy('FullName'), orderBy('Key'))),
})

const shape = fc.record({
  // Small pages take long: they are a few among many.
  pageSize: fc.oneof(
    { weight: 30, arbitrary: fc.constant(null) },
    { weight: 9, arbitrary: fc.integer({ min: 10, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
  ),
  timeZone: fc.constantFrom('UTC', 'UTC', 'UTC', 'UTC', 'America/Toronto', 'Asia/Kolkata', 'Pacific/Apia'),
})

export const readCase: fc.Arbitrary<ReadCase> = fc
  .tuple(fc.oneof({ weight: 15, arbitrary: asked }, { weight: 1, arbitrary: askedByName }), shape)
  .map(([what, how]) => ({ ...what, ...how }))

// Tests periods, $OFFSET, $YEAR and $MONTH in the reader's time zone.
import { before, test } from 'node:test'
import { manualClock } from '../../../src/base/clock.ts'
import { eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

/** A Wednesday. */
const now = '2026-05-13T10:30:00Z'

/** The last second before, and the first of, every boundary that matters below. */
const closeDates: Readonly<Record<string, string | null>> = {
  a: '2024-02-29T12:00:00Z',
  b: '2025-12-31T23:59:59Z',
  c: '2026-01-01T00:00:00Z',
  d: '2026-02-28T00:00:00Z',
  e: '2026-04-30T23:59:59Z',
  f: '2026-05-01T00:00:00Z',
  g: '2026-05-10T23:59:59Z',
  h: '2026-05-11T00:00:00Z',
  i: '2026-05-12T23:59:59Z',
  j: '2026-05-13T00:00:00Z',
  k: '2026-05-13T03:59:59Z',
  l: '2026-05-13T04:00:00Z',
  m: now,
  n: '2026-05-13T23:59:59Z',
  o: '2026-05-14T00:00:00Z',
  p: '2026-05-14T03:59:59Z',
  q: '2026-05-17T23:59:59Z',
  r: '2026-05-18T00:00:00Z',
  s: '2026-05-31T23:59:59Z',
  t: '2026-06-01T00:00:00Z',
  u: '2026-12-31T23:59:59Z',
  v: '2027-01-01T00:00:00Z',
  z: null,
}

const days: Readonly<Record<string, string | null>> = {
  A: '2024-02-29',
  B: '2025-12-31',
  C: '2026-04-30',
  D: '2026-05-01',
  E: '2026-05-10',
  F: '2026-05-11',
  G: '2026-05-12',
  H: '2026-05-13',
  I: '2026-05-14',
  J: '2026-05-17',
  K: '2026-05-18',
  L: '2026-05-31',
  M: '2027-01-01',
  Z: null,
}

/** What is written, and from when up to when it lasts. */
type Period = readonly [string, string, string]

const universal: readonly Period[] = [
  ['$TODAY()', '2026-05-13T00:00:00Z', '2026-05-14T00:00:00Z'],
  ['$today()', '2026-05-13T00:00:00Z', '2026-05-14T00:00:00Z'],
  ['$THISWEEK()', '2026-05-11T00:00:00Z', '2026-05-18T00:00:00Z'],
  ['$THISMONTH()', '2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'],
  ['$THISYEAR()', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['$OFFSET(D-1, $TODAY())', '2026-05-12T00:00:00Z', '2026-05-13T00:00:00Z'],
  ['$OFFSET(D+1,$TODAY())', '2026-05-14T00:00:00Z', '2026-05-15T00:00:00Z'],
  ['$OFFSET(W+1, $THISWEEK())', '2026-05-18T00:00:00Z', '2026-05-25T00:00:00Z'],
  ['$OFFSET(M+1, $THISMONTH())', '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  ['$OFFSET(Q-1, $THISMONTH())', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['$OFFSET(Y-1, $THISYEAR())', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['$OFFSET(M+1, 2026-01-31)', '2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['$OFFSET(M+1, 2026-04-30)', '2026-05-31T00:00:00Z', '2026-06-01T00:00:00Z'],
  ['$OFFSET(Y-2, 2026-02-28)', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
  ['$OFFSET(D-1, $OFFSET(D-1, $TODAY()))', '2026-05-11T00:00:00Z', '2026-05-12T00:00:00Z'],
  ['2026-05-13', '2026-05-13T00:00:00Z', '2026-05-14T00:00:00Z'],
]

const moments: readonly Period[] = [
  ['$NOW()', now, '2026-05-13T10:30:01Z'],
  [now, now, '2026-05-13T10:30:01Z'],
  ['2026-05-13T10:30:00', now, '2026-05-13T10:30:01Z'],
  ['2026-05-13T06:30:00-04:00', now, '2026-05-13T10:30:01Z'],
  ['2026-05-13 12:30+0200', now, '2026-05-13T10:30:01Z'],
  ['$OFFSET(h-10, $NOW())', '2026-05-13T00:30:00Z', '2026-05-13T00:30:01Z'],
  ['$OFFSET(H-10, $NOW())', '2026-05-13T00:30:00Z', '2026-05-13T00:30:01Z'],
  ['$OFFSET(m-630, $NOW())', '2026-05-13T00:00:00Z', '2026-05-13T00:00:01Z'],
  ['$OFFSET(s-1, 2026-05-13T00:00:00Z)', '2026-05-12T23:59:59Z', '2026-05-13T00:00:00Z'],
]

const toronto: readonly Period[] = [
  ['$TODAY()', '2026-05-13T04:00:00Z', '2026-05-14T04:00:00Z'],
  ['2026-05-13', '2026-05-13T04:00:00Z', '2026-05-14T04:00:00Z'],
  ['$THISYEAR()', '2026-01-01T05:00:00Z', '2027-01-01T05:00:00Z'],
  ['$OFFSET(D-1, $TODAY())', '2026-05-12T04:00:00Z', '2026-05-13T04:00:00Z'],
  ['2026-05-13T00:00:00Z', '2026-05-13T00:00:00Z', '2026-05-13T00:00:01Z'],
]

/** Clocks here are fourteen hours ahead: it is the 14th already. */
const kiritimati: readonly Period[] = [
  ['$TODAY()', '2026-05-13T10:00:00Z', '2026-05-14T10:00:00Z'],
  ['$THISWEEK()', '2026-05-10T10:00:00Z', '2026-05-17T10:00:00Z'],
]

/** Every operator with a period, and what it must find among values that compare as texts. */
function linesOf(path: string, [written, start, end]: Period, values: Readonly<Record<string, string | null>>) {
  const pick = (holds: (value: string) => boolean, empty = false) =>
    Object.entries(values)
      .filter(([, value]) => (value === null ? empty : holds(value)))
      .map(([label]) => label)
      .join(' ')
  const within = (value: string) => value >= start && value < end
  const lines: [Json, string][] = [
    [{ [path]: written }, pick(within)],
    [{ [path]: { $EQ: written } }, pick(within)],
    [{ [path]: { $NE: written } }, pick(value => !within(value), true)],
    [{ [path]: { $LT: written } }, pick(value => value < start)],
    [{ [path]: { $LE: written } }, pick(value => value < end)],
    [{ [path]: { $GT: written } }, pick(value => value >= end)],
    [{ [path]: { $GE: written } }, pick(value => value >= start)],
    [{ [path]: { $IN: [written, '2024-02-29'] } }, pick(value => within(value) || value.startsWith('2024-02-29'))],
    [{ [path]: { $NIN: [written] } }, pick(value => !within(value), true)],
    [{ [path]: { $RANGE: [written, '2026-12-31'] } }, pick(value => value >= start && value < '2027')],
    [{ [path]: { $RANGE: ['2026-01-01', written] } }, pick(value => value >= '2026' && value < end)],
    [{ [path]: { $NRANGE: [written, written] } }, pick(value => !within(value), true)],
  ]
  // A zone of its own moves the bare dates too.
  return lines
}

const clock = manualClock(Date.parse(now))

eachCrm(
  'Periods',
  crm => {
    let reader: Reader
    // Records are read in the order of their keys, which several processes give by the clock.
    const add = (...record: Parameters<Reader['add']>) => {
      clock.advance(1)
      return reader.add(...record)
    }
    before(async () => {
      reader = readerOf(crm())
      const entry = await add('home', 'AbEntry', { Type: 'Individual', LastName: 'Home' })
      for (const [label, CloseDate] of Object.entries(closeDates))
        await add(label, 'Opportunity', { AbEntryKey: entry, Objective: label, CloseDate })
      for (const [label, LastContactDate] of Object.entries(days))
        await add(label, 'AbEntry', { CompanyName: label, LastContactDate })
    })

    test('a period is a range, on date-times, in UTC [C-2.3-10, C-4.5-23]', async () => {
      await reader.table(
        'Opportunity',
        [...universal, ...moments].flatMap(period => linesOf('CloseDate', period, closeDates)),
      )
    })

    test('a period is a range of days, on dates', async () => {
      const asDays = universal.map(([written, start, end]): Period => [written, start.slice(0, 10), end.slice(0, 10)])
      const among = (query: Json) => ({ Type: 'Company', ...query })
      await reader.table(
        'AbEntry',
        asDays.flatMap(period =>
          linesOf('LastContactDate', period, days).map(([query, expected]): [Json, string] => [among(query), expected]),
        ),
      )
    })

    test('$TODAY() and dates alone are reckoned in Globalization.TimeZone [C-4.5-23]', async () => {
      const plain = (period: Period) => linesOf('CloseDate', period, closeDates).slice(0, 7)
      const zoned = async (TimeZone: string, periods: readonly Period[]) =>
        reader.table('Opportunity', periods.flatMap(plain), { globalization: { TimeZone } })
      await zoned('America/Toronto', toronto)
      await zoned('Pacific/Kiritimati', kiritimati)
      const day = (TimeZone: string, expected: string) =>
        reader.table('AbEntry', [[{ LastContactDate: '$TODAY()' }, expected]], { globalization: { TimeZone } })
      await day('America/Toronto', 'H')
      await day('Pacific/Kiritimati', 'I')
      const literal: [Json, string][] = [[{ LastContactDate: '2026-05-13' }, 'H']]
      await reader.table('AbEntry', literal, { globalization: { TimeZone: 'Pacific/Kiritimati' } })
    })

    test('days of 23 and 25 hours keep their clock time', async () => {
      const entry = reader.key('home')
      const begin = (label: string, StartDate: string) =>
        add(label, 'Opportunity', { AbEntryKey: entry, Objective: 'dst', StartDate })
      await begin('w1', '2026-03-08T04:59:59Z')
      await begin('w2', '2026-03-08T05:00:00Z')
      await begin('w3', '2026-03-09T03:59:59Z')
      await begin('w4', '2026-03-09T04:00:00Z')
      await begin('w5', '2026-11-01T04:00:00Z')
      await begin('w6', '2026-11-02T04:59:59Z')
      await begin('w7', '2026-11-02T05:00:00Z')
      const globalization = { TimeZone: 'America/Toronto' }
      await reader.table(
        'Opportunity',
        [
          [{ StartDate: '2026-03-08' }, 'w2 w3'],
          [{ StartDate: '$OFFSET(D+1, 2026-03-07)' }, 'w2 w3'],
          [{ StartDate: '$OFFSET(D-1, 2026-03-09)' }, 'w2 w3'],
          [{ StartDate: '2026-11-01' }, 'w5 w6'],
          [{ StartDate: '$OFFSET(M-1, 2026-12-01)' }, 'w5 w6'],
        ],
        { globalization },
      )
    })

    test('$YEAR and $MONTH of a field, with every operator [C-4.5-24, C-4.5-25]', async () => {
      const year2026 = 'c d e f g h i j k l m n o p q r s t u'
      await reader.table('Opportunity', [
        [{ '$YEAR(CloseDate)': 2026 }, year2026],
        [{ '$YEAR(CloseDate)': { $EQ: '2026' } }, year2026],
        [{ '$year(closedate)': { $NE: 2026 } }, 'a b v z w1 w2 w3 w4 w5 w6 w7'],
        [{ '$YEAR(CloseDate)': { $LT: 2026 } }, 'a b'],
        [{ '$YEAR(CloseDate)': { $LE: 2025 } }, 'a b'],
        [{ '$YEAR(CloseDate)': { $GT: 2026 } }, 'v'],
        [{ '$YEAR(CloseDate)': { $GE: 2027 } }, 'v'],
        [{ '$YEAR(CloseDate)': { $IN: [2024, 2027] } }, 'a v'],
        [{ '$YEAR(CloseDate)': { $RANGE: [2024, 2025] } }, 'a b'],
        [{ '$YEAR(CloseDate)': null, Objective: { $NE: 'dst' } }, 'z'],
        [{ '$MONTH(CloseDate)': 2 }, 'a d'],
        [{ '$MONTH(CloseDate)': { $IN: [1, 12] } }, 'b c u v'],
        [{ '$MONTH(CloseDate)': { $LT: 2 } }, 'c v'],
        [{ '$MONTH(CloseDate)': { $NRANGE: [1, 12] }, Objective: { $NE: 'dst' } }, 'z'],
        [{ '$YEAR(CloseDate)': 2026, '$MONTH(CloseDate)': { $GE: 6 } }, 't u'],
        [{ '$YEAR(/Opportunity/CloseDate)': 2027 }, 'v'],
      ])
      const globalization = { TimeZone: 'America/Toronto' }
      await reader.table(
        'Opportunity',
        [
          [{ '$YEAR(CloseDate)': 2025 }, 'b c'],
          [{ '$MONTH(CloseDate)': 12 }, 'b c u v'],
          [{ '$MONTH(CloseDate)': 4 }, 'e f'],
        ],
        { globalization },
      )
      await reader.table('AbEntry', [
        [{ '$YEAR(LastContactDate)': 2024 }, 'A'],
        [{ '$MONTH(LastContactDate)': 12 }, 'B'],
      ])
    })

    test('time goes on between two requests of one shape', async () => {
      const today: Json = { CloseDate: '$TODAY()' }
      await reader.table('Opportunity', [[today, 'j k l m n']])
      clock.advance(86_400_000)
      await reader.table('Opportunity', [[today, 'o p']])
      clock.advance(-86_400_000)
    })
  },
  { clock },
)

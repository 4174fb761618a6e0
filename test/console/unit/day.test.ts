// Proves the day and the start screen: appointments side by side on the hours, and requests by fields that exist.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Body } from '../../../console/src/api/envelope.ts'
import { eventsOf, minutesIn } from '../../../console/src/screens/day/hours.ts'
import { dayMembers } from '../../../console/src/screens/day/request.ts'
import { taskFields } from '../../../console/src/screens/day/task-fields.ts'
import { startRequest } from '../../../console/src/screens/start/request.ts'
import { modelNamed } from './support.ts'

const utc = minutesIn('UTC')
const time = (minutes: number): string => new Date(Date.UTC(2026, 10, 16, 0, minutes)).toISOString()
const appointment = (key: number, from: number, to: number | null, rest: Body = {}) => ({
  Key: `a${key}`,
  Subject: `Talk ${key}`,
  StartDate: { Value: time(from) },
  EndDate: to === null ? null : { Value: time(to) },
  ...rest,
})

describe('appointments on the hours', () => {
  test('begin and end by the clock of the user', () => {
    const [event] = eventsOf([appointment(1, 9 * 60, 10 * 60)], minutesIn('Europe/Berlin'))
    assert.deepEqual([event?.from, event?.to, event?.column, event?.columns], [600, 660, 0, 1])
    assert.equal(minutesIn('Europe/Berlin')(new Date('2026-11-15T23:00:00Z')), 0, 'midnight is the first minute')
  })

  test('without an end last half an hour, short ones are high enough to read, and none passes midnight', () => {
    const [open, short, late] = eventsOf(
      [appointment(1, 0, null), appointment(2, 100, 105), appointment(3, 1430, 1500)],
      utc,
    )
    assert.deepEqual([open?.to, short?.to, late?.to], [30, 124, 1440])
  })

  test('say with whom and where', () => {
    const rest = { AbEntries: [{ DisplayValue: 'Lakeside' }], Location: 'Ulm' }
    assert.equal(eventsOf([appointment(1, 0, 60, rest)], utc)[0]?.detail, 'Lakeside · Ulm')
    assert.equal(eventsOf([appointment(1, 0, 60)], utc)[0]?.detail, '')
  })

  test('of a day without any are none', () => {
    assert.deepEqual(eventsOf([], utc), [])
  })

  test('at the same time stand side by side, whatever there is: none covers another', () => {
    const span = fc.tuple(fc.nat(1300), fc.integer({ min: 5, max: 200 }))
    fc.assert(
      fc.property(fc.array(span, { maxLength: 15 }), spans => {
        const events = eventsOf(
          spans.map(([from, lasts], at) => appointment(at, from, from + lasts)),
          utc,
        )
        assert.equal(events.length, spans.length)
        for (const [i, a] of events.entries()) {
          assert.ok(a.column < a.columns)
          for (const b of events.slice(i + 1)) {
            const isAtOnce = a.from < b.to && b.from < a.to
            if (isAtOnce) assert.ok(a.column !== b.column && a.columns === b.columns)
          }
        }
      }),
    )
  })

  test('a column is used again once it is free', () => {
    const events = eventsOf(
      [appointment(1, 0, 180), appointment(2, 0, 60), appointment(3, 60, 120), appointment(4, 200, 260)],
      utc,
    )
    assert.deepEqual(
      events.map(({ key, column, columns }) => [key, column, columns]),
      [
        ['a1', 0, 2],
        ['a2', 1, 2],
        ['a3', 1, 2],
        ['a4', 0, 1],
      ],
    )
  })
})

type Member = {
  Scope: { Fields: Body }
  Criteria: { SearchQuery: Body }
  OrderBy?: { Fields: Body[] }
  GroupBy?: { Fields: string[] }
}

/** Paths of a request that the Schema of their entity does not know. */
const unknownIn = (members: Body): string[] =>
  Object.entries(members).flatMap(([name, content]) => {
    const model = modelNamed(name.split('.')[0] as string)
    const { Scope, Criteria, OrderBy, GroupBy } = content as Member
    const paths = [
      ...Object.keys(Scope.Fields),
      ...Object.keys(Criteria.SearchQuery),
      ...(OrderBy?.Fields ?? []).flatMap(Object.keys),
      ...(GroupBy?.Fields ?? []),
    ]
    return paths
      .filter(path => path !== '$OR' && !/^\$\w+\(/.test(path))
      .filter(path => !model.field(path) && !model.field(path.split('/')[0] as string))
      .map(path => `${name} ${path}`)
  })

describe('the requests', () => {
  test('of a day: its appointments and tasks, and what is overdue on the day that is today', () => {
    const members = dayMembers('2026-11-16', true) as Record<string, Member>
    assert.deepEqual(Object.keys(members), ['Appointment.day', 'Task.day', 'Task.overdue'])
    assert.deepEqual(Object.keys(dayMembers('2026-11-17', false)), ['Appointment.day', 'Task.day'])
    assert.deepEqual(members['Task.overdue']?.Criteria.SearchQuery, {
      AssignedTo: { $EQ: '$CURRENTUSER()' },
      DateTime: { $LT: '2026-11-16' },
      Completed: { $EQ: false },
    })
    assert.deepEqual(unknownIn(members), [])
    assert.equal(members['Task.day']?.Scope.Fields, taskFields)
  })

  test('of the start screen: quiet entries of everybody, or those of the user alone', () => {
    const quiet = (onlyMine: boolean) =>
      (startRequest(60, onlyMine, true) as Record<string, Member>)['AbEntry.quiet']?.Criteria.SearchQuery
    assert.deepEqual(quiet(false)?.LastContactDate, { $LT: '$OFFSET(D-60,$TODAY())' })
    assert.ok(!('AccountManager' in (quiet(false) as Body)))
    assert.deepEqual(quiet(true)?.AccountManager, { $EQ: '$CURRENTUSER()' })
    assert.deepEqual(unknownIn(startRequest(60, true, true)), [])
  })

  test('of the start screen: overdue tasks with their number, earliest first, and open sales of the user or of everybody', () => {
    const members = startRequest(60, true, true) as Record<string, Member>
    const moments = ['overdue', 'overdueCount', 'today', 'next'].map(
      part => members[`Task.${part}`]?.Criteria.SearchQuery.DateTime,
    )
    assert.deepEqual(moments, [{ $LT: '$TODAY()' }, { $LT: '$TODAY()' }, { $EQ: '$TODAY()' }, { $GT: '$TODAY()' }])
    const pipeline = (isOwn: boolean) =>
      (startRequest(60, true, isOwn) as Record<string, Member>)['Opportunity.total']?.Criteria.SearchQuery
    assert.deepEqual(pipeline(true), { Status: { $IN: [0, 2, 6] }, Leader: { $EQ: '$CURRENTUSER()' } })
    assert.deepEqual(pipeline(false), { Status: { $IN: [0, 2, 6] } })
  })
})

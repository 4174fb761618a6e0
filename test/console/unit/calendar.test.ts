// Proves the calendar: its days, what stands on them by the clock of a zone, and where items go that are moved.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  calendarViews,
  daysBetween,
  daysOfView,
  firstDayOfWeek,
  isDay,
  stepped,
  weekStart,
} from '../../../console/src/calendar/days.ts'
import {
  appointmentItem,
  type CalendarItem,
  minutesOn,
  occurrenceItems,
  shifted,
  shiftedMoments,
  shiftedWall,
  taskItem,
} from '../../../console/src/calendar/items.ts'
import { calendarMembers, most } from '../../../console/src/calendar/request.ts'
import { sideBySide } from '../../../console/src/calendar/side-by-side.ts'
import { modelNamed } from './support.ts'

const zone = 'Europe/Berlin'
const appointment = (start: string, end: string | null, more = {}): CalendarItem =>
  appointmentItem(
    {
      Key: 'a1',
      Subject: 'Visit',
      StartDate: { Value: start },
      EndDate: end === null ? null : { Value: end },
      AbEntries: [{ DisplayValue: 'Lakeside' }],
      Location: 'Ulm',
      ...more,
    },
    zone,
  ) as CalendarItem

describe('the days of a calendar', () => {
  test('the week begins as the culture has it', () => {
    assert.equal(firstDayOfWeek('en-US'), 7)
    assert.equal(firstDayOfWeek('de-DE'), 1)
    assert.equal(firstDayOfWeek('no culture'), 1)
    assert.equal(weekStart('2026-11-19', 1), '2026-11-16')
    assert.equal(weekStart('2026-11-19', 7), '2026-11-15')
    assert.equal(weekStart('2026-11-15', 7), '2026-11-15')
    assert.equal(weekStart('2026-11-15', 1), '2026-11-09')
  })

  test('a month has whole weeks, and no more than it needs', () => {
    assert.equal(daysOfView('month', '2026-11-19', 1).length, 42)
    assert.equal(daysOfView('month', '2027-02-10', 1).length, 28, 'February 2027 begins on a Monday')
    assert.deepEqual(daysOfView('day', '2026-11-19', 1), ['2026-11-19'])
  })

  test('any view has its day, and its days follow each other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000, max: 40_000 }),
        fc.constantFrom(...calendarViews),
        fc.integer({ min: 1, max: 7 }),
        (at, view, first) => {
          const day = addDays('1970-01-01', at)
          const days = daysOfView(view, day, first)
          assert.ok(days.includes(day) && isDay(day))
          for (const [i, one] of days.entries()) assert.equal(one, addDays(days[0] as string, i))
          assert.equal(daysBetween(days[0] as string, days.at(-1) as string), days.length - 1)
        },
      ),
    )
  })

  test('steps by a month stay in the next one', () => {
    assert.equal(stepped('month', '2026-01-31', 1), '2026-02-28')
    assert.equal(stepped('month', '2026-03-31', -1), '2026-02-28')
    assert.equal(stepped('month', '2026-12-15', 1), '2027-01-15')
    assert.equal(stepped('week', '2026-12-30', 1), '2027-01-06')
    assert.equal(stepped('day', '2026-03-01', -1), '2026-02-28')
    assert.equal(isDay('2026-02-30'), false)
  })
})

describe('the items of a calendar', () => {
  test('stand by the clock of the person', () => {
    const item = appointment('2026-11-15T23:30:00Z', '2026-11-16T00:30:00Z')
    assert.equal(item.start, '2026-11-16T00:30')
    assert.equal(item.detail, 'Lakeside · Ulm')
    assert.deepEqual(minutesOn(item, '2026-11-16'), { from: 30, to: 90 })
    assert.equal(minutesOn(item, '2026-11-15'), null)
    assert.equal(appointmentItem({ Key: 'x' }, zone), null)
    assert.equal(taskItem({ Key: 'x' }, zone), null)
  })

  test('of several days take a part of each, and nothing of a day at whose midnight they end', () => {
    const item = appointment('2026-11-16T15:00:00Z', '2026-11-18T23:00:00Z')
    assert.deepEqual(minutesOn(item, '2026-11-16'), { from: 960, to: 1440 })
    assert.deepEqual(minutesOn(item, '2026-11-17'), { from: 0, to: 1440 })
    assert.deepEqual(minutesOn(item, '2026-11-18'), { from: 0, to: 1440 })
    assert.equal(minutesOn(item, '2026-11-19'), null)
  })

  test('in the hour that comes twice stay on their day', () => {
    // 02:30 in summer time to 02:10 in winter time: forty minutes.
    const item = appointment('2026-10-25T00:30:00Z', '2026-10-25T01:10:00Z')
    assert.deepEqual([item.start, item.end], ['2026-10-25T02:30', '2026-10-25T02:10'])
    assert.deepEqual(minutesOn(item, '2026-10-25'), { from: 150, to: 150 })
  })

  test('of recurring tasks are the later times, and the task itself once', () => {
    const row = { Key: 't1', Activity: 'Report', DateTime: { Value: '2026-11-16T08:00:00Z' }, Completed: true }
    const task = taskItem(row, zone) as CalendarItem
    assert.equal(task.isDone, true)
    const times = ['2026-11-16T08:00:00Z', '2026-11-23T08:00:00Z'].map(Value => ({
      TaskKey: 't1',
      Subject: 'Report',
      StartDate: { Value },
    }))
    const found = occurrenceItems(times, [task], zone)
    assert.deepEqual(
      found.map(({ key, start, isOccurrence }) => [key, start, isOccurrence]),
      [['t1', '2026-11-23T09:00', true]],
    )
  })
})

test('what is at the same time stands side by side, and what follows has the whole width again', () => {
  const found = sideBySide([
    { from: 0, to: 60 },
    { from: 30, to: 90 },
    { from: 60, to: 70 },
    { from: 90, to: 120 },
  ])
  assert.deepEqual(
    found.map(({ column, columns }) => [column, columns]),
    [
      [0, 2],
      [1, 2],
      [0, 2],
      [0, 1],
    ],
  )
})

describe('moving an item', () => {
  const shift = (days: number, minutes: number, isEndOnly = false) => ({ days, minutes, isEndOnly })

  test('over a change of the clock keeps the time of the clock and its length', () => {
    const item = appointment('2026-10-23T07:00:00Z', '2026-10-23T08:00:00Z')
    assert.deepEqual(shiftedMoments(item, shift(3, 0), zone), {
      start: '2026-10-26T08:00:00Z',
      end: '2026-10-26T09:00:00Z',
    })
    assert.equal(shiftedWall('2026-10-23T09:00', 3, -30), '2026-10-26T08:30')
  })

  test('into an hour that clocks skip leaves an hour an hour', () => {
    const item = appointment('2026-03-28T00:45:00Z', '2026-03-28T01:45:00Z')
    const { start, end } = shiftedMoments(item, shift(1, 0), zone)
    assert.equal(start, '2026-03-29T00:45:00Z')
    assert.equal(Date.parse(end as string) - Date.parse(start), 3_600_000)
  })

  test('by its end never ends it before it begins', () => {
    const item = appointment('2026-11-16T08:00:00Z', '2026-11-16T09:00:00Z')
    assert.deepEqual(shiftedMoments(item, shift(0, 30, true), zone), {
      start: '2026-11-16T08:00:00Z',
      end: '2026-11-16T09:30:00Z',
    })
    assert.equal(shifted(item, shift(0, -90, true)), item)
  })

  test('without an end writes none, unless its end is dragged', () => {
    const item = appointment('2026-11-16T08:00:00Z', null)
    assert.equal(shiftedMoments(item, shift(1, 0), zone).end, null)
    assert.equal(shiftedMoments(item, shift(0, 15, true), zone).end, '2026-11-16T08:45:00Z')
  })

  test('there and back is where it was, unless clocks skipped the time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: -60, max: 60 }), (quarter, days) => {
        const start = new Date(Date.UTC(2026, 0, 1) + quarter * 900_000).toISOString().replace('.000Z', 'Z')
        const item = appointment(start, null)
        const there = shiftedMoments(item, shift(days, 0), zone)
        const back = appointment(there.start, null)
        const isSkipped = back.start !== shifted(item, shift(days, 0)).start
        const wall = shifted(back, shift(-days, 0)).start
        if (!isSkipped) assert.equal(wall, item.start)
      }),
    )
  })
})

describe('the request of a calendar', () => {
  test('asks by fields that the Schema has, and for tasks by choice', () => {
    const members = calendarMembers('2026-11-16', '2026-11-22', true)
    for (const [member, content] of Object.entries(members)) {
      const model = modelNamed(member.split('.')[0] as string)
      const { Scope, Criteria } = content as { Scope: { Fields: object }; Criteria: { Top: number } }
      assert.equal(Criteria.Top, most)
      for (const path of Object.keys(Scope.Fields)) assert.ok(model.field(path), `${member} ${path}`)
    }
    assert.deepEqual(Object.keys(calendarMembers('2026-11-16', '2026-11-22', false)), ['Appointment.calendar'])
  })
})

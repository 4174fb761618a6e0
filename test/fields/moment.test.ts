// Days of a time zone where clocks change, the ends of the calendar, and date-times as text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayPeriod, isoDateTime, isoDay, parseMoment } from '../../src/fields/moment.ts'
import { Moment } from '../../src/fields/value-type.ts'
import { offset } from '../../src/query/functions/offset.ts'

const at = (text: string): number => Date.parse(text) / 1000
const moment = (text: string): Moment => new Moment(at(text), at(text) + 1)

test('a day has 23, 24 or 25 hours, and begins where it has no midnight', () => {
  const hours = (day: string, zone: string) => {
    const { start, end } = parseMoment(day, zone) as Moment
    return (end - start) / 3600
  }
  assert.deepEqual(
    ['2026-03-29', '2026-06-01', '2026-10-25'].map(day => hours(day, 'Europe/Berlin')),
    [23, 24, 25],
  )
  // Clocks in Beirut go from 0:00 to 1:00.
  assert.equal(parseMoment('2026-03-29', 'Asia/Beirut')?.start, at('2026-03-28T22:00:00Z'))
  // Samoa left out the 30th of December 2011.
  assert.equal(isoDay(at('2011-12-30T10:00:00Z'), 'Pacific/Apia'), '2011-12-31')
})

test('only dates and times that exist are read', () => {
  const bad = ['2026-02-29', '2026-13-01', '0000-01-01', '2026-01-01T24:00', '2026-01-01T10:00:60Z', '2026-1-1', '']
  for (const text of [...bad, '2026-01-01T10:00+24:00', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])
    assert.equal(parseMoment(text, 'UTC'), null, text)
  for (const text of ['2026-01-20T20:37:51Z', '2026-01-20 22:37:51.9+0200', '2026-01-20t15:07:51-05:30'])
    assert.equal(parseMoment(text, 'Asia/Tokyo')?.start, at('2026-01-20T20:37:51Z'), text)
})

test('$OFFSET keeps the time of day: a skipped time comes after the gap, a repeated one is the first', () => {
  const moved = (rule: string, from: string, zone: string) => offset(rule, moment(from), zone)?.start
  assert.equal(moved('D+1', '2026-03-28T01:30:00Z', 'Europe/Berlin'), at('2026-03-29T01:30:00Z'))
  assert.equal(moved('D+1', '2026-10-24T00:30:00Z', 'Europe/Berlin'), at('2026-10-25T00:30:00Z'))
  assert.equal(moved('D+1', '2026-10-31T05:30:00Z', 'America/New_York'), at('2026-11-01T05:30:00Z'))
  assert.equal(moved('M+1', '2026-01-31T12:00:00Z', 'UTC'), at('2026-02-28T12:00:00Z'))
  assert.equal(moved('Y+1', '2027-02-28T12:00:00Z', 'UTC'), at('2028-02-29T12:00:00Z'))
  assert.equal(moved('Y+9000', '2026-01-01T00:00:00Z', 'UTC'), undefined)
  assert.equal(moved('D-999999999', '2026-01-01T00:00:00Z', 'UTC'), undefined)
})

test('the day after the last one sorts behind all days', () => {
  assert.deepEqual(dayPeriod(moment('9999-12-31T12:00:00Z'), 'UTC'), { start: '9999-12-31', end: '9999-12-32' })
})

test('a date-time reads as Date writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: at('0001-01-01T00:00:00Z'), max: at('9999-12-31T23:59:59Z') }), seconds => {
      assert.equal(isoDateTime(seconds), new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'))
    }),
  )
})

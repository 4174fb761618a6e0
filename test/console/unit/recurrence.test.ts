// Proves how the recurrence of a task is read, written and said in words.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  everyWeek,
  recurrenceText,
  recurrenceValue,
  recurringIn,
  weekdayName,
  writtenRecurrence,
} from '../../../console/src/fields/parts/recurrence.ts'
import { texts } from './support.ts'

const { recurrence: words } = texts.fields
const tuesdays = { ...everyWeek, interval: 2, days: ['tuesday'] as const }

describe('the recurrence of a task', () => {
  test('is read as an editor has it, and written without the key of the series', () => {
    const value = { Key: 'k', ...recurrenceValue(tuesdays) }
    assert.deepEqual(recurringIn(value), tuesdays)
    assert.deepEqual(writtenRecurrence(value), {
      Pattern: {
        ...{ Type: 'weekly', Interval: 2, Regenerating: false, DaysOfWeek: ['tuesday'] },
        ...{ FirstDayOfWeek: null, DayOfMonth: null, Month: null },
      },
      Range: { StartDate: null, EndDate: null, NumberOfOccurrences: null },
    })
    assert.equal(writtenRecurrence(null), null)
    assert.equal(recurringIn({ Pattern: { Type: 'hourly' } }), null)
  })

  test('keeps what has no input, and leaves out what another type needs', () => {
    const value = recurrenceValue({
      ...tuesdays,
      ...{ type: 'absoluteMonthly', dayOfMonth: 31, month: 3, firstDay: 'monday', from: '2026-02-03' },
    })
    assert.deepEqual(value.Pattern, {
      ...{ Type: 'absoluteMonthly', Interval: 2, Regenerating: false, DaysOfWeek: null, FirstDayOfWeek: null },
      ...{ DayOfMonth: 31, Month: null },
    })
    assert.equal(value.Range.StartDate, '2026-02-03')
  })

  test('is said in words', () => {
    const say = (changes: object) => recurrenceText({ ...tuesdays, ...changes }, words, 'en-US')
    assert.equal(say({}), 'Every 2 weeks on Tuesday')
    assert.equal(say({ days: ['monday', 'friday'], interval: 1 }), 'Every week on Monday and Friday')
    assert.equal(
      say({ until: '2026-12-31', isFromCompletion: true, days: [] }),
      'Every 2 weeks after completion until Dec 31, 2026',
    )
    assert.equal(say({ type: 'absoluteMonthly', dayOfMonth: 31, times: 3 }), 'Every 2 months on day 31 (3 times)')
    assert.equal(weekdayName('sunday', 'de-DE', 'long'), 'Sonntag')
  })
})

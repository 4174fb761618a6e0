// Tests the further fields of tasks and appointments, recurrence with its occurrences, and suggestions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { occurrencesOf } from '../../../src/entities/rules/occurrences.ts'
import type { Recurrence } from '../../../src/fields/kinds/particular/recurrence.ts'
import { eachCrm, type Json } from '../../support/crm.ts'
import { allFieldOptions, schemaFields } from '../../support/entity-rows.ts'
import { eventually } from '../../support/until.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

const dates = (pattern: Partial<Recurrence['Pattern']>, due: string, until: string, start: string | null = null) => {
  const Pattern = {
    Type: 'daily' as const,
    Interval: 1,
    DaysOfWeek: null,
    FirstDayOfWeek: null,
    DayOfMonth: null,
    Month: null,
    Regenerating: false,
    ...pattern,
  }
  const seconds = (text: string) => Date.parse(text) / 1000
  const Range = { StartDate: start, EndDate: null, NumberOfOccurrences: null }
  const origin = Math.floor(seconds(start ?? due) / 86_400)
  const occurrence = { recurrence: { Pattern, Range }, due: seconds(due), zone: 'UTC', number: 1, origin }
  const times = occurrencesOf(occurrence, 0, seconds(until))
  return times.map(time => new Date(time * 1000).toISOString().slice(0, 16))
}

test('occurrences of a series that began long ago are those of a walk from its beginning', () => {
  const origin = Date.UTC(1900, 0, 31) / 86_400_000
  const from = Date.UTC(2026, 0, 1) / 1000
  const until = Date.UTC(2027, 0, 1) / 1000
  const patterns = [
    { Type: 'daily', Interval: 3 },
    { Type: 'weekly', DaysOfWeek: ['monday', 'friday'], Interval: 2 },
    { Type: 'absoluteMonthly', DayOfMonth: 31 },
    { Type: 'absoluteYearly', Month: 2, DayOfMonth: 29 },
  ] as const
  for (const pattern of patterns)
    for (const NumberOfOccurrences of [null, 9_000, 1_516, 127, 1]) {
      const none = { DaysOfWeek: null, FirstDayOfWeek: null, DayOfMonth: null, Month: null, Regenerating: false }
      const Range = { StartDate: '1900-01-31', EndDate: null, NumberOfOccurrences }
      const recurrence = { Pattern: { Interval: 1, ...none, ...pattern }, Range } as Recurrence
      const series = { recurrence, due: Date.UTC(1900, 0, 31, 9) / 1000, zone: 'UTC', origin }
      for (const number of [1, 2]) {
        const all = occurrencesOf({ ...series, number }, Number.NEGATIVE_INFINITY, until)
        assert.ok(number > 1 || NumberOfOccurrences === null || all.length <= NumberOfOccurrences)
        const late = occurrencesOf({ ...series, number }, from, until)
        assert.deepEqual(
          late,
          all.filter(time => time >= from),
          JSON.stringify([pattern, NumberOfOccurrences, number]),
        )
      }
    }
})

test('occurrences: days, weeks with their days, months that are shorter, years', () => {
  assert.deepEqual(dates({ Interval: 2 }, '2026-01-01T09:00Z', '2026-01-06T00:00Z'), [
    '2026-01-01T09:00',
    '2026-01-03T09:00',
    '2026-01-05T09:00',
  ])
  const weekly = { Type: 'weekly', DaysOfWeek: ['monday', 'friday'], FirstDayOfWeek: 'monday', Interval: 2 } as const
  assert.deepEqual(dates(weekly, '2026-01-07T08:00Z', '2026-01-25T00:00Z'), [
    '2026-01-09T08:00',
    '2026-01-19T08:00',
    '2026-01-23T08:00',
  ])
  const monthly = { Type: 'absoluteMonthly', DayOfMonth: 31 } as const
  assert.deepEqual(dates(monthly, '2026-01-15T00:00Z', '2026-04-30T23:00Z'), [
    '2026-01-31T00:00',
    '2026-02-28T00:00',
    '2026-03-31T00:00',
    '2026-04-30T00:00',
  ])
  const yearly = { Type: 'absoluteYearly', Month: 2, DayOfMonth: 29 } as const
  assert.deepEqual(dates(yearly, '2026-03-01T00:00Z', '2028-12-31T00:00Z', '2026-03-01'), [
    '2027-02-28T00:00',
    '2028-02-29T00:00',
  ])
  assert.deepEqual(dates({ Regenerating: true }, '2026-01-01T00:00Z', '2026-02-01T00:00Z'), ['2026-01-01T00:00'])
})

eachCrm('Task', crm => {
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const update = (data: Json) => crm().ok('Update', { Task: { Data: data } })
  const activities = async (query: Json, fields: Json = { StartDate: 1 }, as = crm().admin) => {
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query } }
    return (await crm().ok('Read', { Activity: content }, as)).Activity.Data
  }

  test('Subject is another spelling of Activity; Completed sets CompletionDate and CompletedBy', async () => {
    const data = { Subject: 'Call', DateTime: soon, Alarm: true, SnoozeUntil: soon, IconType: 1, Status: '60002' }
    const key = (await crm().ok('Create', { Task: { Data: data, Options: { ReadAfterSave: true } } })).Task.Data.Key
    const fields = { Activity: 1, Subject: 1, Alarm: 1, SnoozeUntil: 1, IconType: 1, Status: 1, CompletionDate: 1 }
    assert.deepEqual(await crm().get('Task', key, fields), {
      Activity: 'Call',
      Subject: 'Call',
      Alarm: true,
      SnoozeUntil: `${soon}T00:00:00Z`,
      IconType: 1,
      Status: '60002',
      CompletionDate: null,
    })
    await update({ Key: key, Completed: true })
    const done = await crm().get('Task', key, { CompletionDate: 1, CompletedBy: { Uid: 1 } })
    assert.match(done.CompletionDate, /^\d{4}-/)
    assert.deepEqual(done.CompletedBy, { Uid: 'MASTER' })
    await update({ Key: key, Completed: false })
    const again = await crm().get('Task', key, { CompletionDate: 1, CompletedBy: 1, WorkflowKey: 1, ActionPlanKey: 1 })
    assert.deepEqual(again, { CompletionDate: null, CompletedBy: null, WorkflowKey: null, ActionPlanKey: null })
  })
  test('Recurrence lists its times as Activity rows, which follow the task', async () => {
    const Pattern = { Type: 'Weekly', Interval: 1, DaysOfWeek: 'Monday' }
    const data = {
      Activity: 'Report',
      DateTime: `${soon}T09:00:00Z`,
      Recurrence: { Pattern, Range: { StartDate: soon } },
    }
    const key = await crm().create('Task', data)
    const fields = { Recurrence: { Pattern: 1, Range: 1 }, RecurrenceType: 1, RecurrenceKey: 1 }
    const { Recurrence, RecurrenceType, RecurrenceKey } = await crm().get('Task', key, fields)
    assert.deepEqual([RecurrenceType, atob(RecurrenceKey).split('\t')[0]], [2, 'RecurrenceTask'])
    assert.deepEqual(Recurrence.Range, { StartDate: soon, EndDate: null, NumberOfOccurrences: null })
    assert.deepEqual([Recurrence.Pattern.Type, Recurrence.Pattern.DaysOfWeek], ['weekly', ['monday']])
    const rows = await activities(
      { TaskKey: key },
      { StartDate: 1, Subject: 1, AssignedTo: { Uid: 1 }, Task: { Key: 1 } },
    )
    assert.ok(rows.length >= 51 && rows.length <= 53, `${rows.length} rows`)
    for (const row of rows) assert.equal(new Date(row.StartDate).getUTCDay(), 1)
    const { StartDate: first, ...rest } = rows[0]
    assert.match(first, /T09:00:00Z$/)
    assert.deepEqual(rest, { Subject: 'Report', AssignedTo: { Uid: 'MASTER' }, Task: { Key: key } })
    await crm().ok('Delete', { Task: { Data: { Key: key } } })
    assert.deepEqual(await activities({ TaskKey: key }), [])
    await crm().ok('Restore', { Task: { Data: { Key: key } } })
    assert.equal((await activities({ TaskKey: key })).length, rows.length)
    await update({ Key: key, Recurrence: { Pattern: { Type: 'absoluteMonthly', DayOfMonth: 1 } } })
    assert.ok((await activities({ TaskKey: key })).length <= 13)
    await update({ Key: key, Recurrence: null })
    assert.deepEqual(await activities({ TaskKey: key }), [])
    assert.equal((await crm().get('Task', key, { RecurrenceType: 1 })).RecurrenceType, 0)
  })
  test('one Create of many recurring tasks writes some of their times, and the background the others', async () => {
    const recurring = (Type: string) => ({
      Activity: `Many ${Type}`,
      DateTime: `${soon}T09:00:00Z`,
      Recurrence: { Pattern: { Type }, Range: { StartDate: soon } },
    })
    const Data = Array.from({ length: 12 }, (_, i) => recurring(i % 4 === 3 ? 'weekly' : 'daily'))
    const created = (await crm().ok('Create', { Task: { Data } })).Task.Data as Json[]
    const countOf = async ({ Key }: Json) => {
      const Scope = { Fields: { '$COUNT()': 1 } }
      const Activity = { Scope, Criteria: { SearchQuery: { TaskKey: Key } } }
      return (await crm().ok('Read', { Activity })).Activity.Data[0]['$COUNT()']
    }
    const first = await activities({ TaskKey: created[11]?.Key })
    assert.equal(first[0].StartDate, `${soon}T09:00:00Z`)
    // The 366 days after the first time.
    const whole = created.map((_, i) => (i % 4 === 3 ? 53 : 367))
    await eventually(async () => assert.deepEqual(await Promise.all(created.map(countOf)), whole))
    const [row] = await crm().server.store.rows({
      sql: 'SELECT count(*) AS "left" FROM task WHERE recurrence_type > 0 AND completed = 0 AND occurrences_until IS NULL',
      params: [],
      facts: { reads: true, allTenants: true },
    })
    assert.equal(Number(row?.left), 0)
  })
  const tasksOf = async (series: string, fields: Json = { DateTime: 1, Completed: 1 }) => {
    const Criteria = { SearchQuery: { RecurrenceKey: { $EQ: series } } }
    const content = { Scope: { Fields: fields }, Criteria, OrderBy: { Fields: [{ DateTime: 'ASC' }] } }
    return (await crm().ok('Read', { Task: content })).Task.Data
  }
  const series = async (DateTime: string, Pattern: Json, Range: Json = {}, data: Json = {}) => {
    const Recurrence = { Key: null, Pattern, Range }
    const key = await crm().create('Task', { Activity: 'Again', DateTime, Recurrence, ...data })
    const { RecurrenceKey } = await crm().get('Task', key, { RecurrenceKey: 1 })
    return { key, series: RecurrenceKey }
  }
  /** Completes the open task of a series, again and again, and gives the times of all its tasks. */
  const timesOf = async (key: string, most: number) => {
    for (let i = 0; i < most; i++) {
      const open = (await tasksOf(key, { Key: 1, Completed: 1 })).find(({ Completed }: Json) => !Completed)
      if (open === undefined) break
      await update({ Key: open.Key, Completed: true })
    }
    return (await tasksOf(key)).map(({ DateTime }: Json) => DateTime)
  }
  test('completing a task makes the next one of its series, once', async () => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Lakeside' })
    const more = { AbEntryKey: entry, Alarm: '2026-01-05T08:30:00Z', Priority: 'Hi', Status: '60002' }
    const monday = { Type: 'weekly', DaysOfWeek: ['monday', 'thursday'] }
    const { key, series: id } = await series('2026-01-05T09:00:00Z', monday, {}, more)
    await update({ Key: key, Completed: true })
    await update({ Key: key, Completed: false })
    await update({ Key: key, Completed: true })
    const fields = {
      DateTime: 1,
      Completed: 1,
      AbEntryKey: 1,
      Alarm: 1,
      Priority: 1,
      Status: 1,
      RecurrenceType: { DisplayValue: 1 },
    }
    const [, next, ...others] = await tasksOf(id, fields)
    assert.deepEqual(next, {
      DateTime: '2026-01-08T09:00:00Z',
      Completed: false,
      AbEntryKey: entry,
      Alarm: '2026-01-08T08:30:00Z',
      Priority: 'Hi',
      Status: null,
      RecurrenceType: { DisplayValue: 'Weekly' },
    })
    assert.deepEqual(others, [])
    const listed = await activities({ RecurrenceKey: id }, { StartDate: 1, RecurrenceKey: 1, RecurrenceType: 1 })
    assert.deepEqual(listed[0], { StartDate: '2026-01-05T09:00:00Z', RecurrenceKey: id, RecurrenceType: 2 })
  })
  test('a series follows its own dates also into the past, and ends by day or by number', async () => {
    const days = (times: string[]) => times.map(time => time.slice(0, 10))
    const monthly = await series('2020-01-31T09:00:00Z', { Type: 'absoluteMonthly' }, { EndDate: '2020-04-30' })
    assert.deepEqual(days(await timesOf(monthly.series, 9)), ['2020-01-31', '2020-02-29', '2020-03-31', '2020-04-30'])
    const counted = await series('2020-01-01T09:00:00Z', { Type: 'daily', Interval: 2 }, { NumberOfOccurrences: 3 })
    assert.deepEqual(days(await timesOf(counted.series, 9)), ['2020-01-01', '2020-01-03', '2020-01-05'])
    const done = await series('2020-01-01T09:00:00Z', { Type: 'daily' }, {}, { Completed: true })
    assert.equal((await tasksOf(done.series)).length, 2)
  })
  test('Regenerating counts from the completion', async () => {
    const { series: id } = await series('2020-01-01T09:00:00Z', { Type: 'weekly', Interval: 2, Regenerating: true })
    const [, next] = await timesOf(id, 1)
    const wanted = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
    const before = new Date(Date.now() + 14 * 86_400_000 - 60_000).toISOString().slice(0, 10)
    assert.ok([wanted, before].includes(next.slice(0, 10)), next)
    assert.match(next, /T09:00:00Z$/)
  })
  test('days are those of the time zone of the assignee', async () => {
    const uid = await crm().addPerson('KYOTO', { TimeZone: 'Asia/Tokyo' })
    // Monday, 8:00 in Tokyo, is Sunday in UTC; the clock there has no summer time.
    const { series: id } = await series(
      '2026-01-04T23:00:00Z',
      { Type: 'weekly', DaysOfWeek: ['monday', 'tuesday'] },
      {},
      {
        AssignedTo: uid.key,
      },
    )
    assert.deepEqual(await timesOf(id, 2), ['2026-01-04T23:00:00Z', '2026-01-05T23:00:00Z', '2026-01-11T23:00:00Z'])
  })
  test('a pattern that is changed by its Key holds from the next task on', async () => {
    const { key, series: id } = await series('2026-01-05T09:00:00Z', { Type: 'daily' }, { NumberOfOccurrences: 4 })
    await update({ Key: key, Completed: true })
    await update({ Key: key, Recurrence: { Key: id, Pattern: { Type: 'daily', Interval: 7 } } })
    assert.deepEqual(
      await timesOf(id, 9),
      ['05', '06', '13', '20'].map(day => `2026-01-${day}T09:00:00Z`),
    )
    const other = await series('2026-01-05T09:00:00Z', { Type: 'daily' })
    const wrong = { Key: key, Recurrence: { Key: other.series, Pattern: { Type: 'daily' } } }
    assert.deepEqual(codes(await crm().refused('Update', { Task: { Data: wrong } })), [-3007])
  })
  test('Alarm reads as it was written: true, false, or a time; DisplayValue is for people', async () => {
    const key = await crm().create('Task', { Activity: 'Call', DateTime: soon })
    const time = '2026-01-05T08:30:00Z'
    for (const [Alarm, DisplayValue] of [
      [true, 'Yes'],
      [time, 'Jan 5, 2026, 8:30 AM'],
      [false, 'No'],
    ]) {
      await update({ Key: key, Alarm, SnoozeUntil: null })
      assert.deepEqual(await crm().get('Task', key, { Alarm: 1, SnoozeUntil: 1 }), { Alarm, SnoozeUntil: null })
      const parts = await crm().get('Task', key, { Alarm: { Value: 1, DisplayValue: 1 } })
      assert.deepEqual(parts, { Alarm: { Value: Alarm, DisplayValue } })
    }
  })
  test('refused: a pattern that is none, unknown members, writing Activity and what is read only', async () => {
    const refused = async (data: Json) =>
      codes(await crm().refused('Create', { Task: { Data: { Activity: 'x', DateTime: soon, ...data } } }))
    assert.deepEqual(await refused({ Recurrence: { Pattern: { Type: 'hourly', Interval: 0 } } }), [-3004, -3004])
    assert.deepEqual(await refused({ Recurrence: { Pattern: { Type: 'daily', Until: 1 } } }), [-3000])
    assert.deepEqual(await refused({ Recurrence: 'daily' }), [-3003])
    const Pattern = { Type: 'daily' }
    const ranges = [{ EndDate: 'soon' }, { NumberOfOccurrences: 0 }, { StartDate: '2026-02-01', EndDate: '2026-01-01' }]
    for (const Range of ranges) assert.deepEqual(await refused({ Recurrence: { Pattern, Range } }), [-3004])
    assert.deepEqual(await refused({ Recurrence: { Key: btoa('RecurrenceTask\tx'), Pattern } }), [-4004])
    assert.deepEqual(await refused({ Alarm: 'soon' }), [-3004])
    assert.deepEqual(await refused({ Status: '7', IconType: 9 }), [-3006, -3006])
    assert.equal((await crm().refused('Create', { Activity: { Data: {} } })).length, 1)
  })
  test('Schema and FieldOptions describe tasks, activities, and suggestions', async () => {
    assert.equal((await schemaFields(crm(), 'Activity')).get('StartDate').Type, 'DateTimeField')
    await allFieldOptions(crm(), 'Activity')
    const { Status, Activity } = await allFieldOptions(crm(), 'Task')
    assert.deepEqual([Status?.[1]?.Key, Activity], ['60002', []])
    for (const entity of ['Note', 'Document']) {
      const edit = { [entity]: { FieldOptions: { Category: [{ Name: 'Plan' }] } } }
      await crm().ok('Update', edit)
      const { Category } = await allFieldOptions(crm(), entity)
      assert.deepEqual(
        Category?.map(({ DisplayValue }) => DisplayValue),
        ['Plan'],
      )
    }
  })
  test('Appointment: Location as text or {Key, Name}, Private, Priority, Result, InteractionCategory', async () => {
    const data = {
      Subject: 'Meet',
      StartDate: soon,
      Location: { Key: null, Name: 'Room 1' },
      Private: true,
      Priority: '1',
      Result: 1,
      InteractionCategory: ['2'],
    }
    const key = await crm().create('Appointment', data)
    const fields = { Location: { Key: 1, Name: 1 }, Private: 1, Priority: 1, Result: 1, InteractionCategory: 1 }
    assert.deepEqual(await crm().get('Appointment', key, fields), {
      Location: { Key: null, Name: 'Room 1' },
      Private: true,
      Priority: '1',
      Result: '1',
      InteractionCategory: '2',
    })
    await crm().ok('Update', { Appointment: { Data: { Key: key, Location: 'Room 2' } } })
    assert.equal((await crm().get('Appointment', key, { Location: 1 })).Location, 'Room 2')
    const options = await allFieldOptions(crm(), 'Appointment')
    assert.deepEqual([options.Subject, options.Location], [[], []])
    assert.equal(options.InteractionCategory?.length, 4)
  })
})

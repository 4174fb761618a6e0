// Tests the further fields of tasks and appointments, recurrence with its occurrences, and suggestions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { occurrencesOf } from '../../../src/entities/rules/occurrences.ts'
import type { Recurrence } from '../../../src/fields/kinds/particular/recurrence.ts'
import { eachCrm, type Json } from '../../support/crm.ts'
import { allFieldOptions, schemaFields } from '../../support/entity-rows.ts'

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
  const times = occurrencesOf({ Pattern, Range: { StartDate: start } }, seconds(due), 0, seconds(until))
  return times.map(time => new Date(time * 1000).toISOString().slice(0, 16))
}

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
    assert.deepEqual([RecurrenceType, RecurrenceKey, Recurrence.Range], [2, key, { StartDate: soon }])
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
  test('refused: a pattern that is none, unknown members, writing Activity and what is read only', async () => {
    const refused = async (data: Json) =>
      codes(await crm().refused('Create', { Task: { Data: { Activity: 'x', DateTime: soon, ...data } } }))
    assert.deepEqual(await refused({ Recurrence: { Pattern: { Type: 'hourly', Interval: 0 } } }), [-3004, -3004])
    assert.deepEqual(await refused({ Recurrence: { Pattern: { Type: 'daily', Until: 1 } } }), [-3000])
    assert.deepEqual(await refused({ Recurrence: 'daily' }), [-3003])
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

// Tests the iCalendar address over HTTP: what it shows and to whom, its ETag, and its end.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { calendarText, escapeText, foldLine, utcText } from '../../src/calendar/ics.ts'
import { type Crm, eachCrm, type Json, type Person } from '../support/crm.ts'

/** The lines of a calendar, put together again. */
const unfolded = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

async function address(crm: Crm, method: string, body: Json = undefined, as: Person = crm.user): Promise<Json> {
  const response = await fetch(`${crm.server.url}/oauth/v1/calendar`, {
    method,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

const fetched = (crm: Crm, url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(crm.server.url + new URL(url).pathname, { headers })

describe('iCalendar text', () => {
  test('is escaped, and folded at 75 bytes without cutting a character', () => {
    assert.equal(escapeText('a, b; c\\d\r\ne'), 'a\\, b\\; c\\\\d\\ne')
    assert.equal(utcText(Date.UTC(2026, 10, 16, 9) / 1000), '20261116T090000Z')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), text => {
        const line = `SUMMARY:${escapeText(text)}`
        const folded = foldLine(line)
        for (const one of folded.split('\r\n')) assert.ok(Buffer.byteLength(one) <= 75)
        assert.equal(folded.replaceAll('\r\n ', ''), line)
      }),
    )
  })

  test('has an event for each time', async () => {
    const facts = { uid: 'a@b', start: 0, end: 60, modified: 0, sequence: 3 }
    const lines = unfolded(await calendarText('Mine', [{ ...facts, summary: 'Visit', isFree: true, isPrivate: true }]))
    for (const line of ['SEQUENCE:3', 'DTSTART:19700101T000000Z', 'TRANSP:TRANSPARENT', 'CLASS:PRIVATE'])
      assert.ok(lines.includes(line), line)
  })
})

eachCrm('an iCalendar address', crm => {
  test('shows the appointments and tasks of its person alone, and ends when it is revoked', async () => {
    const { create, admin, user } = crm()
    const StartDate = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000).toISOString().replace('.000Z', 'Z')
    const own = { Key: null, Subject: 'Visit; Lakeside', Location: 'Ulm, Mitte', StartDate }
    const visit = await create('Appointment', own, user)
    await create('Appointment', { Key: null, Subject: 'Not his', StartDate }, admin)
    const Recurrence = { Pattern: { Type: 'daily', Interval: 1 } }
    await create('Task', { Key: null, Activity: 'Count stock', DateTime: StartDate, Recurrence }, user)
    await create('Task', { Key: null, Activity: 'Done already', DateTime: StartDate, Completed: true }, user)

    assert.equal((await address(crm(), 'GET')).Calendar, null)
    const made = await address(crm(), 'POST', {})
    assert.deepEqual([made.Code, made.Calendar.Tasks], [0, false])
    const answer = await fetched(crm(), made.Address)
    assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8')
    const lines = unfolded(await answer.text())
    assert.ok(lines.includes('SUMMARY:Visit\\; Lakeside') && lines.includes('LOCATION:Ulm\\, Mitte'), lines.join('\n'))
    assert.equal(lines.filter(line => line === 'BEGIN:VEVENT').length, 1)
    assert.ok(lines.includes(`DTSTART:${StartDate.replace(/[-:]/g, '')}`))

    const etag = answer.headers.get('etag') as string
    assert.equal((await fetched(crm(), made.Address, { 'if-none-match': etag })).status, 304)
    await crm().ok('Update', { Appointment: { Data: { Key: visit, Subject: 'Visit Harbour' } } }, user)
    const later = await fetched(crm(), made.Address, { 'if-none-match': etag })
    assert.equal(later.status, 200)
    assert.ok(unfolded(await later.text()).includes('SUMMARY:Visit Harbour'))

    assert.equal((await address(crm(), 'PATCH', { Tasks: true })).Calendar.Tasks, true)
    const withTasks = unfolded(await (await fetched(crm(), made.Address)).text())
    assert.ok(withTasks.filter(line => line === 'SUMMARY:Count stock').length > 300, 'the times of a year')
    assert.equal(withTasks.includes('SUMMARY:Done already'), false)
    assert.equal(
      new Set(withTasks.filter(line => line.startsWith('UID:'))).size,
      withTasks.filter(line => line === 'BEGIN:VEVENT').length,
    )

    const next = await address(crm(), 'POST', { Tasks: false })
    assert.equal((await fetched(crm(), made.Address)).status, 404, 'the earlier address has ended')
    assert.equal((await fetched(crm(), next.Address)).status, 200)
    assert.equal((await address(crm(), 'DELETE')).Code, 0)
    assert.equal((await fetched(crm(), next.Address)).status, 404)
    assert.equal((await address(crm(), 'DELETE')).Code, -1)
    assert.equal((await address(crm(), 'PATCH', { Tasks: true })).Code, -1)
    assert.equal((await address(crm(), 'POST', { Tasks: 'yes' })).Code, -1)
  })

  test('ends with its person', async () => {
    const { addPerson } = crm()
    const ann = await addPerson('ANN')
    const { Address } = await address(crm(), 'POST', {}, ann)
    assert.equal((await fetched(crm(), Address)).status, 200)
    await crm().ok('Update', { User: { Data: { Key: ann.key, Enabled: false } } })
    assert.equal((await fetched(crm(), Address)).status, 404)
  })

  test('that began in the second of a new password has ended with it, and the next one has not', async () => {
    const eve = await crm().addPerson('EVE')
    const made = await address(crm(), 'POST', {}, eve)
    await crm().ok('Update', {
      User: { Data: { Key: eve.key, Password: 'correct horse battery' }, Options: { EndTokens: false } },
    })
    assert.equal((await fetched(crm(), made.Address)).status, 404)
    const next = await address(crm(), 'POST', {}, eve)
    assert.equal((await fetched(crm(), next.Address)).status, 200)
  })
})

// Proves which dates are overdue, how mentions are read and written, and what the activity page asks for and shows.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isLate } from '../../../console/src/fields/late.ts'
import {
  mentionsIn,
  readableMentions,
  takesMentions,
  withMentions,
} from '../../../console/src/fields/parts/mentions.ts'
import { activityBody, parentMembers, subjectsIn, writtenMembers } from '../../../console/src/record/activity.ts'
import { entriesIn } from '../../../console/src/record/audit.ts'
import { companyOf, withContact } from '../../../console/src/record/composed.ts'
import { kindOfRecord } from '../../../console/src/record/kinds.ts'
import { eachCrm } from '../../support/crm.ts'
import { fieldsNamed } from './support.ts'

describe('small helpers of records', () => {
  test('an open task of a day before today is overdue, in the time zone of the person', () => {
    const { of } = fieldsNamed('Task')
    const [date, activity] = [of('DateTime'), of('Activity')]
    assert.ok(date && activity)
    const task = (Value: string, done: boolean) => ({ DateTime: { Value }, Completed: { Value: done } })
    assert.equal(isLate(date, task('2020-01-01T10:00:00Z', false), 'UTC'), true)
    assert.equal(isLate(date, task('2020-01-01T10:00:00Z', true), 'UTC'), false)
    assert.equal(isLate(date, task(new Date().toISOString(), false), 'UTC'), false, 'today')
    assert.equal(isLate(date, { Completed: { Value: false }, DateTime: null }, 'UTC'), false)
    assert.equal(isLate(activity, task('2020-01-01T10:00:00Z', false), 'UTC'), false)
  })

  test('descriptions are edited by names and written with keys', () => {
    const stored = 'Ask @[Ann Lee](VXNlcglBTk4=), then call'
    assert.equal(readableMentions(stored), 'Ask @Ann Lee, then call')
    assert.equal(withMentions('Now ask @Ann Lee', mentionsIn(stored)), 'Now ask @[Ann Lee](VXNlcglBTk4=)')
    assert.equal(takesMentions({ entity: 'Case', path: 'Description' }), true)
    assert.equal(takesMentions({ entity: 'Case', path: 'Subject' }), false)
  })

  test('a call with a contact names the contact beside the company', () => {
    assert.deepEqual(withContact({ AbEntryKey: 'acme' }, 'ann'), { AbEntries: ['acme', 'ann'] })
    assert.deepEqual(withContact({ WithKey: 'sale', AbEntryKey: 'acme' }, 'ann'), {
      WithKey: 'sale',
      AbEntries: ['acme', 'ann'],
    })
    assert.equal(companyOf(kindOfRecord('AbEntry'), 'acme', { Type: { Key: 'Company' } }), 'acme')
    assert.equal(companyOf(kindOfRecord('AbEntry'), 'ann', { Type: { Key: 'Contact' } }), '')
    assert.equal(companyOf(kindOfRecord('Opportunity'), 'sale', { AbEntry: { Key: 'acme' } }), 'acme')
  })
})

eachCrm('the activity page', crm => {
  test('asks for what a person without rights of administration may read, by page, person and kind', async () => {
    const { create, ok, user, admin } = crm()
    const acme = await create('AbEntry', { CompanyName: 'Acme' })
    await create('AbEntry', { CompanyName: 'Hidden', SecAccess: { Read: [admin.key] } })
    await create('Note', { ParentKey: acme, Text: 'Likes tea' }, user)
    await create('Interaction', { AbEntryKey: acme, Type: '60001', Subject: 'Called' }, user)
    const linesOf = async (person: string, kind: string) => {
      const page = await ok('Read', activityBody({ person, kind }, null), user)
      const entries = entriesIn([page])
      const asked = writtenMembers(entries)
      if (asked === null) return []
      const written = await ok('Read', asked, user)
      const members = parentMembers(written)
      const subjects = subjectsIn(written, members ? await ok('Read', members, user) : undefined)
      return entries.map(({ row, key }) => {
        const { name, text } = subjects.get(key) ?? { name: '-', text: '-' }
        return [row.Operation, name, text].join('|')
      })
    }
    assert.deepEqual((await linesOf('', '')).sort(), ['Create|Acme|', 'Create|Acme|Called', 'Create|Acme|Likes tea'])
    assert.deepEqual(await linesOf(user.key, 'Note'), ['Create|Acme|Likes tea'])
    assert.deepEqual(await linesOf(admin.key, ''), ['Create|Acme|'])
    assert.deepEqual(await linesOf(admin.key, 'Case'), [])
  })
})

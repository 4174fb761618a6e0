// Tests processes of leads, resources of appointments, and what a Create ignores or imports.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

const told = (problems: { ErrorCode: number; Path: string }[]) => problems.map(p => `${p.ErrorCode} ${p.Path}`)

eachCrm('Processes and resources', crm => {
  test('a lead goes through the stages of a process', async () => {
    const process = await crm().create('ProcessSetup', { EntityType: 19, Name: 'Intake', TAG: 'in' })
    const other = await crm().create('ProcessSetup', { EntityType: '19', Name: 'Other' })
    const stage = (ProcessSetupKey: string, Name: string) =>
      crm().create('ProcessStageSetup', { ProcessSetupKey, Name, TargetAge: 5 })
    const [first, second, foreign] = [
      await stage(process, 'First'),
      await stage(process, 'Second'),
      await stage(other, 'Foreign'),
    ]
    const list = {
      Scope: { Fields: { Name: 1, Sequence: 1 } },
      Criteria: { SearchQuery: { ProcessSetupKey: process } },
    }
    const { ProcessStageSetup } = await crm().ok('Read', { ProcessStageSetup: list })
    assert.deepEqual(ProcessStageSetup.Data, [
      { Name: 'First', Sequence: 1 },
      { Name: 'Second', Sequence: 2 },
    ])
    const offered = async (name: string, Data: Json = {}) => {
      const asked = { Lead: { FieldOptions: { [name]: [{ Key: 1, DisplayValue: 1 }] }, Data } }
      return (await crm().ok('Read', asked)).Lead.FieldOptions[name]
    }
    const processes = await offered('ProcessSetup')
    assert.deepEqual(processes.slice(-2), [
      { Key: process, DisplayValue: 'Intake' },
      { Key: other, DisplayValue: 'Other' },
    ])
    const stages = [first, second].map((Key, i) => ({ Key, DisplayValue: ['First', 'Second'][i] }))
    assert.deepEqual(await offered('ProcessStageSetup', { ProcessSetupKey: process }), stages)
    const lead = await crm().create('Lead', { LastName: 'Lee', ProcessStageSetupKey: first })
    const fields = { ProcessSetupKey: 1, ProcessSetup: { Name: 1 }, ProcessStageSetup: { Name: 1 } }
    const read = () => crm().get('Lead', lead, fields)
    const intake = { ProcessSetupKey: process, ProcessSetup: { Name: 'Intake' } }
    assert.deepEqual(await read(), { ...intake, ProcessStageSetup: { Name: 'First' } })
    const change = (data: Json) => ({ Lead: { Data: { Key: lead, ...data } } })
    await crm().ok('Update', change({ ProcessStageSetupKey: second }))
    assert.deepEqual(await read(), { ...intake, ProcessStageSetup: { Name: 'Second' } })
    const wrong = change({ ProcessSetupKey: process, ProcessStageSetupKey: foreign })
    assert.deepEqual(told(await crm().refused('Update', wrong)), ['-4008 Lead.Data.ProcessStageSetupKey'])
    for (const [entity, Key] of Object.entries({ ProcessSetup: process, ProcessStageSetup: second })) {
      const problems = await crm().refused('Delete', { [entity]: { Data: { Key } } })
      assert.equal(problems[0]?.Path, `${entity}.Data.Key`)
    }
    await crm().ok('Update', change({ ProcessSetupKey: other }))
    const moved = { ProcessSetupKey: other, ProcessSetup: { Name: 'Other' }, ProcessStageSetup: null }
    assert.deepEqual(await read(), moved)
    await crm().ok('Delete', { ProcessSetup: { Data: { Key: process } } })
    const problems = await crm().refused('Create', { ProcessSetup: { Data: { EntityType: 5, Name: 'x' } } })
    assert.equal(problems[0]?.Path, 'ProcessSetup.Data.EntityType')
  })

  test('an appointment has resources, which administrators name', async () => {
    const room = await crm().create('Resource', { Name: 'Blue room' })
    await crm().refused('Create', { Resource: { Data: { Name: 'x' } } }, crm().user)
    const asked = { Appointment: { FieldOptions: { Resources: [{ Key: 1, DisplayValue: 1 }] } } }
    const { Resources } = (await crm().ok('Read', asked)).Appointment.FieldOptions
    assert.deepEqual(Resources, [{ Key: room, DisplayValue: 'Blue room' }])
    const data = { Subject: 'Lunch', StartDate: '2026-03-01', Resources: [room] }
    const lunch = await crm().create('Appointment', data, crm().user)
    assert.deepEqual(await crm().get('Appointment', lunch, { Resources: [{ Key: 1, Name: 1 }] }), {
      Resources: [{ Key: room, Name: 'Blue room' }],
    })
  })

  test('computed members sent on Create are ignored, and refused on Update', async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Acme', SecStatus: 'ReadOnly' })
    const sent = { AbEntryKey: company, Subject: 'Broken', CaseNumber: 'X-1', Overdue: true }
    const answer = (await crm().ok('Create', { Case: { Data: sent } })).Case.Data
    assert.deepEqual(Object.keys(answer), ['Key', 'AbEntryKey', 'Subject'])
    const key = answer.Key
    const { CaseNumber, Overdue } = await crm().get('Case', key, { CaseNumber: 1, Overdue: 1 })
    assert.deepEqual([CaseNumber.startsWith('CS-'), Overdue], [true, false])
    const problems = await crm().refused('Update', { Case: { Data: { Key: key, CaseNumber: 'X-1' } } })
    assert.equal(problems[0]?.Path, 'Case.Data.CaseNumber')
  })

  test('an administrator may set who created and changed a record, and when, on Create', async () => {
    const made = {
      Creator: { Uid: 'JOE' },
      CreationDate: '2020-01-01T00:00:00Z',
      ModifiedBy: { Uid: 'JOE' },
      LastModifyDate: '2021-01-01T00:00:00Z',
    }
    const key = await crm().create('AbEntry', { CompanyName: 'Old', ...made })
    const fields = { Creator: { Uid: 1 }, CreationDate: 1, ModifiedBy: { Uid: 1 }, LastModifyDate: 1 }
    assert.deepEqual(await crm().get('AbEntry', key, fields), made)
    await crm().ok('Update', { AbEntry: { Data: { Key: key, CompanyName: 'New' } } })
    assert.deepEqual((await crm().get('AbEntry', key, fields)).ModifiedBy, { Uid: 'MASTER' })
    const refused = await crm().refused('Create', { AbEntry: { Data: { CompanyName: 'x', ...made } } }, crm().user)
    assert.equal(refused.length, 4)
  })
})

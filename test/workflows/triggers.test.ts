// Tests the triggers of workflows: what starts them and when, in whose name, once, and that chains of them end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tables } from '../../src/app.ts'
import { manualClock } from '../../src/base/clock.ts'
import { pausedWorkflows, workflowsCheck } from '../../src/cli/actions/doctor-workflows.ts'
import { eachCrm, type Json, type Person } from '../support/crm.ts'
import { triggerTools } from '../support/triggers.ts'
import { until } from '../support/until.ts'
import { workflowTools } from '../support/workflows.ts'

// A Thursday.
const clock = manualClock(Date.UTC(2026, 0, 15, 10, 20))
const day = 86_400

eachCrm(
  'Triggers of workflows',
  crm => {
    const { workflow, template, start, open, complete } = workflowTools(crm)
    const { trigger, judge, judgeDays, runs } = triggerTools(crm)
    const company = (data: Json = {}, as?: Person) =>
      crm().create('AbEntry', { Type: 'Company', CompanyName: 'A company', ...data }, as)
    const update = (Key: string, data: Json, as?: Person) =>
      crm().ok('Update', { AbEntry: { Data: { Key, ...data } } }, as)
    const city = (name: string): Json => ({ 'AbEntry/Address/City': { $EQ: name } })
    /** A workflow of one task, with a trigger. */
    async function started(conditions: Json, data: Json = {}): Promise<string> {
      const key = await workflow(data)
      await template(key, 1, 'Call')
      await trigger(key, conditions)
      return key
    }

    test('a record that comes to meet the conditions by a write starts the workflow, once, with its cause in History', async () => {
      const before = await company({ Address: { City: 'Ottawa' } })
      const key = await started(city('Ottawa'), { Name: 'Welcome' })
      await judge()
      assert.deepEqual(await runs(key), [], 'records that meet the conditions already wait for their next write')
      const record = await company({ Address: { City: 'Halifax' } })
      await judge()
      assert.deepEqual(await runs(key), [])
      await update(record, { Address: { City: 'Ottawa' } }, crm().user)
      await update(before, { Phone: '1' })
      await judge()
      const [one, two] = await runs(key)
      assert.deepEqual(new Set([one.ParentKey, two.ParentKey]), new Set([record, before]))
      const run = [one, two].find(each => each.ParentKey === record)
      assert.equal(run.Creator.Uid, 'MASTER', 'the owner of the workflow starts it, not who wrote the record')
      assert.deepEqual(await open(run.Key), ['Call'])
      const causeOf = async (ParentKey: string) => {
        const content = {
          Scope: { Fields: { Cause: 1, User: { Uid: 1 } } },
          Criteria: { SearchQuery: { ParentKey: { $EQ: ParentKey } } },
        }
        return (await crm().ok('Read', { History: content })).History.Data
      }
      assert.deepEqual(await causeOf(run.Key), [
        { Cause: { Type: 'WorkflowAction', Key: run.TriggerKey, DisplayValue: 'Welcome' }, User: { Uid: 'MASTER' } },
      ])
      const { Call } = await workflowTools(crm).tasks(run.Key)
      assert.deepEqual(await causeOf(Call.Key), [
        { Cause: { Type: 'WorkflowInstance', Key: run.Key, DisplayValue: 'Welcome' }, User: { Uid: 'MASTER' } },
      ])
      assert.ok((await causeOf(record)).every((row: Json) => row.Cause === null))
      for (const Phone of ['2', '3']) await update(record, { Phone })
      await complete(run.Key, 'Call')
      await update(record, { Phone: '4' })
      await judge()
      assert.equal((await runs(key)).length, 2, 'a record that goes on meeting the conditions starts nothing')
    })

    test('a record starts the workflow again on another day, after it has met the conditions no more', async () => {
      const key = await started(city('Regina'))
      const record = await company({ Address: { City: 'Regina' } })
      await judge()
      // The server's own job judges triggers too, and can be at work on this one.
      const run = await until(async () => (await runs(key))[0])
      await complete(run.Key, 'Call')
      const leaveAndReturn = async () => {
        await update(record, { Address: { City: 'Halifax' } })
        await judge()
        await update(record, { Address: { City: 'Regina' } })
        await judge()
      }
      await leaveAndReturn()
      assert.equal((await runs(key)).length, 1, 'once a day')
      clock.advance(day * 1000)
      await leaveAndReturn()
      assert.equal((await runs(key)).length, 2)
      // It runs there: a further meeting starts nothing.
      clock.advance(day * 1000)
      await leaveAndReturn()
      assert.equal((await runs(key)).length, 2)
    })

    test('doctor names the workflow of a trigger whose owner is disabled, and no other', async () => {
      const owner = await crm().addPerson('PAT', { Admin: true })
      const paused = await started(city('Whitehorse'), { Name: 'Paused', Owner: { Uid: 'PAT' } })
      await started(city('Whitehorse'), { Name: 'Sleeping', Owner: { Uid: 'PAT' }, Inactive: true })
      await workflow({ Name: 'By hand', Owner: { Uid: 'PAT' } })
      const { store } = crm().server
      const names = async () => (await pausedWorkflows(store, crm().database.id)).map(({ workflow }) => workflow)
      assert.deepEqual(await names(), [])
      await crm().ok('Update', { User: { Data: { Key: owner.key, Enabled: false } } })
      assert.deepEqual(await names(), ['Paused'])
      const { settings } = crm().server
      const findings = await workflowsCheck({ settings, sources: {} as never, tables })
      assert.deepEqual(
        findings.map(({ state, text }) => [state, text]),
        [['warn', 'database acme: the triggers of "Paused" are paused, PAT is disabled']],
      )
      await crm().ok('Update', { Workflow: { Data: { Key: paused, Owner: { Uid: 'MASTER' } } } })
      assert.deepEqual(await names(), [])
    })

    test('conditions on dates are judged when a day begins in the time zone of the database, and missed days are caught up', async () => {
      const { server } = crm()
      const key = await started({ 'AbEntry/LastContactDate': { $EQ: '$OFFSET(D-10, $TODAY())' } })
      const due = async (days: number) => {
        const at = new Date(server.clock.now() + days * day * 1000).toISOString().slice(0, 10)
        return company({ LastContactDate: at })
      }
      const [first, second, late] = [await due(-9), await due(-7), await due(0)]
      await judgeDays()
      assert.deepEqual(await runs(key), [])
      // Half past ten in the evening in Newfoundland.
      clock.advance((15 * 60 + 40) * 60_000)
      await judgeDays()
      assert.deepEqual(await runs(key), [])
      clock.advance((8 * 60 + 20) * 60_000)
      await judgeDays()
      assert.deepEqual(
        (await runs(key)).map(run => run.ParentKey),
        [first],
      )
      await judgeDays()
      assert.equal((await runs(key)).length, 1)
      // Two days later: the day between was missed, and `second` met the conditions on the other one.
      clock.advance(3 * day * 1000)
      await judgeDays()
      assert.deepEqual(
        (await runs(key)).map(run => run.ParentKey),
        [first, second],
      )
      clock.advance(30 * day * 1000)
      await judgeDays()
      assert.deepEqual(
        (await runs(key)).map(run => run.ParentKey),
        [first, second, late],
      )
    })

    test('the owner starts what the owner may write; a disabled owner pauses the trigger', async () => {
      const owner = await crm().addPerson('OWNER')
      const key = await started(city('Gander'), { Owner: { Uid: 'OWNER' } })
      const read = await company({ Address: { City: 'Gander' }, SecAccess: { Write: [crm().admin.key] } })
      const hidden = await company({ Address: { City: 'Gander' }, SecAccess: { Read: [crm().admin.key] } })
      const written = await company({ Address: { City: 'Gander' } })
      await judge()
      const [run, ...others] = await runs(key)
      assert.deepEqual([run.ParentKey, run.Creator.Uid, others.length], [written, 'OWNER', 0])
      assert.notEqual(read, hidden)
      const enable = (Enabled: boolean) => crm().ok('Update', { User: { Data: { Key: owner.key, Enabled } } })
      await enable(false)
      const paused = await company({ Address: { City: 'Gander' } })
      await judge()
      assert.equal((await runs(key)).length, 1)
      await enable(true)
      await update(paused, { Phone: '1' })
      await judge()
      assert.equal((await runs(key)).length, 2)
    })

    test('workflows that start one another end after five', async () => {
      const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(letter => `Chain ${letter}`)
      const keys: string[] = []
      for (const name of names) {
        const key = await workflow({ Name: name })
        const call = await template(key, 1, 'Call')
        await trigger(key, { 'AbEntry/CompanyName': { $EQ: name } })
        keys.push(key)
        const Data = names[keys.length]
        if (Data === undefined) continue
        const Operations = [{ FieldName: 'AbEntry/CompanyName', Type: 1, Data }]
        await crm().create('WorkflowAction', { ParentWorkflowKey: call, Action: 3, Operations })
      }
      const record = await company({ CompanyName: names[0] })
      for (const key of keys.slice(0, 5)) {
        await judge()
        const [run] = await runs(key)
        assert.equal(run.Status, 0)
        await complete(run.Key, 'Call')
      }
      await judge()
      const [ended] = await runs(keys[5] as string)
      assert.equal(ended.Status, 2)
      assert.match(ended.Reason, /5 workflows have started one another/)
      assert.equal((await crm().get('AbEntry', record, { CompanyName: 1 })).CompanyName, 'Chain F')
      await judge()
      assert.deepEqual(await runs(keys[6] as string), [])
    })

    test('a trigger belongs to a workflow and has no operations; without triggers, or inactive, nothing starts', async () => {
      const key = await workflow()
      const call = await template(key, 1, 'Call')
      const refused = async (data: Json) =>
        (await crm().refused('Create', { WorkflowAction: { Data: { Action: 1, ...data } } })).map(({ Path }) => Path)
      assert.deepEqual(await refused({ ParentWorkflowKey: call }), ['WorkflowAction.Data.ParentWorkflowKey'])
      assert.deepEqual(await refused({ ParentWorkflowKey: key, Operations: [{ FieldName: 'AbEntry/Phone' }] }), [
        'WorkflowAction.Data.Operations',
      ])
      assert.deepEqual(await refused({ ParentWorkflowKey: key, Conditions: { 'Workflow/Result': 'Yes' } }), [
        'WorkflowAction.Data.Conditions',
      ])
      await trigger(key, city('Moose Jaw'))
      await crm().ok('Update', { Workflow: { Data: { Key: key, Inactive: true } } })
      await company({ Address: { City: 'Moose Jaw' } })
      await judge()
      assert.deepEqual(await runs(key), [])
      await assert.doesNotReject(started(null))
      await assert.doesNotReject(start(await started(city('Gander')), await company()))
    })
  },
  { clock, timeZone: 'America/St_Johns' },
)

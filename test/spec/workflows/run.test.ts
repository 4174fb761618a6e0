// Tests workflows: definitions, start, order of tasks and stages, due times, stop, skip, access and the recycle bin.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../../src/base/clock.ts'
import { eachCrm, type Json, type Person } from '../../support/crm.ts'
import { workflowTools } from '../../support/workflows.ts'

// A Thursday, 10:20 in London.
const clock = manualClock(Date.UTC(2026, 0, 15, 10, 20))

eachCrm(
  'Workflows',
  crm => {
    const tools = workflowTools(crm)
    const { workflow, stage, template, start, instance, tasks, open, complete } = tools
    const company = (data: Json = {}, as = crm().admin) =>
      crm().create('AbEntry', { Type: 'Company', CompanyName: 'A company', ...data }, as)
    const startOf = (Key: string, ParentKey: unknown, more: Json = {}) => ({
      Workflow: { Data: { Key, ParentKey, ...more } },
    })
    /** A workflow of tasks that follow each other. */
    const line = async (...subjects: string[]): Promise<string> => {
      const key = await workflow()
      for (const [i, subject] of subjects.entries()) await template(key, i + 1, subject)
      return key
    }

    test('tasks follow each other until the instance is completed', async () => {
      const key = await line('Call', 'Visit')
      const [record] = [await company()]
      const run = await start(key, record)
      assert.deepEqual(await open(run), ['Call'])
      const first = (await tasks(run)).Call
      assert.equal(first.AbEntryKey, record)
      assert.equal(first.WorkflowKey, key)
      const standing = await instance(run)
      assert.deepEqual(
        [standing.Status, standing.Completed, standing.ParentKey, standing.DisplayValue, standing.Creator.Uid],
        [0, false, record, 'A workflow', 'MASTER'],
      )
      assert.equal(standing.WorkflowTaskTemplateKey, first.WorkflowTaskTemplateKey)
      assert.equal((await complete(run, 'Call')).Code, 0)
      assert.deepEqual(await open(run), ['Visit'])
      assert.equal((await complete(run, 'Visit')).Code, 0)
      const ended = await instance(run)
      assert.deepEqual(
        [ended.Status, ended.Completed, ended.WorkflowTaskTemplateKey, ended.CompletionDate],
        [1, true, null, '2026-01-15T10:20:00Z'],
      )
      assert.deepEqual(Object.keys(await tasks(run)).sort(), ['Call', 'Visit'])
    })

    test('tasks of equal Sequence run at the same time, and the next waits for both', async () => {
      const key = await workflow()
      await template(key, 1, 'One')
      await template(key, 1, 'Two')
      await template(key, 2, 'Three')
      const run = await start(key, await company())
      assert.deepEqual(await open(run), ['One', 'Two'])
      await complete(run, 'Two')
      assert.deepEqual(await open(run), ['One'])
      await complete(run, 'One')
      assert.deepEqual(await open(run), ['Three'])
    })

    test('without IsSequential all tasks are made at the start', async () => {
      const key = await workflow({ IsSequential: false })
      for (const [i, subject] of ['A', 'B', 'C'].entries()) await template(key, i, subject)
      const run = await start(key, await company())
      assert.deepEqual(await open(run), ['A', 'B', 'C'])
      await complete(run, 'A')
      assert.equal((await instance(run)).WorkflowTaskTemplateKey, (await tasks(run)).B.WorkflowTaskTemplateKey)
      await complete(run, 'C')
      assert.equal((await instance(run)).Status, 0)
      await complete(run, 'B')
      assert.equal((await instance(run)).Status, 1)
    })

    test('stages follow each other, those without tasks are skipped', async () => {
      const key = await workflow({ HasStages: true })
      const first = await stage(key, 1)
      await stage(key, 2)
      const third = await stage(key, 3, { IsSequential: false })
      await template(first, 1, 'Begin')
      await template(third, 1, 'Left')
      await template(third, 2, 'Right')
      const run = await start(key, await company())
      assert.equal((await instance(run)).WorkflowStageKey, first)
      await complete(run, 'Begin')
      assert.deepEqual(await open(run), ['Left', 'Right'])
      assert.equal((await instance(run)).WorkflowStageKey, third)
    })

    test('stages of a workflow that is not sequential run side by side', async () => {
      const key = await workflow({ HasStages: true, IsSequential: false })
      const [one, two] = [await stage(key, 1), await stage(key, 2)]
      for (const [holder, name] of [
        [one, 'one'],
        [two, 'two'],
      ] as const)
        for (const i of [1, 2]) await template(holder, i, `${name} ${i}`)
      const run = await start(key, await company())
      assert.deepEqual(await open(run), ['one 1', 'two 1'])
      await complete(run, 'two 1')
      assert.deepEqual(await open(run), ['one 1', 'two 2'])
      await complete(run, 'two 2')
      assert.equal((await instance(run)).WorkflowStageKey, one)
      await complete(run, 'one 1')
      await complete(run, 'one 2')
      assert.equal((await instance(run)).Status, 1)
    })

    test('a task is due after its offset, in the time zone of its assignee', async () => {
      const anna = await crm().addPerson('ANNA', { TimeZone: 'America/New_York' })
      const key = await workflow({ IsSequential: false })
      const at = { AssignedToExpression: 'anna' }
      await template(key, 1, 'minutes', { ...at, DateOffsetUnit: 1, DateOffsetValue: 30 })
      await template(key, 1, 'hours', { ...at, DateOffsetUnit: 2, DateOffsetValue: 5, Time: '1900-01-01T07:00:00Z' })
      await template(key, 1, 'days', { ...at, DateOffsetUnit: 3, DateOffsetValue: 2, Time: '1900-01-01T16:30:00Z' })
      const reminded = { AlarmOffsetUnit: 2, AlarmOffsetValue: 1 }
      await template(key, 1, 'weeks', { ...at, DateOffsetUnit: 4, DateOffsetValue: 1, ...reminded })
      await template(key, 1, 'months', { ...at, DateOffsetUnit: 5, DateOffsetValue: 6 })
      const run = await start(key, await company())
      const made = await tasks(run)
      const due = Object.fromEntries(Object.values(made).map(task => [task.Subject, task.DateTime]))
      assert.deepEqual(due, {
        minutes: '2026-01-15T10:50:00Z',
        hours: '2026-01-15T15:20:00Z',
        days: '2026-01-17T21:30:00Z',
        weeks: '2026-01-22T14:00:00Z',
        // Summer time has begun.
        months: '2026-07-15T13:00:00Z',
      })
      assert.equal(made.weeks.Alarm, '2026-01-22T13:00:00Z')
      assert.equal(made.days.Alarm, false)
      assert.ok(Object.values(made).every(task => task.AssignedTo.Uid === anna.uid))
    })

    test('AssignedToExpression names the account manager, the starter, the creator or a user', async () => {
      const key = await workflow({ IsSequential: false })
      for (const name of ['AccountManager', 'WorkflowStarter', 'creator', 'JOE'])
        await template(key, 1, name, { AssignedToExpression: name })
      const assigned = async (data: Json, as = crm().admin) => {
        const made = await tasks(await start(key, await company(data, as)))
        return Object.fromEntries(Object.values(made).map(task => [task.Subject, task.AssignedTo.Uid]))
      }
      const managed = await assigned({ AccountManager: { Uid: 'JOE' } })
      assert.deepEqual(managed, { AccountManager: 'JOE', WorkflowStarter: 'MASTER', creator: 'MASTER', JOE: 'JOE' })
      const own = await assigned({}, crm().user)
      assert.deepEqual(own, { AccountManager: 'JOE', WorkflowStarter: 'MASTER', creator: 'JOE', JOE: 'JOE' })
      const [problem] = await crm().refused('Create', {
        WorkflowTaskTemplate: {
          Data: { WorkflowKey: key, Sequence: 1, Subject: 'x', AssignedToExpression: 'UNKNOWN' },
        },
      })
      assert.equal(problem?.ErrorCode, -3004)
    })

    test('runs on opportunities, cases and leads; the task names the record', async () => {
      const entry = await company()
      const lead = await crm().create('Lead', { LastName: 'Lead', AssignedTo: { Uid: 'JOE' } })
      const Opportunity = await crm().create('Opportunity', { AbEntryKey: entry, Objective: 'Sell' })
      const caseKey = await crm().create('Case', { AbEntryKey: entry, Subject: 'Late' })
      const task = async (EntityType: number, data: Json) => {
        const key = await workflow({ EntityType })
        await template(key, 1, 'Do', { AssignedToExpression: 'AccountManager' })
        const answer = await crm().ok('WorkflowStart', { Workflow: { Data: { Key: key, ...data } } })
        return (await tasks(answer.Workflow.Data.WorkflowInstanceKey)).Do
      }
      const ofOpportunity = await task(2, { ParentKey: Opportunity })
      assert.deepEqual([ofOpportunity.AbEntryKey, ofOpportunity.WithKey], [entry, Opportunity])
      const withCase = await task(5, { ParentKey: entry, WithKey: caseKey })
      assert.deepEqual([withCase.AbEntryKey, withCase.WithKey], [entry, caseKey])
      const ofLead = await task(19, { ParentKey: lead })
      assert.deepEqual([ofLead.AbEntryKey, ofLead.LeadKey, ofLead.AssignedTo.Uid], [null, lead, 'JOE'])
      const key = await line('Do')
      const [problem] = await crm().refused('WorkflowStart', startOf(key, lead))
      assert.equal(problem?.ErrorCode, -3008)
    })

    test('a second start, an inactive workflow and one without tasks are refused', async () => {
      const [key, record] = [await line('Do'), await company()]
      const run = await start(key, record)
      const [again] = await crm().refused('WorkflowStart', startOf(key, record))
      assert.equal(again?.ErrorCode, -4010)
      assert.ok(again?.Message.includes(run))
      await complete(run, 'Do')
      await start(key, record)
      const [empty] = await crm().refused('WorkflowStart', startOf(await workflow(), record))
      assert.deepEqual([empty?.ErrorCode, empty?.Path], [-4008, 'Workflow.Data.Key'])
      await crm().ok('Update', { Workflow: { Data: { Key: key, Inactive: true } } })
      const [inactive] = await crm().refused('WorkflowStart', startOf(key, await company()))
      assert.match(inactive?.Message ?? '', /inactive/)
      const missing = await crm().refused('WorkflowStart', { Workflow: { Data: {} } })
      assert.deepEqual(
        missing.map(({ ErrorCode, Path }) => [ErrorCode, Path]),
        [
          [-4005, 'Workflow.Data.Key'],
          [-4005, 'Workflow.Data.ParentKey'],
        ],
      )
    })

    test('of concurrent starts one succeeds', async () => {
      const [key, record] = [await line('Do'), await company()]
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => crm().call('WorkflowStart', startOf(key, record))),
      )
      assert.deepEqual(answers.map(({ Code }) => Code).sort(), [-1, -1, -1, -1, -1, 0])
    })

    test('an Idempotency-Key starts once', async () => {
      const [key, record] = [await line('Do'), await company()]
      const send = () =>
        crm().call('WorkflowStart', startOf(key, record), crm().admin, { 'idempotency-key': `start ${record}` })
      const first = await send()
      assert.equal(first.Code, 0)
      assert.deepEqual(await send(), first)
    })

    test('DryRun lists the tasks, and writes nothing', async () => {
      const [key, record] = [await workflow({ HasStages: true }), await company()]
      const holder = await stage(key, 1)
      const made = await template(holder, 1, 'Call', { AlarmOffsetUnit: 1, AlarmOffsetValue: 10 })
      await template(holder, 2, 'Later')
      const asked = { Workflow: { Data: { Key: key, ParentKey: record }, Options: { DryRun: true } } }
      const { Data } = (await crm().ok('WorkflowStart', asked)).Workflow
      const { Outlook, ...started } = Data
      assert.deepEqual(
        Outlook.map(({ Task, EndOf }: Json) => Task?.Subject ?? EndOf),
        ['Call', 'Later', holder, key],
      )
      assert.deepEqual(started, {
        Key: key,
        Tasks: [
          {
            Subject: 'Call',
            DateTime: '2026-01-15T09:00:00Z',
            Alarm: '2026-01-15T08:50:00Z',
            AssignedTo: { Uid: 'MASTER', DisplayValue: 'Mary Master' },
            WorkflowTaskTemplateKey: made,
            WorkflowStageKey: holder,
          },
        ],
      })
      const found = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { ParentKey: { $EQ: record } } } }
      assert.deepEqual((await crm().ok('Read', { WorkflowInstance: found })).WorkflowInstance.Data, [])
    })

    test('WorkflowStop ends the instance and bins its open tasks', async () => {
      const [key, record] = [await line('Call', 'Visit'), await company()]
      const run = await start(key, record)
      await complete(run, 'Call')
      await crm().ok('WorkflowStop', { WorkflowInstance: { Data: { Key: run } } })
      const ended = await instance(run)
      assert.deepEqual([ended.Status, ended.Completed, ended.Reason], [2, false, 'Mary Master stopped it.'])
      assert.deepEqual(Object.keys(await tasks(run)), ['Call'])
      const [problem] = await crm().refused('WorkflowStop', { WorkflowInstance: { Data: { Key: run } } })
      assert.equal(problem?.ErrorCode, -4008)
    })

    test('WorkflowSkip goes on behind the open task', async () => {
      const run = await start(await line('Call', 'Visit'), await company())
      const skip = () => crm().ok('WorkflowSkip', { WorkflowInstance: { Data: { Key: run } } })
      await skip()
      assert.deepEqual(Object.keys(await tasks(run)), ['Visit'])
      await skip()
      assert.equal((await instance(run)).Status, 1)
      assert.deepEqual(await tasks(run), {})
    })

    test('a completion is taken back until a later task is there', async () => {
      const run = await start(await line('Call', 'Visit'), await company())
      await complete(run, 'Call')
      const reopen = async (subject: string) =>
        crm().call('Update', { Task: { Data: { Key: (await tasks(run))[subject].Key, Completed: false } } })
      assert.equal((await reopen('Call')).Errors[0].ErrorCode, -4008)
      await complete(run, 'Visit')
      assert.equal((await reopen('Visit')).Code, 0)
      assert.deepEqual([(await instance(run)).Status, await open(run)], [0, ['Visit']])
      await complete(run, 'Visit')
      assert.equal((await instance(run)).Status, 1)
    })

    test('the assignee completes a task of a record that others write, and changes nothing else', async () => {
      const key = await workflow()
      await template(key, 1, 'Call', { AssignedToExpression: 'JOE' })
      await template(key, 2, 'Visit')
      const SecAccess = { Write: [crm().admin.key] }
      const run = await start(key, await company({ SecAccess }))
      const task = (await tasks(run)).Call.Key
      const [problem] = await crm().refused('Update', { Task: { Data: { Key: task, Subject: 'x' } } }, crm().user)
      assert.equal(problem?.ErrorCode, -2003)
      const [kept] = await crm().refused('Delete', { Task: { Data: { Key: task } } }, crm().user)
      assert.equal(kept?.ErrorCode, -2003)
      assert.equal((await complete(run, 'Call', undefined, crm().user)).Code, 0)
      assert.deepEqual(await open(run), ['Visit'])
      const [notOwn] = (await complete(run, 'Visit', undefined, crm().user)).Errors
      assert.equal(notOwn.ErrorCode, -2003)
    })

    test('a task of a record that one may not read is read by its creator and its assignee alone', async () => {
      const key = await workflow()
      await template(key, 1, 'Call the secret customer', { AssignedToExpression: 'JOE' })
      const SecAccess = { Read: [crm().admin.key] }
      const record = await company({ SecAccess })
      const { 'Call the secret customer': task } = await tasks(await start(key, record))
      const [ann, bob] = [await crm().addPerson('ANN'), await crm().addPerson('BOB')]
      const seen = async (Key: string, as: Person) => (await crm().get('Task', Key, { Activity: 1 }, as))?.Activity
      const about = async (data: Json, as: Person) =>
        crm().create('Task', { Activity: 'Hush', DateTime: '2026-01-20', AssignedTo: { Uid: 'MASTER' }, ...data }, as)
      assert.equal(await seen(task.Key, crm().user), 'Call the secret customer')
      assert.equal(await seen(task.Key, ann), undefined)
      const shown = await company()
      const made = await about({ AbEntryKey: shown }, ann)
      const sale = await crm().create('Opportunity', { AbEntryKey: shown, Objective: 'Sell', SecAccess })
      const withSale = await about({ WithKey: sale }, crm().admin)
      assert.deepEqual([await seen(made, bob), await seen(withSale, bob)], ['Hush', undefined])
      await crm().ok('Update', { AbEntry: { Data: { Key: shown, SecAccess } } })
      assert.deepEqual([await seen(made, ann), await seen(made, bob)], ['Hush', undefined])
      assert.equal(await seen(withSale, crm().admin), 'Hush')
      const history = { Scope: { Fields: { Changes: 1 } }, Criteria: { SearchQuery: { ParentKey: { $EQ: task.Key } } } }
      const rows = async (as: Person) => (await crm().ok('Read', { History: history }, as)).History.Data.length
      assert.deepEqual([await rows(crm().user), await rows(ann)], [1, 0])
      const count = { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: { AbEntryKey: { $EQ: record } } } }
      assert.equal((await crm().ok('Read', { Task: count }, ann)).Task.Data[0]['$COUNT()'], 0)
    })

    test('start, stop and skip need write access to the record; hidden records are unknown', async () => {
      const key = await line('Do')
      const readable = await company({ SecAccess: { Write: [crm().admin.key] } })
      const hidden = await company({ SecAccess: { Read: [crm().admin.key] } })
      const codes = async (operation: string, body: Json) =>
        (await crm().refused(operation, body, crm().user)).map(({ ErrorCode }) => ErrorCode)
      assert.deepEqual(await codes('WorkflowStart', startOf(key, readable)), [-2003])
      assert.deepEqual(await codes('WorkflowStart', startOf(key, hidden)), [-3007])
      for (const [record, code] of [
        [readable, -2003],
        [hidden, -3007],
      ] as const) {
        const body = { WorkflowInstance: { Data: { Key: await start(key, record) } } }
        assert.deepEqual(await codes('WorkflowStop', body), [code])
        assert.deepEqual(await codes('WorkflowSkip', body), [code])
      }
    })

    test('only administrators define workflows', async () => {
      const [problem] = await crm().refused('Create', { Workflow: { Data: { Name: 'x' } } }, crm().user)
      assert.equal(problem?.ErrorCode, -2002)
      const fields = { Name: 1, IsSequential: 1, HasStages: 1, Inactive: 1, EntityType: 1, Owner: { Uid: 1 } }
      const read = await crm().get('Workflow', await workflow(), fields, crm().user)
      assert.deepEqual(read, {
        Name: 'A workflow',
        IsSequential: true,
        HasStages: false,
        Inactive: false,
        EntityType: 1,
        Owner: { Uid: 'MASTER' },
      })
    })

    test('definitions that do not fit are refused', async () => {
      const [plain, staged] = [await workflow({ TAG: 'Plain' }), await workflow({ HasStages: true })]
      const codeOf = async (entity: string, data: Json, operation = 'Create') =>
        (await crm().refused(operation, { [entity]: { Data: data } })).map(({ ErrorCode, Path }) => [ErrorCode, Path])
      const twin = await codeOf('Workflow', { Name: 'Twin', TAG: 'plain' })
      assert.deepEqual(twin, [[-4010, 'Workflow.Data.TAG']])
      const noStages = await codeOf('WorkflowStage', { WorkflowKey: plain, Name: 'x', Sequence: 1 })
      assert.deepEqual(noStages, [[-4008, 'WorkflowStage.Data.WorkflowKey']])
      const noTasks = await codeOf('WorkflowTaskTemplate', { WorkflowKey: staged, Subject: 'x', Sequence: 1 })
      assert.deepEqual(noTasks, [[-4008, 'WorkflowTaskTemplate.Data.WorkflowKey']])
      await template(plain, 1, 'Do')
      const moved = await codeOf('Workflow', { Key: plain, HasStages: true }, 'Update')
      assert.deepEqual(moved, [[-4008, 'Workflow.Data.HasStages']])
      const negative = { WorkflowKey: plain, Subject: 'x', Sequence: 1, DateOffsetValue: -1, AlarmOffsetValue: -1 }
      assert.deepEqual(
        (await codeOf('WorkflowTaskTemplate', negative)).map(([code]) => code),
        [-3004, -3004],
      )
    })

    test('what running instances need is not deleted', async () => {
      const key = await workflow({ HasStages: true })
      const holder = await stage(key, 1)
      const [used, later] = [await template(holder, 1, 'Call'), await template(holder, 2, 'Visit')]
      const runs = [await start(key, await company()), await start(key, await company())]
      for (const [entity, Key] of [
        ['Workflow', key],
        ['WorkflowStage', holder],
        ['WorkflowTaskTemplate', used],
      ]) {
        const [problem] = await crm().refused('Delete', { [entity as string]: { Data: { Key } } })
        assert.equal(problem?.ErrorCode, -4007)
        assert.match(problem?.Message ?? '', /2 running instances/)
      }
      await crm().ok('Delete', { WorkflowTaskTemplate: { Data: { Key: later } } })
      for (const run of runs) {
        await complete(run, 'Call')
        assert.equal((await instance(run)).Status, 1)
      }
      await crm().ok('Delete', { Workflow: { Data: { Key: key } } })
      assert.equal(await crm().get('WorkflowStage', holder, { Key: 1 }), undefined)
    })

    test('changes count for tasks that are not made yet', async () => {
      const key = await line('Call')
      const run = await start(key, await company())
      const added = await template(key, 2, 'New')
      await crm().ok('Update', { WorkflowTaskTemplate: { Data: { Key: added, Subject: 'Newer' } } })
      await complete(run, 'Call')
      assert.deepEqual(await open(run), ['Newer'])
    })

    test('a deleted record takes its open tasks along, and both come back', async () => {
      const [key, record] = [await line('Call', 'Visit', 'Write'), await company()]
      const run = await start(key, record)
      await complete(run, 'Call')
      await crm().ok('Delete', { AbEntry: { Data: { Key: record } } })
      assert.equal(await instance(run), undefined)
      assert.deepEqual(Object.keys(await tasks(run)), ['Call'])
      await crm().ok('Restore', { AbEntry: { Data: { Key: record } } })
      assert.deepEqual(await open(run), ['Visit'])
      await complete(run, 'Visit')
      assert.deepEqual(await open(run), ['Write'])
    })

    test('a record whose workflow was deleted meanwhile comes back with an ended instance', async () => {
      const [key, record] = [await line('Call'), await company()]
      const run = await start(key, record)
      await crm().ok('Delete', { AbEntry: { Data: { Key: record } } })
      await crm().ok('Delete', { Workflow: { Data: { Key: key } } })
      await crm().ok('Restore', { AbEntry: { Data: { Key: record } } })
      assert.equal((await instance(run)).Status, 2)
    })

    test('a deleted task ends its instance, and a restored one goes on', async () => {
      const [key, record] = [await line('Call', 'Visit'), await company()]
      const run = await start(key, record)
      const task = { Task: { Data: { Key: (await tasks(run)).Call.Key } } }
      await crm().ok('Delete', task)
      const ended = await instance(run)
      assert.deepEqual([ended.Status, ended.Reason], [2, 'The task "Call" was deleted.'])
      await crm().ok('Restore', task)
      assert.deepEqual([(await instance(run)).Status, (await instance(run)).Reason], [0, null])
      await complete(run, 'Call')
      assert.deepEqual(await open(run), ['Visit'])
    })

    test('a restored task comes back without its instance when the workflow runs there anew', async () => {
      const [key, record] = [await line('Call'), await company()]
      const run = await start(key, record)
      const { Key } = (await tasks(run)).Call
      await crm().ok('Delete', { Task: { Data: { Key } } })
      const other = await start(key, record)
      await crm().ok('Restore', { Task: { Data: { Key } } })
      const fields = { WorkflowKey: 1, WorkflowTaskTemplateKey: 1, WorkflowInstanceKey: 1 }
      assert.deepEqual(await crm().get('Task', Key, fields), {
        WorkflowKey: null,
        WorkflowTaskTemplateKey: null,
        WorkflowInstanceKey: null,
      })
      assert.deepEqual([(await instance(run)).Status, (await instance(other)).Status], [2, 0])
    })

    test('instances have history and events, and cannot be written', async () => {
      const run = await start(await line('Call'), await company())
      await complete(run, 'Call')
      const history = {
        Scope: { Fields: { Operation: 1 } },
        Criteria: { SearchQuery: { ParentKey: { $EQ: run } } },
      }
      const { Data } = (await crm().ok('Read', { History: history })).History
      assert.deepEqual(Data.map((row: Json) => row.Operation).sort(), ['Create', 'Update'])
      const [problem] = await crm().refused('Update', { WorkflowInstance: { Data: { Key: run, Status: 0 } } })
      assert.equal(problem?.ErrorCode, -1003)
    })
  },
  { clock },
)

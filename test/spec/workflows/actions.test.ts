// Tests the actions of workflows: branches by result and by record, updates of fields, their checks and their options.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../../src/base/clock.ts'
import { eachCrm, type Json } from '../../support/crm.ts'
import { workflowTools } from '../../support/workflows.ts'

// A Thursday.
const clock = manualClock(Date.UTC(2026, 0, 15, 10, 20))

const byResult = (...values: string[]): Json => ({ 'Workflow/Result': { $IN: values } })

eachCrm(
  'Actions of workflows',
  crm => {
    const { workflow, stage, template, start, instance, tasks, open, complete } = workflowTools(crm)
    const company = (data: Json = {}, as = crm().admin) =>
      crm().create('AbEntry', { Type: 'Company', CompanyName: 'A company', ...data }, as)
    const branch = (ParentWorkflowKey: string, Data: string, Conditions: Json = null) =>
      crm().create('WorkflowAction', { ParentWorkflowKey, Action: 2, Conditions, Operations: [{ Type: 1, Data }] })
    const update = (ParentWorkflowKey: string, Operations: Json[], Conditions: Json = null) =>
      crm().create('WorkflowAction', { ParentWorkflowKey, Action: 3, Conditions, Operations })
    const result = (value: string): Json => ({ 'Workflow/Result': value })
    const refusedAction = async (data: Json): Promise<[number, string][]> =>
      (await crm().refused('Create', { WorkflowAction: { Data: data } })).map(({ ErrorCode, Message }) => [
        ErrorCode,
        Message,
      ])
    /** The path and message of each problem of an answer. */
    const problemsOf = (answer: Json): [number, string, string][] =>
      answer.Errors.map(({ ErrorCode, Path, Message }: Json) => [ErrorCode, Path, Message])

    /** Ask, then Sell after "Yes", or Leave after "No" or "Never". */
    async function offer() {
      const key = await workflow({ Name: 'Offer' })
      const ask = await template(key, 1, 'Ask')
      const sell = await template(key, 2, 'Sell')
      const leave = await template(key, 3, 'Leave')
      const yes = await branch(ask, sell, byResult('Yes'))
      const no = await branch(ask, leave, byResult('No', 'Never'))
      return { key, ask, sell, leave, yes, no }
    }

    test('the result of a task decides where the instance goes on', async () => {
      const { key } = await offer()
      const run = await start(key, await company())
      assert.deepEqual(problemsOf(await complete(run, 'Ask')), [
        [-10003, 'Task.Options.Workflow/Result', 'Workflow/Result is mandatory: Yes, No, Never.'],
      ])
      const [unknown] = problemsOf(await complete(run, 'Ask', result('Perhaps')))
      assert.deepEqual(unknown, [
        -60054,
        'Task.Options.Workflow/Result',
        'Workflow/Result "Perhaps" does not match any configured branch action: the results are Yes, No, Never.',
      ])
      assert.deepEqual(await open(run), ['Ask'])
      assert.equal((await complete(run, 'Ask', result('never'))).Code, 0)
      assert.deepEqual(await open(run), ['Leave'])
      assert.equal((await complete(run, 'Leave')).Code, 0)
      assert.equal((await instance(run)).Status, 1)
      const again = await start(key, await company())
      assert.equal((await complete(again, 'Ask', { 'Workflow/Result': { Key: 'Yes' } })).Code, 0)
      assert.deepEqual(await open(again), ['Sell'])
      await complete(again, 'Sell')
      assert.deepEqual(await open(again), ['Leave'])
    })

    test('FieldOptions and Validate say that a result is needed', async () => {
      const { key } = await offer()
      const run = await start(key, await company())
      const { Key } = (await tasks(run)).Ask
      const asked = { Data: { Key }, FieldOptions: { Options: { 'Workflow/Result': [{ Key: 1, DisplayValue: 1 }] } } }
      const listed = async (task: Json) => (await crm().ok('Read', { Task: task })).Task.FieldOptions
      assert.deepEqual(await listed(asked), {
        Options: {
          'Workflow/Result': ['Yes', 'No', 'Never'].map(value => ({ Key: value, DisplayValue: value })),
        },
      })
      const flat = { Data: { Key }, FieldOptions: { 'Options/Workflow/Result': [{ Value: 1 }] } }
      assert.equal((await listed(flat))['Options/Workflow/Result'].length, 3)
      const validated = await crm().ok('Validate', { Task: { Data: { Key, Completed: true } } })
      assert.deepEqual(validated.Task.Validation.Options, { 'Workflow/Result': { Mandatory: true } })
      const untouched = await crm().ok('Validate', { Task: { Data: { Key, Subject: 'Ask them' } } })
      assert.equal(untouched.Task.Validation.Options, undefined)
      const content = { Data: { Key, Completed: true }, Options: result('Perhaps') }
      const [wrong] = await crm().refused('Validate', { Task: content })
      assert.equal(wrong?.ErrorCode, -60054)
      await complete(run, 'Ask', result('Yes'))
      assert.deepEqual((await listed({ ...asked, Data: { Key } })).Options, { 'Workflow/Result': [] })
      const [missing] = await crm().refused('Read', { Task: { FieldOptions: asked.FieldOptions } })
      assert.match(missing?.Message ?? '', /Task\.Data\.Key is mandatory/)
    })

    test('the conditions of a branch on the record are judged, too', async () => {
      const key = await workflow()
      const ask = await template(key, 1, 'Ask')
      const rest = await template(key, 2, 'Rest')
      const near = await template(key, 3, 'Visit')
      await branch(ask, near, { $AND: [byResult('Yes'), { 'AbEntry/Address/City': { $EQ: 'Ottawa' } }] })
      await branch(rest, near, { 'AbEntry/Address/City': { $EQ: 'Ottawa' } })
      const far = await start(key, await company({ Address: { City: 'Halifax' } }))
      const [refused] = problemsOf(await complete(far, 'Ask', result('Yes')))
      assert.deepEqual(refused?.slice(0, 2), [-60054, 'Task.Options.Workflow/Result'])
      assert.match(String(refused?.[2]), /does not meet the conditions of its branch/)
      const run = await start(key, await company({ Address: { City: 'Ottawa' } }))
      assert.equal((await complete(run, 'Ask', result('Yes'))).Code, 0)
      assert.deepEqual(await open(run), ['Visit'])
      // No result is asked where the conditions name none.
      const skipping = await start(key, await company({ Address: { City: 'Ottawa' } }))
      await crm().ok('WorkflowSkip', { WorkflowInstance: { Data: { Key: skipping } } })
      assert.equal((await complete(skipping, 'Rest')).Code, 0)
      assert.deepEqual(await open(skipping), ['Visit'])
    })

    test('a branch leads back, to a stage, and to another workflow on the same record', async () => {
      const after = await workflow({ Name: 'After' })
      await template(after, 1, 'Thank')
      const key = await workflow({ HasStages: true })
      const [first, second] = [await stage(key, 1), await stage(key, 2)]
      const one = await template(first, 1, 'One')
      await template(first, 2, 'Two')
      await template(second, 1, 'Three')
      await branch(first, one, byResult('Again'))
      await branch(first, second, byResult('On'))
      await branch(key, after, byResult('Done'))
      await branch(key, one, byResult('Restart'))
      const record = await company()
      const run = await start(key, record)
      assert.equal((await complete(run, 'One')).Code, 0)
      assert.equal((await complete(run, 'Two', result('Again'))).Code, 0)
      assert.deepEqual(await open(run), ['One'])
      assert.equal((await instance(run)).WorkflowStageKey, first)
      const completeOpen = async (options?: Json) => {
        const fields = { Key: 1, Completed: 1 }
        const query = { $AND: [{ WorkflowInstanceKey: { $EQ: run } }, { Completed: { $EQ: false } }] }
        const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query } }
        const [task] = (await crm().ok('Read', { Task: content })).Task.Data
        return crm().ok('Update', {
          Task: { Data: { Key: task.Key, Completed: true }, ...(options && { Options: options }) },
        })
      }
      await completeOpen()
      await completeOpen(result('On'))
      assert.deepEqual(await open(run), ['Three'])
      await completeOpen(result('Done'))
      assert.equal((await instance(run)).Status, 1)
      const content = {
        Scope: { Fields: { Key: 1, Status: 1 } },
        Criteria: { SearchQuery: { WorkflowKey: { $EQ: after } } },
      }
      const [next] = (await crm().ok('Read', { WorkflowInstance: content })).WorkflowInstance.Data
      assert.equal(next.Status, 0)
      assert.equal((await instance(next.Key)).ParentKey, record)
      assert.deepEqual(await open(next.Key), ['Thank'])
      const three = (await tasks(run)).Three.Key
      const [kept] = await crm().refused('Update', { Task: { Data: { Key: three, Completed: false } } })
      assert.match(kept?.Message ?? '', /has made a later task/)
      // The other workflow runs there already: the completion is refused with it.
      const other = await start(key, record)
      await crm().ok('WorkflowSkip', { WorkflowInstance: { Data: { Key: other } } })
      await complete(other, 'Two', result('On'))
      const [twice] = problemsOf(await complete(other, 'Three', result('Done')))
      assert.match(String(twice?.[2]), /runs there already/)
      assert.deepEqual(await open(other), ['Three'])
    })

    test('a task whose branch has led to another lane stays completed, until what it made is gone', async () => {
      const key = await workflow({ HasStages: true, IsSequential: false })
      const [first, second] = [await stage(key, 1), await stage(key, 2)]
      const one = await template(first, 1, 'One')
      const two = await template(second, 1, 'Two')
      await branch(one, two, byResult('Over'))
      await branch(one, one, byResult('Again'))
      const run = await start(key, await company())
      assert.deepEqual(await open(run), ['One', 'Two'])
      const { One, Two } = await tasks(run)
      assert.equal((await complete(run, 'One', result('Over'))).Code, 0)
      assert.deepEqual(await open(run), ['Two'])
      const reopen = (Key: string) => crm().call('Update', { Task: { Data: { Key, Completed: false } } })
      const [kept] = problemsOf(await reopen(One.Key))
      assert.match(String(kept?.[2]), /has made a later task/)
      // The task that the lane had by itself was made at the start, by no completion.
      assert.equal((await crm().call('Update', { Task: { Data: { Key: Two.Key, Completed: true } } })).Code, 0)
      assert.deepEqual(await open(run), ['Two'])
      // Skipped, what the branch has made is in the bin, and nothing follows from the completion any more.
      const other = await start(key, await company())
      const again = (await tasks(other)).One.Key
      await complete(other, 'One', result('Over'))
      const made = (
        await crm().ok('Read', {
          Task: {
            Scope: { Fields: { Key: 1, Activity: 1 } },
            Criteria: { SearchQuery: { WorkflowInstanceKey: { $EQ: other } } },
            OrderBy: { Fields: [{ Key: 'DESC' }] },
          },
        })
      ).Task.Data[0]
      await crm().ok('Update', { Task: { Data: { Key: made.Key, Completed: true } } })
      assert.match(problemsOf(await reopen(again))[0]?.[2] ?? '', /has made a later task/)
      await crm().ok('Delete', { Task: { Data: { Key: made.Key } } })
      assert.equal((await reopen(again)).Code, 0)
      assert.deepEqual((await open(other)).includes('One'), true)
    })

    test('an update sets, clears and adds to fields of the record', async () => {
      const key = await workflow({ EntityType: 2 })
      const call = await template(key, 1, 'Call')
      await template(key, 2, 'Sign')
      await update(call, [
        { FieldName: 'Opportunity/Objective', Type: 1, Data: 'Called' },
        { FieldName: 'Opportunity/NextAction', Type: 2 },
        { FieldName: 'Opportunity/CloseDate', Type: 3, Data: 20 },
        { FieldName: 'Opportunity/ForecastRevenue', Type: 3, Data: 50.1 },
        { FieldName: 'Opportunity/StartDate', Type: 1, Data: '$TODAY()' },
      ])
      const rich = { 'Opportunity/ForecastRevenue': { $GT: 1_000 } }
      await update(key, [{ FieldName: 'Opportunity/Objective', Type: 1, Data: 'Large' }], rich)
      const made = async (ForecastRevenue: Json) =>
        crm().create('Opportunity', {
          AbEntryKey: await company(),
          Objective: 'Sell',
          NextAction: 'Call',
          CloseDate: '2026-01-31T15:00:00Z',
          ForecastRevenue,
        })
      const fields = { Objective: 1, NextAction: 1, CloseDate: 1, StartDate: 1, ForecastRevenue: { Value: 1 } }
      const small = await made(100.2)
      const run = await start(key, small)
      assert.equal((await complete(run, 'Call')).Code, 0)
      assert.deepEqual(await crm().get('Opportunity', small, fields), {
        Objective: 'Called',
        NextAction: null,
        CloseDate: '2026-02-20T15:00:00Z',
        StartDate: '2026-01-15T00:00:00Z',
        ForecastRevenue: { Value: 150.3 },
      })
      await complete(run, 'Sign')
      assert.equal((await crm().get('Opportunity', small, fields)).Objective, 'Called')
      await crm().create('CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.8 })
      const large = await made({ Value: 2_000, CurrencyCode: 'EUR' })
      const other = await start(key, large)
      assert.equal((await complete(other, 'Call')).Code, 0)
      await complete(other, 'Sign')
      const amount = { ForecastRevenue: { Value: 1, CurrencyCode: 1 }, Objective: 1 }
      assert.deepEqual(await crm().get('Opportunity', large, amount), {
        ForecastRevenue: { Value: 2_050.1, CurrencyCode: 'EUR' },
        Objective: 'Large',
      })
      const history = {
        Scope: { Fields: { Operation: 1, ModifiedBy: { Uid: 1 } } },
        Criteria: { SearchQuery: { ParentKey: { $EQ: large } } },
      }
      const rows = (await crm().ok('Read', { History: history })).History.Data
      assert.equal(rows.filter(({ Operation }: Json) => Operation === 'Update').length, 2)
    })

    test('an update is made with the rights of the user who completes the task, or not at all', async () => {
      const key = await workflow()
      const call = await template(key, 1, 'Call', { AssignedToExpression: 'JOE' })
      await update(call, [{ FieldName: 'AbEntry/LastContactDate', Type: 1, Data: '$TODAY()' }])
      const record = await company({ SecAccess: { Write: [{ Key: { Uid: 'MASTER' } }] } })
      const run = await start(key, record)
      const [refused] = problemsOf(await complete(run, 'Call', undefined, crm().user))
      assert.match(
        String(refused?.[2]),
        /the record is not changed as the workflow says: .*may be read, but not written/,
      )
      assert.deepEqual(await open(run), ['Call'])
      assert.equal((await complete(run, 'Call')).Code, 0)
      const { LastContactDate } = await crm().get('AbEntry', record, { LastContactDate: 1 })
      assert.equal(String(LastContactDate).slice(0, 10), '2026-01-15')
      // A value that the record does not take refuses the completion, too.
      const wrong = await workflow()
      const mail = await template(wrong, 1, 'Mail')
      await update(mail, [{ FieldName: 'AbEntry/LastContactDate', Type: 1, Data: 'soon' }])
      const bad = await start(wrong, await company())
      assert.match(String(problemsOf(await complete(bad, 'Mail'))[0]?.[2]), /LastContactDate/)
      assert.deepEqual(await open(bad), ['Mail'])
    })

    test('updates of a stage and of the workflow are made at their end, by Skip too', async () => {
      const key = await workflow({ HasStages: true })
      const [first, second] = [await stage(key, 1), await stage(key, 2)]
      for (const [holder, name] of [
        [first, 'A'],
        [first, 'B'],
        [second, 'C'],
      ] as const)
        await template(holder, name.charCodeAt(0), name)
      await update(first, [{ FieldName: 'AbEntry/Department', Type: 1, Data: 'first' }])
      await update(key, [{ FieldName: 'AbEntry/Department', Type: 1, Data: 'all' }])
      const record = await crm().create('AbEntry', { Type: 'Individual', LastName: 'Doe' })
      const run = await start(key, record)
      const department = async () => (await crm().get('AbEntry', record, { Department: 1 })).Department
      await complete(run, 'A')
      assert.equal(await department(), null)
      await complete(run, 'B')
      assert.equal(await department(), 'first')
      await crm().ok('WorkflowSkip', { WorkflowInstance: { Data: { Key: run } } })
      assert.equal(await department(), 'all')
      assert.equal((await instance(run)).Status, 1)
    })

    test('actions that cannot work are refused with the reason', async () => {
      const { key, ask, sell } = await offer()
      const other = await workflow({ Name: 'Other' })
      const foreign = await template(other, 1, 'Foreign')
      const cases = await workflow({ EntityType: 5 })
      const of = (Action: number, Operations: Json, more: Json = {}) =>
        refusedAction({ ParentWorkflowKey: ask, Action, Operations, ...more })
      const expect = async (refused: Promise<[number, string][]>, pattern: RegExp) =>
        assert.match((await refused).map(([, message]) => message).join(' | '), pattern)
      const to = (Data: unknown) => [{ Type: 1, Data }]
      await expect(of(1, []), /ParentWorkflowKey of a trigger is the key of a workflow/)
      await expect(of(2, []), /one operation: its goal/)
      await expect(of(2, [...to(sell), ...to(ask)]), /one operation: its goal/)
      await expect(of(2, to(key)), /leads to its own workflow/)
      await expect(of(2, to(foreign)), /part of another workflow, "Other"/)
      await expect(of(2, to(cases)), /another entity, Case instead of AbEntry/)
      await expect(of(2, to('Sell')), /takes the key of a task template/)
      await expect(of(2, [{ Type: 2, Data: sell }]), /Type is 1/)
      await expect(of(2, to(sell), { Conditions: { 'AbEntry/Nme': { $EQ: 1 } } }), /Conditions.*Nme/)
      await expect(
        of(2, to(sell), { Conditions: { 'Workflow/Result': { $GT: 'a' } } }),
        /compared by \$EQ, \$NE or \$IN/,
      )
      const set = (FieldName: unknown, Type: unknown, Data?: unknown) => [{ FieldName, Type, Data }]
      await expect(of(3, []), /names no field/)
      await expect(of(3, set(null, 1, 'x')), /FieldName is mandatory/)
      await expect(of(3, set('AbEntry/Nickname', 1, 'x')), /Nickname/)
      await expect(of(3, set('AbEntry/CreationDate', 2)), /AbEntry\/CreationDate cannot be written/)
      await expect(of(3, set('AbEntry/CompanyName', 3, 1)), /only to numbers and dates/)
      await expect(of(3, set('AbEntry/LastContactDate', 3, '1')), /takes a number/)
      await expect(of(3, set('AbEntry/CompanyName', 1)), /Data is mandatory/)
      await expect(of(3, set('AbEntry/CompanyName', 4, 'x')), /Operations\[0\]\.Type is 1/)
      await expect(
        of(3, [...set('AbEntry/Website', 1, 'a'), ...set('Website', 2)]),
        /Operations\[1\]\.FieldName is there twice/,
      )
      await expect(of(3, set('AbEntry/Website', 2), { Conditions: byResult('Yes') }), /condition of branches only/)
      await expect(of(3, [{ FieldName: 'AbEntry/Website', Type: 2, Vlaue: 1 }]), /Vlaue is unknown/)
      const [plain] = await crm().refused(
        'Create',
        { WorkflowAction: { Data: { ParentWorkflowKey: ask, Action: 2, Operations: to(sell) } } },
        crm().user,
      )
      assert.match(plain?.Message ?? '', /administrator/i)
    })

    test('what a branch leads to is not deleted, unless the branch goes with it', async () => {
      const { key, leave, ask, no } = await offer()
      const remove = (entity: string, Key: string) => ({ [entity]: { Data: { Key } } })
      const [refused] = await crm().refused('Delete', remove('WorkflowTaskTemplate', leave))
      assert.match(refused?.Message ?? '', /a branch of "Ask" leads there; change it first/)
      await crm().ok('Delete', remove('WorkflowAction', no))
      await crm().ok('Delete', remove('WorkflowTaskTemplate', leave))
      const other = await workflow()
      const last = await template(other, 1, 'Last')
      await branch(last, key)
      const [used] = await crm().refused('Delete', remove('Workflow', key))
      assert.match(used?.Message ?? '', /a branch of "Last" leads there/)
      await crm().ok('Delete', remove('Workflow', other))
      await crm().ok('Delete', remove('Workflow', key))
      const content = {
        Scope: { Fields: { Key: 1 } },
        Criteria: { SearchQuery: { ParentWorkflowKey: { $EQ: ask } } },
      }
      assert.deepEqual((await crm().ok('Read', { WorkflowAction: content })).WorkflowAction.Data, [])
      await crm().ok('Restore', remove('Workflow', key))
      assert.equal((await crm().ok('Read', { WorkflowAction: content })).WorkflowAction.Data.length, 1)
    })

    test('FieldOptions list what actions and templates can be', async () => {
      const key = await workflow()
      const list = async (entity: string, FieldOptions: Json, Data: Json = {}): Promise<Json> =>
        (await crm().ok('Read', { [entity]: { Data, FieldOptions } }))[entity].FieldOptions
      const keys = (items: Json[]) => items.map(({ Key }) => Key)
      const own = { ParentWorkflowKey: key }
      const { Action, Operations } = await list(
        'WorkflowAction',
        { Action: [{ Key: 1 }], Operations: { FieldName: [{ Key: 1 }] } },
        own,
      )
      assert.deepEqual(keys(Action), [1, 2, 3, 4, 5])
      const fields = keys(Operations.FieldName)
      for (const name of ['AbEntry/CompanyName', 'AbEntry/Address/City', 'AbEntry/LastContactDate'])
        assert.ok(fields.includes(name), name)
      for (const name of ['AbEntry/Key', 'AbEntry/CreationDate', 'AbEntry/FullName'])
        assert.ok(!fields.includes(name), name)
      const types = async (FieldName: string) =>
        keys(
          (await list('WorkflowAction', { 'Operations/Type': [{ Key: 1 }] }, { ...own, Operations: [{ FieldName }] }))[
            'Operations/Type'
          ],
        )
      assert.deepEqual(await types('AbEntry/LastContactDate'), [1, 2, 3])
      assert.deepEqual(await types('AbEntry/CompanyName'), [1, 2])
      const { AssignedToExpression } = await list('WorkflowTaskTemplate', { AssignedToExpression: [{ Key: 1 }] })
      assert.deepEqual(keys(AssignedToExpression).slice(0, 3), ['AccountManager', 'WorkflowStarter', 'Creator'])
      assert.ok(keys(AssignedToExpression).includes('JOE'))
    })
  },
  { clock },
)

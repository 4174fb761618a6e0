// Tests each member of the entities of workflows as integrators write, select and search it, and the options of each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../../src/base/clock.ts'
import { eachCrm, type Json } from '../../support/crm.ts'

// A Thursday.
const clock = manualClock(Date.UTC(2026, 0, 15, 10, 20))

eachCrm(
  'Members of workflows',
  crm => {
    /** Creates a record, and all that was sent reads back; gives its key. */
    const roundTrip = async (entity: string, data: Json, shown: Json = {}): Promise<string> => {
      const answer = (await crm().ok('Create', { [entity]: { Data: { Key: null, ...data } } }))[entity].Data
      assert.deepEqual({ ...answer, Key: null }, { Key: null, ...data })
      const fields = Object.fromEntries(Object.keys({ ...data, ...shown }).map(name => [name, 1]))
      assert.deepEqual(await crm().get(entity, answer.Key, fields, crm().user), { ...data, ...shown })
      return answer.Key
    }
    const update = (entity: string, Key: string, data: Json) =>
      crm().ok('Update', { [entity]: { Data: { Key, ...data } } })
    const find = async (entity: string, query: Json): Promise<string[]> => {
      const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
      return (await crm().ok('Read', { [entity]: content }, crm().user))[entity].Data.map((row: Json) => row.Key)
    }
    const optionsOf = async (entity: string, field: string, Data: Json = {}): Promise<Json> => {
      const asked = { [entity]: { Data, FieldOptions: { [field]: [{ Key: 1, DisplayValue: 1 }] } } }
      const items: Json[] = (await crm().ok('Read', asked))[entity].FieldOptions[field]
      return Object.fromEntries(items.map(({ Key, DisplayValue }) => [Key, DisplayValue]))
    }
    const units = { 1: 'Minutes', 2: 'Hours', 3: 'Days', 4: 'Weeks', 5: 'Months' }

    test('Workflow: each member, its options, and criteria', async () => {
      const key = await roundTrip('Workflow', {
        Name: 'New customers',
        Description: 'What happens after the first order.',
        TAG: 'NEWCUST',
        IsSequential: false,
        HasStages: true,
        Inactive: true,
        EntityType: 2,
      })
      assert.deepEqual(Object.keys(await optionsOf('Workflow', 'EntityType')), ['1', '2', '5', '19'])
      assert.deepEqual(await find('Workflow', { TAG: 'newcust' }), [key])
      assert.deepEqual(await find('Workflow', { $AND: [{ EntityType: { $EQ: 2 } }, { Inactive: true }] }), [key])
      const changed = { Name: 'Customers', Description: null, TAG: null, Inactive: false, HasStages: false }
      await update('Workflow', key, { ...changed, EntityType: { Key: 2 }, IsSequential: true })
      const fields = Object.fromEntries([...Object.keys(changed), 'IsSequential', 'EntityType'].map(name => [name, 1]))
      const read = await crm().get('Workflow', key, fields)
      assert.deepEqual(read, { ...changed, IsSequential: true, EntityType: 2 })
      const codeOf = async (operation: string, data: Json) =>
        (await crm().refused(operation, { Workflow: { Data: data } })).map(({ ErrorCode }) => ErrorCode)
      assert.deepEqual(await codeOf('Update', { Key: key, EntityType: 19 }), [-4003])
      assert.deepEqual(await codeOf('Create', { Name: 'x', EntityType: 7 }), [-3006])
      const spelled = { workflow: { data: { key: null, name: 'Lower', issequential: false } } }
      const lower = (await crm().ok('Create', spelled)).workflow.Data
      assert.deepEqual([lower.name, typeof (lower.Key ?? lower.key)], ['Lower', 'string'])
    })

    test('WorkflowStage and WorkflowTaskTemplate: each member; a stage is the WorkflowKey of templates', async () => {
      const WorkflowKey = await crm().create('Workflow', { Name: 'In stages', HasStages: true })
      const stage = await roundTrip('WorkflowStage', {
        WorkflowKey,
        Name: 'Prepare',
        Description: 'Before the visit.',
        Sequence: 10,
        IsSequential: false,
        TAG: 'PREP',
      })
      assert.deepEqual(await find('WorkflowStage', { WorkflowKey, Sequence: { $GE: 10 } }), [stage])
      assert.deepEqual(await crm().get('WorkflowStage', stage, { Workflow: { Name: 1 } }), {
        Workflow: { Name: 'In stages' },
      })
      const template = await roundTrip(
        'WorkflowTaskTemplate',
        {
          WorkflowKey: stage,
          Sequence: 3,
          Subject: 'Ask for the papers',
          AssignedToExpression: 'WorkflowStarter',
          Priority: 'Hi',
          IconType: 1,
          DateOffsetUnit: 4,
          DateOffsetValue: 2,
          AlarmOffsetUnit: 3,
          AlarmOffsetValue: 1,
          Time: '1900-01-01T11:30:00Z',
        },
        { Activity: 'Ask for the papers' },
      )
      for (const field of ['DateOffsetUnit', 'AlarmOffsetUnit'])
        assert.deepEqual(await optionsOf('WorkflowTaskTemplate', field), units)
      for (const field of ['Priority', 'Category'])
        assert.deepEqual(await optionsOf('WorkflowTaskTemplate', field), await optionsOf('Task', field))
      const [category] = Object.keys(await optionsOf('Task', 'Category'))
      if (category !== undefined) await update('WorkflowTaskTemplate', template, { Category: category })
      const entry = await crm().create('AbEntry', { CompanyName: 'Lakeside' })
      const started = await crm().ok('WorkflowStart', { Workflow: { Data: { Key: WorkflowKey, ParentKey: entry } } })
      const run: string = started.Workflow.Data.WorkflowInstanceKey
      const [task = ''] = await find('Task', { WorkflowInstanceKey: run })
      const fields = { Subject: 1, Priority: 1, IconType: 1, DateTime: 1, Alarm: 1, Category: 1 }
      const { Category, ...made } = await crm().get('Task', task, fields)
      assert.deepEqual(made, {
        Subject: 'Ask for the papers',
        Priority: 'Hi',
        IconType: 1,
        DateTime: '2026-01-29T11:30:00Z',
        Alarm: '2026-01-28T11:30:00Z',
      })
      assert.deepEqual([Category].flat(), category === undefined ? [null] : [category])
      const instance = await crm().get('WorkflowInstance', run, {
        WorkflowKey: 1,
        WorkflowStageKey: 1,
        WorkflowTaskTemplateKey: 1,
        ParentKey: 1,
        WithKey: 1,
        Completed: 1,
        CompletionDate: 1,
        CreationDate: 1,
        Creator: { Uid: 1 },
        Workflow: { Name: 1 },
        WorkflowStage: { TAG: 1 },
        WorkflowTaskTemplate: { Subject: 1 },
      })
      assert.deepEqual(instance, {
        WorkflowKey,
        WorkflowStageKey: stage,
        WorkflowTaskTemplateKey: template,
        ParentKey: entry,
        WithKey: null,
        Completed: false,
        CompletionDate: null,
        CreationDate: '2026-01-15T10:20:00Z',
        Creator: { Uid: 'MASTER' },
        Workflow: { Name: 'In stages' },
        WorkflowStage: { TAG: 'PREP' },
        WorkflowTaskTemplate: { Subject: 'Ask for the papers' },
      })
      for (const query of [
        { WorkflowKey },
        { WorkflowStageKey: stage },
        { WorkflowTaskTemplateKey: template },
        { Creator: { $EQ: crm().admin.key }, Completed: false },
        { CreationDate: { $GE: '2026-01-15T10:20:00Z' } },
        { 'Workflow/Name': 'In stages' },
      ])
        assert.deepEqual(
          await find('WorkflowInstance', { $AND: [{ ParentKey: entry }, query] }),
          [run],
          JSON.stringify(query),
        )
    })

    test('WorkflowAction: conditions and operations read back as they were sent, for a workflow, a stage and a template', async () => {
      const flow = await crm().create('Workflow', { Name: 'Acts', HasStages: true })
      const stage = await crm().create('WorkflowStage', { WorkflowKey: flow, Name: 'Only', Sequence: 1 })
      const call = await crm().create('WorkflowTaskTemplate', { WorkflowKey: stage, Sequence: 1, Subject: 'Call' })
      const within = (unit: string) => ({
        'AbEntry/LastModifyDate': { $LT: `$OFFSET(${unit}, $NOW())` },
      })
      const conditions = {
        $AND: [
          { 'AbEntry/Address/City': { $LIKE: 'B%' } },
          { $OR: ['Y+1', 'M-2', 'W+3', 'D+10', 'H+4'].map(within) },
          { 'AbEntry/LastContactDate': { $GE: '$OFFSET(D-10, $TODAY())' } },
        ],
      }
      await roundTrip('WorkflowAction', { ParentWorkflowKey: flow, Action: 1, Conditions: conditions })
      for (const ParentWorkflowKey of [flow, stage, call]) {
        await roundTrip('WorkflowAction', {
          ParentWorkflowKey,
          Action: 2,
          Conditions: { $AND: [{ 'Workflow/Result': { $EQ: 'Again' } }, { 'AbEntry/Email': { $NE: null } }] },
          Operations: [{ FieldName: null, Type: 1, Data: call }],
        })
        await roundTrip('WorkflowAction', {
          ParentWorkflowKey,
          Action: 3,
          Conditions: { 'AbEntry/Address/City': { $EQ: 'Bern' } },
          Operations: [
            { FieldName: 'AbEntry/Position', Type: 1, Data: 'Buyer' },
            { FieldName: 'AbEntry/Division', Type: 2, Data: null },
            { FieldName: 'AbEntry/LastContactDate', Type: 3, Data: 7 },
          ],
        })
      }
      const types = async (FieldName: string) =>
        Object.keys(
          await optionsOf('WorkflowAction', 'Operations/Type', {
            ParentWorkflowKey: flow,
            Operations: [{ FieldName }],
          }),
        )
      assert.deepEqual(await types('AbEntry/LastContactDate'), ['1', '2', '3'])
      const options = await optionsOf('WorkflowAction', 'Operations/FieldName', { ParentWorkflowKey: flow })
      assert.ok('AbEntry/Position' in options, Object.keys(options).join())
      const [unit] = await crm().refused('Create', {
        WorkflowAction: { Data: { ParentWorkflowKey: flow, Action: 1, Conditions: within('X+1') } },
      })
      assert.match(unit?.Message ?? '', /OFFSET takes a rule/)
    })

    test('a branch of the workflow and one of a stage are asked at their last task; the innermost decides', async () => {
      const flow = await crm().create('Workflow', { Name: 'Levels', HasStages: true })
      const stage = async (Sequence: number, Name: string, subjects: string[]) => {
        const key = await crm().create('WorkflowStage', { WorkflowKey: flow, Name, Sequence })
        for (const [i, Subject] of subjects.entries())
          await crm().create('WorkflowTaskTemplate', { WorkflowKey: key, Sequence: i + 1, Subject })
        return key
      }
      const [first, last] = [await stage(1, 'First', ['One', 'Two']), await stage(2, 'Last', ['Three'])]
      const branch = (ParentWorkflowKey: string, result: string, to: string) =>
        crm().create('WorkflowAction', {
          ParentWorkflowKey,
          Action: 2,
          Conditions: { 'Workflow/Result': { $EQ: result } },
          Operations: [{ Type: 1, Data: to }],
        })
      await branch(first, 'On', last)
      await branch(flow, 'From the beginning', first)
      const entry = await crm().create('AbEntry', { CompanyName: 'Levels' })
      const { Workflow } = await crm().ok('WorkflowStart', { Workflow: { Data: { Key: flow, ParentKey: entry } } })
      const open = async () => {
        const query = { WorkflowInstanceKey: Workflow.Data.WorkflowInstanceKey, Completed: false }
        const content = { Scope: { Fields: { Key: 1, Subject: 1 } }, Criteria: { SearchQuery: query } }
        return (await crm().ok('Read', { Task: content })).Task.Data[0]
      }
      const complete = async (subject: string, result?: string) => {
        const { Key, Subject } = await open()
        assert.equal(Subject, subject)
        const Options = result === undefined ? {} : { 'Workflow/Result': result }
        return crm().call('Update', { Task: { Data: { Key, Completed: true }, Options } })
      }
      assert.equal((await complete('One')).Code, 0, 'the stage has another task')
      assert.deepEqual((await complete('Two')).Errors[0].ErrorCode, -10003)
      const other = (await complete('Two', 'From the beginning')).Errors[0]
      assert.equal(other.ErrorCode, -60054)
      assert.match(other.Message, /does not match any configured branch action/)
      assert.equal((await complete('Two', 'On')).Code, 0)
      assert.deepEqual((await complete('Three')).Errors[0].ErrorCode, -10003)
      assert.equal((await complete('Three', 'from the beginning')).Code, 0)
      assert.equal((await open()).Subject, 'One')
    })
  },
  { clock },
)

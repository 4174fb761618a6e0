// Proves how the set-up reads the definition of a workflow, orders its tasks, and converts conditions, operations and dry runs.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionData, actionDraft, kindsFor } from '../../../console/src/workflows/action-data.ts'
import { actionText } from '../../../console/src/workflows/action-text.ts'
import { joinedConditions, splitConditions } from '../../../console/src/workflows/conditions.ts'
import {
  actionMembers,
  besideSequences,
  type Definition,
  definitionIn,
  goalsOf,
  isBeside,
  nextSequence,
  sequencesOf,
  taskMembers,
  workflowMembers,
} from '../../../console/src/workflows/definition.ts'
import { outlookIn } from '../../../console/src/workflows/dry-run.ts'
import { newWorkflow, workflowForm } from '../../../console/src/workflows/form-fields.ts'
import {
  changeableIn,
  isMoment,
  momentOf,
  operationTypes,
  readForm,
  storedForm,
  typesFor,
  withType,
} from '../../../console/src/workflows/operations.ts'
import { fieldsNamed, texts } from './support.ts'

const action = (Key: string, ParentWorkflowKey: string, Action: number, more: object = {}) => ({
  ...{ Key, ParentWorkflowKey, Action: { Key: Action, DisplayValue: '' }, Conditions: null, Operations: null },
  ...{ MailTo: null, Url: null, MailTemplateKey: null, ...more },
})

const template = (Key: string, WorkflowKey: string, Sequence: number, Subject: string, more: object = {}) => ({
  ...{ Key, WorkflowKey, Sequence, Subject, AssignedToExpression: null, Time: null },
  ...{ DateOffsetValue: null, DateOffsetUnit: null, AlarmOffsetValue: null, AlarmOffsetUnit: null },
  ...{ Priority: null, Category: null, IconType: null, ...more },
})

const named = (Key: string, DisplayValue: string) => ({ Key, DisplayValue })
const goTo = (Data: string) => [{ FieldName: null, Type: 1, Data }]

const stages = [
  { Key: 's1', Name: 'Prepare', Description: null, Sequence: 1, IsSequential: true },
  { Key: 's2', Name: 'Deliver', Description: 'By van', Sequence: 2, IsSequential: false },
]
const workflow = {
  ...{ Key: 'w', Name: 'Welcome', EntityType: named('2', 'Opportunity'), IsSequential: { Value: true } },
  ...{ HasStages: { Value: true }, Inactive: { Value: false }, Owner: { Key: 'k', Uid: 'JOE', DisplayValue: 'Joe' } },
}
const defined = definitionIn({
  workflow: { 'Workflow.one': { Data: [workflow] }, 'WorkflowStage.all': { Data: stages } },
  tasks: {
    WorkflowTaskTemplate: {
      Data: [
        template('t1', 's1', 1, 'Call', {
          ...{ DateOffsetValue: 2, DateOffsetUnit: named('4', 'Weeks'), AlarmOffsetValue: 15 },
          ...{ Time: '1900-01-01T09:30:00Z', AssignedToExpression: 'JOE', Priority: named('1', 'High') },
        }),
        template('t2', 's2', 1, 'Pack'),
      ],
    },
  },
  actions: {
    WorkflowAction: {
      Data: [
        action('a1', 'w', 1),
        action('a2', 't1', 2, { Conditions: { 'Workflow/Result': 'Yes' }, Operations: goTo('s2') }),
        action('a3', 'w', 4, { MailTemplateKey: 'm', MailTo: 'Creator' }),
      ],
    },
  },
  templates: new Map([['m', 'Thanks']]),
}) as Definition

describe('the definition of a workflow', () => {
  test('is read with its stages, their tasks, and the actions of each', () => {
    assert.deepEqual(Object.keys(workflowMembers('w', {})), ['Workflow.one', 'WorkflowStage.all'])
    const holders = (members: object) => JSON.stringify(members).match(/\{"\$IN":(\[[^\]]*\])\}/)?.[1]
    assert.equal(holders(taskMembers(['w', 's1'])), '["w","s1"]')
    assert.equal(holders(actionMembers(['w', 't1'])), '["w","t1"]')
    const { name, entity, isSequential, hasStages, isInactive, owner, tasks } = defined
    assert.deepEqual([name, entity, isSequential, hasStages, isInactive], ['Welcome', 'Opportunity', true, true, false])
    assert.deepEqual(owner, { uid: 'JOE', name: 'Joe' })
    assert.deepEqual(tasks, [])
    assert.deepEqual(
      defined.stages.map(stage => [stage.name, stage.isSequential, stage.tasks.map(({ subject }) => subject)]),
      [
        ['Prepare', true, ['Call']],
        ['Deliver', false, ['Pack']],
      ],
    )
    const [call] = defined.stages[0]?.tasks ?? []
    assert.deepEqual(
      [call?.due, call?.alarm],
      [
        { value: 2, unit: 4 },
        { value: 15, unit: 1 },
      ],
    )
    assert.deepEqual([call?.time, call?.assignee, call?.priority], ['09:30', 'JOE', '1'])
    assert.deepEqual([defined.triggers.length, defined.actions.map(({ kind }) => kind)], [1, ['mail']])
    assert.equal(definitionIn({ workflow: {}, tasks: {}, actions: {}, templates: new Map() }), null)
  })

  test('has its stages and tasks as goals of branches', () => {
    assert.deepEqual(
      goalsOf(defined).map(({ name }) => name),
      ['Prepare', 'Call', 'Deliver', 'Pack'],
    )
  })

  test('says in a line what each action does', () => {
    const say = (one: Definition['actions'][number] | undefined) =>
      one &&
      actionText(one, {
        ...{ words: texts.workflows, definition: defined, fieldLabel: (path: string) => path },
        ...{ personName: (expression: string) => expression, workflowName: () => undefined },
      })
    const [call] = defined.stages[0]?.tasks ?? []
    assert.equal(say(call?.actions[0]), 'Yes: goes to “Deliver”')
    assert.equal(say(defined.actions[0]), 'Sends “Thanks” to Creator')
    assert.equal(say(defined.triggers[0]), texts.workflows.everyRecord)
  })
})

describe('the order of tasks', () => {
  const place = (key: string, sequence: number) => ({ key, sequence })
  const items = [place('a', 1), place('b', 4), place('c', 4), place('d', 9)]

  test('is numbered anew; tasks beside the one before them stay so, the first is beside none', () => {
    assert.deepEqual(
      items.map((_, at) => isBeside(items, at)),
      [false, false, true, false],
    )
    assert.equal(nextSequence(items), 10)
    assert.equal(nextSequence([]), 1)
    const order = (keys: string) =>
      sequencesOf(
        [...keys].map(key => place(key, 0)),
        key => key === 'c',
      ).map(({ sequence }) => sequence)
    assert.deepEqual(
      [order('abcd'), order('cabd'), order('acbd')],
      [
        [1, 2, 2, 3],
        [1, 2, 3, 4],
        [1, 1, 2, 3],
      ],
    )
  })

  test('changes when a task is put beside the one before it, or behind it', () => {
    const sequences = (key: string, beside: boolean) =>
      besideSequences(items, key, beside).map(({ sequence }) => sequence)
    assert.deepEqual(sequences('d', true), [1, 2, 2, 2])
    assert.deepEqual(sequences('c', false), [1, 2, 3, 4])
  })
})

describe('the conditions of an action', () => {
  test('are split into results and a filter on the record, and joined again', () => {
    const query = { 'Address/City': { $EQ: 'Ottawa' } }
    const results = ['Yes', 'No']
    const joined = joinedConditions({ results, query }, 'AbEntry')
    assert.deepEqual(joined, {
      $AND: [{ 'Workflow/Result': { $IN: results } }, { 'AbEntry/Address/City': { $EQ: 'Ottawa' } }],
    })
    assert.deepEqual(splitConditions(joined, 'AbEntry'), { results, query })
    const groups = { $OR: [{ FirstName: 'A' }, { LastName: 'B' }] }
    const both = joinedConditions({ results: [], query: groups }, 'Lead')
    assert.deepEqual(both, { $OR: [{ 'Lead/FirstName': 'A' }, { 'Lead/LastName': 'B' }] })
    assert.deepEqual(splitConditions(both, 'Lead'), { results: [], query: groups })
    assert.equal(joinedConditions({ results: [], query: {} }, 'Lead'), null)
    assert.deepEqual(splitConditions(null, 'Lead'), { results: [], query: {} })
  })

  test('on results that no list of results says stay as they are', () => {
    const conditions = { 'Workflow/Result': { $NE: 'No' } }
    const split = splitConditions(conditions, 'AbEntry')
    assert.deepEqual(split, { results: [], query: conditions })
    assert.deepEqual(joinedConditions(split, 'AbEntry'), conditions)
  })
})

describe('the form of an action', () => {
  test('begins with the action, and writes what its kind has', () => {
    const [branch] = defined.stages[0]?.tasks[0]?.actions ?? []
    const draft = actionDraft(branch ?? null, 'update', 'Opportunity')
    assert.deepEqual([draft.kind, draft.results, draft.goal], ['branch', 'Yes', 's2'])
    const written = actionData({ ...draft, results: ' Yes \n\nMaybe' }, 'Opportunity')
    const Conditions = { 'Workflow/Result': { $IN: ['Yes', 'Maybe'] } }
    assert.deepEqual(written, { Action: 2, Conditions, Operations: goTo('s2') })
    const started = actionDraft(null, 'call', 'Opportunity')
    const operations = [{ FieldName: 'Opportunity/Objective', Type: 1, Data: null }]
    assert.deepEqual(actionData({ ...started, url: 'https://a.example', operations }, 'Opportunity'), {
      ...{ Action: 5, Conditions: null, Url: 'https://a.example' },
      Operations: [{ FieldName: 'Opportunity/Objective' }],
    })
    assert.deepEqual(kindsFor(), ['branch', 'update', 'mail', 'call'])
  })

  test('sets values in the form that is written, adds to numbers and dates, and clears what may be empty', () => {
    const fields = fieldsNamed('Opportunity')
    const field = (path: string) => changeableIn(fields).find(one => one.path === path) as never
    const types = (path: string) => typesFor(field(path))
    assert.deepEqual(types('CloseDate'), ['set', 'clear', 'add'])
    assert.ok(!types('Objective').includes('add'))
    const option = readForm(field('Status'), 3, 'Won')
    assert.deepEqual([option, storedForm(field('Status'), option)], [{ Key: 3, DisplayValue: 'Won' }, 3])
    assert.equal(storedForm(field('Objective'), readForm(field('Objective'), 'Two ovens', undefined)), 'Two ovens')
    assert.equal(readForm(field('Status'), null, undefined), null)
    const set = { FieldName: 'Opportunity/CloseDate', Type: 1, Data: momentOf(field('CloseDate')) }
    assert.ok(isMoment(set.Data))
    assert.deepEqual(withType(set, 'add'), { ...set, Type: operationTypes.add, Data: null })
  })

  test('of a workflow has its own fields, which a new one begins with', () => {
    assert.deepEqual(
      workflowForm(fieldsNamed('Workflow')).map(({ path }) => path),
      ['Name', 'EntityType', 'Description', 'HasStages', 'IsSequential', 'Owner', 'Inactive', 'TAG'],
    )
    assert.deepEqual(newWorkflow.IsSequential, { Value: true })
  })
})

test('a dry run is read as tasks and ends, with what their actions would do', () => {
  const Task = { Subject: 'Call', AssignedTo: { Uid: 'JOE', DisplayValue: 'Joe' } }
  const Delivery = { Kind: 'Mail', Recipient: 'a@b.example', Subject: 'Hi', Body: '', Failure: null }
  const Outlook = [
    {
      ...{ Task, EndOf: null, DateTime: '2026-03-09T08:30:00Z' },
      Actions: [{ WorkflowActionKey: 'a2', Applies: null, Results: ['Yes'], Delivery: null }],
    },
    {
      ...{ Task: null, EndOf: 'w', DateTime: '2026-03-10T08:30:00Z' },
      Actions: [{ WorkflowActionKey: 'a3', Applies: true, Results: [], Delivery }],
    },
  ]
  assert.deepEqual(outlookIn({ Workflow: { Data: { Key: 'w', Outlook } } }), [
    {
      ...{ task: 'Call', who: 'Joe', ends: null, at: '2026-03-09T08:30:00Z' },
      actions: [{ key: 'a2', applies: null, results: ['Yes'], mail: null }],
    },
    {
      ...{ task: null, who: '', ends: 'w', at: '2026-03-10T08:30:00Z' },
      actions: [{ key: 'a3', applies: true, results: [], mail: { to: 'a@b.example', subject: 'Hi', failure: '' } }],
    },
  ])
})

// Runs random workflows on the service and on a model in memory, which must have the same instances and tasks after each step.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Crm, eachCrm, type Json } from '../support/crm.ts'
import { report, sizeOf } from '../support/report.ts'
import { workflowTools } from '../support/workflows.ts'
import {
  type BranchPlan,
  type DefinitionPlan,
  type ModelInstance,
  ModelRecord,
  type ModelTask,
  ModelWorkflow,
  templateName,
} from './workflow-model.ts'

/** `npm run fuzz` runs more. A failure prints the seed that repeats it. */
const workflows = sizeOf('CLIENTELE_FUZZ_WORKFLOWS', 8)
const seed = Number(process.env.CLIENTELE_FUZZ_SEED ?? 20_261_119)
const mostCommands = 16

const results = ['Yes', 'No']
const few = { maxLength: 2 }
const branch: fc.Arbitrary<BranchPlan> = fc.record({
  result: fc.constantFrom(...results),
  to: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('task', 'stage') },
    { weight: 1, arbitrary: fc.constant('workflow') },
  ),
  at: fc.nat(9),
}) as fc.Arbitrary<BranchPlan>
/** Most have no branch. */
const branches = fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(branch, few) })
const template = fc.record({ sequence: fc.nat(2), branches })
const stage = fc.record({ isSequential: fc.boolean(), templates: fc.array(template, { maxLength: 3 }), branches })
const definition: fc.Arbitrary<DefinitionPlan> = fc.record({
  isSequential: fc.boolean(),
  hasStages: fc.boolean(),
  stages: fc.array(stage, { minLength: 1, maxLength: 3 }),
  branches,
})

const command = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('complete' as const) },
    { weight: 1, arbitrary: fc.constantFrom('start', 'reopen', 'skip', 'stop', 'delete', 'restore') },
  ),
  at: fc.nat(99),
  result: fc.constantFrom(null, 'Yes', 'No', 'Maybe', 'Yes', 'No'),
})
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

/** Two workflows of the service with the models of them. The second is the goal of branches to another workflow. */
class World {
  readonly record: ModelRecord
  readonly #crm: Crm
  readonly #workflow: ModelWorkflow
  readonly #keys: ReadonlyMap<ModelWorkflow, ReadonlyMap<string, string>>
  readonly #recordKey: string

  constructor(crm: Crm, models: readonly [ModelWorkflow, ModelWorkflow], keys: World['keys'], recordKey: string) {
    this.#crm = crm
    this.#workflow = models[0]
    this.#keys = keys
    this.#recordKey = recordKey
    this.record = new ModelRecord(models[1])
  }

  get keys(): ReadonlyMap<ModelWorkflow, ReadonlyMap<string, string>> {
    return this.#keys
  }

  static async make(crm: Crm, plans: readonly [DefinitionPlan, DefinitionPlan]): Promise<World> {
    const models = plans.map(plan => new ModelWorkflow(plan)) as [ModelWorkflow, ModelWorkflow]
    const keys = new Map<ModelWorkflow, Map<string, string>>()
    for (const model of models) keys.set(model, await define(crm, model))
    const other = keys.get(models[1])?.get('') as string
    for (const model of models) await defineBranches(crm, model, keys.get(model) as Map<string, string>, other)
    return new World(crm, models, keys, await crm.create('AbEntry', { Key: null, CompanyName: 'A company' }))
  }

  /** Does the same on both, and compares whether it is refused, and then what is there. */
  async run({ kind, at, result }: Command): Promise<boolean> {
    const { record } = this
    const among = <T>(list: readonly T[]): T | undefined => list[at % Math.max(1, list.length)]
    const attached = record.tasks.filter(({ isDetached }) => !isDetached)
    const task = among(attached.filter(isChosen[kind] ?? (() => false)))
    const instance = among(record.instances)
    if (kind === 'start') return this.#compare(record.start(this.#workflow), await this.#start())
    if (kind === 'skip' || kind === 'stop') {
      if (!instance) return false
      const path = kind === 'skip' ? 'WorkflowSkip' : 'WorkflowStop'
      const answer = await this.#crm.call(path, { WorkflowInstance: { Data: { Key: instance.key } } })
      return this.#compare(record[kind](instance), answer)
    }
    if (!task) return false
    const Data = { Key: task.key }
    if (kind === 'delete' || kind === 'restore') {
      record[kind](task)
      return this.#compare(null, await this.#crm.call(kind === 'delete' ? 'Delete' : 'Restore', { Task: { Data } }))
    }
    const Options = result === null ? {} : { Options: { 'Workflow/Result': result } }
    const content = { Data: { ...Data, Completed: kind === 'complete' }, ...(kind === 'complete' ? Options : {}) }
    const refusal = kind === 'complete' ? record.complete(task, result) : record.reopen(task)
    return this.#compare(refusal, await this.#crm.call('Update', { Task: content }))
  }

  #start(): Promise<Json> {
    const Key = this.#keys.get(this.#workflow)?.get('')
    return this.#crm.call('WorkflowStart', { Workflow: { Data: { Key, ParentKey: this.#recordKey } } })
  }

  async #compare(refusal: ReturnType<ModelRecord['start']>, answer: Json): Promise<boolean> {
    const code = answer.Code === 0 ? null : answer.Errors[0].ErrorCode
    const expected = refusal === 'no result' ? -10_003 : refusal === 'unknown result' ? -60_054 : refusal && code
    assert.equal(code, expected, JSON.stringify(answer))
    const rows = async (entity: string, fields: Json, query: Json): Promise<Json[]> => {
      const content = { Scope: { Fields: { Key: 1, ...fields } }, Criteria: { SearchQuery: query } }
      return (await this.#crm.ok('Read', { [entity]: content }))[entity].Data
    }
    const found = await rows(
      'WorkflowInstance',
      { WorkflowKey: 1, WorkflowTaskTemplateKey: 1, Status: 1 },
      { ParentKey: { $EQ: this.#recordKey } },
    )
    const { instances } = this.record
    const isNew = ({ Key }: Json) => !instances.some(({ key }) => key === Key)
    for (const one of instances.filter(({ key }) => key === '')) one.key = found.find(isNew)?.Key
    const read = await rows(
      'Task',
      { WorkflowInstanceKey: 1, WorkflowTaskTemplateKey: 1, Completed: 1 },
      { AbEntryKey: { $EQ: this.#recordKey }, WorkflowInstanceKey: { $NE: null } },
    )
    this.#nameTasks(read)
    const { tasks } = this.record
    const shown = tasks.filter(({ isDeleted, isDetached }) => !isDeleted && !isDetached)
    assert.deepEqual(byKey(read), byKey(shown.map(task => this.#taskRow(task))), 'tasks')
    assert.deepEqual(
      byKey(found.map(row => (row.Status === 0 ? row : { ...row, WorkflowTaskTemplateKey: null }))),
      byKey(instances.map(one => this.#instanceRow(one))),
      'instances',
    )
    return refusal === null
  }

  /** A step makes a template's task once, so that instance and template tell new tasks apart. */
  #nameTasks(read: readonly Json[]): void {
    const known = new Set(this.record.tasks.map(({ key }) => key))
    for (const task of this.record.tasks.filter(({ key }) => key === '')) {
      const row = this.#taskRow(task)
      const same = (one: Json) =>
        !known.has(one.Key) &&
        one.WorkflowInstanceKey === row.WorkflowInstanceKey &&
        one.WorkflowTaskTemplateKey === row.WorkflowTaskTemplateKey
      task.key = read.find(same)?.Key ?? 'missing'
    }
  }

  #taskRow({ instance, template, key, isDone }: ModelTask): Json {
    const WorkflowTaskTemplateKey = this.#keys.get(instance.workflow)?.get(template.name)
    return { Key: key, WorkflowInstanceKey: instance.key, WorkflowTaskTemplateKey, Completed: isDone }
  }

  #instanceRow(instance: ModelInstance): Json {
    const keys = this.#keys.get(instance.workflow)
    const current = instance.status === 'running' ? this.record.current(instance) : undefined
    return {
      ...{ Key: instance.key, WorkflowKey: keys?.get('') },
      WorkflowTaskTemplateKey: current ? keys?.get(current.template.name) : null,
      Status: ['running', 'completed', 'ended'].indexOf(instance.status),
    }
  }
}

/** The tasks that a command is about. */
const isChosen: Readonly<Partial<Record<Command['kind'], (task: ModelTask) => boolean>>> = {
  complete: ({ isDone, isDeleted }) => !isDone && !isDeleted,
  reopen: ({ isDone, isDeleted }) => isDone && !isDeleted,
  delete: ({ isDeleted }) => !isDeleted,
  restore: ({ isDeleted }) => isDeleted,
}

const byKey = (rows: readonly Json[]): Json[] => rows.toSorted((a, b) => (a.Key < b.Key ? -1 : 1))

/** Creates the workflow, its stages and templates, and gives their keys by name; that of the workflow has none. */
async function define(crm: Crm, { plan }: ModelWorkflow): Promise<Map<string, string>> {
  const tools = workflowTools(() => crm)
  const workflow = await tools.workflow({ IsSequential: plan.isSequential, HasStages: plan.hasStages })
  const keys = new Map([['', workflow]])
  const stages = plan.hasStages ? plan.stages : plan.stages.slice(0, 1)
  for (const [i, { isSequential, templates }] of stages.entries()) {
    const holder = plan.hasStages ? await tools.stage(workflow, i, { IsSequential: isSequential }) : workflow
    if (plan.hasStages) keys.set(`S${i}`, holder)
    for (const [at, { sequence }] of templates.entries()) {
      const name = templateName(plan.hasStages ? i : null, at)
      keys.set(name, await tools.template(holder, sequence, name))
    }
  }
  return keys
}

/** Branches of a workflow without tasks lead nowhere, and are left out. */
async function defineBranches(crm: Crm, model: ModelWorkflow, keys: Map<string, string>, other: string): Promise<void> {
  const { plan } = model
  if (model.lanes.length === 0) return
  const add = async (holder: string | undefined, branches: readonly BranchPlan[]): Promise<void> => {
    for (const one of branches) {
      const goal = model.goalOf(one)
      const name = goal === 'workflow' ? '' : 'stage' in goal ? `S${goal.stage}` : goal.template.name
      await crm.create('WorkflowAction', {
        ...{ ParentWorkflowKey: holder, Action: 2, Conditions: { 'Workflow/Result': { $EQ: one.result } } },
        Operations: [{ Type: 1, Data: goal === 'workflow' ? other : keys.get(name) }],
      })
    }
  }
  await add(keys.get(''), plan.branches)
  if (plan.hasStages) for (const [i, { branches }] of plan.stages.entries()) await add(keys.get(`S${i}`), branches)
  for (const { name, branches } of model.templates) await add(keys.get(name), branches)
}

/** The other workflow: a line of two tasks, whose branches would lead to itself. */
const other: DefinitionPlan = {
  ...{ isSequential: true, hasStages: false, branches: [] },
  stages: [{ isSequential: true, branches: [], templates: [1, 2].map(sequence => ({ sequence, branches: [] })) }],
}

eachCrm('Random workflows', (crm, engine) => {
  test(`have the instances and tasks of a model in memory, ${workflows} of them`, async () => {
    const tell = { done: 0, refused: 0, completed: 0, ended: 0, branches: 0 }
    const property = fc.asyncProperty(
      definition,
      fc.array(command, { minLength: 6, maxLength: mostCommands }),
      async (plan, commands) => {
        const world = await World.make(crm(), [plan, other])
        await world.run({ kind: 'start', at: 0, result: null })
        for (const one of commands) tell[(await world.run(one)) ? 'done' : 'refused'] += 1
        for (const { status, tasks, startedBy } of world.record.instances) {
          if (status !== 'running') tell[status] += 1
          if (startedBy || new Set(tasks.map(({ template }) => template)).size < tasks.length) tell.branches += 1
        }
      },
    )
    await fc.assert(property, { seed, numRuns: workflows, endOnFailure: true, includeErrorInReport: true })
    // The property proves nothing unless workflows come to their ends by all ways.
    for (const [what, times] of Object.entries(tell)) assert.ok(times > 0, `${what}: ${times}`)
    report('CLIENTELE_FUZZ_WORKFLOWS', `workflows, ${engine}`, { workflows, ...tell, differences: 0 })
  })
})

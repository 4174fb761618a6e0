// Runs a workflow in memory as the documentation describes it: lanes of steps, branches by results, ends, skips and restores.

interface TemplatePlan {
  readonly sequence: number
  readonly branches: readonly BranchPlan[]
}

/** Where a branch leads: a task or a stage by its number, taken modulo their count, or the other workflow. */
export interface BranchPlan {
  readonly result: string
  readonly to: 'task' | 'stage' | 'workflow'
  readonly at: number
}

interface StagePlan {
  readonly isSequential: boolean
  readonly templates: readonly TemplatePlan[]
  readonly branches: readonly BranchPlan[]
}

export interface DefinitionPlan {
  readonly isSequential: boolean
  readonly hasStages: boolean
  readonly stages: readonly StagePlan[]
  readonly branches: readonly BranchPlan[]
}

interface Template {
  readonly name: string
  readonly stage: number | null
  readonly sequence: number
  readonly branches: readonly BranchPlan[]
}

interface Step {
  readonly stage: number | null
  readonly templates: readonly Template[]
}

export interface ModelTask {
  readonly instance: ModelInstance
  readonly template: Template
  readonly step: number
  readonly after: ModelTask | null
  isDone: boolean
  isDeleted: boolean
  /** It came back from the bin without its instance. */
  isDetached: boolean
  key: string
}

type Status = 'running' | 'completed' | 'ended'

export interface ModelInstance {
  readonly workflow: ModelWorkflow
  readonly startedBy: ModelInstance | null
  status: Status
  steps: number
  readonly tasks: ModelTask[]
  key: string
}

type Refusal = 'refused' | 'no result' | 'unknown result' | null

export const templateName = (stage: number | null, at: number): string => `${stage === null ? 'T' : `S${stage}T`}${at}`

/** A definition as lanes of steps. The first stage of a definition without stages has its tasks. */
export class ModelWorkflow {
  readonly plan: DefinitionPlan
  readonly lanes: readonly (readonly Step[])[]
  readonly templates: readonly Template[]

  constructor(plan: DefinitionPlan) {
    this.plan = plan
    const stages = plan.hasStages ? plan.stages : plan.stages.slice(0, 1)
    const parts = stages.map(({ templates, isSequential }, i) => {
      const stage = plan.hasStages ? i : null
      const own = templates
        .map((one, at): Template => ({ ...one, name: templateName(stage, at), stage }))
        .toSorted((a, b) => a.sequence - b.sequence)
      const isLine = plan.hasStages ? isSequential : plan.isSequential
      const groups = isLine ? [...Map.groupBy(own, one => one.sequence).values()] : [own]
      return groups.filter(group => group.length > 0).map((group): Step => ({ stage, templates: group }))
    })
    const filled = parts.filter(steps => steps.length > 0)
    this.lanes = plan.hasStages && plan.isSequential && filled.length > 0 ? [filled.flat()] : filled
    this.templates = this.lanes.flat().flatMap(step => step.templates)
  }

  laneOf(template: Template): readonly Step[] {
    return this.lanes.find(lane => lane.some(step => step.templates.includes(template))) ?? []
  }

  stepOf(template: Template): Step {
    return this.lanes.flat().find(step => step.templates.includes(template)) as Step
  }

  /** The stages and tasks that a branch can lead to: those that have tasks. */
  goalOf({ to, at }: BranchPlan): { readonly stage: number } | { readonly template: Template } | 'workflow' {
    if (to === 'workflow') return 'workflow'
    const stages = [...new Set(this.lanes.flat().flatMap(({ stage }) => (stage === null ? [] : [stage])))]
    if (to === 'stage' && stages.length > 0) return { stage: stages[at % stages.length] as number }
    return { template: this.templates[at % this.templates.length] as Template }
  }
}

/** One record with the instances that run on it. */
export class ModelRecord {
  readonly instances: ModelInstance[] = []
  readonly #other: ModelWorkflow

  /** `other` is where branches to another workflow lead. */
  constructor(other: ModelWorkflow) {
    this.#other = other
  }

  get tasks(): readonly ModelTask[] {
    return this.instances.flatMap(({ tasks }) => tasks)
  }

  open(instance: ModelInstance): ModelTask[] {
    return live(instance).filter(({ isDone }) => !isDone)
  }

  start(workflow: ModelWorkflow, startedBy: ModelInstance | null = null): Refusal {
    if (workflow.lanes.length === 0 || this.#isRunning(workflow)) return 'refused'
    const instance: ModelInstance = { workflow, startedBy, status: 'running', steps: 0, tasks: [], key: '' }
    this.instances.push(instance)
    make(
      instance,
      workflow.lanes.flatMap(([step]) => step?.templates ?? []),
      null,
    )
    return null
  }

  #isRunning(workflow: ModelWorkflow, except?: ModelInstance): boolean {
    return this.instances.some(one => one.workflow === workflow && one.status === 'running' && one !== except)
  }

  complete(task: ModelTask, result: string | null): Refusal {
    const { instance } = task
    if (instance.status !== 'running') {
      task.isDone = true
      return null
    }
    const standing = standingOf(task)
    const { plan } = instance.workflow
    const holders = [
      task.template.branches,
      standing.stageEnds && standing.step.stage !== null ? (plan.stages[standing.step.stage]?.branches ?? []) : [],
      standing.workflowEnds ? plan.branches : [],
    ]
    const branches = holders.find(list => list.length > 0) ?? []
    const branch = branches.find(one => one.result === result)
    if (branches.length > 0 && result === null) return 'no result'
    if (branches.length > 0 && !branch) return 'unknown result'
    const goal = branch && instance.workflow.goalOf(branch)
    if (goal === 'workflow' && (this.#other.lanes.length === 0 || this.#isRunning(this.#other, instance)))
      return 'refused'
    task.isDone = true
    if (goal === 'workflow') {
      for (const one of this.open(instance)) one.isDeleted = true
      instance.status = 'completed'
      return this.start(this.#other, instance)
    }
    if (goal) make(instance, this.#reached(instance.workflow, goal), task)
    else if (standing.next && !standing.waits) make(instance, standing.next.templates, task)
    settle(instance)
    return null
  }

  #reached(workflow: ModelWorkflow, goal: { readonly stage: number } | { readonly template: Template }) {
    if ('stage' in goal) return workflow.lanes.flat().find(({ stage }) => stage === goal.stage)?.templates ?? []
    const { plan } = workflow
    const { stage } = goal.template
    const isLine = stage === null ? plan.isSequential : plan.stages[stage]?.isSequential
    return isLine ? workflow.stepOf(goal.template).templates : [goal.template]
  }

  reopen(task: ModelTask): Refusal {
    const { instance } = task
    if (instance.status !== 'ended') {
      if (hasLater(task) || this.instances.some(({ startedBy }) => startedBy === instance)) return 'refused'
      if (instance.status === 'completed' && this.#isRunning(instance.workflow)) return 'refused'
      instance.status = 'running'
    }
    task.isDone = false
    return null
  }

  /** The open task at which the instance stands: the first in the order of the plan. */
  current(instance: ModelInstance): ModelTask | undefined {
    const open = this.open(instance)
    for (const template of instance.workflow.templates) {
      const found = open.find(task => task.template === template)
      if (found) return found
    }
    return undefined
  }

  skip(instance: ModelInstance): Refusal {
    if (instance.status !== 'running') return 'refused'
    const task = this.current(instance)
    if (!task) return 'refused'
    task.isDeleted = true
    const standing = standingOf(task)
    if (standing.next && !standing.waits) make(instance, standing.next.templates, task)
    settle(instance)
    return null
  }

  stop(instance: ModelInstance): Refusal {
    if (instance.status !== 'running') return 'refused'
    for (const task of this.open(instance)) task.isDeleted = true
    instance.status = 'ended'
    return null
  }

  delete(task: ModelTask): void {
    task.isDeleted = true
    if (!task.isDone && task.instance.status === 'running') task.instance.status = 'ended'
  }

  restore(task: ModelTask): void {
    const { instance } = task
    task.isDeleted = false
    if (task.isDone) return
    const goesOn =
      instance.status !== 'completed' &&
      !hasLater(task) &&
      (instance.status === 'running' || !this.#isRunning(instance.workflow))
    if (goesOn) instance.status = 'running'
    else task.isDetached = true
  }
}

const live = (instance: ModelInstance): ModelTask[] =>
  instance.tasks.filter(({ isDeleted, isDetached }) => !isDeleted && !isDetached)

function make(instance: ModelInstance, templates: readonly Template[], after: ModelTask | null): void {
  instance.steps += 1
  for (const template of templates)
    instance.tasks.push({
      ...{ instance, template, step: instance.steps, after, key: '' },
      ...{ isDone: false, isDeleted: false, isDetached: false },
    })
}

function settle(instance: ModelInstance): void {
  if (!live(instance).some(({ isDone }) => !isDone)) instance.status = 'completed'
}

function standingOf(task: ModelTask) {
  const { workflow } = task.instance
  const lane = workflow.laneOf(task.template)
  const others = live(task.instance).filter(other => other !== task)
  const inLane = others.filter(other => lane.some(step => step.templates.includes(other.template)))
  const waits = inLane.some(({ isDone }) => !isDone)
  const last = inLane.reduce((a, b) => (b.step > a.step ? b : a), task)
  const step = workflow.stepOf(last.template)
  const next = lane[lane.indexOf(step) + 1] ?? null
  return {
    ...{ step, next, waits },
    stageEnds: !waits && step.stage !== null && next?.stage !== step.stage,
    workflowEnds: !others.some(({ isDone }) => !isDone) && next === null,
  }
}

function hasLater(task: ModelTask): boolean {
  const lane = task.instance.workflow.laneOf(task.template)
  return live(task.instance).some(
    other =>
      other.after === task || (other.step > task.step && lane.some(step => step.templates.includes(other.template))),
  )
}

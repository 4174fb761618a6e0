// Checks the definitions of workflows, and protects those with running instances from being deleted.
import type { Row } from '../../../storage/store.ts'
import { defaultUser } from '../default-user.ts'
import type { BinContext, EntityRules, RuleContext } from '../types.ts'
import { branchesTo } from './action-rules.ts'
import { status } from './advance.ts'
import { assigneeWords } from './make-tasks.ts'
import { idOf } from './plan.ts'

export const workflowRules: EntityRules = {
  before: async write => {
    defaultUser(write, 'owner')
    await checkTag(write)
    await checkStages(write)
  },
  beforeDelete: async bin => {
    const running = await bin.rowsOf('workflow_instance', {
      workflow_key: bin.id,
      status: status.running,
      deleted: null,
    })
    refuseRunning(bin, running.length)
    await refuseGoals(bin, [bin.id])
  },
  beforeRestore: async bin => {
    const { tag_f: tag } = bin.row
    const other = typeof tag === 'string' ? await otherWithTag(bin, tag) : undefined
    if (!other) return
    const message = `${bin.path}.Key: the workflow "${other.name}" has the same TAG.`
    bin.problems.add('AlreadyExists', `${bin.path}.Key`, message)
  },
}

async function otherWithTag(store: RuleContext | BinContext, tag: string): Promise<Row | undefined> {
  await store.alone('Workflow.TAG')
  return (await store.findBy('Workflow', 'tag_f', tag)).find(({ id }) => id !== store.id)
}

async function checkTag(write: RuleContext): Promise<void> {
  const { tag_f: tag } = write.row
  if (typeof tag !== 'string' || tag === write.before.tag_f) return
  const other = await otherWithTag(write, tag)
  if (other) write.problem('AlreadyExists', 'TAG', `${write.path}.TAG: the workflow "${other.name}" has it.`)
}

/** A workflow has tasks of its own, or stages with tasks. */
async function checkStages(write: RuleContext): Promise<void> {
  const { row, before, id, path } = write
  if (write.creating || row.has_stages === before.has_stages) return
  const parts =
    row.has_stages === 1
      ? await write.rowsOf('workflow_task_template', { workflow_id: id, deleted: null })
      : await write.findBy('WorkflowStage', 'workflow_key', id)
  if (parts.length === 0) return
  const what = row.has_stages === 1 ? 'tasks' : 'stages'
  write.problem('RuleViolated', 'HasStages', `${path}.HasStages cannot be changed while the workflow has ${what}.`)
}

export const workflowStageRules: EntityRules = {
  before: async write => {
    const workflow = await target(write, 'Workflow', write.row.workflow_key)
    if (!workflow || workflow.has_stages === 1) return
    const message = `${write.path}.WorkflowKey: the workflow "${workflow.name}" has no stages (HasStages).`
    write.problem('RuleViolated', 'WorkflowKey', message)
  },
  beforeDelete: async bin => {
    const templates = await bin.rowsOf('workflow_task_template', { workflow_id: bin.id, deleted: null })
    await refuseOpen(bin, templates.map(idOf))
    await refuseGoals(bin, [bin.id, ...templates.map(idOf)])
  },
}

export const workflowTaskTemplateRules: EntityRules = {
  before: async write => {
    const { row, path } = write
    if (row.workflow_kind === 'Workflow') {
      const workflow = await target(write, 'Workflow', row.workflow_id)
      if (workflow?.has_stages === 1) {
        const message = `${path}.WorkflowKey: the tasks of the workflow "${workflow.name}" belong to its stages.`
        write.problem('RuleViolated', 'WorkflowKey', message)
      }
    }
    await checkAssignee(write)
  },
  beforeDelete: async bin => {
    await refuseOpen(bin, [bin.id])
    await refuseGoals(bin, [bin.id])
  },
}

/** The record of a key that the write sets; null for one that is unchanged or was refused. */
const target = async (write: RuleContext, entity: string, id: unknown): Promise<Row | null> =>
  write.creating && typeof id === 'string' ? write.find(entity, id) : null

async function checkAssignee(write: RuleContext): Promise<void> {
  const { row, before } = write
  const sent = row.assigned_to_expression
  if (typeof sent !== 'string' || sent === before.assigned_to_expression) return
  const word = assigneeWords.find(each => each.toLowerCase() === sent.toLowerCase())
  const uid = write.findUid(sent)
  if (word) row.assigned_to_expression = word
  else if (await write.find('User', uid)) row.assigned_to_expression = uid
  else {
    const message = `${write.path}.AssignedToExpression is ${assigneeWords.join(', ')} or the Uid of a user, not "${sent}".`
    write.problem('InvalidValue', 'AssignedToExpression', message)
  }
}

/** Refuses to delete templates while running instances have open tasks of them. */
async function refuseOpen(bin: BinContext, templates: readonly string[]): Promise<void> {
  const running = new Set<unknown>()
  for (const template of templates)
    for (const task of await bin.rowsOf('task', {
      workflow_task_template_key: template,
      completed: 0,
      deleted: null,
    })) {
      const instance = await bin.find('WorkflowInstance', String(task.workflow_instance_key))
      if (instance?.status === status.running) running.add(instance.id)
    }
  refuseRunning(bin, running.size)
}

/** Refuses to delete what a branch leads to that stays. */
async function refuseGoals(bin: BinContext, going: readonly string[]): Promise<void> {
  const [first, ...others] = await branchesTo(bin, going)
  if (first === undefined) return
  const here = `${bin.path}.Key`
  const which =
    others.length === 0
      ? `a branch of "${first}" leads there; change it first.`
      : `${others.length + 1} branches lead there, one of them of "${first}"; change them first.`
  bin.problems.add('ItemInUse', here, `${here}: ${which}`)
}

function refuseRunning(bin: BinContext, count: number): void {
  if (count === 0) return
  const here = `${bin.path}.Key`
  const which = count === 1 ? '1 running instance stands' : `${count} running instances stand`
  bin.problems.add('ItemInUse', here, `${here}: ${which} there; stop them first.`)
}

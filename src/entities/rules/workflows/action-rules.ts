// Checks the actions of workflows: that their conditions can be asked, their fields written, and their branches followed.

import { type ActionOperation, operationTypes } from '../../../fields/kinds/particular/operation-list.ts'
import type { Row } from '../../../storage/store.ts'
import type { EntityRules, RuleContext, RuleStore } from '../types.ts'
import { type Action, actionKinds, actionOf, addableTypes } from './actions.ts'
import { goalOf } from './branches.ts'
import { asksResult, ownPath, recordLeaves, resultPath, whyNoResult } from './conditions.ts'
import { checkCall, checkMail, checkMembers } from './message-rules.ts'
import { entityOf, idOf } from './plan.ts'

/** The members that are checked together. */
const judged = ['Conditions', 'Operations', 'MailTemplateKey', 'MailTo', 'Url']

export const workflowActionRules: EntityRules = {
  before: async write => {
    const { row } = write
    if (row.action === actionKinds.branch || row.action === actionKinds.update)
      write.mandatory('Operations', typeof row.operations === 'string')
    if (!write.creating && !judged.some(write.sent) && write.options.newsecret !== true) return
    const workflow = await workflowOf(write, row.parent_kind, row.parent_id)
    if (!workflow) return
    const action = actionOf({ ...row, id: write.id })
    checkConditions(write, action, entityOf(workflow))
    checkMembers(write, action)
    if (action.kind === actionKinds.trigger) checkTrigger(write, action)
    else if (action.kind === actionKinds.branch) await checkBranch(write, action, workflow)
    else if (action.kind === actionKinds.update) checkUpdate(write, action, entityOf(workflow))
    else if (action.kind === actionKinds.mail) await checkMail(write, action, workflow)
    else if (action.kind === actionKinds.call) checkCall(write, action, entityOf(workflow))
  },
}

/** The workflow that a stage, a task template or the workflow itself belongs to; null when one of them is not there. */
export async function workflowOf(store: Pick<RuleStore, 'find'>, kind: unknown, id: unknown): Promise<Row | null> {
  if (typeof kind !== 'string' || typeof id !== 'string') return null
  const row = await store.find(kind, id)
  if (kind === 'Workflow' || !row) return row
  return kind === 'WorkflowStage'
    ? workflowOf(store, 'Workflow', row.workflow_key)
    : workflowOf(store, row.workflow_kind, row.workflow_id)
}

function checkConditions(write: RuleContext, { kind, conditions }: Action, entity: string): void {
  const refuse = (why: string) => write.problem('InvalidValue', 'Conditions', `${write.path}.Conditions: ${why}`)
  const noResult = whyNoResult(conditions)
  if (noResult !== null) refuse(`${noResult}.`)
  if (kind !== actionKinds.branch && asksResult(conditions)) refuse(`${resultPath} is a condition of branches only.`)
  for (const leaf of recordLeaves(conditions, entity)) {
    const reason = write.whyNoCondition(entity, leaf)
    if (reason !== null) refuse(reason)
  }
}

function checkTrigger({ row, path, problem }: RuleContext, { operations }: Action): void {
  if (row.parent_kind !== 'Workflow')
    problem('InvalidValue', 'ParentWorkflowKey', `${path}.ParentWorkflowKey of a trigger is the key of a workflow.`)
  if (operations.length > 0)
    problem('InvalidValue', 'Operations', `${path}.Operations: a trigger has none, it starts its workflow.`)
}

function checkUpdate(write: RuleContext, { operations }: Action, entity: string): void {
  if (operations.length === 0) write.problem('Required', 'Operations', `${write.path}.Operations names no field.`)
  const seen = new Set<string>()
  for (const [i, operation] of operations.entries()) {
    const here = `${write.path}.Operations[${i}]`
    const field = ownPath(operation.FieldName ?? '', entity)
    const why = field === '' ? `.FieldName is mandatory.` : whyNoUpdate(write, operation, entity, field)
    if (why !== null) write.problem('InvalidValue', 'Operations', here + why)
    else if (seen.has(field.toLowerCase()))
      write.problem('InvalidValue', 'Operations', `${here}.FieldName is there twice.`)
    seen.add(field.toLowerCase())
  }
}

/** Why an operation cannot change a field; null when it can. */
function whyNoUpdate(
  write: RuleContext,
  { Type, Data }: ActionOperation,
  entity: string,
  field: string,
): string | null {
  const unknown = write.whyNoField(entity, field)
  if (unknown !== null) return `.FieldName: ${unknown}`
  const type = write.writableType(entity, field)
  if (type === null) return `.FieldName: ${entity}/${field} cannot be written.`
  const empty = Data === null || Data === ''
  if (Type === operationTypes.clear) return empty ? null : '.Data: nothing is cleared to a value; Type 1 sets one.'
  if (empty) return '.Data is mandatory; Type 2 clears the field.'
  if (Type === operationTypes.set) return null
  if (!addableTypes.includes(type)) return `.Type: only to numbers and dates can be added, not to ${entity}/${field}.`
  return typeof Data === 'number' ? null : '.Data takes a number, which is added.'
}

async function checkBranch(write: RuleContext, action: Action, workflow: Row): Promise<void> {
  const refuse = (member: string, why: string) =>
    write.problem('InvalidValue', 'Operations', `${write.path}.Operations[0]${member} ${why}.`)
  const [operation] = action.operations
  if (!operation || action.operations.length > 1)
    return write.problem(
      'InvalidValue',
      'Operations',
      `${write.path}.Operations of a branch has one operation: its goal.`,
    )
  if (operation.FieldName !== null) refuse('.FieldName', 'is null in a branch')
  if (operation.Type !== operationTypes.set) refuse('.Type', 'is 1 (go to) in a branch')
  const goal = goalOf(action)
  const found = goal && (await workflowOf(write, goal.kind, goal.id))
  if (!found || !goal) refuse('.Data', 'takes the key of a task template, a stage or a workflow')
  else if (goal.kind !== 'Workflow' && found.id !== workflow.id)
    refuse(
      '.Data',
      `leads to a part of another workflow, "${found.name}"; a branch may lead to that workflow as a whole`,
    )
  else if (goal.kind === 'Workflow' && found.id === workflow.id)
    refuse(
      '.Data',
      'leads to its own workflow; a branch leads to a task template or stage of it, or to another workflow',
    )
  else if (entityOf(found) !== entityOf(workflow))
    refuse('.Data', `leads to a workflow on another entity, ${entityOf(found)} instead of ${entityOf(workflow)}`)
  else write.row.goal_id = goal.id
}

/** The branches of other holders than these that lead to one of them, with the names of their holders. */
export async function branchesTo(store: RuleStore, ids: readonly string[]): Promise<string[]> {
  const going = new Set<unknown>(ids)
  const names: string[] = []
  for (const id of ids)
    for (const branch of await store.rowsOf('workflow_action', { goal_id: id, deleted: null })) {
      if (going.has(branch.parent_id)) continue
      const holder = await store.find(String(branch.parent_kind), String(branch.parent_id))
      names.push(String(holder?.display ?? idOf(branch)))
    }
  return names
}

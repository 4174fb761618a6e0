// Lists options that depend on a workflow: the results of a task, and what an action can change.
import { Problems, refuse } from '../../base/errors.ts'
import { isObject, member } from '../../base/text/json.ts'
import { workflowOf } from '../../entities/rules/workflows/action-rules.ts'
import { addableTypes } from '../../entities/rules/workflows/actions.ts'
import { status } from '../../entities/rules/workflows/advance.ts'
import { branchesAfter, resultsOf } from '../../entities/rules/workflows/branches.ts'
import { ownPath } from '../../entities/rules/workflows/conditions.ts'
import { assigneeWords } from '../../entities/rules/workflows/make-tasks.ts'
import { entityOf } from '../../entities/rules/workflows/plan.ts'
import { standingOf } from '../../entities/rules/workflows/standing.ts'
import { operationTypeItems, operationTypes } from '../../fields/kinds/particular/operation-list.ts'
import type { FixedItem } from '../../fields/option-source.ts'
import { decodeKey } from '../../fields/record-key.ts'
import type { ModelEntity } from '../../model/model.ts'
import { schemaRows } from '../../model/schema-rows.ts'
import { dataAt, dataPath } from '../../options/data.ts'
import { fixedList } from '../../options/fixed-list.ts'
import type { OptionSet } from '../../options/option-set.ts'
import { userOptions } from '../../options/users.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { isWritable } from '../record/record-questions.ts'
import { allowedIds } from '../rows/record-access.ts'
import { RowStore } from '../rows/row-store.ts'
import { actingContext } from './acting-context.ts'
import { type WorkflowOptionName, workflowOptionName } from './option-names.ts'

type Lister = (request: EntityRequest, context: OperationContext) => Promise<OptionSet>

const listers: Readonly<Record<WorkflowOptionName, Lister>> = {
  'task/options/workflow/result': listResults,
  'workflowaction/operations/fieldname': listFields,
  'workflowaction/operations/type': listTypes,
  'workflowtasktemplate/assignedtoexpression': listAssignees,
}

/** Lists the options of a name of a FieldOptions request; undefined when they do not depend on a workflow. */
export function workflowOptions(entity: ModelEntity, path: string): Lister | undefined {
  const name = workflowOptionName(entity.name, path)
  return name && listers[name]
}

const named = (names: readonly string[]): OptionSet => fixedList(names.map(name => ({ key: name, name })))

/** The key of a member of Data, as a program sends it or as a Read returns it. */
function keyAt(request: EntityRequest, name: string, kinds: readonly string[]) {
  const sent = dataAt(request, name)
  const value = isObject(sent) ? member(sent, 'Value') : sent
  const key = typeof value === 'string' ? decodeKey(value) : null
  if (key && kinds.includes(key.kind)) return key
  const here = dataPath(request, name)
  return refuse('Required', here, `${here} is mandatory: the options depend on it. It is a key of ${kinds.join(', ')}.`)
}

/** Runs a function on the rows of the caller's database. */
const withRows = <T>(context: OperationContext, work: (rows: RowStore) => Promise<T>): Promise<T> =>
  context.store.write(tx => work(new RowStore(tx, context.store.dialect, context.caller.db)))

/** The results with which an open task can be completed; none when no branch asks for one. */
async function listResults(request: EntityRequest, context: OperationContext): Promise<OptionSet> {
  const { id } = keyAt(request, 'Key', ['Task'])
  const results = await withRows(context, async rows => {
    const { caller, catalog } = context
    const allowed = await allowedIds(rows, catalog.model, caller, request.entity, [id], { mode: 'read', lock: 'share' })
    const acting = actingContext({ rows, context, path: request.member, problems: new Problems() })
    const task = allowed.has(id) ? await rows.one('task', { id, deleted: null, completed: 0 }) : null
    const key = task?.workflow_instance_key
    const instance = typeof key === 'string' ? await rows.one('workflow_instance', { id: key, deleted: null }) : null
    const standing = task && instance?.status === status.running ? await standingOf(acting, instance, task) : null
    if (!standing) return []
    return resultsOf(await branchesAfter(acting, standing, String(task?.workflow_task_template_key)))
  })
  return named(results)
}

const parents = ['Workflow', 'WorkflowStage', 'WorkflowTaskTemplate']

/** The fields that an action of the parent can change, each with the name of its entity. */
async function writableRows(request: EntityRequest, context: OperationContext) {
  const { kind, id } = keyAt(request, 'ParentWorkflowKey', parents)
  const { model } = context.catalog
  const workflow = await withRows(context, rows => {
    const find = (entity: string, id: string) => rows.one(model.entity(entity).entity.table, { id, deleted: null })
    return workflowOf({ find }, kind, id)
  })
  const entity = workflow && entityOf(workflow)
  return schemaRows(model).filter(row => row.entity === entity && isWritable(row))
}

async function listFields(request: EntityRequest, context: OperationContext): Promise<OptionSet> {
  const rows = await writableRows(request, context)
  return fixedList(rows.map(({ entity, path, displayValue }) => ({ key: `${entity}/${path}`, name: displayValue })))
}

/** The types of operations on the field that Data names. */
async function listTypes(request: EntityRequest, context: OperationContext): Promise<OptionSet> {
  const rows = await writableRows(request, context)
  const sent = dataAt(request, 'Operations')
  const [first] = Array.isArray(sent) ? sent : [sent]
  const name = isObject(first) ? member(first, 'FieldName') : undefined
  const row = rows.find(({ entity, path, aliases }) =>
    [path, ...aliases].some(each => each.toLowerCase() === ownPath(String(name ?? ''), entity).toLowerCase()),
  )
  const types = operationTypeItems.filter(({ key }: FixedItem) =>
    key === operationTypes.add ? row && addableTypes.includes(row.type) : key !== operationTypes.clear || row,
  )
  return fixedList(types)
}

/** The words of AssignedToExpression, and the users. */
async function listAssignees(_request: EntityRequest, context: OperationContext): Promise<OptionSet> {
  const { items } = await userOptions(context, {})
  const users = items.map(({ Uid, DisplayValue }) => ({ key: String(Uid), name: String(DisplayValue) }))
  return fixedList([...assigneeWords.map(word => ({ key: word, name: word })), ...users])
}

// Runs WorkflowStart, WorkflowStop and WorkflowSkip, each in a transaction of its own.
import { refuse } from '../../base/errors.ts'
import { isEmpty, isObject, member } from '../../base/text/json.ts'
import type { RecordRow } from '../../entities/entity.ts'
import type { RecordRef } from '../../entities/rules/types.ts'
import { binOpenTasks, endInstance, status } from '../../entities/rules/workflows/advance.ts'
import { skipTask } from '../../entities/rules/workflows/complete.ts'
import { outlookOf } from '../../entities/rules/workflows/outlook.ts'
import { type StartRequest, startWorkflow } from '../../entities/rules/workflows/start.ts'
import { readKey } from '../../fields/kinds/reference.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { allowedIds, lockRecord } from '../rows/record-access.ts'
import { type OwnWrite, ownWrite } from '../write/own-write.ts'
import { actingContext } from './acting-context.ts'
import { shownEvent, shownTask } from './dry-run.ts'

const runsOn = ['AbEntry', 'Opportunity', 'Case', 'Lead']
const companions = [...runsOn, 'Campaign']

/** The record of a key of Data; null when it is missing, wrong or unknown. */
function refAt(call: OwnWrite, name: string, kinds: readonly string[], required: boolean): RecordRef | null {
  const { data, path, problems, context } = call
  const sent = member(data, name)
  const here = `${path}.${name}`
  if (isEmpty(sent)) {
    if (required) problems.add('KeyRequired', here, `${here} is mandatory: it is the key of a record.`)
    return null
  }
  const { survivorOf } = context.catalog
  const key = readKey(sent, kinds, { path: here, problems, survivorOf })
  return key ? { kind: key.kind, id: key.id } : null
}

async function mayUse(call: OwnWrite, { kind, id }: RecordRef, mode: 'read' | 'write'): Promise<boolean> {
  const { rows, context } = call
  const { model } = context.catalog
  const found = await allowedIds(rows, model, context.caller, model.entity(kind), [id], { mode, lock: 'update' })
  return found.has(id)
}

async function checkAccess(call: OwnWrite, name: string, ref: RecordRef | null, written: boolean): Promise<void> {
  if (ref === null) return
  const here = `${call.path}.${name}`
  if (!(await mayUse(call, ref, 'read')))
    call.problems.add('UnknownKey', here, `${here}: there is no such ${ref.kind}.`)
  else if (written && !(await mayUse(call, ref, 'write')))
    call.problems.add('AccessDenied', here, `${here}: the record may be read, but not written.`)
}

export const workflowStart = ownWrite('WorkflowStart', 'Workflow', async call => {
  const { rows, problems, path, request } = call
  const workflow = refAt(call, 'Key', ['Workflow'], true)
  const parent = refAt(call, 'ParentKey', runsOn, true)
  const other = refAt(call, 'WithKey', companions, false)
  await checkAccess(call, 'ParentKey', parent, true)
  await checkAccess(call, 'WithKey', other, runsOn.includes(other?.kind ?? ''))
  const row = workflow && (await rows.one('workflow', { id: workflow.id, deleted: null }, { lock: 'share' }))
  if (workflow && !row) problems.add('UnknownKey', `${path}.Key`, `${path}.Key: there is no such Workflow.`)
  problems.throwIfAny()
  const options = member(request.content as Record<string, unknown>, 'Options')
  const dryRun = isObject(options) && member(options, 'DryRun') === true
  const asked: StartRequest = { workflow: row as RecordRow, parent: parent as RecordRef, with: other, dryRun }
  const acting = actingContext(call)
  const started = await startWorkflow(acting, asked)
  if (!started) return {}
  const Key = encodeKey('Workflow', (workflow as RecordRef).id)
  if (!dryRun) return { Data: { Key, WorkflowInstanceKey: encodeKey('WorkflowInstance', started.instance) } }
  const Tasks = []
  for (const task of started.tasks) Tasks.push(await shownTask(rows, task as RecordRow))
  const Outlook = []
  for (const event of await outlookOf(acting, started.plan, started.source)) Outlook.push(await shownEvent(rows, event))
  return { Data: { Key, Tasks, Outlook } }
})

/** The running instance that Data names, locked; refuses any other. */
async function runningInstance(call: OwnWrite): Promise<RecordRow> {
  const { request, context, rows, path, problems } = call
  const ref = refAt(call, 'Key', ['WorkflowInstance'], true)
  problems.throwIfAny()
  const here = `${path}.Key`
  const { caller, catalog } = context
  const found = ref && (await lockRecord(rows, catalog.model, caller, request.entity, ref.id))
  if (!found) return refuse('UnknownKey', here, `${here}: there is no such WorkflowInstance.`)
  if (!found.mayWrite) refuse('AccessDenied', here, `${here}: the record that it runs on may not be written.`)
  if (found.row.status !== status.running) refuse('RuleViolated', here, `${here}: the instance does not run any more.`)
  return found.row
}

export const workflowStop = ownWrite('WorkflowStop', 'WorkflowInstance', async call => {
  const { id } = await runningInstance(call)
  const { uid } = call.context.caller
  const user = await call.rows.one('user', { id: uid })
  const service = actingContext(call)
  await binOpenTasks(service, String(id))
  await endInstance(service, String(id), `${user?.display ?? uid} stopped it.`)
  return { Data: { Key: encodeKey('WorkflowInstance', String(id)) } }
})

export const workflowSkip = ownWrite('WorkflowSkip', 'WorkflowInstance', async call => {
  const instance = await runningInstance(call)
  await skipTask(actingContext(call), instance)
  return { Data: { Key: encodeKey('WorkflowInstance', String(instance.id)) } }
})

// Starts the workflow of a trigger on records that have come to meet its conditions, in the name of its owner.
import { Problems } from '../base/errors.ts'
import type { RecordRow } from '../entities/entity.ts'
import type { ActingContext } from '../entities/rules/workflows/actions.ts'
import { status } from '../entities/rules/workflows/advance.ts'
import { loadPlan } from '../entities/rules/workflows/plan.ts'
import { startWorkflow } from '../entities/rules/workflows/start.ts'
import { foldedPair } from '../fields/kinds/text.ts'
import type { OperationContext } from '../operations/context.ts'
import { BatchedRows } from '../operations/rows/batched-rows.ts'
import { allowedIds } from '../operations/rows/record-access.ts'
import type { RowStore } from '../operations/rows/row-store.ts'
import { actingContext } from '../operations/workflows/acting-context.ts'
import type { Tx } from '../storage/store.ts'
import { meet } from './meetings.ts'
import type { Trigger } from './triggers.ts'

/** Workflows that start one another by triggers, on one day, do so at most so many times in a row. */
const deepest = 5

export interface StartOrder {
  readonly trigger: Trigger
  readonly context: OperationContext
  /** The day on which the records met the conditions. */
  readonly day: number
  /** Each record with the number of instances that have started each other, the new one included. */
  readonly records: ReadonlyMap<string, number>
}

/** Records that the owner may not write are left out, and so are those on which the workflow runs. Few statements serve all of them. */
export async function startOn(tx: Tx, { trigger, context, day, records }: StartOrder): Promise<void> {
  const { store, catalog, caller } = context
  const { action, workflow, entity } = trigger
  const rows = new BatchedRows(tx, store.dialect, caller.db)
  const access = { mode: 'write', lock: 'update' } as const
  const ids = [...records.keys()].toSorted()
  const allowed = await allowedIds(rows, catalog.model, caller, catalog.model.entity(entity), ids, access)
  // What an administrator has ended since the events were judged starts nothing more.
  const current = await rows.one('workflow', { id: workflow.id ?? null, inactive: 0, deleted: null }, { lock: 'share' })
  if (!current || !(await rows.exists('workflow_action', { id: action, deleted: null }))) return
  const come = await meet(tx, store.dialect, { db: caller.db, action, records: [...allowed], day })
  if (come.length === 0) return
  const acting = withKnownUsers(actingContext({ rows, context, path: 'Workflow', problems: new Problems() }))
  const plan = await loadPlan(acting, current)
  const free = await freeRecords(rows, catalog.model.entity(entity).entity.table, trigger, come)
  for (const record of come) {
    const depth = records.get(record) ?? 1
    const row = free.get(record)
    if (depth > deepest) await refuseDeep(acting, trigger, record, depth)
    else if (row) {
      const parent = { kind: entity, id: record }
      // A refusal comes before anything is written.
      const context = { ...acting, problems: new Problems() }
      await startWorkflow(context, { workflow: current, plan, parent, with: null, trigger: action, depth, free: row })
    }
  }
  await rows.flush()
}

/** Reads each user once: the tasks of many records are for few of them. */
function withKnownUsers(context: ActingContext): ActingContext {
  const known = new Map<string, ReturnType<ActingContext['rowsOf']>>()
  const rowsOf: ActingContext['rowsOf'] = (table, where) => {
    if (table !== 'user') return context.rowsOf(table, where)
    const key = JSON.stringify(where)
    const found = known.get(key) ?? context.rowsOf(table, where)
    known.set(key, found)
    return found
  }
  return { ...context, rowsOf }
}

/** The rows of the records on which the workflow of the trigger does not run. They are locked already. */
async function freeRecords(
  rows: RowStore,
  table: string,
  { workflow, entity }: Trigger,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordRow>> {
  const running = { workflow_key: workflow.id ?? null, status: status.running, with_id: null, deleted: null }
  const where = { parent_kind: entity, parent_id: [...ids], ...running }
  const busy = new Set(await rows.values('workflow_instance', 'parent_id', where))
  const found = await rows.select(table, { id: ids.filter(id => !busy.has(id)), deleted: null })
  return new Map(found.map(row => [String(row.id), row]))
}

/** An instance that ended at once says why the workflow was not started. */
const refuseDeep = (acting: ActingContext, { action, workflow, entity }: Trigger, record: string, depth: number) =>
  acting.createRecord('WorkflowInstance', {
    ...{ workflow_key: workflow.id ?? null, parent_kind: entity, parent_id: record, trigger_key: action },
    ...{ status: status.ended, completed: 0, completion_date: acting.now, steps: 0, depth },
    ...foldedPair('reason', `It was not started: ${deepest} workflows have started one another on this day.`),
  })

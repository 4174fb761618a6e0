// Starts the workflow of a trigger on records that have come to meet its conditions, in the name of its owner.
import { Problems } from '../base/errors.ts'
import type { ActingContext } from '../entities/rules/workflows/actions.ts'
import { status } from '../entities/rules/workflows/advance.ts'
import { loadPlan } from '../entities/rules/workflows/plan.ts'
import { startWorkflow } from '../entities/rules/workflows/start.ts'
import { foldedPair } from '../fields/kinds/text.ts'
import type { OperationContext } from '../operations/context.ts'
import { allowedIds } from '../operations/rows/record-access.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import { actingContext } from '../operations/workflows/acting-context.ts'
import type { Tx } from '../storage/store.ts'
import { meet } from './statements.ts'
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

/** Records that the owner may not write are left out, and so are those on which the workflow runs. */
export async function startOn(tx: Tx, { trigger, context, day, records }: StartOrder): Promise<void> {
  const { store, catalog, caller } = context
  const { action, workflow, entity } = trigger
  const rows = new RowStore(tx, store.dialect, caller.db)
  const ids = [...records.keys()].toSorted()
  const access = { mode: 'write', lock: 'update' } as const
  const allowed = await allowedIds(rows, catalog.model, caller, catalog.model.entity(entity), ids, access)
  const acting = actingContext({ rows, context, path: 'Workflow', problems: new Problems() })
  const plan = await loadPlan(acting, workflow)
  for (const record of ids) {
    if (!allowed.has(record)) continue
    if ((await tx.run(meet(store.dialect, { db: caller.db, action, record, day }))) === 0) continue
    const depth = records.get(record) ?? 1
    const parent = { kind: entity, id: record }
    if (depth > deepest) await refuseDeep(acting, trigger, record, depth)
    // A refusal comes before anything is written.
    else
      await startWorkflow(
        { ...acting, problems: new Problems() },
        { workflow, plan, parent, with: null, trigger: action, depth },
      )
  }
}

/** An instance that ended at once says why the workflow was not started. */
const refuseDeep = (acting: ActingContext, { action, workflow, entity }: Trigger, record: string, depth: number) =>
  acting.createRecord('WorkflowInstance', {
    ...{ workflow_key: workflow.id ?? null, parent_kind: entity, parent_id: record, trigger_key: action },
    ...{ status: status.ended, completed: 0, completion_date: acting.now, steps: 0, depth },
    ...foldedPair('reason', `It was not started: ${deepest} workflows have started one another on this day.`),
  })

// Reads the triggers of a database: the actions that start a workflow on records that come to meet their conditions.

import type { Callers } from '../accounts/caller.ts'
import { databaseById } from '../accounts/databases.ts'
import type { Log } from '../base/log/log.ts'
import { isObject } from '../base/text/json.ts'
import { actionKinds, actionOf } from '../entities/rules/workflows/actions.ts'
import { entityOf } from '../entities/rules/workflows/plan.ts'
import type { OperationParts } from '../envelope/run.ts'
import { serviceContext } from '../envelope/service-context.ts'
import type { EventLog } from '../events/event-log.ts'
import type { OperationContext } from '../operations/context.ts'
import { selectRows } from '../operations/rows/row-store.ts'
import type { Row } from '../storage/store.ts'

export interface TriggerParts {
  readonly operations: OperationParts
  readonly callers: Pick<Callers, 'find'>
  readonly events: Pick<EventLog, 'eventsAfter' | 'begin'>
  readonly log: Pick<Log, 'error'>
}

export interface Trigger {
  /** The WorkflowAction. */
  readonly action: string
  readonly workflow: Row
  /** The entity of the records that the workflow runs on. */
  readonly entity: string
  readonly conditions: unknown
  /** Epoch seconds at which the trigger was made. */
  readonly created: number
  /** The conditions can come to be met without a write. */
  readonly isDated: boolean
}

/** The triggers of all workflows that are active, in the order in which they were made. */
export async function triggersOf({ operations: { store } }: TriggerParts, db: number): Promise<readonly Trigger[]> {
  const { dialect } = store
  const actions = await selectRows(store, dialect, 'workflow_action', {
    ...{ db, action: actionKinds.trigger, deleted: null },
  })
  if (actions.length === 0) return []
  const ids = [...new Set(actions.map(({ parent_id }) => String(parent_id)))]
  const workflows = await selectRows(store, dialect, 'workflow', { db, id: ids, inactive: 0, deleted: null })
  const byId = new Map(workflows.map(row => [row.id, row]))
  return actions
    .toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
    .flatMap(row => {
      const workflow = byId.get(row.parent_id as string)
      if (!workflow) return []
      const { id: action, conditions } = actionOf(row)
      const entity = entityOf(workflow)
      return [{ action, workflow, entity, conditions, created: Number(row.created), isDated: isDated(conditions) }]
    })
}

/** Fields whose values change with the time alone. */
const agingFields = /(^|\/)(age|overdue)$/i

/** Whether conditions depend on the time: a value is a function of it, or a field ages. */
function isDated(condition: unknown): boolean {
  if (typeof condition === 'string') return condition.startsWith('$') && !/^\$currentuser\(/i.test(condition)
  if (Array.isArray(condition)) return condition.some(isDated)
  if (!isObject(condition)) return false
  return Object.entries(condition).some(([name, value]) => agingFields.test(name) || isDated(value))
}

/** The time zone in which the days of a database begin. */
export const zoneOfDatabase = async ({ operations }: TriggerParts, db: number): Promise<string> =>
  (await databaseById(operations.store, db))?.time_zone ?? 'UTC'

/** The context in which the owner of the workflow acts; null while that user is disabled: then the trigger pauses. */
export async function ownerContext(
  { operations, callers }: TriggerParts,
  { workflow, action }: Trigger,
  { db, zone }: { readonly db: number; readonly zone: string },
): Promise<OperationContext | null> {
  const person = await callers.find(db, String(workflow.owner))
  if (!person) return null
  const catalog = await operations.catalogs.get(db)
  const caller = { ...person, application: null, chain: null, scope: ['data'] }
  return {
    ...serviceContext(operations, { caller, catalog, timeZone: zone }),
    cause: { kind: 'WorkflowAction', id: action },
  }
}

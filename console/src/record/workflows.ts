// Says what the workflows of a record are read and started by: those that can be started, and those that run with their open tasks.
import { type Body, type Row, rowsOf, textOf } from '../api/envelope.ts'
import { memberText } from '../fields/field.ts'
import type { RecordKind } from './kinds.ts'
import { momentText } from './moments.ts'

const named = { Key: 1, DisplayValue: 1 }
const moment = { Value: 1, DisplayValue: 1 }
/** More instances and tasks than a record has in practice. */
const most = 200

/** Reads the workflows that can be started on records of an entity. */
export const startableMembers = ({ workflowType }: RecordKind): Body => ({
  Workflow: {
    Scope: { Fields: { Key: 1, Name: 1, Description: 1 } },
    Criteria: { SearchQuery: { EntityType: { $EQ: workflowType }, Inactive: { $EQ: false } } },
  },
})

/** Reads the instances that run on the record or with it, and the open tasks of workflows there. */
export const runningMembers = ({ tasksBy }: RecordKind, key: string): Body => ({
  'WorkflowInstance.running': {
    Scope: { Fields: { ...named, WorkflowStage: named, CreationDate: moment } },
    Criteria: {
      SearchQuery: {
        $AND: [{ Status: { $EQ: 0 } }, { $OR: [{ ParentKey: { $EQ: key } }, { WithKey: { $EQ: key } }] }],
      },
      Top: most,
    },
    OrderBy: { Fields: [{ CreationDate: 'ASC' }] },
  },
  'Task.open': {
    Scope: { Fields: { Key: 1, Activity: 1, DateTime: moment, AssignedTo: named, WorkflowInstanceKey: 1 } },
    Criteria: {
      SearchQuery: {
        [tasksBy as string]: { $EQ: key },
        Completed: { $EQ: false },
        WorkflowInstanceKey: { $NE: null },
      },
      Top: most,
    },
    OrderBy: { Fields: [{ DateTime: 'ASC' }] },
  },
})

export interface FlowTask {
  /** Null for a task that a start would make. */
  readonly key: string | null
  readonly name: string
  /** ISO 8601; empty without a time. */
  readonly at: string
  readonly who: string
}

export interface RunningFlow {
  readonly key: string
  readonly name: string
  /** Empty for a workflow without stages. */
  readonly stage: string
  readonly since: string
  readonly tasks: readonly FlowTask[]
}

const taskOf = (row: Row): FlowTask => ({
  key: String(row.Key),
  name: textOf(row.Activity),
  at: momentText(row.DateTime),
  who: textOf(row.AssignedTo),
})

/** The running workflows of an answer, each with its own open tasks. */
export function runningIn(answer: Body | undefined): readonly RunningFlow[] {
  const tasks = rowsOf(answer, 'Task.open')
  return rowsOf(answer, 'WorkflowInstance.running').map(row => ({
    key: String(row.Key),
    name: textOf(row.DisplayValue),
    stage: memberText(row.WorkflowStage, 'DisplayValue'),
    since: momentText(row.CreationDate),
    tasks: tasks.filter(({ WorkflowInstanceKey }) => WorkflowInstanceKey === row.Key).map(taskOf),
  }))
}

/** Starts a workflow on a record; a dry run answers what would be made. */
export const startMembers = (workflow: string, record: string, isDryRun: boolean): Body => ({
  Workflow: {
    Data: { Key: workflow, ParentKey: record },
    ...(isDryRun ? { Options: { DryRun: true } } : {}),
  },
})

/** The tasks that a dry run answers. */
export function plannedIn(answer: Body): readonly FlowTask[] {
  const { Data } = answer.Workflow as { Data: { Tasks: readonly Row[] } }
  return Data.Tasks.map(({ Subject, DateTime, AssignedTo }) => ({
    key: null,
    name: textOf(Subject),
    at: textOf(DateTime),
    who: textOf(AssignedTo),
  }))
}

// Loads a workflow as lanes of steps: the tasks of a step are made at the same time, its lanes run side by side.
import type { Row } from '../../../storage/store.ts'
import { listedEntities } from '../favorite-list-rules.ts'
import type { RuleStore } from '../types.ts'

/** The task templates that are made at the same time. */
export interface Step {
  /** Null in a workflow without stages. */
  readonly stage: Row | null
  readonly templates: readonly Row[]
}

/** Steps that follow each other. */
export type Lane = readonly Step[]

export interface WorkflowPlan {
  readonly workflow: Row
  /** The entity of the records that it runs on. */
  readonly entity: string
  readonly lanes: readonly Lane[]
}

export const idOf = (row: Readonly<Row>): string => String(row.id)

/** The entity of the records that a workflow runs on. */
export const entityOf = (workflow: Readonly<Row>): string =>
  listedEntities.find(({ key }) => key === Number(workflow.entity_type ?? 1))?.entity ?? 'AbEntry'

const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Number(a.sequence) - Number(b.sequence) || (idOf(a) < idOf(b) ? -1 : 1))

const templatesOf = async (store: RuleStore, kind: string, id: string): Promise<Row[]> =>
  inOrder(await store.rowsOf('workflow_task_template', { workflow_kind: kind, workflow_id: id, deleted: null }))

/** Templates of equal Sequence are one step; without a sequence all of them are. */
function stepsOf(stage: Row | null, templates: readonly Row[], sequential: boolean): Step[] {
  if (templates.length === 0) return []
  if (!sequential) return [{ stage, templates }]
  return [...Map.groupBy(templates, row => Number(row.sequence)).values()].map(group => ({ stage, templates: group }))
}

/** A workflow that was deleted meanwhile has no lanes. */
export async function loadPlan(store: RuleStore, workflow: Row): Promise<WorkflowPlan> {
  const entity = entityOf(workflow)
  const sequential = workflow.is_sequential === 1
  if (workflow.has_stages !== 1) {
    const steps = stepsOf(null, await templatesOf(store, 'Workflow', idOf(workflow)), sequential)
    return { workflow, entity, lanes: steps.length > 0 ? [steps] : [] }
  }
  const stages: Step[][] = []
  for (const stage of inOrder(await store.findBy('WorkflowStage', 'workflow_key', idOf(workflow))))
    stages.push(stepsOf(stage, await templatesOf(store, 'WorkflowStage', idOf(stage)), stage.is_sequential === 1))
  const filled = stages.filter(steps => steps.length > 0)
  return { workflow, entity, lanes: sequential && filled.length > 0 ? [filled.flat()] : filled }
}

/** The lane and the step of a task template; null when the workflow has it no longer. */
export function placeOf({ lanes }: WorkflowPlan, template: unknown): { lane: Lane; step: Step } | null {
  for (const lane of lanes) {
    const step = lane.find(({ templates }) => templates.some(row => row.id === template))
    if (step) return { lane, step }
  }
  return null
}

export const templateIds = (steps: readonly Step[]): Set<string> =>
  new Set(steps.flatMap(({ templates }) => templates.map(idOf)))

// Checks that the templates of a column setup name fields of the entities that its list shows.
import { fieldOfTemplate } from '../../fields/kinds/particular/column-list.ts'
import type { EntityRules, RuleContext } from './types.ts'

/** The entities of each EntityType; an activity is an appointment or a task. */
const shown: Readonly<Record<number, readonly string[]>> = {
  1: ['AbEntry'],
  2: ['Opportunity'],
  5: ['Case'],
  19: ['Lead'],
  10003: ['Interaction'],
  10015: ['Appointment', 'Task'],
}

interface StoredColumn {
  readonly Template?: unknown
}

export const columnSetupRules: EntityRules = {
  before: write => {
    if (!write.sent('Columns') && !write.sent('EntityType')) return
    const { columns, entity_type: entityType } = write.row
    if (typeof columns !== 'string' || entityType === null) return
    for (const [i, column] of (JSON.parse(columns) as StoredColumn[]).entries()) checkTemplate(write, column, i)
  },
}

function checkTemplate(write: RuleContext, column: StoredColumn, index: number): void {
  const path = fieldOfTemplate(String(column.Template))
  if (path === null) return
  const entities = shown[Number(write.row.entity_type)] ?? []
  const reasons = entities.map(entity => write.whyNoField(entity, path))
  if (reasons.includes(null) || reasons.length === 0) return
  const here = `${write.path}.Columns[${index}].Template`
  write.problems.add('UnknownField', here, `${here}: ${reasons[0]}`)
}

// Defines the kind for why the service wrote something: an instance of a workflow, or the action that started one.
import { column } from '../../../storage/table.ts'
import type { Field, Traits } from '../../field.ts'
import { outputOf } from '../../output.ts'
import { joinById, type Output, valuePart } from '../../part.ts'
import { keyType } from '../../types.ts'
import { mixedKeyOutput } from '../reference.ts'

const kinds = ['WorkflowInstance', 'WorkflowAction']

/** The columns are `<column>_kind` and `<column>_id`. Both kinds are shown with the name of their workflow. */
export function cause(spec: Traits): Field {
  return {
    traits: { ...spec, readOnly: true },
    schema: { type: 'ObjectField' },
    columns: own => [column(`${own}_kind`, 'text'), column(`${own}_id`, 'text')],
    part: ({ name, join, column: own }) => {
      const [kind, id] = [
        { join, column: `${own}_kind` },
        { join, column: `${own}_id` },
      ]
      const instance = joinById(join, `${own}_instance`, 'workflow_instance', id.column, 'WorkflowInstance')
      const started = joinById(instance, `${own}_of_instance`, 'workflow', 'workflow_key', 'Workflow')
      const action = joinById(join, `${own}_action`, 'workflow_action', id.column, 'WorkflowAction')
      const triggered = joinById(action, `${own}_of_action`, 'workflow', 'parent_id', 'Workflow')
      const key = mixedKeyOutput(kind, id)
      const display: Output = {
        sources: [
          { join: started, column: 'display' },
          { join: triggered, column: 'display' },
        ],
        json: (row, [ofInstance = 0, ofAction = 0]) => JSON.stringify(row[ofInstance] ?? row[ofAction] ?? null),
      }
      const type = outputOf(kind, value => JSON.stringify(value))
      const operand = { type: keyType(kinds), sources: [id] }
      const whole: Output = {
        sources: [...key.sources, ...display.sources],
        json: (row, [kindAt = 0, idAt = 0, ...shownAt], context) => {
          const keyText = key.json(row, [kindAt, idAt], context)
          if (keyText === 'null') return 'null'
          return `{"Type":${JSON.stringify(row[kindAt])},"Key":${keyText},"DisplayValue":${display.json(row, shownAt, context)}}`
        },
      }
      return valuePart(
        name,
        { output: whole, operand, presence: [id] },
        { ...valuePart('Type', { output: type }), doc: 'The entity of the cause.' },
        valuePart('Key', { output: key, operand }),
        valuePart('DisplayValue', { output: display }),
      )
    },
  }
}

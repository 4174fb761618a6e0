// Says what an action of a workflow does in one line.
import type { Texts } from '../texts/types.ts'
import { splitConditions } from './conditions.ts'
import type { Definition, WorkflowAction } from './definition.ts'
import { goalsOf } from './definition.ts'

interface Names {
  readonly words: Texts['workflows']
  readonly definition: Definition
  /** The label of a field by its path with the entity. */
  readonly fieldLabel: (path: string) => string
  /** The name of a user by the Uid, and of a role. */
  readonly personName: (expression: string) => string
  /** The names of other workflows by key. */
  readonly workflowName: (key: string) => string | undefined
}

export function actionText(action: WorkflowAction, names: Names): string {
  const { words, definition } = names
  const { says, conditional } = words.action
  const { results, query } = splitConditions(action.conditions, definition.entity)
  const hasQuery = Object.keys(query).length > 0
  const fields = action.operations.map(({ FieldName }) => names.fieldLabel(FieldName ?? '')).join(', ')
  const text = {
    trigger: () => (hasQuery ? words.whenRecord : words.everyRecord),
    branch: () => says.branch(results.join(', '), goalName(action, names)),
    update: () => says.update(fields),
    mail: () => says.mail(action.templateName || words.action.somewhere, names.personName(action.mailTo)),
    call: () => says.call(action.url),
  }[action.kind]()
  return hasQuery && action.kind !== 'trigger' ? `${text} (${conditional})` : text
}

function goalName({ operations }: WorkflowAction, { words, definition, workflowName }: Names): string {
  const key = String(operations[0]?.Data ?? '')
  const other = workflowName(key)
  const own = goalsOf(definition).find(goal => goal.key === key)?.name
  return own ?? (other === undefined ? words.action.somewhere : words.action.workflow(other))
}

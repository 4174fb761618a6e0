// Names whom the tasks and mails of workflows are for: roles of the record, and users.
import { type Choice, useOptions } from '../fields/parts/options.ts'
import { useTexts } from '../texts/index.tsx'
import { roles } from './definition.ts'

interface WorkflowPeople {
  /** Roles, then users, as choices of a select. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly nameOf: (expression: string) => string
}

export function useWorkflowPeople(): WorkflowPeople {
  const words: Readonly<Record<string, string>> = useTexts().workflows.roles
  const { choices } = useOptions({ entity: 'WorkflowTaskTemplate', path: 'AssignedToExpression' })
  const users = choices.filter(({ key }) => !(roles as readonly string[]).includes(key))
  const labels = new Map(users.map(({ key, label }: Choice) => [key.toLowerCase(), label]))
  return {
    choices: [
      ...roles.map(role => ({ value: role as string, label: words[role] ?? role })),
      ...users.map(({ key, label }) => ({ value: key, label })),
    ],
    nameOf: expression => words[expression] ?? labels.get(expression.toLowerCase()) ?? expression,
  }
}

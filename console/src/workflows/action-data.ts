// Converts an action of a workflow to the values of its form, and these to what is written.
import type { Body } from '../api/envelope.ts'
import { joinedConditions, splitConditions } from './conditions.ts'
import { type ActionKind, actionKinds, type Operation, type WorkflowAction, type WorkflowEntity } from './definition.ts'

export interface ActionDraft {
  readonly kind: ActionKind
  /** One in each line. */
  readonly results: string
  /** The SearchQuery on the record. */
  readonly query: Body
  readonly goal: string | null
  readonly operations: readonly Operation[]
  readonly template: string | null
  readonly mailTo: string
  readonly url: string
}

/** What can follow a task, or the end of a stage or of the workflow. */
export const kindsFor = (): readonly ActionKind[] => ['branch', 'update', 'mail', 'call']

export function actionDraft(action: WorkflowAction | null, kind: ActionKind, entity: WorkflowEntity): ActionDraft {
  const { results, query } = splitConditions(action?.conditions ?? null, entity)
  const isBranch = action?.kind === 'branch'
  return {
    kind: action?.kind ?? kind,
    results: results.join('\n'),
    query,
    goal: isBranch ? String(action.operations[0]?.Data ?? '') || null : null,
    operations: isBranch ? [] : (action?.operations ?? []),
    template: action?.template ?? null,
    mailTo: action?.mailTo ?? 'Record',
    url: action?.url ?? '',
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** The members of Data that the kind of action has. */
export function actionData(draft: ActionDraft, entity: WorkflowEntity): Body {
  const { kind, query, operations, goal } = draft
  const results = kind === 'branch' ? linesOf(draft.results) : []
  const shared = { Action: actionKinds[kind], Conditions: joinedConditions({ results, query }, entity) }
  const goTo = [{ FieldName: null, Type: 1, Data: goal }]
  return {
    trigger: () => shared,
    branch: () => ({ ...shared, Operations: goTo }),
    update: () => ({ ...shared, Operations: operations }),
    mail: () => ({ ...shared, MailTemplateKey: draft.template, MailTo: draft.mailTo }),
    call: () => ({ ...shared, Url: draft.url, Operations: operations.map(({ FieldName }) => ({ FieldName })) }),
  }[kind]()
}

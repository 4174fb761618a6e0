// Reads the actions of a workflow, judges their conditions, and applies those that update fields.
import { isObject } from '../../../base/text/json.ts'
import { type ActionOperation, operationTypes } from '../../../fields/kinds/particular/operation-list.ts'
import type { Row } from '../../../storage/store.ts'
import type { RecordQuestions, RecordRef, RuleStore, ServiceContext } from '../types.ts'
import { ownPath, withResult } from './conditions.ts'
import { idOf } from './plan.ts'

/** The values of WorkflowAction.Action. */
export const actionKinds = { trigger: 1, branch: 2, update: 3, mail: 4, call: 5 } as const

/** The type of the fields that are moved by days. */
const dateType = 'DateTimeField'

const moneyType = 'CurrencyField'

/** The types of the fields that a number is added to. */
export const addableTypes: readonly string[] = ['IntegerField', 'NumericField', moneyType, dateType]

export interface Action {
  readonly id: string
  readonly kind: number
  readonly conditions: unknown
  readonly operations: readonly ActionOperation[]
  /** The MailTemplate of a mail, and to whom it goes; null by default. */
  readonly template: string | null
  readonly to: string | null
  /** The URL of a call. */
  readonly url: string | null
}

/** A context whose rules ask about the record and change it. */
export type ActingContext = ServiceContext & RecordQuestions

export const actionOf = (row: Readonly<Row>): Action => ({
  id: idOf(row),
  kind: Number(row.action),
  conditions: typeof row.conditions === 'string' ? JSON.parse(row.conditions) : null,
  operations: typeof row.operations === 'string' ? JSON.parse(row.operations) : [],
  template: textAt(row, 'mail_template_key'),
  to: textAt(row, 'mail_to'),
  url: textAt(row, 'url'),
})

const textAt = (row: Readonly<Row>, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' ? value : null
}

/** The actions of a workflow, stage or task template, in the order in which they were made. */
export async function actionsOf(store: Pick<RuleStore, 'rowsOf'>, parent: string): Promise<Action[]> {
  const rows = await store.rowsOf('workflow_action', { parent_id: parent, deleted: null })
  return rows.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1)).map(actionOf)
}

/** The branches among the actions of a workflow, stage or task template. */
export const branchesOf = async (store: Pick<RuleStore, 'rowsOf'>, parent: string): Promise<Action[]> =>
  (await actionsOf(store, parent)).filter(({ kind }) => kind === actionKinds.branch)

/** Whether an action applies to a record; a branch also for a result. */
export async function applies(
  context: Pick<RecordQuestions, 'meets'>,
  { conditions }: Action,
  { kind, id }: RecordRef,
  result: string | null,
): Promise<boolean> {
  const left = withResult(conditions, kind, result)
  return typeof left === 'boolean' ? left : context.meets(kind, id, left)
}

/** Updates the record by those of the actions that apply. */
export async function applyUpdates(
  context: ActingContext,
  actions: readonly Action[],
  subject: RecordRef,
): Promise<void> {
  for (const action of actions)
    if (action.kind === actionKinds.update && (await applies(context, action, subject, null)))
      await update(context, action, subject)
}

async function update(context: ActingContext, { operations }: Action, subject: RecordRef): Promise<void> {
  const data: Record<string, unknown> = {}
  for (const { FieldName, Type, Data } of operations) {
    const field = ownPath(FieldName ?? '', subject.kind)
    const value = Type === operationTypes.add ? await added(context, subject, field, Number(Data)) : Data
    if (Type === operationTypes.clear || value !== null) data[field] = value
  }
  await context.updateRecord(subject.kind, subject.id, data)
}

/** The sum of numbers, an amount in its own currency, or a date moved by days; null for an empty date, which stays so. */
async function added(context: ActingContext, { kind, id }: RecordRef, field: string, amount: number): Promise<unknown> {
  const type = context.writableType(kind, field)
  const selector = type === moneyType ? { Value: 1, CurrencyCode: 1 } : 1
  const value = await context.valueOf(kind, id, field, selector)
  if (isObject(value)) return { ...value, Value: sum(value.Value, amount) }
  if (type !== dateType) return sum(value, amount)
  if (typeof value !== 'string') return null
  const day = Temporal.PlainDate.from(value.slice(0, 10)).add({ days: amount })
  return `${day}${value.slice(10)}`
}

/** Without the last digits of a binary fraction, which no field takes. */
const sum = (value: unknown, amount: number): number => Number((Number(value ?? 0) + amount).toFixed(8))

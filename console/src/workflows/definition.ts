// Reads the definition of a workflow as a line of stages and tasks, and says what a new order of them is written as.
import { type Body, type Row, rowsOf, textOf } from '../api/envelope.ts'
import { memberOf, memberText } from '../fields/field.ts'

/** The values of WorkflowAction.Action. */
export const actionKinds = { trigger: 1, branch: 2, update: 3, mail: 4, call: 5 } as const
export type ActionKind = keyof typeof actionKinds

/** The values of an offset's unit, by their number. */
export const offsetUnits = { 1: 'minutes', 2: 'hours', 3: 'days', 4: 'weeks', 5: 'months' } as const
type OffsetUnit = keyof typeof offsetUnits

/** Whom a task or a mail is for, besides users and the address of the record. */
export const roles = ['AccountManager', 'WorkflowStarter', 'Creator'] as const

const entityTypes = { 1: 'AbEntry', 2: 'Opportunity', 5: 'Case', 19: 'Lead' } as const
export type WorkflowEntity = (typeof entityTypes)[keyof typeof entityTypes]
export const workflowEntities = Object.entries(entityTypes).map(([type, entity]) => ({ type: Number(type), entity }))

export interface Operation {
  readonly FieldName: string | null
  readonly Type: number
  readonly Data: unknown
}

export interface WorkflowAction {
  readonly key: string
  /** The workflow, stage or task that it belongs to. */
  readonly holder: string
  readonly kind: ActionKind
  readonly conditions: Body | null
  readonly operations: readonly Operation[]
  readonly template: string | null
  readonly templateName: string
  readonly mailTo: string
  readonly url: string
}

export interface Offset {
  readonly value: number
  readonly unit: OffsetUnit
}

export interface WorkflowTask {
  readonly key: string
  readonly sequence: number
  readonly subject: string
  /** Empty for the user who starts the workflow. */
  readonly assignee: string
  readonly due: Offset | null
  /** `09:30`; empty when it is left out. */
  readonly time: string
  readonly alarm: Offset | null
  readonly priority: string | null
  readonly category: string | null
  readonly icon: string | null
  readonly actions: readonly WorkflowAction[]
}

export interface WorkflowStage {
  readonly key: string
  readonly sequence: number
  readonly name: string
  readonly description: string
  readonly isSequential: boolean
  readonly tasks: readonly WorkflowTask[]
  readonly actions: readonly WorkflowAction[]
}

export interface Definition {
  readonly key: string
  readonly name: string
  readonly entity: WorkflowEntity
  readonly isSequential: boolean
  readonly hasStages: boolean
  readonly isInactive: boolean
  readonly owner: { readonly uid: string; readonly name: string } | null
  readonly stages: readonly WorkflowStage[]
  /** Of a workflow without stages. */
  readonly tasks: readonly WorkflowTask[]
  readonly triggers: readonly WorkflowAction[]
  /** At the end of the workflow. */
  readonly actions: readonly WorkflowAction[]
  /** The row of the workflow, as its form edits it. */
  readonly row: Row
}

const named = { Key: 1, DisplayValue: 1 }
const formatted = { Value: 1, DisplayValue: 1 }

/** More than a workflow has in practice. */
const most = 1_000

/** Reads the workflow with its stages. */
export const workflowMembers = (key: string, fields: Body): Body => ({
  'Workflow.one': {
    Scope: {
      Fields: { ...fields, Key: 1, Name: 1, EntityType: named, IsSequential: formatted, HasStages: formatted },
    },
    Criteria: { SearchQuery: { Key: { $EQ: key } }, Top: 1 },
  },
  'WorkflowStage.all': {
    Scope: { Fields: { Key: 1, Name: 1, Description: 1, Sequence: 1, IsSequential: 1 } },
    Criteria: { SearchQuery: { WorkflowKey: { $EQ: key } }, Top: most },
    OrderBy: { Fields: [{ Sequence: 'ASC' }] },
  },
})

/** Reads the tasks of the workflow or of its stages. */
export const taskMembers = (holders: readonly string[]): Body => ({
  WorkflowTaskTemplate: {
    Scope: {
      Fields: {
        ...{ Key: 1, WorkflowKey: 1, Sequence: 1, Subject: 1, AssignedToExpression: 1, Time: 1 },
        ...{ DateOffsetValue: 1, DateOffsetUnit: named, AlarmOffsetValue: 1, AlarmOffsetUnit: named },
        ...{ Priority: named, Category: named, IconType: named },
      },
    },
    Criteria: { SearchQuery: { WorkflowKey: { $IN: holders } }, Top: most },
    OrderBy: { Fields: [{ Sequence: 'ASC' }] },
  },
})

/** Reads the actions of the workflow, its stages and its tasks. */
export const actionMembers = (holders: readonly string[]): Body => ({
  WorkflowAction: {
    Scope: {
      Fields: {
        ...{ Key: 1, ParentWorkflowKey: 1, Action: named, Conditions: 1, Operations: 1, MailTo: 1, Url: 1 },
        ...{ MailTemplateKey: 1, CreationDate: 1 },
      },
    },
    Criteria: { SearchQuery: { ParentWorkflowKey: { $IN: holders } }, Top: most },
    OrderBy: { Fields: [{ CreationDate: 'ASC' }] },
  },
})

const keyIn = (value: unknown): string => memberText(value, 'Value') || memberText(value, 'Key') || textOf(value)
const numberIn = (value: unknown): number => Number(memberOf(value, 'Value') ?? memberOf(value, 'Key') ?? value)
const isSet = (value: unknown): boolean => (memberOf(value, 'Value') ?? value) === true

function offsetIn(value: unknown, unit: unknown, fallback: OffsetUnit): Offset | null {
  if (value === null || value === undefined) return null
  const number = unit === null || unit === undefined ? fallback : numberIn(unit)
  return { value: numberIn(value), unit: (number in offsetUnits ? number : fallback) as OffsetUnit }
}

const optionIn = (value: unknown): string | null => memberText(value, 'Key') || null

function actionIn(row: Row, templates: ReadonlyMap<string, string>): WorkflowAction {
  const number = numberIn(row.Action)
  const [kind = 'update'] = Object.entries(actionKinds).find(([, one]) => one === number) ?? []
  const template = row.MailTemplateKey ? keyIn(row.MailTemplateKey) : null
  return {
    key: String(row.Key),
    holder: keyIn(row.ParentWorkflowKey),
    kind: kind as ActionKind,
    conditions: (row.Conditions as Body | null) ?? null,
    operations: (row.Operations as readonly Operation[] | null) ?? [],
    template,
    templateName: (template && templates.get(template)) ?? '',
    mailTo: textOf(row.MailTo) || 'Record',
    url: textOf(row.Url),
  }
}

const taskIn = (row: Row, actions: readonly WorkflowAction[]): WorkflowTask => ({
  key: String(row.Key),
  sequence: numberIn(row.Sequence),
  subject: textOf(row.Subject),
  assignee: textOf(row.AssignedToExpression),
  due: offsetIn(row.DateOffsetValue, row.DateOffsetUnit, 3),
  time: /T(\d\d:\d\d)/.exec(textOf(row.Time))?.[1] ?? '',
  alarm: offsetIn(row.AlarmOffsetValue, row.AlarmOffsetUnit, 1),
  priority: optionIn(row.Priority),
  category: optionIn(row.Category),
  icon: optionIn(row.IconType),
  actions,
})

interface Answers {
  readonly workflow: Body
  readonly tasks: Body | undefined
  readonly actions: Body | undefined
  /** The names of the templates of mails. */
  readonly templates: ReadonlyMap<string, string>
}

/** The definition; null when there is no such workflow. */
export function definitionIn({ workflow, tasks, actions, templates }: Answers): Definition | null {
  const [row] = rowsOf(workflow, 'Workflow.one')
  if (!row) return null
  const all = rowsOf(actions, 'WorkflowAction').map(one => actionIn(one, templates))
  const actionsOf = (holder: string) => all.filter(one => one.holder === holder)
  const tasksOf = (holder: string): WorkflowTask[] =>
    rowsOf(tasks, 'WorkflowTaskTemplate')
      .filter(({ WorkflowKey }) => keyIn(WorkflowKey) === holder)
      .map(one => taskIn(one, actionsOf(String(one.Key))))
  const key = String(row.Key)
  const own = actionsOf(key)
  const uid = memberText(row.Owner, 'Uid')
  return {
    key,
    name: textOf(row.Name),
    entity: entityTypes[numberIn(row.EntityType) as keyof typeof entityTypes] ?? 'AbEntry',
    isSequential: isSet(row.IsSequential),
    hasStages: isSet(row.HasStages),
    isInactive: isSet(row.Inactive),
    owner: uid === '' ? null : { uid, name: textOf(row.Owner) },
    stages: rowsOf(workflow, 'WorkflowStage.all').map(stage => ({
      key: String(stage.Key),
      sequence: numberIn(stage.Sequence),
      name: textOf(stage.Name),
      description: textOf(stage.Description),
      isSequential: isSet(stage.IsSequential),
      tasks: tasksOf(String(stage.Key)),
      actions: actionsOf(String(stage.Key)),
    })),
    tasks: tasksOf(key),
    triggers: own.filter(({ kind }) => kind === 'trigger'),
    actions: own.filter(({ kind }) => kind !== 'trigger'),
    row,
  }
}

/** A workflow, a stage or a task, which actions belong to. */
export interface Holder {
  readonly key: string
  readonly name: string
}

export interface SequencedItem {
  readonly key: string
  readonly sequence: number
}

/** Whether the item is made at the same time as the one before it. */
export const isBeside = (items: readonly SequencedItem[], at: number): boolean =>
  at > 0 && items[at]?.sequence === items[at - 1]?.sequence

/** The Sequence of each item in a new order, in which an item stays beside the one before it if it was; the first is beside none. */
export function sequencesOf(
  wanted: readonly SequencedItem[],
  isBesideNow: (key: string) => boolean,
): readonly SequencedItem[] {
  let sequence = 0
  return wanted.map(({ key }, at) => {
    if (at === 0 || !isBesideNow(key)) sequence += 1
    return { key, sequence }
  })
}

/** The Sequence of the tasks when one of them is put beside the one before it, or behind it. */
export const besideSequences = (
  items: readonly SequencedItem[],
  key: string,
  beside: boolean,
): readonly SequencedItem[] =>
  sequencesOf(items, one =>
    one === key
      ? beside
      : isBeside(
          items,
          items.findIndex(item => item.key === one),
        ),
  )

/** The Sequence behind all. */
export const nextSequence = (items: readonly SequencedItem[]): number =>
  Math.max(0, ...items.map(({ sequence }) => sequence)) + 1

/** The stages and tasks that a branch can lead to, by key with their names. */
export function goalsOf(definition: Definition): readonly { readonly key: string; readonly name: string }[] {
  const named = ({ key, subject }: WorkflowTask) => ({ key, name: subject })
  return [
    ...definition.tasks.map(named),
    ...definition.stages.flatMap(stage => [{ key: stage.key, name: stage.name }, ...stage.tasks.map(named)]),
  ]
}

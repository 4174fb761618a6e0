// Edits a task of a workflow in a drawer: what is to be done, by whom, by when, and with which reminder.
import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import type { Body } from '../api/envelope.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { Act, FormDrawer, type Sending, useSending } from '../fields/form-drawer.tsx'
import { useOptions } from '../fields/parts/options.ts'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { besideSequences, isBeside, nextSequence, type Offset, offsetUnits, type WorkflowTask } from './definition.ts'
import { useWorkflowPeople } from './people.ts'
import { useDefinitionWrites } from './use-definition.ts'
import classes from './workflows.module.css'

interface TaskFormProps {
  /** The workflow or stage that has the task. */
  readonly holder: string
  readonly tasks: readonly WorkflowTask[]
  /** The key of the task; null for a new one. */
  readonly task: string | null
  readonly onClose: () => void
}

/** The texts of inputs. A unit that was left out is that of the server. */
const draftOf = (task: WorkflowTask | undefined, isBesideNow: boolean) => ({
  subject: task?.subject ?? '',
  assignee: task?.assignee || 'WorkflowStarter',
  due: textsOf(task?.due ?? null, 3),
  time: task?.time ?? '',
  alarm: textsOf(task?.alarm ?? null, 1),
  priority: task?.priority ?? null,
  category: task?.category ?? null,
  icon: task?.icon ?? null,
  isBeside: isBesideNow,
})

type Draft = ReturnType<typeof draftOf>

const textsOf = (offset: Offset | null, unit: number) => ({
  value: offset === null ? '' : String(offset.value),
  unit: String(offset?.unit ?? unit),
})

const offsetData = (name: string, { value, unit }: Draft['due']): Body => ({
  [`${name}OffsetValue`]: value === '' ? null : Number(value),
  [`${name}OffsetUnit`]: value === '' ? null : Number(unit),
})

const dataOf = (draft: Draft): Body => ({
  Subject: draft.subject,
  AssignedToExpression: draft.assignee,
  ...offsetData('Date', draft.due),
  ...offsetData('Alarm', draft.alarm),
  Time: draft.time === '' ? null : `1900-01-01T${draft.time}:00Z`,
  ...{ Priority: draft.priority, Category: draft.category },
  IconType: draft.icon === null ? null : Number(draft.icon),
})

export function TaskForm({ holder, tasks, task: key, onClose }: TaskFormProps) {
  const { workflows, ui } = useTexts()
  const words = workflows.task
  const { create, update, order, remove } = useDefinitionWrites()
  const sending = useSending()
  const at = tasks.findIndex(one => one.key === key)
  const task = tasks[at]
  const start = draftOf(task, isBeside(tasks, at))
  const kept = useKeptDraft(`workflow task ${key ?? holder}`, start)
  const draft = kept.value
  const behind = nextSequence(tasks)
  const save = (): Promise<void> =>
    sending.send(async () => {
      const data = dataOf(draft)
      const place = { WorkflowKey: holder, Sequence: draft.isBeside ? behind - 1 : behind }
      if (!task) await create('WorkflowTaskTemplate', { ...place, ...data }, draft.subject)
      else {
        await update('WorkflowTaskTemplate', task.key, data, dataOf(start), draft.subject)
        if (draft.isBeside !== start.isBeside)
          order('WorkflowTaskTemplate', besideSequences(tasks, task.key, draft.isBeside), tasks, draft.subject)
      }
      kept.drop()
      onClose()
    })
  return (
    <FormDrawer
      title={task?.subject ?? words.make}
      submit={task ? ui.save : ui.add}
      sending={sending}
      isPlaced={({ path }) => /\.Data\.(Subject|AssignedToExpression|Date|Alarm|Time)/.test(path)}
      onSubmit={() => void save()}
      onClose={onClose}
      draft={kept}
      below={
        task && (
          <Act hint={words.removeHint}>
            <ConfirmButton
              label={words.remove}
              onConfirm={() => {
                remove('WorkflowTaskTemplate', task.key, task.subject)
                onClose()
              }}
            />
          </Act>
        )
      }
    >
      <TextInput
        data-autofocus
        required
        label={words.subject}
        value={draft.subject}
        error={sending.at(/\.Data\.Subject/)}
        onChange={event => kept.change({ subject: event.currentTarget.value })}
      />
      <WhoAndWhen draft={draft} change={kept.change} at={sending.at} />
      <Kind draft={draft} change={kept.change} />
      {(task ? at > 0 : tasks.length > 0) && (
        <Checkbox
          label={words.beside}
          checked={draft.isBeside}
          onChange={event => kept.change({ isBeside: event.currentTarget.checked })}
        />
      )}
    </FormDrawer>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

function WhoAndWhen({ draft, change, at }: PartProps & { readonly at: Sending['at'] }) {
  const words = useTexts().workflows.task
  const { choices } = useWorkflowPeople()
  return (
    <>
      <Select
        label={words.assignee}
        data={[...choices]}
        value={draft.assignee}
        searchable
        allowDeselect={false}
        error={at(/\.Data\.AssignedToExpression/)}
        onChange={next => next && change({ assignee: next })}
      />
      <OffsetInputs
        label={words.due}
        hint={words.dueHint}
        value={draft.due}
        error={at(/\.Data\.DateOffset/)}
        onChange={due => change({ due })}
      />
      <TextInput
        type="time"
        label={words.time}
        description={words.timeHint}
        value={draft.time}
        error={at(/\.Data\.Time/)}
        onChange={event => change({ time: event.currentTarget.value })}
      />
      <OffsetInputs
        label={words.alarm}
        value={draft.alarm}
        error={at(/\.Data\.AlarmOffset/)}
        onChange={alarm => change({ alarm })}
      />
    </>
  )
}

interface OffsetProps {
  readonly label: string
  readonly hint?: string
  readonly value: Draft['due']
  readonly error: React.ReactNode
  readonly onChange: (value: Draft['due']) => void
}

function OffsetInputs({ label, hint, value, error, onChange }: OffsetProps) {
  const { units, task } = useTexts().workflows
  return (
    <div className={classes.group}>
      <div className={classes.two}>
        <NumberInput
          label={label}
          min={0}
          max={10_000}
          allowDecimal={false}
          value={value.value}
          error={error}
          onChange={next => onChange({ ...value, value: String(next) })}
        />
        <Select
          label={`${label}: ${task.unit}`}
          data={Object.entries(offsetUnits).map(([unit, name]) => ({ value: unit, label: units[name] }))}
          value={value.unit}
          allowDeselect={false}
          onChange={unit => unit && onChange({ ...value, unit })}
        />
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  )
}

/** What the task is shown and sorted by. */
function Kind({ draft, change }: PartProps) {
  const words = useTexts().workflows.task
  const line = (label: string, path: string, value: string | null, onChange: (value: string | null) => void) => (
    <OptionSelect key={path} {...{ label, path, value, onChange }} />
  )
  return (
    <>
      {line(words.priority, 'Priority', draft.priority, priority => change({ priority }))}
      {line(words.category, 'Category', draft.category, category => change({ category }))}
      {line(words.icon, 'IconType', draft.icon, icon => change({ icon }))}
    </>
  )
}

interface OptionProps {
  readonly label: string
  readonly path: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

function OptionSelect({ label, path, value, onChange }: OptionProps) {
  const { choices } = useOptions({ entity: 'WorkflowTaskTemplate', path })
  return (
    <Select
      label={label}
      data={choices.map(choice => ({ value: choice.key, label: choice.label }))}
      value={value}
      clearable
      onChange={onChange}
    />
  )
}

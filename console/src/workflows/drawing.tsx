// Draws a workflow as a line: how it starts, its stages and tasks in their order, and what happens at its end.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { moved, Sortable } from '../setup/sortable.tsx'
import { useTexts } from '../texts/index.tsx'
import { Icon, type IconName } from '../ui/display/icons.tsx'
import { Empty } from '../ui/display/states.tsx'
import { ActionForm } from './action-form.tsx'
import { splitConditions } from './conditions.ts'
import { ConditionsText } from './conditions-text.tsx'
import {
  type ActionKind,
  type Definition,
  type Holder,
  isBeside,
  type Offset,
  offsetUnits,
  sequencesOf,
  type WorkflowAction,
  type WorkflowStage,
  type WorkflowTask,
} from './definition.ts'
import { useWorkflowPeople } from './people.ts'
import { StageForm } from './stage-form.tsx'
import { TaskForm } from './task-form.tsx'
import { useActionText } from './use-action-text.ts'
import { useDefinitionWrites } from './use-definition.ts'
import classes from './workflows.module.css'

type Editing =
  | {
      readonly part: 'task'
      readonly holder: string
      readonly tasks: readonly WorkflowTask[]
      readonly task: string | null
    }
  | { readonly part: 'stage'; readonly stage: WorkflowStage | null }
  | {
      readonly part: 'action'
      readonly holder: Holder
      readonly action: WorkflowAction | null
      readonly kind: ActionKind
    }

interface PartProps {
  readonly definition: Definition
  readonly onEdit: (editing: Editing) => void
  readonly textOf: (action: WorkflowAction) => string
}

export function Drawing({ definition }: { readonly definition: Definition }) {
  const { workflows: words, entities } = useTexts()
  const [editing, setEditing] = useState<Editing | null>(null)
  const textOfAction = useActionText(definition)
  const { key, name, entity, isSequential, hasStages, triggers, actions, tasks, stages } = definition
  const holder: Holder = { key, name }
  const part: PartProps = { definition, onEdit: setEditing, textOf: textOfAction }
  return (
    <div className={classes.line}>
      <section className={`${classes.part} ${classes.node}`} aria-label={words.start}>
        <h2 className={classes.title}>{words.start}</h2>
        <p className={classes.fact}>{words.byHand(entities[entity].one)}</p>
        <Actions {...part} holder={holder} actions={triggers} label={words.triggers} />
        <Adding
          label={words.addTrigger}
          onAdd={() => setEditing({ part: 'action', holder, action: null, kind: 'trigger' })}
        />
      </section>
      <section className={classes.part} aria-label={hasStages ? words.stages : words.tasks}>
        {hasStages ? (
          <Stages {...part} stages={stages} />
        ) : (
          <Tasks {...part} holder={key} label={words.tasks} tasks={tasks} />
        )}
        {!isSequential && <p className={classes.fact}>{hasStages ? words.stagesBySide : words.sideBySide}</p>}
        {hasStages && <Adding label={words.addStage} onAdd={() => setEditing({ part: 'stage', stage: null })} />}
      </section>
      <section className={`${classes.part} ${classes.node}`} aria-label={words.end}>
        <h2 className={classes.title}>{words.end}</h2>
        <Actions {...part} holder={holder} actions={actions} label={words.end} />
        <Adding
          label={words.addAction}
          onAdd={() => setEditing({ part: 'action', holder, action: null, kind: 'update' })}
        />
      </section>
      {editing && <Form editing={editing} definition={definition} onClose={() => setEditing(null)} />}
    </div>
  )
}

/** The form of what is edited. */
function Form({ editing, definition, onClose }: { editing: Editing; definition: Definition; onClose: () => void }) {
  if (editing.part === 'task') return <TaskForm {...editing} onClose={onClose} />
  if (editing.part === 'stage') return <StageForm {...editing} definition={definition} onClose={onClose} />
  return <ActionForm {...editing} definition={definition} onClose={onClose} />
}

function Stages({ stages, ...part }: PartProps & { readonly stages: readonly WorkflowStage[] }) {
  const { workflows: words } = useTexts()
  const { order } = useDefinitionWrites()
  if (stages.length === 0) return <Empty small title={words.noStages} />
  const move = (from: number, to: number): void => {
    const wanted = sequencesOf(moved(stages, from, to), () => false)
    order('WorkflowStage', wanted, stages, stages[from]?.name ?? '')
  }
  return (
    <Sortable label={words.stages} items={stages} keyOf={({ key }) => key} nameOf={({ name }) => name} onMove={move}>
      {stage => <Stage {...part} stage={stage} />}
    </Sortable>
  )
}

function Stage({ stage, ...part }: PartProps & { readonly stage: WorkflowStage }) {
  const { workflows: words } = useTexts()
  const { key, name, description, tasks, actions, isSequential } = stage
  const holder: Holder = { key, name }
  return (
    <section className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.name}
          aria-label={words.editStage(name)}
          onClick={() => part.onEdit({ part: 'stage', stage })}
        >
          {name}
        </button>
        <span className={classes.fact}>{description}</span>
      </div>
      <div className={classes.tasks}>
        <Tasks {...part} holder={key} label={words.tasksOf(name)} tasks={tasks} />
        {!isSequential && <p className={classes.fact}>{words.sideBySide}</p>}
        <Actions {...part} holder={holder} actions={actions} label={words.endOfStage} />
        <Adding
          label={words.addActionTo(name)}
          onAdd={() => part.onEdit({ part: 'action', holder, action: null, kind: 'update' })}
        />
      </div>
    </section>
  )
}

interface TasksProps extends PartProps {
  readonly holder: string
  readonly label: string
  readonly tasks: readonly WorkflowTask[]
}

function Tasks({ holder, label, tasks, ...part }: TasksProps) {
  const { workflows: words } = useTexts()
  const { order } = useDefinitionWrites()
  const move = (from: number, to: number): void => {
    const beside = new Set(tasks.filter((_, at) => isBeside(tasks, at)).map(({ key }) => key))
    const wanted = sequencesOf(moved(tasks, from, to), key => beside.has(key))
    order('WorkflowTaskTemplate', wanted, tasks, tasks[from]?.subject ?? '')
  }
  return (
    <>
      {tasks.length === 0 ? (
        <Empty small title={words.noTasks} />
      ) : (
        <Sortable label={label} items={tasks} keyOf={({ key }) => key} nameOf={({ subject }) => subject} onMove={move}>
          {task => <Task {...part} holder={holder} tasks={tasks} task={task} />}
        </Sortable>
      )}
      <Adding label={words.addTask} onAdd={() => part.onEdit({ part: 'task', holder, tasks, task: null })} />
    </>
  )
}

interface TaskProps extends PartProps {
  readonly holder: string
  readonly tasks: readonly WorkflowTask[]
  readonly task: WorkflowTask
}

function Task({ holder, tasks, task, ...part }: TaskProps) {
  const { workflows: words } = useTexts()
  const { nameOf } = useWorkflowPeople()
  const offsetText = useOffsetText()
  const own: Holder = { key: task.key, name: task.subject }
  const facts = [
    nameOf(task.assignee || 'WorkflowStarter'),
    offsetText(task.due, words.after) ?? words.afterStart,
    task.time === '' ? null : words.at(task.time),
    offsetText(task.alarm, words.before),
  ]
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.name}
          onClick={() => part.onEdit({ part: 'task', holder, tasks, task: task.key })}
        >
          {task.subject}
        </button>
        {isBeside(tasks, tasks.indexOf(task)) && <span className={classes.beside}>{words.beside}</span>}
        <span className={classes.fact}>{facts.filter(fact => fact !== null).join(' · ')}</span>
      </div>
      <Actions {...part} holder={own} actions={task.actions} label={words.action.of(task.subject)} />
      <Adding
        label={words.addActionTo(task.subject)}
        onAdd={() => part.onEdit({ part: 'action', holder: own, action: null, kind: 'branch' })}
      />
    </div>
  )
}

/** An offset in words; null without one. */
function useOffsetText(): (offset: Offset | null, words: (count: string, unit: string) => string) => string | null {
  const { units } = useTexts().workflows
  return (offset, say) => offset && say(String(offset.value), units[offsetUnits[offset.unit]])
}

const icons: Readonly<Record<ActionKind, IconName>> = {
  trigger: 'play',
  branch: 'right',
  update: 'edit',
  mail: 'mail',
  call: 'webhook',
}

interface ActionsProps extends PartProps {
  readonly holder: Holder
  readonly actions: readonly WorkflowAction[]
  readonly label: string
}

function Actions({ definition, holder, actions, label, textOf: say, onEdit }: ActionsProps) {
  if (actions.length === 0) return null
  return (
    <ul className={classes.actions} aria-label={label}>
      {actions.map(action => (
        <li key={action.key} className={classes.action}>
          <Icon name={icons[action.kind]} size={14} />
          <button
            type="button"
            className={classes.name}
            onClick={() => onEdit({ part: 'action', holder, action, kind: action.kind })}
          >
            {say(action)}
          </button>
          <ConditionsText
            entity={definition.entity}
            query={splitConditions(action.conditions, definition.entity).query}
          />
        </li>
      ))}
    </ul>
  )
}

function Adding({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <div className={classes.adds}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Icon name="plus" size={12} />}
        onClick={onAdd}
      >
        {label}
      </Button>
    </div>
  )
}

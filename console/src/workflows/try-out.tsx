// Tries a workflow on a record that is chosen: what would happen, when, and for whom. Nothing is written.
import { Drawer, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Body } from '../api/envelope.ts'
import { problemsOf } from '../api/errors.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useRecordSearch } from '../fields/parts/options.ts'
import { ProblemList } from '../fields/problems.tsx'
import { useMoments } from '../record/use-moments.ts'
import { startMembers } from '../record/workflows.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import type { Definition, WorkflowAction } from './definition.ts'
import { type ForeseenAction, type ForeseenEvent, outlookIn } from './dry-run.ts'
import { useActionText } from './use-action-text.ts'
import classes from './workflows.module.css'

interface TryOutProps {
  readonly definition: Definition
  readonly onClose: () => void
}

export function TryOut({ definition, onClose }: TryOutProps) {
  const { workflows, ui } = useTexts()
  const words = workflows.dryRun
  const [record, setRecord] = useState<{ key: string; label: string } | null>(null)
  const [typed, setTyped] = useState('')
  const { choices } = useRecordSearch([definition.entity], typed === record?.label ? '' : typed)
  const offered = record && !choices.some(({ key }) => key === record.key) ? [record, ...choices] : choices
  return (
    <Drawer opened onClose={onClose} title={words.title(definition.name)} closeButtonProps={{ 'aria-label': ui.close }}>
      <div className={classes.form}>
        <p className={classes.fact}>{words.hint}</p>
        <Select
          data-autofocus
          label={words.record}
          data={offered.map(({ key, label }) => ({ value: key, label }))}
          value={record?.key ?? null}
          searchable
          allowDeselect={false}
          // The server has searched already.
          filter={({ options }) => options}
          onSearchChange={setTyped}
          onChange={key => setRecord(offered.find(one => one.key === key) ?? null)}
        />
        {record ? <Outcome definition={definition} record={record.key} /> : <Empty small title={words.choose} />}
      </div>
    </Drawer>
  )
}

function Outcome({ definition, record }: { readonly definition: Definition; readonly record: string }) {
  const { api } = useWorkspace()
  const words = useTexts().workflows.dryRun
  const outlook = useQuery({
    queryKey: ['WorkflowStart', definition.key, record, 'outlook'],
    queryFn: async ({ signal }) =>
      outlookIn(await api.call<Body>('WorkflowStart', startMembers(definition.key, record, true), { signal })),
    staleTime: 0,
    gcTime: 0,
    meta: { entities: ['Workflow', 'WorkflowStage', 'WorkflowTaskTemplate', 'WorkflowAction', 'WorkflowInstance'] },
  })
  if (outlook.isError) {
    const problems = problemsOf(outlook.error)
    return problems.length > 0 ? (
      <ProblemList problems={problems} />
    ) : (
      <Failed error={outlook.error} retry={() => void outlook.refetch()} />
    )
  }
  if (!outlook.data) return <Loading rows={4} />
  return (
    <ol className={classes.actions} aria-label={words.events}>
      {outlook.data.map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an event has no identity but its place
        <Event key={at} event={event} definition={definition} />
      ))}
    </ol>
  )
}

function Event({ event, definition }: { readonly event: ForeseenEvent; readonly definition: Definition }) {
  const words = useTexts().workflows.dryRun
  const { full } = useMoments()
  const stage = definition.stages.find(({ key }) => key === event.ends)
  const title = event.task ?? words.endOf(stage?.name ?? definition.name)
  return (
    <li className={classes.event}>
      <div className={classes.head}>
        <Icon name={event.task === null ? 'check' : 'task'} size={14} />
        <span className={classes.title}>{title}</span>
        <span className={classes.fact}>{full(event.at)}</span>
        {event.task !== null && <span className={classes.fact}>{event.who || words.unassigned}</span>}
      </div>
      {event.actions.map(action => (
        <Consequence key={action.key} action={action} definition={definition} />
      ))}
    </li>
  )
}

const actionsIn = ({ stages, tasks, actions }: Definition): readonly WorkflowAction[] => [
  ...actions,
  ...tasks.flatMap(task => task.actions),
  ...stages.flatMap(stage => [...stage.actions, ...stage.tasks.flatMap(task => task.actions)]),
]

function Consequence({ action, definition }: { readonly action: ForeseenAction; readonly definition: Definition }) {
  const words = useTexts().workflows.dryRun
  const textOf = useActionText(definition)
  const { applies, results, mail } = action
  const defined = actionsIn(definition).find(({ key }) => key === action.key)
  const whether = applies === null ? words.depends(results.join(', ')) : applies ? words.applies : words.not
  return (
    <div>
      {defined && textOf(defined)}
      <span className={classes.fact}> · {whether}</span>
      {applies !== false && mail && (
        <p className={classes.fact}>
          {mail.failure === '' ? words.mail(mail.to, mail.subject) : words.failure(mail.failure)}
        </p>
      )}
    </div>
  )
}

// Lists the workflows that run on a record with where they stand, and starts, skips and stops them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Empty, Failed } from '../ui/display/states.tsx'
import type { RecordKind } from './kinds.ts'
import { StartWorkflow } from './start-workflow.tsx'
import { TaskList } from './task-list.tsx'
import { useMoments } from './use-moments.ts'
import { useWorkflows, useWorkflowWrites } from './use-workflows.ts'
import classes from './workflow-panel.module.css'
import type { RunningFlow } from './workflows.ts'

interface PanelProps {
  readonly kind: RecordKind
  readonly recordKey: string
  readonly name: string
  readonly readOnly: boolean
}

/** Nothing for a record that no workflow runs on, and none can be started on. */
export function WorkflowPanel({ kind, recordKey, name, readOnly }: PanelProps) {
  const t = useTexts().record.workflows
  const [isStarting, setStarting] = useState(false)
  const workflows = useWorkflows(kind, recordKey)
  if (!workflows) return null
  const { startable, running, error, retry } = workflows
  if (error) return <Failed error={error} retry={retry} />
  if (startable.length + running.length === 0) return null
  return (
    <section className={classes.panel} aria-label={t.title}>
      <div className={classes.head}>
        <h3 className={classes.title}>{t.title}</h3>
        {!readOnly && startable.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="play" size={14} />}
            onClick={() => setStarting(true)}
          >
            {t.start}
          </Button>
        )}
      </div>
      {running.length === 0 ? (
        <Empty small title={t.none} />
      ) : (
        <ul className={classes.list}>
          {running.map(flow => (
            <Running key={flow.key} flow={flow} readOnly={readOnly} />
          ))}
        </ul>
      )}
      {isStarting && (
        <StartWorkflow recordKey={recordKey} name={name} workflows={startable} onClose={() => setStarting(false)} />
      )}
    </section>
  )
}

function Running({ flow, readOnly }: { readonly flow: RunningFlow; readonly readOnly: boolean }) {
  const t = useTexts().record.workflows
  const { full } = useMoments()
  const { skip, stop } = useWorkflowWrites()
  return (
    <li className={classes.flow}>
      <div className={classes.head}>
        <span className={classes.name}>{flow.name}</span>
        {flow.stage !== '' && <span className={classes.fact}>{t.stage(flow.stage)}</span>}
        <span className={classes.fact}>{t.since(full(flow.since))}</span>
        {!readOnly && (
          <fieldset className={classes.acts} aria-label={flow.name}>
            <ConfirmButton size="compact-sm" label={t.skip} onConfirm={() => skip(flow)} />
            <ConfirmButton size="compact-sm" label={t.stop} onConfirm={() => stop(flow)} />
          </fieldset>
        )}
      </div>
      {flow.tasks.length === 0 ? <p className={classes.fact}>{t.noTask}</p> : <TaskList tasks={flow.tasks} />}
    </li>
  )
}

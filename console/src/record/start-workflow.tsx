// Asks which workflow to start on a record, and shows what would happen, when and for whom, before it is started.
import { Button, Group, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { type Row, textOf } from '../api/envelope.ts'
import { problemsOf } from '../api/errors.ts'
import { useSending } from '../fields/form-drawer.tsx'
import { ProblemList } from '../fields/problems.tsx'
import { useTexts } from '../texts/index.tsx'
import { Failed, Loading } from '../ui/display/states.tsx'
import { TaskList } from './task-list.tsx'
import { usePlan, useWorkflowWrites } from './use-workflows.ts'
import classes from './workflow-panel.module.css'

interface StartProps {
  readonly recordKey: string
  readonly name: string
  readonly workflows: readonly Row[]
  readonly onClose: () => void
}

export function StartWorkflow({ recordKey, name, workflows, onClose }: StartProps) {
  const { record, ui } = useTexts()
  const t = record.workflows
  const data = workflows.map(row => ({ value: String(row.Key), label: textOf(row.Name) }))
  const [chosen, setChosen] = useState(data.length === 1 ? (data[0]?.value ?? null) : null)
  const description = textOf(workflows.find(({ Key }) => Key === chosen)?.Description)
  const plan = usePlan(chosen, recordKey)
  const sending = useSending()
  const { start } = useWorkflowWrites()
  const send = async (key: string): Promise<void> => {
    await start(key, recordKey, data.find(({ value }) => value === key)?.label ?? '')
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t.startOn(name)} closeButtonProps={{ 'aria-label': ui.close }}>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          if (chosen !== null) void sending.send(() => send(chosen))
        }}
      >
        <Select
          data-autofocus
          label={t.workflow}
          data={data}
          value={chosen}
          searchable
          // An open list would cover what the start does.
          openOnFocus={false}
          allowDeselect={false}
          onChange={setChosen}
        />
        {description !== '' && <p className={classes.fact}>{description}</p>}
        {chosen !== null && <Plan plan={plan} />}
        <ProblemList problems={sending.problems} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" disabled={!plan.isSuccess} loading={sending.isSending}>
            {t.startNow}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** What a start would make, or why it would be refused. */
function Plan({ plan }: { readonly plan: ReturnType<typeof usePlan> }) {
  const t = useTexts().record.workflows
  if (plan.isError) {
    const problems = problemsOf(plan.error)
    if (problems.length > 0) return <ProblemList problems={problems} />
    return <Failed error={plan.error} retry={() => void plan.refetch()} />
  }
  if (!plan.data) return <Loading rows={2} />
  return (
    <section aria-label={t.plan}>
      <h3 className={classes.title}>{t.plan}</h3>
      <TaskList tasks={plan.data} />
      <p className={classes.fact}>{t.later}</p>
    </section>
  )
}

// Shows one workflow of the set-up, drawn as a line; its settings and a dry run open in drawers.
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFields } from '../fields/use-fields.ts'
import { selectFields } from '../fields/values.ts'
import { RecordDrawer } from '../setup/record-form.tsx'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { choiceParam } from '../ui/addresses/params.ts'
import { keyInAddress } from '../ui/addresses/paths.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Icon } from '../ui/display/icons.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import type { Definition } from '../workflows/definition.ts'
import { Drawing } from '../workflows/drawing.tsx'
import { workflowForm } from '../workflows/form-fields.ts'
import { TryOut } from '../workflows/try-out.tsx'
import { useDefinition } from '../workflows/use-definition.ts'
import { usePausedWorkflows } from '../workflows/use-paused.ts'
import classes from '../workflows/workflows.module.css'

const params = { open: choiceParam(['', 'settings', 'try']) }

export default function SetupWorkflow() {
  const { setup, workflows: words } = useTexts()
  const key = keyInAddress((useParams({ strict: false }) as { key?: string }).key ?? '')
  const [{ open }, setSearch] = useSearchParams(params)
  const { data: fields } = useFields('Workflow')
  const form = useMemo(() => (fields ? workflowForm(fields) : []), [fields])
  const { definition, error, retry } = useDefinition(
    key,
    useMemo(() => selectFields(form), [form]),
  )
  const go = useGo()
  const show = (drawer: 'settings' | 'try') => () => setSearch({ open: drawer }, { replace: false })
  const close = (): void => setSearch({ open: '' })
  return (
    <Page
      title={definition?.name ?? setup.areas.workflows.title}
      crumbs={[
        { label: setup.title, to: 'setup' },
        { label: setup.areas.workflows.title, to: 'setup/workflows' },
      ]}
      actions={
        definition && (
          <>
            <Button variant="default" onClick={show('settings')}>
              {words.settings}
            </Button>
            <Button leftSection={<Icon name="play" size={14} />} onClick={show('try')}>
              {words.dryRun.open}
            </Button>
          </>
        )
      }
    >
      {error && <Failed error={error} retry={retry} />}
      {!error && definition === undefined && <Loading />}
      {definition === null && <Empty icon="play" title={words.gone} />}
      {definition && (
        <>
          <Notes definition={definition} />
          <Drawing definition={definition} />
          {open === 'try' && <TryOut definition={definition} onClose={close} />}
          {open === 'settings' && (
            <RecordDrawer
              entity="Workflow"
              title={definition.name}
              fields={form.filter(({ createOnly }) => !createOnly)}
              row={definition.row}
              onClose={close}
              onRemoved={() => go('setup/workflows')}
            />
          )}
        </>
      )}
    </Page>
  )
}

/** Why the workflow cannot be started, or not by its triggers. */
function Notes({ definition }: { readonly definition: Definition }) {
  const { workflows: words } = useTexts()
  const isPaused = usePausedWorkflows([definition.row])
  const { key, isInactive, owner } = definition
  const notes = [
    ...(isInactive ? [words.inactiveHint] : []),
    ...(owner && isPaused(key) ? [words.ownerDisabled(owner.name)] : []),
  ]
  if (notes.length === 0) return null
  return (
    <div className={classes.notes}>
      {notes.map(note => (
        <p key={note} role="alert" className={classes.note}>
          <Icon name="warning" size={14} />
          {note}
        </p>
      ))}
    </div>
  )
}

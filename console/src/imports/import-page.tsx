// Shows one import at the step that it has come to.
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Lead } from '../ui/display/list-page.tsx'
import { Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { type ImportDetails, stepOf } from './import.ts'
import classes from './imports.module.css'
import { ResultStep } from './result-step.tsx'
import { Steps } from './steps.tsx'
import { useImport } from './use-import.ts'
import { Working } from './working.tsx'

/** `columns` goes back from a plan to the columns. */
const params = { step: choiceParam(['', 'columns']) }

export function ImportPage() {
  const { imports: t } = useTexts()
  const id = (useParams({ strict: false }) as { key?: string }).key ?? ''
  const query = useImport(id)
  const [{ step: wanted }, setSearch] = useSearchParams(params)
  const { data } = query
  const reached = data ? stepOf(data) : 'columns'
  const isBack = wanted === 'columns' && data?.status === 'planned'
  const step = isBack ? 'columns' : reached
  const isPlanning = data?.status === 'planning'
  // An address that still says `columns` must not lead back when the new plan is there.
  useEffect(() => {
    if (isPlanning && wanted !== '') setSearch({ step: '' })
  }, [isPlanning, wanted, setSearch])
  const isDone = data !== undefined && ['committed', 'undone'].includes(data.status)
  return (
    <Page
      title={data?.name ?? t.unnamed}
      crumbs={[{ label: t.title, to: 'imports' }]}
      bar={<Steps step={step} isDone={isDone} />}
    >
      <div className={classes.page}>
        <Loaded query={query}>
          {found => (
            <ShownStep found={found} step={step} onColumns={isGoing => setSearch({ step: isGoing ? 'columns' : '' })} />
          )}
        </Loaded>
      </div>
    </Page>
  )
}

interface ShownStepProps {
  readonly found: ImportDetails
  readonly step: ReturnType<typeof stepOf>
  /** Goes to the columns, and back to the plan. */
  readonly onColumns: (isGoing: boolean) => void
}

function ShownStep({ found, step, onColumns }: ShownStepProps) {
  const { imports: t } = useTexts()
  const { session } = useWorkspace()
  const isOwn = found.user === session.user.key
  return (
    <>
      {!isOwn && <Lead>{t.notYours}</Lead>}
      {step === 'columns' && <ColumnsStep found={found} isOwn={isOwn} />}
      {step === 'check' && found.status === 'planning' && <Working found={found} title={t.check.checking} />}
      {step === 'check' && found.status === 'planned' && (
        <CheckStep found={found} isOwn={isOwn} onColumns={() => onColumns(true)} />
      )}
      {step === 'result' && <ResultStep found={found} isOwn={isOwn} />}
    </>
  )
}

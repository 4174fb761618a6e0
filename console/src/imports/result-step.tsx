// Shows an import that is being written or is done: its progress, its counts, its rows, and the way back.
import { Button } from '@mantine/core'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { RecordLink } from '../ui/addresses/page-link.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Section } from '../ui/display/section.tsx'
import { SimpleTable } from '../ui/display/simple-table.tsx'
import { type ImportDetails, writtenRows } from './import.ts'
import classes from './imports.module.css'
import { RejectedButton } from './rejected-button.tsx'
import { OutcomeFilter, outcomeParam, RowList } from './row-list.tsx'
import { useCountText } from './use-count-text.ts'
import { useImportActions } from './use-import.ts'
import { Working } from './working.tsx'

interface Props {
  readonly found: ImportDetails
  readonly isOwn: boolean
}

export function ResultStep({ found, isOwn }: Props) {
  const { result: t } = useTexts().imports
  const { undo } = useImportActions(found.id)
  if (found.status === 'undoing') return <Working found={found} title={t.undoing} />
  if (found.status === 'committing')
    return (
      <Working found={found} title={t.importing}>
        {isOwn && <ConfirmButton variant="default" label={t.stop} onConfirm={() => void undo()} />}
      </Working>
    )
  return (
    <>
      <Summary found={found} isOwn={isOwn} />
      {found.left.length > 0 && <LeftRows found={found} />}
      {found.status !== 'undone' && <ResultRows found={found} />}
    </>
  )
}

function Summary({ found, isOwn }: Props) {
  const { result: t } = useTexts().imports
  const countText = useCountText()
  const go = useGo()
  const { undo } = useImportActions(found.id)
  const { status, counts, entity, problems } = found
  const written = writtenRows(counts)
  const title = {
    committed: t.imported(countText(written), written === 1),
    undone: t.undone,
    failed: t.failed,
  }[status as 'committed' | 'undone' | 'failed']
  return (
    <div className={classes.result}>
      <h2>{title}</h2>
      {status === 'undone' && <p>{t.undoneHint}</p>}
      {status === 'failed' && <p>{t.failedHint}</p>}
      {problems.length > 0 && (
        <div role="alert" className={classes.problem}>
          {problems.map(({ Path, Message }) => (
            <p key={Path + Message}>{Message}</p>
          ))}
        </div>
      )}
      {counts.reject > 0 && status === 'committed' && <p>{t.fix}</p>}
      <div className={classes.actions}>
        <Button leftSection={<Icon name="upload" size={14} />} onClick={() => go('imports', { search: { entity } })}>
          {t.another}
        </Button>
        {counts.reject > 0 && <RejectedButton found={found} />}
        {isOwn && status !== 'undone' && written > 0 && (
          <Button variant="default" leftSection={<Icon name="undo" size={14} />} onClick={() => void undo()}>
            {t.undo}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What undo could not take back, and why. */
function LeftRows({ found: { left, counts, entity } }: { found: ImportDetails }) {
  const { imports: t } = useTexts()
  const countText = useCountText()
  const title = t.result.left(countText(counts.left), counts.left === 1)
  return (
    <Section title={title}>
      <SimpleTable
        label={title}
        rows={left}
        keyOf={({ row }) => String(row)}
        columns={[
          {
            title: t.result.record,
            cell: ({ row, key }) => (
              <RecordLink entity={entity} recordKey={key}>
                {t.check.row(countText(row))}
              </RecordLink>
            ),
          },
          { title: t.result.reason, cell: ({ reason }) => reason },
        ]}
      />
    </Section>
  )
}

const params = { rows: choiceParam(outcomeParam) }

function ResultRows({ found }: { found: ImportDetails }) {
  const [{ rows }, setSearch] = useSearchParams(params)
  return (
    <div>
      <OutcomeFilter
        counts={found.counts}
        total={found.rows}
        value={rows}
        onChange={next => setSearch({ rows: next })}
      />
      <RowList found={found} outcome={rows === 'all' ? null : rows} />
    </div>
  )
}

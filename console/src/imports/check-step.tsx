// Shows the plan of an import: how many rows do what, each row with its changes or problems, and the button that writes them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Icon } from '../ui/display/icons.tsx'
import { type ImportDetails, writtenRows } from './import.ts'
import classes from './imports.module.css'
import { RejectedButton } from './rejected-button.tsx'
import { OutcomeFilter, outcomeParam, RowList } from './row-list.tsx'
import { useCountText } from './use-count-text.ts'
import { useImportActions } from './use-import.ts'
import { useRunKey } from './use-run-key.ts'

interface Props {
  readonly found: ImportDetails
  readonly isOwn: boolean
  readonly onColumns: () => void
}

const params = { rows: choiceParam(outcomeParam) }

export function CheckStep({ found, isOwn, onColumns }: Props) {
  const { imports: t } = useTexts()
  const countText = useCountText()
  const [{ rows }, setSearch] = useSearchParams(params)
  const { commit } = useImportActions(found.id)
  const [isSending, setSending] = useState(false)
  const { planCounts } = found
  const written = writtenRows(planCounts)
  const rejected = planCounts.reject
  const mayRun = isOwn && written > 0
  const run = async (): Promise<void> => {
    setSending(true)
    await commit()
    setSending(false)
  }
  useRunKey(t.check.run(countText(written), written === 1), mayRun ? run : null)
  return (
    <>
      <OutcomeFilter counts={planCounts} total={found.rows} value={rows} onChange={next => setSearch({ rows: next })}>
        {rejected > 0 && <RejectedButton found={found} />}
      </OutcomeFilter>
      <RowList found={found} outcome={rows === 'all' ? null : rows} />
      <div className={classes.foot}>
        <span className={classes.footHint}>
          {written === 0 && t.check.nothing}
          {written > 0 && rejected > 0 && t.check.rejectedStay(countText(rejected), rejected === 1)}
        </span>
        {isOwn && (
          <Button variant="default" onClick={onColumns}>
            {t.check.back}
          </Button>
        )}
        <Button
          leftSection={<Icon name="check" size={14} />}
          disabled={!mayRun}
          loading={isSending}
          onClick={() => void run()}
        >
          {t.check.run(countText(written), written === 1)}
        </Button>
      </div>
    </>
  )
}

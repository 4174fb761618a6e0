// Lists rows of an import with what becomes of each: a new record, old and new values, no change, or every problem.
import { Badge, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Changes } from '../record/changes.tsx'
import { useTexts } from '../texts/index.tsx'
import { RecordLink } from '../ui/addresses/page-link.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import { type ImportDetails, type ImportRow, type Outcome, outcomes, rowTitle } from './import.ts'
import classes from './imports.module.css'
import { firstMapping, type Mapping, shownChanges, usedColumns } from './mapping.ts'
import { useCountText } from './use-count-text.ts'
import { useImportRows } from './use-import.ts'

/** What the address says of the rows that are shown. */
export const outcomeParam = ['all', ...outcomes] as const

interface FilterProps {
  readonly counts: ImportDetails['counts']
  readonly total: number
  readonly value: Outcome | 'all'
  readonly onChange: (value: Outcome | 'all') => void
  readonly children?: ReactNode
}

/** The counts of a plan or of a result, each of which narrows the rows. */
export function OutcomeFilter({ counts, total, value, onChange, children }: FilterProps) {
  const { check: t } = useTexts().imports
  const countText = useCountText()
  const data = outcomes.map(outcome => ({
    value: outcome as Outcome | 'all',
    label: `${t.outcomes[outcome]} ${countText(counts[outcome])}`,
  }))
  return (
    <div className={classes.filter}>
      <Segments
        label={t.filter}
        value={value}
        onChange={onChange}
        data={[{ value: 'all', label: `${t.allRows} ${countText(total)}` }, ...data]}
      />
      {children}
    </div>
  )
}

export function RowList({ found, outcome }: { found: ImportDetails; outcome: Outcome | null }) {
  const { check: t } = useTexts().imports
  const query = useImportRows(found, outcome)
  const rows = query.data?.pages.flatMap(page => page.rows) ?? []
  if (query.isPending) return <Loading />
  if (query.isError && rows.length === 0) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (rows.length === 0) return <Empty small title={t.noRows} />
  const mapping = firstMapping(found)
  const mapped = usedColumns(mapping)
  const plan = found.status === 'planned' ? mapping : null
  return (
    <>
      <ul className={classes.rows}>
        {rows.map(row => (
          <Row key={row.row} row={row} entity={found.entity} columns={mapped} plan={plan} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </>
  )
}

const colours = { create: 'green', update: 'blue', unchanged: 'gray', reject: 'red' } as const

interface RowProps {
  readonly row: ImportRow
  readonly entity: string
  readonly columns: readonly string[]
  /** The mapping of rows that are not written yet. */
  readonly plan: Mapping | null
}

function Row({ row, entity, columns, plan }: RowProps) {
  const { check: t } = useTexts().imports
  const countText = useCountText()
  const title = rowTitle(row, columns)
  return (
    <li className={classes.row}>
      <span className={classes.rowNumber}>{t.row(countText(row.row))}</span>
      <span>
        <Badge color={colours[row.outcome]}>{t.outcomeOfRow[row.outcome]}</Badge>
      </span>
      <span className={classes.rowTitle}>
        {row.key === undefined ? (
          title
        ) : (
          <RecordLink entity={entity} recordKey={row.key}>
            {title}
          </RecordLink>
        )}
      </span>
      <div className={classes.rowFacts}>
        <RowFacts row={row} entity={entity} plan={plan} />
      </div>
    </li>
  )
}

function RowFacts({ row, entity, plan }: Omit<RowProps, 'columns'>) {
  const { changes, problems } = row
  if (problems && problems.length > 0)
    return (
      <ul className={classes.reasons}>
        {problems.map(({ Path, Message, Reason }) => (
          <li key={Path + Message} title={Message}>
            {Reason}
          </li>
        ))}
      </ul>
    )
  if (!changes) return null
  return <Changes entity={entity} recordKey={null} changes={shownChanges(row, plan)} />
}

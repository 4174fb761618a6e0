// Lets people choose whose figures a report shows: period, owner and territory.
import { Select } from '@mantine/core'
import { type Row, rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { periods } from './period.ts'
import type { ReportChoice } from './use-report.ts'

const named = { Scope: { Fields: { Key: 1, DisplayValue: 1 } } }
const members = { 'User.owners': named, 'Territory.territories': named }

interface Props {
  readonly choice: ReportChoice
  /** Reports of what is now have no period. */
  readonly hasPeriod: boolean
  onChange(choice: Partial<ReportChoice>): void
}

export function ScopeBar({ choice, hasPeriod, onChange }: Props) {
  const { reports } = useTexts()
  const { data } = useRead(members, { title: null })
  const items = (rows: readonly Row[]) => rows.map(row => ({ value: String(row.Key), label: textOf(row) }))
  const territories = items(rowsOf(data, 'Territory.territories'))
  return (
    <>
      {hasPeriod && (
        <Select
          aria-label={reports.period}
          allowDeselect={false}
          w={170}
          data={periods.map(value => ({ value, label: reports.periods[value] }))}
          value={choice.period}
          onChange={value => onChange({ period: value as ReportChoice['period'] })}
        />
      )}
      <Select
        aria-label={reports.owner}
        placeholder={reports.everybody}
        clearable
        searchable
        w={180}
        data={items(rowsOf(data, 'User.owners'))}
        value={choice.owner === '' ? null : choice.owner}
        onChange={value => onChange({ owner: value ?? '' })}
      />
      {(territories.length > 0 || choice.territory !== '') && (
        <Select
          aria-label={reports.territory}
          placeholder={reports.everywhere}
          clearable
          searchable
          w={180}
          data={territories}
          value={choice.territory === '' ? null : choice.territory}
          onChange={value => onChange({ territory: value ?? '' })}
        />
      )}
    </>
  )
}

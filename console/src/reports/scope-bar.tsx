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
  const territories = rowsOf(data, 'Territory.territories')
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
      <RecordSelect
        label={reports.owner}
        placeholder={reports.everybody}
        rows={rowsOf(data, 'User.owners')}
        value={choice.owner}
        onChange={owner => onChange({ owner })}
      />
      {(territories.length > 0 || choice.territory !== '') && (
        <RecordSelect
          label={reports.territory}
          placeholder={reports.everywhere}
          rows={territories}
          value={choice.territory}
          onChange={territory => onChange({ territory })}
        />
      )}
    </>
  )
}

interface RecordSelectProps {
  readonly label: string
  readonly placeholder: string
  readonly rows: readonly Row[]
  /** A key, or an empty text for all records. */
  readonly value: string
  readonly onChange: (key: string) => void
}

function RecordSelect({ label, placeholder, rows, value, onChange }: RecordSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      clearable
      searchable
      w={180}
      data={rows.map(row => ({ value: String(row.Key), label: textOf(row) }))}
      value={value || null}
      onChange={key => onChange(key ?? '')}
    />
  )
}

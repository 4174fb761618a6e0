// Chooses groups of the database by their names.
import { MultiSelect } from '@mantine/core'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'

interface GroupsSelectProps {
  readonly label: string
  /** Keys. */
  readonly groups: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
}

const request = {
  SecurityGroup: {
    Scope: { Fields: { Key: 1, Name: 1 } },
    Criteria: { SearchQuery: {}, Top: 1000 },
    OrderBy: { Fields: [{ Name: 'ASC' }] },
  },
}

export function GroupsSelect({ label, groups, onChange }: GroupsSelectProps) {
  const rows = rowsOf(useRead(request, { title: label }).data, 'SecurityGroup')
  const data = rows.map(row => ({ value: String(row.Key), label: textOf(row.Name) }))
  return (
    <MultiSelect
      label={label}
      searchable
      data={data}
      value={groups.filter(key => data.some(({ value }) => value === key))}
      onChange={onChange}
    />
  )
}

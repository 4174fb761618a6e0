// Chooses one of the users of the database, or all.
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'

const mostUsers = 1000

const users = {
  User: {
    Scope: { Fields: { Uid: 1, DisplayValue: 1 } },
    Criteria: { SearchQuery: {}, Top: mostUsers },
    OrderBy: { Fields: [{ DisplayName: 'ASC' }] },
  },
}

interface UserSelectProps {
  /** A Uid, or empty for no one in particular. */
  readonly user: string
  readonly onChange: (uid: string) => void
  /** Stands above the field of a form; a filter has none. */
  readonly label?: string
  /** What the empty field says. */
  readonly placeholder?: string
  readonly error?: ReactNode
}

export function UserSelect({ user, onChange, label, placeholder, error }: UserSelectProps) {
  const words = useTexts().setup.sessions
  const rows = rowsOf(useRead(users, { title: words.user }).data, 'User')
  return (
    <Select
      {...(label === undefined ? { size: 'xs', 'aria-label': words.user } : { label })}
      placeholder={placeholder ?? words.everybody}
      error={error}
      searchable
      clearable
      limit={100}
      value={user === '' ? null : user}
      onChange={uid => onChange(uid ?? '')}
      data={rows.map(row => ({ value: String(row.Uid), label: textOf(row.DisplayValue) }))}
    />
  )
}

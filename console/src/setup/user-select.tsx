// Chooses one of the users of the database, or all.
import { Select } from '@mantine/core'
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

/** `user` is a Uid, or empty for all users. */
export function UserSelect({ user, onChange }: { user: string; onChange: (uid: string) => void }) {
  const words = useTexts().setup.sessions
  const rows = rowsOf(useRead(users, { title: words.user }).data, 'User')
  return (
    <Select
      size="xs"
      aria-label={words.user}
      placeholder={words.everybody}
      searchable
      clearable
      limit={100}
      value={user === '' ? null : user}
      onChange={uid => onChange(uid ?? '')}
      data={rows.map(row => ({ value: String(row.Uid), label: textOf(row.DisplayValue) }))}
    />
  )
}

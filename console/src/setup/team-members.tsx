// Gives each member of a sales team a role and a right.
import { NativeSelect } from '@mantine/core'
import { useRecord } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useFields } from '../fields/use-fields.ts'
import { writtenValue } from '../fields/values.ts'
import { useTexts } from '../texts/index.tsx'
import { SimpleTable } from '../ui/display/simple-table.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './setup.module.css'

interface Member {
  readonly Key: string
  readonly DisplayValue: string
  readonly Role?: number
  readonly Right?: number
}

/** What the server gives a member of whom nothing else is said. */
const initial = { Role: 0, Right: 2 }

export function TeamMembers({ teamKey }: { teamKey: string }) {
  const words = useTexts().setup.team
  const { writer } = useWorkspace()
  const field = useFields('SalesTeam').data?.of('Members')
  const members = (useRecord(teamKey)?.fields.Members ?? []) as readonly Member[]
  if (!field || members.length === 0) return null
  const change = ({ Key, DisplayValue }: Member, name: 'Role' | 'Right', value: number): void => {
    const changed = members.map(member => (member.Key === Key ? { ...member, [name]: value } : member))
    writer
      .update({
        entity: 'SalesTeam',
        key: teamKey,
        changes: { Members: changed },
        write: ({ Members }) => ({ Members: writtenValue(field, Members) }),
        label: words.changed(DisplayValue),
      })
      .catch(showFailure)
  }
  const choice = (member: Member, name: 'Role' | 'Right', title: string, names: readonly string[]) => (
    <NativeSelect
      size="xs"
      aria-label={words.of(title, member.DisplayValue)}
      value={String(member[name] ?? initial[name])}
      onChange={event => change(member, name, Number(event.currentTarget.value))}
      data={names.map((label, value) => ({ value: String(value), label }))}
    />
  )
  return (
    <section className={classes.grants} aria-label={words.title}>
      <h3>{words.title}</h3>
      <SimpleTable
        label={words.title}
        rows={members}
        keyOf={({ Key }) => Key}
        columns={[
          { title: words.member, cell: ({ DisplayValue }) => DisplayValue },
          { title: words.role, cell: member => choice(member, 'Role', words.role, words.roles) },
          { title: words.right, cell: member => choice(member, 'Right', words.right, words.rights) },
        ]}
      />
    </section>
  )
}

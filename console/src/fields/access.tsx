// Shows and edits who may read and write a record: groups and users, or everyone while the list is empty.
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { memberOf, shownText, textOf } from './field.ts'
import styles from './fields.module.css'
import { EditorPopover } from './parts/editor-popover.tsx'
import { type Choice, useOptions } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'
import { chosenValue } from './parts/value-picker.tsx'
import { editing } from './text.tsx'

const rights = ['Read', 'Write'] as const

const namesOf = (value: unknown, right: string): readonly Choice[] => {
  const list = memberOf(value, right)
  return Array.isArray(list)
    ? list.map(item => ({ key: textOf(item, 'Key') || String(item), label: shownText(item) }))
    : []
}

function AccessView({ value }: ShownProps) {
  const t = useTexts().fields
  const line = (right: (typeof rights)[number]) => {
    const names = namesOf(value, right).map(choice => choice.label)
    return `${t.access[right]}: ${names.length === 0 ? t.access.everyone : names.join(', ')}`
  }
  return <span className={styles.lines}>{rights.map(line).join('\n')}</span>
}

function AccessEditor({ field, value, onChange, ...rest }: EditorProps) {
  const t = useTexts().fields
  const { choices } = useOptions(field)
  const [lists, setLists] = useState(() => ({ Read: namesOf(value, 'Read'), Write: namesOf(value, 'Write') }))
  return (
    <EditorPopover {...editing(rest)} label={field.label} text={shownText(value)}>
      {rights.map((right, index) => (
        <div key={right} className={styles.part}>
          <span className={styles.partLabel}>{t.access[right]}</span>
          <Picker
            look="filter"
            label={t.access[right]}
            multiple
            autoFocus={index === 0}
            chosen={lists[right]}
            choices={choices}
            onPick={chosen => {
              const next = { ...lists, [right]: chosen }
              setLists(next)
              onChange({ Read: next.Read.map(chosenValue), Write: next.Write.map(chosenValue) })
            }}
            onDone={() => {}}
          />
        </div>
      ))}
    </EditorPopover>
  )
}

const writeAccess = (value: unknown): unknown =>
  Object.fromEntries(rights.map(right => [right, namesOf(value, right).map(choice => choice.key)]))

export const access: Kind = {
  select: () => ({ Read: [{ Key: 1, DisplayValue: 1 }], Write: [{ Key: 1, DisplayValue: 1 }] }),
  text: value => rights.flatMap(right => namesOf(value, right).map(choice => choice.label)).join(', '),
  write: writeAccess,
  View: AccessView,
  Editor: AccessEditor,
  operators: [],
  width: 180,
}

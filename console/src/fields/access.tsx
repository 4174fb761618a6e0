// Shows and edits who may read and write a record: groups and users, or everyone while the list is empty.
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import type { EditorProps, Kind, ShownProps } from './field.ts'
import { shownText } from './field.ts'
import styles from './fields.module.css'
import { EditorPopover } from './parts/editor-popover.tsx'
import { useOptions } from './parts/options.ts'
import { Picker } from './parts/picker.tsx'
import { chosenValue } from './parts/value-picker.tsx'
import { editing } from './text.tsx'
import { accessRights, principalsOf, valueKinds } from './value-kinds.ts'

function AccessView({ value }: ShownProps) {
  const t = useTexts().fields
  const line = (right: (typeof accessRights)[number]) => {
    const names = principalsOf(value, right).map(choice => choice.label)
    return `${t.access[right]}: ${names.length === 0 ? t.access.everyone : names.join(', ')}`
  }
  return <span className={styles.lines}>{accessRights.map(line).join('\n')}</span>
}

function AccessEditor({ field, value, onChange, ...rest }: EditorProps) {
  const t = useTexts().fields
  const { choices } = useOptions(field)
  const [lists, setLists] = useState(() => ({ Read: principalsOf(value, 'Read'), Write: principalsOf(value, 'Write') }))
  return (
    <EditorPopover {...editing(rest)} label={field.label} text={shownText(value)}>
      {accessRights.map((right, index) => (
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

export const access: Kind = {
  ...valueKinds.access,
  View: AccessView,
  Editor: AccessEditor,
}

// A text box in which `@` offers the users of the database, to mention them.
import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { rowsOf } from '../../api/envelope.ts'
import { useRead } from '../../api/use-read.ts'
import { type Mention, mentionBefore } from './mentions.ts'

interface MentionAreaProps extends Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange'> {
  readonly value: string
  onText(text: string, mention?: Mention): void
}

/** Users with the text anywhere in their name. */
const usersNamed = (name: string) => ({
  User: {
    Scope: { Fields: { Key: 1, DisplayValue: 1 } },
    Criteria: {
      SearchQuery: { Enabled: true, DisplayName: { $LIKE: `%${name.trim().replace(/[\\%_]/g, '\\$&')}%` } },
      Top: 8,
    },
    OrderBy: { Fields: [{ DisplayName: 'ASC' }] },
  },
})

export function MentionArea({ value, onText, ...rest }: MentionAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const combobox = useCombobox()
  const typed = mentionBefore(value, caret)
  const look = (): void => {
    const at = area.current?.selectionEnd ?? 0
    setCaret(at)
    if (mentionBefore(area.current?.value ?? '', at)) combobox.openDropdown()
    else combobox.closeDropdown()
  }
  const take = (key: string, name: string): void => {
    if (!typed) return
    const text = `${value.slice(0, typed.at)}@${name} ${value.slice(caret)}`
    onText(text, { key, name })
    combobox.closeDropdown()
    const end = typed.at + name.length + 2
    setCaret(end)
    requestAnimationFrame(() => area.current?.setSelectionRange(end, end))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(key, option) => take(key, String(option.children))} withinPortal>
      <Combobox.Target>
        <Textarea
          {...rest}
          ref={area}
          value={value}
          onChange={event => {
            onText(event.currentTarget.value)
            look()
          }}
          onSelect={look}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed === null}>
        {typed && (
          <People name={typed.name} label={String(rest['aria-label'] ?? '')} onFound={combobox.selectFirstOption} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function People({ name, label, onFound }: { name: string; label: string; onFound: () => void }) {
  const found = useRead(usersNamed(name), { title: null, keep: true })
  const people = rowsOf(found.data, 'User')
  const first = people[0]?.Key
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks the first of each answer, which Enter takes
  useEffect(() => {
    if (first !== undefined) onFound()
  }, [first])
  return (
    <Combobox.Options aria-label={label}>
      {people.map(({ Key, DisplayValue }) => (
        <Combobox.Option key={String(Key)} value={String(Key)}>
          {String(DisplayValue)}
        </Combobox.Option>
      ))}
    </Combobox.Options>
  )
}

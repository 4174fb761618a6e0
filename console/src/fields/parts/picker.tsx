// Picks one or several of the choices offered, by typing and by the arrow keys.
import { Combobox, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../../ui/icons.tsx'
import styles from '../fields.module.css'
import { fold } from './fold.ts'
import { useIsInsidePopover } from './inside-popover.ts'
import type { Choice } from './options.ts'

interface Props {
  readonly label: string
  readonly chosen: readonly Choice[]
  readonly choices: readonly Choice[]
  /** Told what is typed, where the server looks; else the picker narrows the choices itself. */
  readonly onSearch?: ((text: string) => void) | undefined
  /** All that are chosen now. With one value the picker is done after that. */
  onPick(chosen: readonly Choice[]): void
  onDone(how: 'commit' | 'cancel'): void
  readonly multiple?: boolean
  readonly clearable?: boolean
  /** Any text can be a value. */
  readonly free?: boolean
  readonly busy?: boolean | undefined
  readonly autoFocus?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
  readonly look?: 'field' | 'filter'
}

const clearKey = '\u0000clear'
const freeKey = '\u0000free'

/** Some know a currency or a country by its code. */
const matches = ({ key, label }: Choice, text: string): boolean =>
  fold(label).includes(text) || (/^[a-z]+$/i.test(key) && fold(key).startsWith(text))

/** What is typed, and what typing, keys and choosing do. */
function usePicker(props: Props) {
  const { chosen, choices, onSearch, onPick, onDone, multiple = false, free, autoFocus } = props
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState(free ? (chosen[0]?.label ?? '') : '')
  const [dirty, setDirty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const shown = onSearch || !dirty ? choices : choices.filter(choice => matches(choice, fold(typed)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, when the editor appears
  useEffect(() => {
    if (!autoFocus) return
    input.current?.focus()
    input.current?.select()
    combobox.openDropdown()
  }, [autoFocus])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first choice is the one that Enter takes
  useEffect(() => {
    if (dirty) combobox.selectFirstOption()
  }, [typed, shown.length])

  const search = (text: string) => {
    setTyped(text)
    setDirty(true)
    onSearch?.(text)
    combobox.openDropdown()
    if (free) onPick(text.trim() === '' ? [] : [{ key: text, label: text }])
  }

  const submit = (key: string) => {
    const choice = shown.find(one => one.key === key)
    if (multiple && choice) {
      const others = chosen.filter(one => one.key !== key)
      onPick(others.length < chosen.length ? others : [...chosen, choice])
      setTyped('')
      setDirty(false)
      onSearch?.('')
      return
    }
    if (key !== freeKey) onPick(choice ? [choice] : [])
    combobox.closeDropdown()
    onDone('commit')
  }

  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone(multiple ? 'commit' : 'cancel')
    else if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0) onDone('commit')
    else if (event.key === 'Backspace' && typed === '' && multiple) onPick(chosen.slice(0, -1))
    else return
    event.stopPropagation()
  }
  return { combobox, input, typed, dirty, shown, search, submit, byKey }
}

export function Picker(props: Props) {
  const { label, chosen, onDone, multiple = false, clearable, free, busy } = props
  const t = useTexts().fields
  const { combobox, input, typed, dirty, shown, search, submit, byKey } = usePicker(props)
  const isInside = useIsInsidePopover()
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={submit}
      withinPortal={!isInside}
      width="max-content"
      position="bottom-start"
      offset={4}
    >
      <Combobox.Target>
        <input
          ref={input}
          className={props.look === 'filter' ? styles.filterInput : styles.input}
          value={typed}
          placeholder={chosen.map(choice => choice.label).join(', ')}
          aria-label={label}
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.describedBy}
          autoComplete="off"
          onChange={event => search(event.currentTarget.value)}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            onDone('commit')
          }}
          onKeyDown={byKey}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown} hidden={free === true && shown.length === 0}>
        <Combobox.Options mah={280} className={styles.choices} aria-label={label}>
          <Choices
            shown={shown}
            chosen={chosen}
            clears={clearable === true && chosen.length > 0 && !multiple && !dirty}
            nothing={free ? null : busy ? t.searching : t.nothingFound}
          />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface ChoicesProps {
  readonly shown: readonly Choice[]
  readonly chosen: readonly Choice[]
  /** Whether no value is a choice too. */
  readonly clears: boolean
  /** What is said when nothing is shown. */
  readonly nothing: string | null
}

function Choices({ shown, chosen, clears, nothing }: ChoicesProps) {
  const t = useTexts().fields
  const isChosen = (key: string) => chosen.some(choice => choice.key === key)
  return (
    <>
      {shown.map(({ key, label, hint }) => (
        <Combobox.Option key={key} value={key} active={isChosen(key)} className={styles.choice}>
          <span className={styles.choiceLabel}>{label}</span>
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
          {isChosen(key) && <Icon name="check" />}
        </Combobox.Option>
      ))}
      {clears && (
        <Combobox.Option value={clearKey} className={styles.choice}>
          <span className={styles.hint}>{t.clear}</span>
        </Combobox.Option>
      )}
      {shown.length === 0 && nothing !== null && <Combobox.Empty>{nothing}</Combobox.Empty>}
    </>
  )
}

// Holds what is typed into a picker, and does what typing, keys, choosing and leaving mean.
import { type ComboboxStore, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import { fold } from './fold.ts'
import type { Choice } from './options.ts'

/** Makes a record of what is typed: the line of the list, and what it does. */
export interface Maker {
  readonly key: string
  readonly label: string
  /** Those of one group stand in a row under its title, as dots of their colours. */
  readonly group?: string
  readonly hue?: number
  make(): Promise<Choice>
}

export interface PickerProps {
  readonly label: string
  readonly chosen: readonly Choice[]
  readonly choices: readonly Choice[]
  /** Takes what is typed where the server looks for it; else the picker narrows the choices itself. */
  readonly onSearch?: ((text: string) => void) | undefined
  /** All that are chosen now. With one value the picker is done after that. */
  onPick(chosen: readonly Choice[]): void
  onDone(how: 'commit' | 'cancel'): void
  readonly multiple?: boolean
  readonly clearable?: boolean
  /** Any text can be a value. */
  readonly free?: boolean
  /** Whether the choices are still those of an earlier text. */
  readonly busy?: boolean | undefined
  /** What can be made of a text that is not among the choices. */
  readonly makers?: ((text: string) => readonly Maker[]) | undefined
  readonly autoFocus?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
  readonly look?: 'field' | 'filter'
}

/** Some know a currency or a country by its code. */
const matches = ({ key, label }: Choice, text: string): boolean =>
  fold(label).includes(text) || (/^[a-z]+$/i.test(key) && fold(key).startsWith(text))

/** What is typed, and what the list shows for it. */
function useTyped(props: PickerProps) {
  const { chosen, choices, onSearch, onPick, multiple = false, free = false, busy = false } = props
  const [typed, setTyped] = useState(free ? (chosen[0]?.label ?? '') : '')
  const [dirty, setDirty] = useState(false)
  const text = typed.trim()
  const shown = onSearch || !dirty ? choices : choices.filter(choice => matches(choice, fold(typed)))
  const named = shown.find(({ label }) => fold(label) === fold(text))
  const makers = dirty && text !== '' && !busy && !named ? (props.makers?.(text) ?? []) : []
  const isSingle = !multiple && !free
  const type = (next: string): void => {
    setTyped(next)
    setDirty(true)
    onSearch?.(next)
    if (free) onPick(next.trim() === '' ? [] : [{ key: next, label: next }])
    else if (isSingle && next.trim() === '' && props.clearable) onPick([])
  }
  const forget = (next = ''): void => {
    setTyped(next)
    setDirty(false)
    if (dirty) onSearch?.('')
  }
  return {
    ...{ dirty, shown, named, makers, type, forget },
    text: isSingle && !dirty ? (chosen[0]?.label ?? '') : typed,
    isEmpty: typed === '',
    /** A text that is looked for, and no value itself. */
    isSought: dirty && text !== '' && !free,
  }
}

/** Settles what is typed by the answer of the server where Enter was pressed before it had come. */
function useWantedHit(busy: boolean, settle: () => void) {
  const [isWanted, want] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts on the answer of the server alone
  useEffect(() => {
    if (!isWanted || busy) return
    want(false)
    settle()
  }, [isWanted, busy])
  return { isWanted, want }
}

/** Opens the list with the editor that has the focus, and marks the first choice of each answer, which Enter takes. */
function useMarks(
  combobox: ComboboxStore,
  input: RefObject<HTMLInputElement | null>,
  { isSought, text, shown }: ReturnType<typeof useTyped>,
  { autoFocus, busy }: PickerProps,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, when the editor appears
  useEffect(() => {
    if (!autoFocus) return
    input.current?.focus()
    input.current?.select()
    combobox.openDropdown()
  }, [autoFocus])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or answer has another first choice
  useEffect(() => {
    if (isSought && !busy) combobox.selectFirstOption()
    else if (isSought) combobox.resetSelectedOption()
  }, [text, busy, shown.length])
}

/** Takes a choice as the value, or as one more; a line that makes a record makes it first. */
function choosing(props: PickerProps, combobox: ComboboxStore, typed: ReturnType<typeof useTyped>) {
  const { chosen, onPick, onDone, multiple = false, free } = props
  const { makers, shown } = typed
  const take = (choice: Choice | undefined): void => {
    if (multiple && choice) {
      const others = chosen.filter(one => one.key !== choice.key)
      onPick(others.length < chosen.length ? others : [...chosen, choice])
      typed.forget()
      return
    }
    onPick(choice ? [choice] : [])
    typed.forget(free ? choice?.label : '')
    combobox.closeDropdown()
    onDone('commit')
  }

  const submit = (key: string): void => {
    const maker = makers.find(one => one.key === key)
    if (maker) {
      combobox.closeDropdown()
      maker.make().then(take, showFailure)
    } else take(shown.find(one => one.key === key))
  }
  return { take, submit }
}

export function usePicker(props: PickerProps) {
  const { chosen, onPick, onDone, multiple = false, free, busy = false } = props
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const input = useRef<HTMLInputElement>(null)
  const typed = useTyped(props)
  const { dirty, shown, makers, isSought } = typed

  useMarks(combobox, input, typed, props)

  const { take, submit } = choosing(props, combobox, typed)
  const hit = useWantedHit(busy, () => {
    if (shown[0]) submit(shown[0].key)
    else if (document.activeElement !== input.current) leave()
  })

  const search = (next: string): void => {
    hit.want(false)
    typed.type(next)
    combobox.openDropdown()
  }

  const byEnter = (): void => {
    const first = isSought ? (shown[0]?.key ?? makers[0]?.key) : undefined
    // The list would take the choice that it has marked, which is one of an earlier text.
    combobox.resetSelectedOption()
    if (isSought && busy) hit.want(true)
    else if (first !== undefined) submit(first)
    else onDone('commit')
  }

  const byKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const isEnter = event.key === 'Enter' && ((isSought && busy) || combobox.getSelectedOptionIndex() < 0)
    if (event.key === 'Escape') {
      hit.want(false)
      onDone(multiple ? 'commit' : 'cancel')
    } else if (isEnter) byEnter()
    else if (event.key === 'Backspace' && typed.isEmpty && multiple) onPick(chosen.slice(0, -1))
    else return
    if (isEnter) event.preventDefault()
    event.stopPropagation()
  }

  /** A typed text is no value: it is the choice of that name, or it goes. After Enter it waits for its first hit. */
  const leave = (): void => {
    combobox.closeDropdown()
    if (hit.isWanted && busy) return
    if (isSought && !busy && typed.named) {
      take(typed.named)
      return
    }
    if (!free && dirty) typed.forget()
    onDone('commit')
  }
  // A list with nothing in it is not shown. If it counted as open, Escape would close it first, and a form only at the second press.
  const store = { ...combobox, dropdownOpened: combobox.dropdownOpened && !(free && shown.length === 0) }
  return { store, input, dirty, text: typed.text, shown, makers, search, submit, byKey, leave }
}

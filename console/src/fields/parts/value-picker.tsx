// Picks the values of a field, or of a filter on it, among choices, in the form in which values are read.
import { useState } from 'react'
import { type EditorProps, type FilterEditorProps, itemsOf, memberText, shownText } from '../field.ts'
import styles from '../fields.module.css'
import { editing } from '../text.tsx'
import type { Choice } from './options.ts'
import { Picker } from './picker.tsx'
import type { Maker } from './use-picker.ts'

interface OfferedChoices {
  readonly choices: readonly Choice[]
  readonly busy?: boolean
  /** The search on the server: the typed text and its listener. */
  readonly typed?: string
  readonly onSearch?: (text: string) => void
  /** What can be made of a text that is not among the choices. */
  readonly makers?: (text: string) => readonly Maker[]
}

/** While nothing is typed, what is chosen stands before what the server found. */
const offered = ({ choices, typed }: OfferedChoices, chosen: readonly Choice[]): readonly Choice[] =>
  typed === '' ? [...chosen, ...choices.filter(({ key }) => !chosen.some(one => one.key === key))] : choices

const choiceOf = (value: unknown): Choice => ({ key: memberText(value, 'Key'), label: shownText(value) })
export const chosenValue = ({ key, label }: Choice) => ({ Key: key, DisplayValue: label })

interface PickProps extends EditorProps {
  readonly from: OfferedChoices
}

export function PickOne({ field, value, onChange, from, ...rest }: PickProps) {
  const given = value === null || value === undefined ? null : choiceOf(value)
  const [chosen, setChosen] = useState<readonly Choice[]>(() => (given ? [given] : []))
  // In a form another field may change the value of this one.
  const [before, setBefore] = useState(given?.key)
  if (before !== given?.key) {
    setBefore(given?.key)
    setChosen(given ? [given] : [])
  }
  return (
    <Picker
      {...editing(rest)}
      {...from}
      label={field.label}
      chosen={chosen}
      clearable={field.nullable}
      onPick={next => {
        setChosen(next)
        onChange(next[0] ? chosenValue(next[0]) : null)
      }}
    />
  )
}

export function PickMany({ field, value, onChange, from, ...rest }: PickProps) {
  const [chosen, setChosen] = useState<readonly Choice[]>(() => itemsOf(value).map(choiceOf))
  // An item that was there before stays as it was: it may have more than a key.
  const kept = (choice: Choice): unknown =>
    itemsOf(value).find(item => memberText(item, 'Key') === choice.key) ?? chosenValue(choice)
  return (
    <Picker
      {...editing(rest)}
      {...from}
      choices={offered(from, chosen)}
      label={field.label}
      multiple
      chosen={chosen}
      onPick={next => {
        setChosen(next)
        onChange(next.map(kept))
      }}
    />
  )
}

interface FilterProps extends FilterEditorProps {
  readonly from: OfferedChoices
  readonly labelOf: (key: string) => string
}

export function PickForFilter({ field, values, onChange, from, labelOf }: FilterProps) {
  const chosen = values.map(key => ({ key, label: labelOf(key) }))
  return (
    <Picker
      {...from}
      choices={offered(from, chosen)}
      look="filter"
      label={field.label}
      multiple
      chosen={chosen}
      onPick={next => onChange(next.map(choice => choice.key))}
      onDone={() => {}}
    />
  )
}

export const PickedText = ({ labels }: { labels: readonly string[] }) => (
  <span className={styles.clip}>{labels.join(', ')}</span>
)

/** The label of a key among choices; the key itself where none has it. */
export const labelAmong =
  (choices: readonly Choice[]) =>
  (key: string): string =>
    choices.find(choice => choice.key === key)?.label ?? key

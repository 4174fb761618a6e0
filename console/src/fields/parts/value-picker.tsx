// Picks the values of a field, or of a filter on it, among choices, in the form in which values are read.
import { useState } from 'react'
import { type EditorProps, type FilterEditorProps, itemsOf, shownText, textOf } from '../field.ts'
import styles from '../fields.module.css'
import { editing } from '../text.tsx'
import type { Choice } from './options.ts'
import { Picker } from './picker.tsx'

interface Offered {
  readonly choices: readonly Choice[]
  readonly busy?: boolean
  /** Where the server looks: what is typed, and who is told of it. */
  readonly typed?: string
  readonly onSearch?: (text: string) => void
}

/** While nothing is typed, what is chosen stands before what the server found. */
const offered = ({ choices, typed }: Offered, chosen: readonly Choice[]): readonly Choice[] =>
  typed === '' ? [...chosen, ...choices.filter(({ key }) => !chosen.some(one => one.key === key))] : choices

const choiceOf = (value: unknown): Choice => ({ key: textOf(value, 'Key'), label: shownText(value) })
export const chosenValue = ({ key, label }: Choice) => ({ Key: key, DisplayValue: label })

interface PickProps extends EditorProps {
  readonly from: Offered
}

export function PickOne({ field, value, onChange, from, ...rest }: PickProps) {
  const [chosen, setChosen] = useState<readonly Choice[]>(() =>
    value === null || value === undefined ? [] : [choiceOf(value)],
  )
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
    itemsOf(value).find(item => textOf(item, 'Key') === choice.key) ?? chosenValue(choice)
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
  readonly from: Offered
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

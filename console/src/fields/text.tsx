// Shows and edits text; long text has several lines.
import { lazy, Suspense, useState } from 'react'
import type { EditorProps, FilterEditorProps, Kind } from './field.ts'
import { shownText } from './field.ts'
import styles from './fields.module.css'
import { MentionText } from './mention-text.tsx'
import { FilterInput } from './parts/filter-input.tsx'
import { LineInput } from './parts/line-input.tsx'
import { takesMentions } from './parts/mentions.ts'
import { valueKinds } from './value-kinds.ts'

const MentionEditor = lazy(() => import('./mention-editor.tsx'))

function TextEditor(props: EditorProps) {
  if (!takesMentions(props.field)) return <PlainEditor {...props} />
  return (
    <Suspense fallback={<div className={styles.areaRoom} />}>
      <MentionEditor {...props} />
    </Suspense>
  )
}

function PlainEditor({ field, value, onChange, ...rest }: EditorProps) {
  const [text, setText] = useState(() => shownText(value))
  const multiline = field.attributes.MultiLine === true
  const max = field.attributes.MaxLength
  return (
    <LineInput
      {...editing(rest)}
      label={field.label}
      text={text}
      multiline={multiline}
      maxLength={typeof max === 'number' ? max : undefined}
      onText={next => {
        setText(next)
        onChange(next.trim() === '' ? null : next)
      }}
    />
  )
}

/** What an editor passes on to its input. */
export const editing = ({
  onDone,
  autoFocus,
  invalid,
  describedBy,
}: Omit<EditorProps, 'field' | 'value' | 'onChange'>) => ({
  onDone,
  ...(autoFocus === undefined ? {} : { autoFocus }),
  ...(invalid === undefined ? {} : { invalid }),
  ...(describedBy === undefined ? {} : { describedBy }),
})

export function TextFilter({ field, values, onChange }: FilterEditorProps) {
  return <FilterInput label={field.label} text={values[0] ?? ''} onText={text => onChange([text])} />
}

const address = /^(https?:\/\/|www\.)\S+$/i

function TextView({ value }: { value: unknown }) {
  const text = shownText(value)
  if (address.test(text)) {
    const href = /^www\./i.test(text) ? `https://${text}` : text
    return (
      <a className={styles.link} href={href} target="_blank" rel="noreferrer noopener">
        {text}
      </a>
    )
  }
  return (
    <span className={styles.lines}>
      <MentionText text={text} />
    </span>
  )
}

export const text: Kind = {
  ...valueKinds.text,
  View: TextView,
  Editor: TextEditor,
  FilterEditor: TextFilter,
}

// Edits one value as text: Enter and leaving commit it, Escape gives it up.
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { EditorProps } from '../field.ts'
import styles from '../fields.module.css'

interface Props extends Pick<EditorProps, 'onDone' | 'autoFocus' | 'invalid' | 'describedBy'> {
  readonly label: string
  readonly text: string
  onText(text: string): void
  readonly type?: string
  readonly inputMode?: 'decimal' | 'numeric' | 'tel' | 'email' | 'url' | undefined
  readonly maxLength?: number | undefined
  readonly alignRight?: boolean
  readonly multiline?: boolean
  readonly autoComplete?: string
  onFocus?(): void
  /** The group that it is a part of: going on to another input of the group does not end the editing. */
  readonly within?: RefObject<HTMLElement | null>
}

export function LineInput(props: Props) {
  const { label, text, onText, onDone, autoFocus, invalid, describedBy, type, alignRight, multiline, within, ...rest } =
    props
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!autoFocus) return
    input.current?.focus()
    if (!multiline && type !== 'date' && type !== 'datetime-local') input.current?.select()
  }, [autoFocus, multiline, type])
  const shared = {
    ref: input,
    className: styles.input,
    value: text,
    'aria-label': label,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'data-right': alignRight || undefined,
    autoComplete: 'off',
    ...rest,
    onChange: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
    onBlur: (event: FocusEvent) => {
      if (!within?.current?.contains(event.relatedTarget)) onDone('commit')
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Escape') onDone('cancel')
      else if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)) onDone('commit')
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return multiline ? <textarea rows={5} {...shared} /> : <input type={type ?? 'text'} {...shared} />
}

// Shows the value of a field on a page and edits it where it stands: a click or Enter begins, leaving saves.

import { useRef, useState } from 'react'
import type { Problem } from '../api/errors.ts'
import type { StoredRecord } from '../api/record-store.ts'
import type { RecordSnapshot } from '../api/writer.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { useAfterPaint } from '../ui/display/later.ts'
import type { Field } from './field.ts'
import styles from './fields.module.css'
import { kindOf } from './index.ts'
import { ProblemList } from './problems.tsx'
import { type Finish, useEditor } from './use-editor.ts'
import { useFieldEdit } from './use-field-edit.ts'
import { isEmptyValue } from './values.ts'

interface Props {
  readonly field: Field
  readonly record: StoredRecord
  /** The caller may not write the record. */
  readonly readOnly?: boolean
}

/** The value as a page shows it. */
export function FieldValue({ field, value }: { field: Field; value: unknown }) {
  const { View, Cell, text } = kindOf(field)
  const Display = View ?? Cell
  return Display ? <Display field={field} value={value} /> : <span className={styles.lines}>{text(value, field)}</span>
}

const isLink = (target: EventTarget): boolean => target instanceof Element && target.closest('a, button') !== null

export function InPlace({ field, record, readOnly = false }: Props) {
  const { key, fields, pending } = record
  const t = useTexts().fields
  const edit = useFieldEdit()
  const [editing, setEditing] = useState<{ draft?: unknown; problems: readonly Problem[] } | null>(null)
  const seen = useRef<RecordSnapshot>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const hasPencil = useAfterPaint(true, false)
  const value = fields[field.path]
  const isWritable = !readOnly && field.writable && kindOf(field).Editor !== undefined
  const begin = () => {
    if (!isWritable) return
    seen.current = { version: fields.Version as number | undefined, values: { [field.path]: value } }
    setEditing({ problems: [] })
  }
  const finish = async (draft: unknown, how: Finish) => {
    setEditing(null)
    // The editor is gone; the keyboard focus goes on from here.
    setTimeout(() => {
      if (document.activeElement === document.body) button.current?.focus()
    })
    if (how === 'cancel') return
    const problems = await edit(key, field, draft, seen.current)
    if (problems.length > 0) setEditing({ draft, problems })
  }
  if (editing) return <Editing field={field} record={fields} {...editing} onFinish={finish} />
  if (!isWritable) {
    return (
      <div className={styles.value} data-fixed>
        <FieldValue field={field} value={value} />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same; a value may hold links, which a button must not
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={styles.value}
      data-pending={pending.has(field.path) || undefined}
      onClick={event => {
        if (!isLink(event.target)) begin()
      }}
    >
      {isEmptyValue(value) ? (
        <span className={styles.faint}>{t.empty}</span>
      ) : (
        <FieldValue field={field} value={value} />
      )}
      {hasPencil && (
        <button
          ref={button}
          type="button"
          className={styles.pencil}
          aria-label={t.edit(field.label)}
          data-edit
          onClick={begin}
        >
          <Icon name="edit" size={13} />
        </button>
      )}
    </div>
  )
}

interface EditingProps {
  readonly field: Field
  readonly record: Readonly<Record<string, unknown>>
  readonly draft?: unknown
  readonly problems: readonly Problem[]
  onFinish(draft: unknown, how: Finish): void
}

function Editing(props: EditingProps) {
  const { field, record, problems, onFinish } = props
  const { Editor } = kindOf(field)
  const value = 'draft' in props ? props.draft : record[field.path]
  const { isRefused, editor, list } = useEditor(value, problems, onFinish)
  if (!Editor) return null
  return (
    <div className={styles.editing} data-invalid={isRefused || undefined}>
      <Editor field={field} record={record} {...editor} />
      <ProblemList {...list} />
    </div>
  )
}

/** A field with its label, one line of a page. */
export function FieldLine({ field, record, readOnly = false, mandatory = false }: Props & { mandatory?: boolean }) {
  const t = useTexts().fields
  return (
    <div className={styles.fieldLine}>
      <span className={styles.label} title={field.description || undefined}>
        {field.label}
        {mandatory && (
          <span className={styles.mandatory} title={t.mandatory}>
            *
          </span>
        )}
      </span>
      <InPlace field={field} record={record} readOnly={readOnly} />
    </div>
  )
}

// Makes a form for a record from its Schema: a new one is sent as a whole, one that is there is edited field by field.
import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useKeptDraft } from '../api/drafts.ts'
import type { Row } from '../api/envelope.ts'
import type { Problem } from '../api/errors.ts'
import { useRecord, useStoredRows } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { Field } from '../fields/field.ts'
import { FormDrawer, useSending } from '../fields/form-drawer.tsx'
import { FieldLine } from '../fields/in-place.tsx'
import { kindOf } from '../fields/index.ts'
import { ProblemList } from '../fields/problems.tsx'
import { selectFields, writtenValue } from '../fields/values.ts'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import classes from './setup.module.css'

interface FormProps {
  readonly entity: string
  readonly title: string
  readonly fields: readonly Field[]
  readonly onClose: () => void
}

interface NewRecordProps extends FormProps {
  /** What a new record has unless somebody says otherwise. */
  readonly initial?: Row | undefined
  readonly onCreated?: (key: string) => void
}

const noValues: Row = {}

export function NewRecord({ entity, title, fields, initial = noValues, onClose, onCreated }: NewRecordProps) {
  const { setup, ui } = useTexts()
  const { writer } = useWorkspace()
  const draft = useKeptDraft<Row>(`new ${entity}`, initial)
  const values = draft.value
  const sending = useSending()
  const create = (): Promise<void> =>
    sending.send(async () => {
      const given = fields.filter(({ path }) => values[path] !== undefined && values[path] !== null)
      const data = Object.fromEntries(given.map(field => [field.writeAs, writtenValue(field, values[field.path])]))
      const key = await writer.create(entity, data, setup.created(title))
      draft.drop()
      onClose()
      onCreated?.(key)
    })
  const form = useRef<HTMLDivElement>(null)
  // A drawer begins at its close button; people begin at the first field.
  useEffect(() => {
    const timer = setTimeout(() => form.current?.querySelector('input')?.focus(), 150)
    return () => clearTimeout(timer)
  }, [])
  const isOf = ({ path }: Problem, field: Field): boolean => path.endsWith(`.Data.${field.writeAs}`)
  return (
    <FormDrawer
      title={setup.newOne(title)}
      submit={ui.add}
      sending={sending}
      isPlaced={problem => fields.some(field => isOf(problem, field))}
      onSubmit={() => void create()}
      onClose={onClose}
      draft={draft}
    >
      <div ref={form} className={classes.form}>
        {fields.map(field => (
          <FormLine
            key={field.path}
            field={field}
            values={values}
            problems={sending.problems.filter(problem => isOf(problem, field))}
            onChange={value => draft.change({ [field.path]: value })}
          />
        ))}
      </div>
    </FormDrawer>
  )
}

interface FormLineProps {
  readonly field: Field
  readonly values: Row
  readonly problems: readonly Problem[]
  readonly onChange: (value: unknown) => void
}

/** Some descriptions only repeat the name. */
const isTelling = ({ label, description }: Field): boolean =>
  description !== '' && description.replace(/\.$/, '').toLowerCase() !== label.toLowerCase()

export function FormLine({ field, values, problems, onChange }: FormLineProps) {
  const { Editor } = kindOf(field)
  const id = useId()
  // A suggestion that was taken begins the editor anew.
  const [taken, setTaken] = useState(0)
  if (!Editor) return null
  const isWrong = problems.length > 0
  return (
    <div className={classes.line}>
      <span className={classes.label}>
        {field.label}
        {field.mandatory && <span aria-hidden="true"> *</span>}
      </span>
      {isTelling(field) && <span className={classes.description}>{field.description}</span>}
      <div className={classes.input}>
        <Editor
          key={taken}
          field={field}
          value={values[field.path] ?? null}
          record={values}
          onChange={onChange}
          onDone={() => {}}
          {...(isWrong ? { invalid: true, describedBy: id } : {})}
        />
      </div>
      <ProblemList
        id={id}
        problems={problems}
        onSuggestion={text => {
          onChange(text)
          setTaken(taken + 1)
        }}
      />
    </div>
  )
}

interface RecordDrawerProps extends FormProps {
  readonly row: Row
  readonly usage?: ReactNode
  readonly children?: ReactNode
}

export function RecordDrawer({ entity, title, fields, row, usage, onClose, children }: RecordDrawerProps) {
  const { setup, ui } = useTexts()
  const { writer } = useWorkspace()
  const key = row.Key as string
  const scope = useMemo(() => selectFields(fields), [fields])
  useStoredRows(
    `setup ${key}`,
    scope,
    useMemo(() => [row], [row]),
  )
  const record = useRecord(key, row)
  const remove = async (): Promise<void> => {
    try {
      await writer.remove(entity, [key], setup.removed(title))
      onClose()
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Drawer opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': ui.close }}>
      <div className={classes.lines}>
        {fields.map(field => (
          <FieldLine key={field.path} field={field} record={record} mandatory={field.mandatory} />
        ))}
      </div>
      {usage && <p className={classes.usage}>{usage}</p>}
      {children}
      <div className={classes.danger}>
        <Button variant="default" color="red" onClick={() => void remove()}>
          {ui.delete}
        </Button>
      </div>
    </Drawer>
  )
}

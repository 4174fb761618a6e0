// Shows a record of the set-up in a drawer, in which its fields are edited one by one, and makes a new one.
import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { Row } from '../api/envelope.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { useRecord, useStoredRows } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { Field } from '../fields/field.ts'
import { FieldLine } from '../fields/in-place.tsx'
import { selectFields } from '../fields/values.ts'
import { RecordForm } from '../forms/new-record.tsx'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './setup.module.css'

interface FormProps {
  readonly entity: string
  readonly title: string
  readonly fields: readonly Field[]
  readonly onClose: () => void
}

const noValues: Row = {}

/** The form of a new record with these fields; the mandatory ones come first. */
export function NewSetup({
  entity,
  title,
  fields,
  initial = noValues,
  onClose,
  onCreated,
}: FormProps & { initial?: Row | undefined; onCreated?: ((key: string) => void) | undefined }) {
  const draft = useKeptDraft<Row>(`new ${entity}`, initial)
  const plan = useMemo(() => {
    const first = (isFirst: boolean) => fields.filter(({ mandatory }) => mandatory === isFirst)
    return { main: [...first(true), ...first(false)], more: [] }
  }, [fields])
  return <RecordForm {...{ entity, title, plan, draft, onClose }} {...(onCreated ? { onCreated } : {})} />
}

interface RecordDrawerProps extends FormProps {
  readonly row: Row
  readonly usage?: ReactNode
  /** Goes where the record is not shown any more, instead of closing the drawer. */
  readonly onRemoved?: () => void
  readonly children?: ReactNode
}

export function RecordDrawer({ entity, title, fields, row, usage, onClose, onRemoved, children }: RecordDrawerProps) {
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
      ;(onRemoved ?? onClose)()
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

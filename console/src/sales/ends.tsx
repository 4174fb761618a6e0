// Ends a sale as won, lost or abandoned: with its reason, the day and, when it is won, the amount.
import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import type { Row } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { momentOfDay } from '../fields/day.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import { useSending } from '../fields/form-drawer.tsx'
import { InsidePopover } from '../fields/parts/inside-popover.ts'
import { wallTime } from '../fields/parts/zone.ts'
import { writtenValue } from '../fields/values.ts'
import { FormLine } from '../forms/form-line.tsx'
import { useTexts } from '../texts/index.tsx'
import classes from './head.module.css'
import { type ClosedName, changesForEnd, closedStatuses } from './lanes.ts'

interface EndProps {
  readonly record: StoredRecord
  readonly fields: EntityFields
  readonly name: string
}

const names = Object.keys(closedStatuses) as readonly ClosedName[]

export function EndButtons(props: EndProps) {
  const t = useTexts().record.sale
  const [open, setOpen] = useState<ClosedName | null>(null)
  return (
    <div className={classes.ends}>
      {names.map(end => (
        <Popover
          key={end}
          opened={open === end}
          onChange={isOpen => !isOpen && setOpen(null)}
          position="bottom-end"
          width={300}
          shadow="lg"
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <Button
              variant={end === 'won' ? 'light' : 'default'}
              color={end === 'won' ? 'green' : undefined}
              size="compact-sm"
              onClick={() => setOpen(open === end ? null : end)}
            >
              {t[end]}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t[end]}>
            <InsidePopover value={true}>
              <EndForm {...props} end={end} onDone={() => setOpen(null)} />
            </InsidePopover>
          </Popover.Dropdown>
        </Popover>
      ))}
    </div>
  )
}

function EndForm({ record, fields, name, end, onDone }: EndProps & { end: ClosedName; onDone: () => void }) {
  const { record: words, ui } = useTexts()
  const t = words.sale
  const { writer, session } = useWorkspace()
  const sending = useSending()
  const paths = [...(end === 'won' ? ['ActualRevenue'] : []), 'Reason', 'CloseDate']
  const shown = paths.map(path => fields.of(path)).filter(field => field !== undefined)
  const [values, setValues] = useState<Row>(() => ({
    ...changesForEnd(end, t[end], record.fields),
    Reason: record.fields.Reason ?? null,
    CloseDate: { Value: momentOfDay(wallTime(Date.now(), session.timeZone).slice(0, 10), session.timeZone) },
  }))
  const status = fields.of('Status')
  const written = [...(status ? [status] : []), ...shown].filter(({ path }) => values[path] !== undefined)
  const save = (): Promise<void> =>
    sending.send(async () => {
      await writer.update({
        entity: 'Opportunity',
        key: record.key,
        changes: Object.fromEntries(written.map(({ path }) => [path, values[path]])),
        write: changes =>
          Object.fromEntries(written.map(field => [field.writeAs, writtenValue(field, changes[field.path])])),
        label: t.ended[end](name),
      })
      onDone()
    })
  return (
    <form
      className={classes.endForm}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      {shown.map(field => (
        <FormLine
          key={field.path}
          field={field.path === 'CloseDate' ? { ...field, description: '' } : field}
          values={values}
          problems={sending.problems.filter(({ path }) => path.includes(`.Data.${field.writeAs}`))}
          onChange={value => setValues(old => ({ ...old, [field.path]: value }))}
        />
      ))}
      <div className={classes.endActs}>
        <Button variant="default" onClick={onDone}>
          {ui.cancel}
        </Button>
        <Button type="submit" loading={sending.isSending} color={end === 'won' ? 'green' : undefined}>
          {t[end]}
        </Button>
      </div>
    </form>
  )
}

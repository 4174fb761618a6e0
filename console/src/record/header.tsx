// Heads the page of a record: its name and main facts, the quick actions, and the way to its neighbours.
import { Button, FileButton, Menu } from '@mantine/core'
import { useState } from 'react'
import { type Row, textOf } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import { FieldValue } from '../fields/in-place.tsx'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import type { Neighbours } from '../ui/addresses/neighbours.ts'
import { recordPath } from '../ui/addresses/paths.ts'
import { hint } from '../ui/controls/hint.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { KeyCaps } from '../ui/controls/key-caps.tsx'
import { Icon, type IconName } from '../ui/display/icons.tsx'
import { Initials } from '../ui/display/initials.tsx'
import { AfterPaint } from '../ui/display/later.ts'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import classes from './header.module.css'
import { typeOf } from './kinds.ts'
import { isPerson } from './person.ts'
import { type RecordParts, uploadInput, useDelete } from './use-record-keys.ts'

/** For administrators alone. */
const PersonItems = lazyPart(async () => (await import('./person-items.tsx')).PersonItems, { waiting: null })
const ConvertLead = lazyPart(async () => (await import('./convert-lead.tsx')).ConvertLead, { waiting: null })
const EraseDialog = lazyPart(async () => (await import('./erase-dialog.tsx')).EraseDialog, { waiting: null })

export function RecordHeader(props: RecordParts & { fields: EntityFields }) {
  const { kind, record, rights, name, fields } = props
  const t = useTexts().record
  const facts = kind.subtitle.flatMap(path => {
    const field = fields.of(path)
    return field && textOf(record[path]) !== '' ? [field] : []
  })
  return (
    <header className={classes.header}>
      <div className={classes.who}>
        <Face kind={props.kind} record={record} name={name} />
        <div className={classes.names}>
          <h2 className={classes.name}>{name}</h2>
          <div className={classes.facts}>
            {facts.map(field => (
              <span key={field.path} className={classes.fact}>
                <FieldValue field={field} value={record[field.path]} />
              </span>
            ))}
            {!rights.update && (
              <span className={classes.fact}>
                <Icon name="lock" size={12} /> {t.readOnly}
              </span>
            )}
          </div>
        </div>
      </div>
      {(kind.interactionsBy || kind.takesNotes || kind.tasksBy) && (
        <div className={classes.quick}>
          <AfterPaint>
            <QuickActions {...props} />
            {kind.entity === 'Lead' && rights.update && textOf(record.AbEntry) === '' && <Convert {...props} />}
          </AfterPaint>
        </div>
      )}
    </header>
  )
}

function Face({ kind, record, name }: Pick<RecordParts, 'kind' | 'record' | 'name'>) {
  if (kind.entity === 'AbEntry' || kind.entity === 'Lead')
    return <Initials name={name} size={40} isSquare={typeOf(record) === 'Company'} />
  return (
    <span className={classes.face}>
      <Icon name={kind.icon} size={20} />
    </span>
  )
}

function QuickActions({ kind, record, onCompose, onFiles }: RecordParts) {
  const { actions: t, lists } = useTexts().record
  const mail = textOf((record as Row).Email)
  return (
    <>
      {kind.interactionsBy && <Quick icon="phone" label={t.call} keys="c" onClick={() => onCompose('call')} />}
      {kind.takesNotes && <Quick icon="note" label={t.note} keys="n" onClick={() => onCompose('note')} />}
      {kind.tasksBy && <Quick icon="task" label={t.task} keys="t" onClick={() => onCompose('task')} />}
      {mail !== '' && (
        <Button
          {...hint(mail, 'm')}
          component="a"
          href={`mailto:${mail}`}
          variant="default"
          leftSection={<Icon name="mail" size={14} />}
        >
          {t.mail}
        </Button>
      )}
      {kind.takesNotes && (
        <FileButton onChange={onFiles} multiple inputProps={{ id: uploadInput, 'aria-label': lists.choose }}>
          {props => (
            <Button
              {...hint(lists.choose, 'u')}
              variant="default"
              leftSection={<Icon name="upload" size={14} />}
              {...props}
            >
              {t.upload}
            </Button>
          )}
        </FileButton>
      )}
    </>
  )
}

function Convert(props: RecordParts) {
  const t = useTexts().record.convert
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Quick icon="deal" label={t.action} onClick={() => setOpen(true)} />
      {isOpen && <ConvertLead {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Quick({ icon, label, keys, onClick }: { icon: IconName; label: string; keys?: string; onClick: () => void }) {
  return (
    <Button {...hint(label, keys)} variant="default" leftSection={<Icon name={icon} size={14} />} onClick={onClick}>
      {label}
    </Button>
  )
}

/** The buttons beside the title of the page. */
export function RecordActions(props: RecordParts & { neighbours: Neighbours }) {
  const { neighbours } = props
  const t = useTexts().record
  const [isErasing, setErasing] = useState(false)
  return (
    <>
      <NeighbourButton {...props} to={neighbours.previous} icon="up" label={t.previous} keys="k" />
      <NeighbourButton {...props} to={neighbours.next} icon="down" label={t.next} keys="j" />
      <RecordMenu {...props} onErase={() => setErasing(true)} />
      {isErasing && <EraseDialog {...props} onClose={() => setErasing(false)} />}
    </>
  )
}

function RecordMenu(props: RecordParts & { onErase: () => void }) {
  const { kind, recordKey, record, rights } = props
  const { record: t, duplicates } = useTexts()
  const { user } = useWorkspace().session
  const go = useGo()
  const remove = useDelete(props)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton aria-label={t.more}>
          <Icon name="dots" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="link" size={14} />}
          onClick={() => void navigator.clipboard.writeText(location.href)}
        >
          {t.copyLink}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="key" size={14} />}
          onClick={() => void navigator.clipboard.writeText(recordKey)}
        >
          {t.copyKey}
        </Menu.Item>
        {kind.entity === 'AbEntry' && (
          <Menu.Item
            leftSection={<Icon name="people" size={14} />}
            onClick={() => go('duplicates', { search: { of: recordKey } })}
          >
            {duplicates.find}
          </Menu.Item>
        )}
        {user.administrator && isPerson(kind.entity, record) && <PersonItems {...props} />}
        {rights.delete && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<Icon name="bin" size={14} />} onClick={remove}>
              <KeyCaps label={t.delete} keys="#" />
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface NeighbourButtonProps extends Pick<RecordParts, 'kind'> {
  readonly to: string | null
  readonly icon: IconName
  readonly label: string
  readonly keys: string
}

function NeighbourButton({ kind, to, icon, label, keys }: NeighbourButtonProps) {
  const go = useGo()
  const path = to === null ? null : recordPath(kind.entity, to)
  return (
    <IconButton
      {...hint(label, keys)}
      aria-label={label}
      disabled={path === null}
      onClick={() => path !== null && go(path, { replace: true })}
    >
      <Icon name={icon} />
    </IconButton>
  )
}

// Asks an administrator to type the name of a person before everything of that person is erased.
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSending } from '../fields/form-drawer.tsx'
import { ProblemList } from '../fields/problems.tsx'
import { useTexts } from '../texts/index.tsx'
import classes from './erase-dialog.module.css'
import { isNameOf } from './person.ts'
import { useErase } from './use-person.ts'
import type { RecordParts } from './use-record-keys.ts'

export function EraseDialog({ onClose, ...parts }: RecordParts & { onClose: () => void }) {
  const { record, ui } = useTexts()
  const t = record.person
  const [typed, setTyped] = useState('')
  const sending = useSending()
  const erase = useErase(parts)
  const isNamed = isNameOf(typed, parts.name)
  return (
    <Modal opened onClose={onClose} title={t.eraseTitle(parts.name)} closeButtonProps={{ 'aria-label': ui.close }}>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          if (isNamed) void sending.send(erase)
        }}
      >
        <p>{t.eraseHint}</p>
        <p>{t.eraseStays}</p>
        <TextInput
          data-autofocus
          autoComplete="off"
          label={t.typeName(parts.name)}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <ProblemList problems={sending.problems} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" color="red" disabled={!isNamed} loading={sending.isSending}>
            {t.eraseNow}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

// Asks for the name of a view, and whether others see it.
import { Button, Group, Modal, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/index.tsx'

interface Props {
  readonly title: string
  readonly name: string
  readonly withSharing: boolean
  /** What the name is of; a view unless said. */
  readonly label?: string
  onClose(): void
  onSubmit(name: string, isShared: boolean): Promise<unknown>
}

export function NameDialog({ title, name: start, withSharing, label, onClose, onSubmit }: Props) {
  const { views: t, ui } = useTexts()
  const [name, setName] = useState(start)
  const [isShared, setShared] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    try {
      await onSubmit(name.trim(), isShared)
      onClose()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} size="sm" closeButtonProps={{ 'aria-label': ui.close }}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextInput
          data-autofocus
          label={label ?? t.name}
          value={name}
          maxLength={120}
          error={error}
          onChange={event => setName(event.currentTarget.value)}
        />
        {withSharing && (
          <Switch
            mt="sm"
            label={t.forEverybody}
            checked={isShared}
            onChange={event => setShared(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            {ui.save}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

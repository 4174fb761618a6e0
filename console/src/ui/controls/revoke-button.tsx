// Ends a session or a grant, after it has asked for the reason, which may stay empty.
import { Button, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/index.tsx'
import classes from './revoke-button.module.css'

interface RevokeButtonProps {
  readonly label: string
  readonly onRevoke: (reason: string) => void
}

/** The most characters that the server takes. */
const longest = 200

export function RevokeButton({ label, onRevoke }: RevokeButtonProps) {
  const words = useTexts().setup.sessions
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" color="red" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <form
          className={classes.form}
          onSubmit={event => {
            event.preventDefault()
            setOpen(false)
            onRevoke(reason.trim())
          }}
        >
          <TextInput
            size="xs"
            label={words.reason}
            description={words.reasonHint}
            maxLength={longest}
            value={reason}
            data-autofocus
            onChange={event => setReason(event.currentTarget.value)}
          />
          <Button type="submit" color="red">
            {label}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

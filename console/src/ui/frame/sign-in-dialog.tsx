// Asks a person to sign in again, without taking away the page on which they were working.
import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Interruption, signInAddress } from '../../api/client.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'

export function SignInDialog() {
  const { api } = useWorkspace()
  const { ui } = useTexts()
  const [kind, setKind] = useState<Interruption | null>(null)
  useEffect(() => {
    api.onInterruption = setKind
  }, [api])
  const isFresh = kind === 'fresh-proof'
  return (
    <Modal
      opened={kind !== null}
      onClose={() => setKind(null)}
      title={isFresh ? ui.session.fresh : ui.session.ended}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <p style={{ marginTop: 0 }}>{isFresh ? ui.session.freshHint : ui.session.endedHint}</p>
      <Button.Group>
        <Button data-autofocus component="a" href={signInAddress(api.database, { fresh: isFresh })}>
          {isFresh ? ui.session.goToSignIn : ui.session.signInHere}
        </Button>
        <Button
          variant="default"
          component="a"
          target="_blank"
          rel="noopener"
          href={signInAddress(api.database, { fresh: isFresh })}
          onClick={() => setKind(null)}
        >
          {ui.session.inNewTab}
        </Button>
      </Button.Group>
    </Modal>
  )
}

// Shows a secret that the server gives once: a token, the secret of an application or of a webhook.
import { Modal } from '@mantine/core'
import { useTexts } from '../../texts/index.tsx'
import { CopyButton } from './copy-button.tsx'
import classes from './secret-once.module.css'

export interface Secret {
  readonly label: string
  readonly value: string
}

interface SecretOnceProps {
  readonly title: string
  readonly hint?: string
  /** Null while there is nothing to show. */
  readonly secrets: readonly Secret[] | null
  readonly onClose: () => void
}

export function SecretOnce({ title, hint, secrets, onClose }: SecretOnceProps) {
  const { ui } = useTexts()
  return (
    <Modal
      opened={secrets !== null}
      onClose={onClose}
      title={title}
      size="lg"
      // A click beside the dialog would throw away what cannot be shown again.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <p className={classes.hint}>{hint ?? ui.secretOnce}</p>
      {secrets?.map(({ label, value }) => (
        <div key={label} className={classes.secret}>
          <h3 className={classes.label}>{label}</h3>
          <div className={classes.line}>
            <code className={classes.value}>{value}</code>
            <CopyButton text={value} label={ui.copy} />
          </div>
        </div>
      ))}
    </Modal>
  )
}

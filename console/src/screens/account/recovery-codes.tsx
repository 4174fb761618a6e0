// Shows new recovery codes once.
import { Button, Modal } from '@mantine/core'
import { useTexts } from '../../texts/index.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import classes from './account.module.css'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { account, ui } = useTexts()
  const words = account.factors
  return (
    <Modal opened onClose={onClose} title={words.codes} closeButtonProps={{ 'aria-label': ui.close }}>
      <p className={classes.hint}>{words.codesHint}</p>
      <ul className={classes.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton text={codes.join('\n')} label={ui.copy} />
        <Button onClick={onClose}>{words.saved}</Button>
      </div>
    </Modal>
  )
}

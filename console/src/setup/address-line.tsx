// Shows an address of the server that is entered at a provider, with a button that copies it.
import { useTexts } from '../texts/index.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import classes from './setup.module.css'

export function AddressLine({ label, address }: { label: string; address: string }) {
  const { ui } = useTexts()
  return (
    <div className={classes.redirect}>
      <span className={classes.label}>{label}</span>
      <code>{address}</code>
      <CopyButton text={address} label={ui.copy} />
    </div>
  )
}

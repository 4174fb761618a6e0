// Says above a form that its change needs a recent sign-in, and leads there and back.
import { signInAddress } from '../../api/client.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../display/icons.tsx'
import classes from './fresh-hint.module.css'

/** The server takes a sign-in for recent so long; the hint comes a little earlier. */
const freshMs = 14 * 60_000

/** Tells whether the sign-in is recent enough now. */
export function useFreshProof(): () => boolean {
  const { session } = useWorkspace()
  return () => Date.now() - Date.parse(session.created) < freshMs
}

export function FreshHint() {
  const { ui } = useTexts()
  const { api } = useWorkspace()
  if (useFreshProof()()) return null
  return (
    <p className={classes.hint}>
      <Icon name="lock" size={14} />
      <span>{ui.session.freshHint}</span>
      <a href={signInAddress(api.database, { fresh: true })}>{ui.session.goToSignIn}</a>
    </p>
  )
}

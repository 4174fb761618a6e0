// Says before somebody fills in a form that what they are about to change needs a recent sign-in, and leads there and back.
import { signInAddress } from '../api/client.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import classes from './fresh-hint.module.css'
import { Icon } from './icons.tsx'

/** The server takes a sign-in for recent so long; the hint comes a little earlier. */
const freshMs = 14 * 60_000

export function FreshHint() {
  const { ui } = useTexts()
  const { api, session } = useWorkspace()
  if (Date.now() - Date.parse(session.created) < freshMs) return null
  return (
    <p className={classes.hint}>
      <Icon name="lock" size={14} />
      <span>{ui.session.freshHint}</span>
      <a href={signInAddress(api.database, { fresh: true })}>{ui.session.goToSignIn}</a>
    </p>
  )
}

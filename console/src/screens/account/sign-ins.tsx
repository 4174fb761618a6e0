// Shows where the person is signed in, and lets them end that, forget browsers, and change the password.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { signInAddress } from '../../api/client.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Section } from '../../ui/section.tsx'
import { showFailure } from '../../ui/undo-notices.tsx'
import classes from './account.module.css'

export function SignIns() {
  const { account } = useTexts()
  const { api, session } = useWorkspace()
  const forget = (): void => {
    api
      .send('POST', 'auth/v1/forget-browsers', {})
      .then(() => notifications.show({ message: account.browsers.forgotten }))
      .catch(showFailure)
  }
  return (
    <div className={classes.sections}>
      <Section title={account.session.title}>
        <Facts
          facts={[
            { name: account.session.since, value: <Moment iso={session.created} /> },
            { name: account.session.until, value: <Moment iso={session.ends} /> },
          ]}
        />
      </Section>
      <Section title={account.browsers.title}>
        <p className={classes.hint}>{account.browsers.hint}</p>
        <ConfirmButton label={account.browsers.forget} onConfirm={forget} />
      </Section>
      <Section title={account.password.title}>
        <p className={classes.hint}>{account.password.hint}</p>
        <Button variant="default" component="a" href={signInAddress(session.database, { fresh: true })}>
          {account.password.change}
        </Button>
      </Section>
    </div>
  )
}

// Shows an administrator the second factors of a user, and resets them.
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import type { FactorStanding } from '../ui/factors.ts'
import { useChange } from '../ui/grants.ts'
import classes from './setup.module.css'

export function UserFactors({ uid }: { uid: string }) {
  const { setup, account } = useTexts()
  const words = setup.factors
  const { api } = useWorkspace()
  const change = useChange()
  const name = encodeURIComponent(uid)
  const query = useGet<FactorStanding>(`auth/v1/factors?user=${name}`, { title: words.ofUser })
  return (
    <section className={classes.grants} aria-label={words.ofUser}>
      <h3>{words.ofUser}</h3>
      <Loaded query={query}>
        {({ Totp, RecoveryCodes, Passkeys }) =>
          Totp === null && Passkeys.length === 0 ? (
            <Empty small title={words.noneOfUser} />
          ) : (
            <>
              {Totp && (
                <p>
                  {account.factors.since} <Moment iso={Totp.Created} />.
                </p>
              )}
              {Passkeys.map(({ Id, Name, Created }) => (
                <p key={Id}>
                  {account.passkeys.title}: {Name}, {account.passkeys.since} <Moment iso={Created} />
                </p>
              ))}
              <p>{account.factors.codesLeft(RecoveryCodes)}</p>
              <ConfirmButton
                label={words.reset}
                onConfirm={() => void change(api.send('DELETE', `auth/v1/factors/users/${name}`))}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

// Shows who the person is in this database.
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Initials } from '../../ui/initials.tsx'
import classes from './account.module.css'

export function Profile() {
  const { account } = useTexts()
  const { user, culture, timeZone, currency, database } = useWorkspace().session
  return (
    <>
      <header className={classes.person}>
        <Initials name={user.name} size={48} />
        <div>
          <h2>{user.name}</h2>
          <p>{user.administrator ? account.administrator : account.user}</p>
        </div>
      </header>
      <Facts
        facts={[
          { name: account.email, value: user.email },
          { name: account.uid, value: user.uid },
          { name: account.database, value: database },
          { name: account.culture, value: cultureName(culture) },
          { name: account.timeZone, value: timeZone },
          { name: account.currency, value: currency },
        ]}
      />
      <p className={classes.hint}>{account.profileHint}</p>
    </>
  )
}

/** `de-AT` in its own words, with the tag behind it. */
function cultureName(culture: string): string {
  const name = new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(culture)
  return `${name ?? culture} (${culture})`
}

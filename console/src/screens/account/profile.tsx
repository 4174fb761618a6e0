// Shows who the person is in this database, and changes the own picture, name, language and time zone.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocalChoice } from '../../api/preferences.ts'
import { useGet } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useSending } from '../../fields/form-drawer.tsx'
import { ProblemList } from '../../fields/problems.tsx'
import { type Language, languages, useTexts } from '../../texts/index.tsx'
import { cultureChoices, timeZoneChoices } from '../../ui/display/cultures.ts'
import { Facts } from '../../ui/display/facts.tsx'
import { Portrait } from '../../ui/display/portrait.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import classes from './account.module.css'
import { PictureButtons } from './picture.tsx'

const path = 'auth/v1/profile'
const names = ['FirstName', 'LastName', 'DisplayName'] as const

interface OwnProfile {
  readonly FirstName: string | null
  readonly LastName: string | null
  readonly DisplayName: string | null
  readonly Culture: string | null
  readonly TimeZone: string | null
  readonly NotificationMail: 'None' | 'AtOnce' | 'Daily'
}

export function Profile() {
  const { account } = useTexts()
  const { user, currency, database } = useWorkspace().session
  const query = useGet<{ Profile: OwnProfile }>(path, { title: account.tabs.profile })
  return (
    <>
      <header className={classes.person}>
        <Portrait uid={user.uid} name={user.name} size={48} />
        <div>
          <h2>{user.name}</h2>
          <p>{user.administrator ? account.administrator : account.user}</p>
        </div>
        <PictureButtons />
      </header>
      <Facts
        facts={[
          { name: account.email, value: user.email },
          { name: account.uid, value: user.uid },
          { name: account.database, value: database },
          { name: account.currency, value: currency },
        ]}
      />
      <p className={classes.hint}>{account.profileHint}</p>
      <Loaded query={query}>{({ Profile: profile }) => <ProfileForm profile={profile} />}</Loaded>
    </>
  )
}

/** The language of the console, which this browser keeps; it changes at once. */
function LanguageSelect() {
  const { ui, account } = useTexts()
  const [chosen, choose] = useLocalChoice<Language | ''>('language', '')
  return (
    <NativeSelect
      label={ui.language}
      description={account.languageHint}
      value={chosen || document.documentElement.lang}
      onChange={event => choose(event.currentTarget.value as Language)}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
    />
  )
}

function ProfileForm({ profile }: { profile: OwnProfile }) {
  const { account } = useTexts()
  const { api, session } = useWorkspace()
  const sending = useSending()
  const [values, setValues] = useState({
    FirstName: profile.FirstName ?? '',
    LastName: profile.LastName ?? '',
    DisplayName: profile.DisplayName ?? '',
    Culture: profile.Culture ?? session.culture,
    TimeZone: profile.TimeZone ?? session.timeZone,
    NotificationMail: profile.NotificationMail,
  })
  const input = (name: keyof typeof values) => ({
    value: values[name],
    error: sending.at(new RegExp(`^${name}$`)),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues(old => ({ ...old, [name]: value }))
    },
  })
  // What changed alone: a display name that follows from the names must not become fixed.
  const changed = Object.entries(values).filter(([name, value]) => value !== (profile[name as keyof OwnProfile] ?? ''))
  const save = (): Promise<void> =>
    sending.send(async () => {
      await api.send('PATCH', path, Object.fromEntries(changed))
      // Every date and number on every screen follows from the profile.
      location.reload()
    })
  const others = sending.problems.filter(problem => !(problem.path in values))
  return (
    <form
      className={classes.password}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <ProblemList problems={others} />
      {names.map(name => (
        <TextInput
          key={name}
          label={account.profile[name]}
          required={name === 'LastName'}
          autoComplete={name === 'FirstName' ? 'given-name' : name === 'LastName' ? 'family-name' : 'name'}
          {...input(name)}
        />
      ))}
      <LanguageSelect />
      <NativeSelect
        label={account.culture}
        data={[...cultureChoices(document.documentElement.lang, values.Culture)]}
        {...input('Culture')}
      />
      <NativeSelect label={account.timeZone} data={[...timeZoneChoices(values.TimeZone)]} {...input('TimeZone')} />
      <NativeSelect
        label={account.notificationMail}
        description={account.notificationMailHint}
        data={Object.entries(account.notificationMails).map(([value, label]) => ({ value, label }))}
        {...input('NotificationMail')}
      />
      <div className={classes.passwordEnd}>
        <Button type="submit" loading={sending.isSending} disabled={changed.length === 0}>
          {account.profile.save}
        </Button>
      </div>
    </form>
  )
}

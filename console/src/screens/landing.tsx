// Lets a person enter a database in which this browser is signed in, or sign in.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { Api } from '../api/client.ts'
import { useTexts } from '../texts/index.tsx'
import { databaseAddress } from '../ui/addresses/paths.ts'
import { Icon } from '../ui/display/icons.tsx'
import { Mark } from '../ui/display/mark.tsx'
import classes from './landing.module.css'

interface Sessions {
  readonly sessions: readonly { readonly database: string; readonly user: { readonly name: string } }[]
  readonly installation: { readonly name: string }
  readonly demo: boolean
}

export default function Landing() {
  const { landing, ui } = useTexts()
  const found = useSessions()
  const sessions = found?.sessions ?? []
  const name = found?.installation.name ?? ui.appName
  useEffect(() => {
    document.title = name
  }, [name])
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.mark}>
          <Mark name={name} size={36} />
        </div>
        <h1 className={classes.title}>{name}</h1>
        <p className={classes.hint}>{landing.hint}</p>
        {sessions.length > 0 && (
          <section aria-label={landing.yours}>
            <h2 className={classes.heading}>{landing.yours}</h2>
            <ul className={classes.list}>
              {sessions.map(({ database, user }) => (
                <li key={database}>
                  <a href={databaseAddress(database)} className={classes.session}>
                    <span>
                      <strong>{database}</strong>
                      <span className={classes.who}>{user.name}</span>
                    </span>
                    <Icon name="right" />
                  </a>
                </li>
              ))}
            </ul>
            <h2 className={classes.heading}>{landing.other}</h2>
          </section>
        )}
        {found?.demo && sessions.length === 0 && <Demo />}
        <SignIn />
      </div>
      <nav className={classes.links} aria-label={landing.documents}>
        <a href="/docs">{landing.documents}</a>
        <a href="/reference">{landing.reference}</a>
      </nav>
    </main>
  )
}

/** A form and no request of a script: the browser itself follows to the console. */
function Demo() {
  const { landing } = useTexts()
  return (
    <form method="post" action="/demo/console">
      <Button type="submit" size="sm" fullWidth>
        {landing.demo}
      </Button>
      <p className={classes.hint}>{landing.demoHint}</p>
    </form>
  )
}

function SignIn() {
  const { landing } = useTexts()
  const [database, setDatabase] = useState('')
  const signIn = (event: FormEvent): void => {
    event.preventDefault()
    const name = database.trim()
    const query = name === '' ? '' : `?${new URLSearchParams({ database: name, to: databaseAddress(name) })}`
    location.assign(`/console/sign-in${query}`)
  }
  return (
    <form onSubmit={signIn} className={classes.form}>
      <TextInput
        label={landing.database}
        description={landing.databaseHint}
        value={database}
        onChange={event => setDatabase(event.currentTarget.value)}
        autoCapitalize="none"
        autoComplete="organization"
        spellCheck={false}
      />
      <Button type="submit" size="sm" fullWidth>
        {landing.signIn}
      </Button>
    </form>
  )
}

/** The databases in which this browser is signed in; null until they are known. */
function useSessions(): Sessions | null {
  const [found, setFound] = useState<Sessions | null>(null)
  useEffect(() => {
    const end = new AbortController()
    // The sessions of all databases are asked for, so the header names none.
    new Api('*').get<Sessions>('sessions', end.signal).then(setFound, () => {})
    return () => end.abort()
  }, [])
  return found
}

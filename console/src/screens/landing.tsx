// Lets a person choose a database and sign in.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../texts/index.tsx'
import classes from './landing.module.css'

export default function Landing() {
  const { landing, ui } = useTexts()
  const [database, setDatabase] = useState('')
  const signIn = (event: FormEvent): void => {
    event.preventDefault()
    const name = database.trim()
    location.assign(name === '' ? '/console/sign-in' : `/d/${encodeURIComponent(name)}`)
  }
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>{ui.appName}</h1>
        <p className={classes.hint}>{landing.hint}</p>
        <form onSubmit={signIn} className={classes.form}>
          <TextInput
            label={landing.database}
            description={landing.databaseHint}
            value={database}
            onChange={event => setDatabase(event.currentTarget.value)}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit" size="sm" fullWidth>
            {landing.signIn}
          </Button>
        </form>
      </div>
      <nav className={classes.links}>
        <a href="/docs">{landing.documents}</a>
        <a href="/reference">{landing.reference}</a>
      </nav>
    </main>
  )
}

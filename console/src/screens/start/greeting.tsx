// Greets the person, with the day in their time zone.
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import classes from './start.module.css'

export function Greeting() {
  const { start } = useTexts()
  const { session } = useWorkspace()
  const now = new Date()
  const zone = { timeZone: session.timeZone }
  const hour = Number(new Intl.DateTimeFormat('en', { ...zone, hour: 'numeric', hourCycle: 'h23' }).format(now))
  const part = hour < 12 ? 'morning' : hour < 18 ? 'day' : 'evening'
  const day = new Intl.DateTimeFormat(document.documentElement.lang, {
    ...zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return (
    <header className={classes.greeting}>
      <h2>{start.greeting[part](session.user.name.split(' ')[0] ?? '')}</h2>
      <p>{day.format(now)}</p>
    </header>
  )
}

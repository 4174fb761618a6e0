// Switches on for an hour that the log of requests has bodies and answers, and shows how long it is on.
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './developers.module.css'

const request = {
  RequestCapture: {
    Scope: { Fields: { Key: 1, Until: { Value: 1, DisplayValue: 1 } } },
    Criteria: { SearchQuery: { Until: { $GT: '$NOW()' } } },
    OrderBy: { Fields: [{ Until: 'DESC' }] },
  },
}

const minuteMs = 60_000

/** The time, told again often enough for minutes. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 6)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function Capture() {
  const { capture: words } = useTexts().developers
  const { writer } = useWorkspace()
  const { data } = useRead(request, { title: words.title })
  const now = useNow()
  if (!data) return null
  const rows = rowsOf(data, 'RequestCapture').map(({ Key, Until }) => ({
    key: textOf(Key),
    until: Date.parse((Until as { Value: string }).Value),
  }))
  const on = rows.filter(({ until }) => until > now)
  const minutes = Math.ceil((Math.max(0, ...on.map(({ until }) => until)) - now) / minuteMs)
  const begin = () => writer.create('RequestCapture', {}, words.begun).catch(showFailure)
  const end = () =>
    writer
      .remove(
        'RequestCapture',
        on.map(({ key }) => key),
        words.ended,
      )
      .catch(showFailure)
  if (on.length === 0) {
    return (
      <Button
        variant="default"
        aria-label={words.begin}
        leftSection={<Icon name="braces" size={14} />}
        classNames={{ label: classes.captureLabel, section: classes.captureIcon }}
        onClick={() => void begin()}
      >
        {words.begin}
      </Button>
    )
  }
  return (
    <>
      <span role="status" className={classes.capture}>
        {words.left(minutes)}
      </span>
      <Button variant="default" onClick={() => void end()}>
        {words.end}
      </Button>
    </>
  )
}

// Takes a value of a filter as text and passes it on when the person pauses, so that not every key sends a request.
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import styles from '../fields.module.css'

interface Props {
  readonly label: string
  readonly text: string
  onText(text: string): void
  readonly type?: 'text' | 'number' | 'date'
  readonly short?: boolean
}

export function FilterInput({ label, text, onText, type = 'text', short }: Props) {
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const send = useDebouncedCallback((next: string) => {
    sent.current = next
    onText(next)
  }, 250)
  useEffect(() => {
    // The filter was changed from elsewhere, such as by Back.
    if (text !== sent.current) {
      sent.current = text
      setTyped(text)
    }
  }, [text])
  return (
    <input
      className={styles.filterInput}
      data-short={short || undefined}
      type={type}
      value={typed}
      aria-label={label}
      autoComplete="off"
      onChange={event => {
        setTyped(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
      // A form may be sent at once.
      onBlur={() => send.flush()}
      onKeyDown={event => {
        if (event.key === 'Enter') send.flush()
      }}
    />
  )
}

// Searches while the user types; the address follows after a short pause.

import { memo, useEffect, useMemo, useRef } from 'react'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import styles from './list.module.css'

const inputId = 'list-search'

export function focusSearch(): void {
  const input = document.getElementById(inputId)
  if (input instanceof HTMLInputElement) {
    input.focus()
    input.select()
  }
}

/** The letter is seen first. */
const pauseMs = 10
/** Who types fast waits for no rows: they come when the letters stop. One letter is mostly the first of several. */
const fast = { betweenMs: 300, pauseMs: 200 }

function useSend(onText: (text: string) => void, onSoon: (text: string) => void) {
  const latest = useLatest({ onText, onSoon })
  return useMemo(() => {
    let typedAt = 0
    let waiting: { readonly text: string; readonly timer: ReturnType<typeof setTimeout> } | null = null
    const flush = () => {
      if (!waiting) return
      const { text, timer } = waiting
      clearTimeout(timer)
      waiting = null
      latest.current.onText(text)
    }
    const schedule = (text: string) => {
      const now = performance.now()
      const isFast = text.length === 1 || now - typedAt < fast.betweenMs
      typedAt = now
      clearTimeout(waiting?.timer)
      waiting = { text, timer: setTimeout(flush, isFast ? fast.pauseMs : pauseMs) }
      if (!isFast) latest.current.onSoon(text)
    }
    return { schedule, flush }
  }, [latest])
}

interface Props {
  readonly text: string
  readonly label: string
  onText(text: string): void
  /** The text will be searched for in a moment. */
  onSoon(text: string): void
}

/** The browser keeps the text: React draws nothing for a letter. */
export const SearchBox = memo(({ text, label, onText, onSoon }: Props) => {
  const { list: t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(text)
  const send = useSend(next => {
    sent.current = next
    onText(next)
  }, onSoon)
  useEffect(() => {
    if (text === sent.current || !input.current) return
    sent.current = text
    input.current.value = text
  }, [text])
  const clear = () => {
    if (input.current) input.current.value = ''
    send.schedule('')
  }
  return (
    <search className={styles.search}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        id={inputId}
        type="search"
        defaultValue={text}
        placeholder={t.search}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        onChange={event => send.schedule(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') {
            if (event.currentTarget.value === '') event.currentTarget.blur()
            else clear()
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            send.flush()
            document.querySelector<HTMLElement>('[role=grid]')?.focus()
          } else return
          event.preventDefault()
        }}
      />
      <button type="button" aria-label={t.clearSearch} onClick={clear}>
        <Icon name="close" size={12} />
      </button>
    </search>
  )
})

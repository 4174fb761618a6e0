// Jumps in the order of names: the list begins at the letter.
import { memo } from 'react'
import { useTexts } from '../../texts/index.tsx'
import styles from './list.module.css'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export const Letters = memo(({ from, onJump }: { from: string; onJump(from: string): void }) => {
  const { list: t } = useTexts()
  return (
    <nav className={styles.letters} aria-label={t.letters}>
      {letters.map(letter => (
        <button
          key={letter}
          type="button"
          aria-label={t.jumpTo(letter)}
          aria-pressed={from.toUpperCase() === letter}
          // One stop for the tab key; the arrow keys walk the letters.
          tabIndex={letter === (from.toUpperCase() || 'A') ? 0 : -1}
          onClick={() => onJump(from.toUpperCase() === letter ? '' : letter.toLowerCase())}
          onKeyDown={event => {
            const sibling =
              event.key === 'ArrowDown'
                ? event.currentTarget.nextElementSibling
                : event.key === 'ArrowUp'
                  ? event.currentTarget.previousElementSibling
                  : null
            if (!(sibling instanceof HTMLElement)) return
            event.preventDefault()
            sibling.focus()
          }}
        >
          {letter}
        </button>
      ))}
    </nav>
  )
})

// Shows an option as a small tag whose colour follows from its key.
import type { ReactNode } from 'react'
import styles from '../fields.module.css'

/** Hues that are told apart, in degrees. Keys of option lists are numbers: of the status of a sale 3 is won, 4 is lost. */
const hues = [255, 195, 75, 150, 25, 300, 110, 340]

function hueOf(seed: string): number {
  let sum = 0
  for (const char of seed) sum = (sum * 31 + (char.codePointAt(0) as number)) % 9973
  const number = /^\d+$/.test(seed) ? Number(seed) : sum
  return hues[number % hues.length] as number
}

export function Tag({ seed, children }: { seed: string; children: ReactNode }) {
  return (
    <span className={styles.tag} style={{ '--hue': hueOf(seed) } as React.CSSProperties}>
      {children}
    </span>
  )
}

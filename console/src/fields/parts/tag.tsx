// Shows an option as a small tag whose colour follows from its key.
import type { ReactNode } from 'react'
import styles from '../fields.module.css'

/** Hues that are told apart, in degrees; keys of option lists count from 0 or 1. */
const hues = [255, 150, 75, 25, 300, 195, 110, 340]

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

// Shows an option as a small tag in the colour of its meaning.
import type { ReactNode } from 'react'
import styles from '../fields.module.css'

export function Tag({ hue, children }: { hue: number; children: ReactNode }) {
  return (
    <span className={styles.tag} data-hue={hue}>
      {children}
    </span>
  )
}

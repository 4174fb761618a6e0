// Shows an option as a small tag whose colour follows from its key.
import type { ReactNode } from 'react'
import { hueOf } from '../../ui/hue.ts'
import styles from '../fields.module.css'

export function Tag({ seed, children }: { seed: string; children: ReactNode }) {
  return (
    <span className={styles.tag} data-hue={hueOf(seed)}>
      {children}
    </span>
  )
}

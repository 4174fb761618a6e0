// Declares what the frame knows of a screen before its code is loaded.
import type { ComponentType } from 'react'
import type { Texts } from '../../texts/types.ts'
import type { IconName } from '../display/icons.tsx'

export interface Screen {
  /** Its address below `/d/<database>/`: `entries`, `entries/$key`. */
  readonly path: string
  readonly title: (texts: Texts) => string
  readonly icon: IconName
  /** Where the navigation lists it; null for a page that is reached from others. */
  readonly group: 'work' | 'setup' | 'developers' | null
  /** The keys that open it: `g s`. */
  readonly keys?: string
  /** The navigation shows how many notifications the person has not read. */
  readonly countsUnread?: boolean
  /** Who may open it; everybody unless said. */
  readonly permission?: 'administrator'
  /** Loads its code; the screen is the default export. */
  readonly load: () => Promise<{ default: ComponentType }>
}

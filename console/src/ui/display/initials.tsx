// Shows a person as a small circle with their initials, a company as a square, in a colour that follows from the name.
import type { CSSProperties } from 'react'
import { hueOf } from './hue.ts'
import classes from './initials.module.css'

interface InitialsProps {
  readonly name: string
  /** In pixels; its style sheet has that of rows, of which a page has many. */
  readonly size?: number
  /** For a company. */
  readonly isSquare?: boolean
}

export function Initials({ name, size, isSquare = false }: InitialsProps) {
  // Only words that begin with a letter or a figure: half of an emoji is no initial.
  const words = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []
  const letters = (words[0] ?? '') + (words.length > 1 ? words.at(-1) : '')
  return (
    <span
      aria-hidden="true"
      className={classes.circle}
      data-hue={hueOf(name)}
      data-square={isSquare || undefined}
      style={size === undefined ? undefined : ({ '--size': `${size}px` } as CSSProperties)}
    >
      {letters.toUpperCase()}
    </span>
  )
}

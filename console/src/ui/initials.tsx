// Shows a person as a small circle with their initials, a company as a square, in a colour that follows from the name.
import classes from './initials.module.css'

const hues = 7

interface InitialsProps {
  readonly name: string
  readonly size?: number
  /** For a company. */
  readonly isSquare?: boolean
}

export function Initials({ name, size = 24, isSquare = false }: InitialsProps) {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = (words[0]?.[0] ?? '') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % hues
  return (
    <span
      aria-hidden="true"
      className={classes.circle}
      data-hue={hue}
      data-square={isSquare || undefined}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
    >
      {letters.toUpperCase()}
    </span>
  )
}

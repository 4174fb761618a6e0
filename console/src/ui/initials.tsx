// Shows a person as a small circle with their initials, in a colour that follows from the name.
import classes from './initials.module.css'

const hues = 7

export function Initials({ name, size = 24 }: { name: string; size?: number }) {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = (words[0]?.[0] ?? '') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % hues
  return (
    <span
      aria-hidden="true"
      className={classes.circle}
      data-hue={hue}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
    >
      {letters.toUpperCase()}
    </span>
  )
}

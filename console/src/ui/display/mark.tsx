// Draws the mark of the product; an installation with a name of its own has the first letter of that.
import { useTexts } from '../../texts/index.tsx'
import classes from './mark.module.css'

export function Mark({ name, size = 24 }: { name: string; size?: number }) {
  const { ui } = useTexts()
  if (name !== ui.appName) {
    return (
      <span className={classes.letter} style={{ width: size, height: size }} aria-hidden="true">
        {name.slice(0, 1)}
      </span>
    )
  }
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={classes.mark} aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M21.6 12.2a6.6 6.6 0 1 0 0 7.6" />
    </svg>
  )
}

// Refuses the one character that a text parameter cannot contain.
import { refuse } from '../../base/errors.ts'

/** PostgreSQL cannot store U+0000, so neither engine accepts it. */
export function checkText(text: string): string {
  if (text.includes('\0')) refuse('InvalidValue', '', 'Text cannot contain the character U+0000.')
  return text
}

// The one character that a text parameter cannot have.
import { refuse } from '../base/errors.ts'

/** PostgreSQL cannot store U+0000, so neither engine takes it. */
export function checkText(text: string): string {
  if (text.includes('\0')) refuse('InvalidValue', '', 'Text cannot contain the character U+0000.')
  return text
}

// Defines the kind for text that is never read; a rule of the entity derives what is stored.
import { column } from '../../storage/table.ts'
import { checkText, invalid } from '../checks.ts'
import type { Field, Traits } from '../field.ts'

/** `refuse` returns the reason to refuse a text, or null. Without `secret: false` the answer of a write leaves the text out. */
export function secret(spec: Traits & { min?: number; max: number; refuse?: (text: string) => string | null }): Field {
  const { min = 0, max, refuse, ...traits } = spec
  return {
    traits: { secret: true, ...traits, writeOnly: true },
    schema: { type: 'StringField', attributes: { MaxLength: max } },
    columns: c => [column(c, 'text')],
    part: ({ name }) => ({ shape: 'writeOnly', name }),
    parse: (value, c, _list, context) => {
      const checked = checkText(value, max, context)
      if (checked === undefined) return null
      if (checked !== null && checked.length < min) return invalid(context, `has at least ${min} characters`)
      const reason = checked === null ? null : (refuse?.(checked) ?? null)
      if (reason !== null) return invalid(context, reason)
      return { columns: { [c]: checked } }
    },
  }
}

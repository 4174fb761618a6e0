// Text that can be written and never read back: what is stored is made from it by a rule of the entity.
import { column } from '../storage/table.ts'
import { checkText } from './checks.ts'
import type { Field, Traits } from './field.ts'

export function secret(spec: Traits & { max: number }): Field {
  const { max, ...traits } = spec
  return {
    kind: 'secret',
    traits: { ...traits, writeOnly: true, secret: true },
    schema: { type: 'StringField', attributes: { MaxLength: max } },
    columns: c => [column(c, 'text')],
    part: ({ name }) => ({ name }),
    parse: (value, c, _list, context) => {
      const checked = checkText(value, max, context)
      return checked === undefined ? null : { columns: { [c]: checked } }
    },
  }
}

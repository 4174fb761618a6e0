// Defines the kind for a user's id: given when the user is created, and used as the identifier of the user's key.
import { checkText, invalid } from '../../checks.ts'
import type { Field, Traits } from '../../field.ts'
import { textOutput } from '../../output.ts'
import { valuePart } from '../../part.ts'
import { codeType, uidType } from '../../types.ts'

const allowed = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export const uid = (spec: Traits): Field => ({
  traits: spec,
  schema: { type: 'StringField', attributes: { MaxLength: 64 } },
  columns: () => [],
  part: ({ name, join, column }) =>
    valuePart(name, {
      output: textOutput({ join, column }),
      operand: { type: { ...codeType, bind: uidType.bind }, sources: [{ join, column }] },
    }),
  parse: (value, column, _list, context) => {
    const checked = checkText(value, 64, context)
    if (checked === undefined) return null
    if (checked !== null && !allowed.test(checked)) {
      return invalid(
        context,
        'consists of letters, digits, dots, dashes and underscores, and begins with a letter or digit',
      )
    }
    return { columns: { [column]: checked } }
  },
})

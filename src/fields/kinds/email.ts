// Defines the kinds for an e-mail address with its description, and for the default among several.
import type { Field, Traits } from '../field.ts'
import { defaultOf } from './default-of.ts'
import { flag } from './flag.ts'
import { objectField } from './object.ts'
import { text } from './text.ts'

export const emailMax = 254
export const emailPattern = {
  test: /^[^\s@,;<>"()[\]\\]+@[^\s@,;<>"()[\]\\]+$/,
  says: 'is not an e-mail address',
}

export const email = (spec: Traits): Field =>
  objectField({
    traits: spec,
    schema: { type: 'EmailField' },
    bare: 'Address',
    members: {
      Address: { column: 'address', field: text({ doc: 'The address.', max: emailMax, pattern: emailPattern }) },
      Description: { column: 'description', field: text({ doc: 'What the address is for.', max: 80 }) },
      Default: { column: 'default', field: flag({ doc: 'This is the default address.' }) },
    },
  })

export const defaultEmail = (spec: Traits & { of: readonly string[] }): Field =>
  defaultOf({
    ...spec,
    schemaType: 'EmailField',
    value: 'Address',
    valueColumn: 'address',
    others: { Description: 'description' },
    slotField: email(spec),
    max: emailMax,
    pattern: emailPattern,
  })

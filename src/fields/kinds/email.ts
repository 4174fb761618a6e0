// Defines the kinds for an e-mail address with its description, and for the default among several.
import type { Field, Traits } from '../field.ts'
import { defaultOf } from './default-of.ts'
import { flag } from './flag.ts'
import { objectField } from './object.ts'
import { text } from './text.ts'

const emailMax = 254
const emailPattern = {
  test: /^[^\s@,;<>"()[\]\\]+@[^\s@,;<>"()[\]\\]+$/,
  says: 'is not an e-mail address',
}

/** `addressColumn` is the suffix of the column of the address; empty where the field's own column has the address. */
const emailObject = (traits: Traits, addressColumn: string): Field =>
  objectField({
    traits,
    schema: { type: 'EmailField' },
    bare: 'Address',
    members: {
      Address: { column: addressColumn, field: text({ doc: 'The address.', max: emailMax, pattern: emailPattern }) },
      Description: { column: 'description', field: text({ doc: 'What the address is for.', max: 80 }) },
      Default: { column: 'default', field: flag({ doc: 'This is the default address.', unsetIsFalse: true }) },
    },
  })

export const email = (spec: Traits): Field => emailObject(spec, 'address')

export const singleEmail = (spec: Traits): Field => emailObject(spec, '')

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

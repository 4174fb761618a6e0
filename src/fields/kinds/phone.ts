// Defines the kinds for a telephone number with extension and description, and for the default among several.
import type { Scalar } from '../../storage/store.ts'
import type { Field, Traits } from '../field.ts'
import { defaultOf } from './default-of.ts'
import { flag } from './flag.ts'
import { objectField } from './object.ts'
import { text } from './text.ts'

export const phone = (spec: Traits): Field =>
  objectField({
    traits: spec,
    schema: { type: 'PhoneField' },
    bare: 'Number',
    members: {
      Number: { column: 'number', field: text({ doc: 'The number as people write it.', max: 40 }) },
      Extension: { column: 'extension', field: text({ doc: 'The extension.', max: 20 }) },
      Description: { column: 'description', field: text({ doc: 'What the number is for.', max: 80 }) },
      Default: { column: 'default', field: flag({ doc: 'This is the default number.', unsetIsFalse: true }) },
    },
  })

export const defaultPhone = (spec: Traits & { of: readonly string[] }): Field =>
  defaultOf({
    ...spec,
    schemaType: 'PhoneField',
    value: 'Number',
    valueColumn: 'number',
    others: { Extension: 'extension', Description: 'description' },
    slotField: phone(spec),
    max: 40,
  })

/** The digits of a number, by which it is searched. */
export const digitsOf = (value: Scalar | undefined): string =>
  typeof value === 'string' ? value.replace(/\D+/g, '') : ''

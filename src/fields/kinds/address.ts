// Defines the kind for a postal address with its location.
import type { Field, Traits } from '../field.ts'
import { location } from './location.ts'
import { objectField } from './object.ts'
import { text } from './text.ts'

const line = (column: string, doc: string, max: number) => ({ column, field: text({ doc, max }) })

export const address = (spec: Traits): Field =>
  objectField({
    traits: spec,
    schema: { type: 'AddressField' },
    members: {
      AddressLine1: line('line1', 'Street and number.', 120),
      AddressLine2: line('line2', 'Suite, floor, building.', 120),
      City: line('city', 'City or town.', 80),
      StateProvince: line('state', 'State, province or region.', 80),
      ZipCode: line('zip', 'Postal code.', 20),
      Country: line('country', 'Country.', 80),
      Description: line('description', 'What the address is for.', 80),
      Location: { column: 'location', field: location({ doc: 'Longitude and latitude.' }) },
    },
  })

// Defines the kind for a postal address with its location, and the members that it shares with the records of Address.
import { countries } from '../../locale/countries.ts'
import type { Scalar } from '../../storage/store.ts'
import type { Field, Traits } from '../field.ts'
import { type Join, type ValuePart, valuePart } from '../part.ts'
import { location } from './location.ts'
import { objectField } from './object.ts'
import { suggestedText } from './suggested-text.ts'
import { text } from './text.ts'

interface AddressMember {
  readonly column: string
  readonly field: Field
}

const line = (column: string, doc: string, max: number): AddressMember => ({ column, field: text({ doc, max }) })

export const addressMembers: Readonly<Record<string, AddressMember>> = {
  AddressLine1: line('line1', 'Street and number.', 120),
  AddressLine2: line('line2', 'Suite, floor, building.', 120),
  City: { column: 'city', field: suggestedText({ doc: 'City or town.', max: 80, list: 'Address.City' }) },
  StateProvince: {
    column: 'state',
    field: suggestedText({ doc: 'State, province or region.', max: 80, list: 'Address.StateProvince' }),
  },
  ZipCode: line('zip', 'Postal code.', 20),
  Country: { column: 'country', field: suggestedText({ doc: 'Country.', max: 80, items: countries }) },
  Description: line('description', 'What the address is for.', 80),
  Location: { column: 'location', field: location({ doc: 'Longitude and latitude.' }) },
}

/** The columns of an address, without the prefix that they have where the address is a part of another record. */
export const addressColumns: readonly string[] = Object.values(addressMembers).flatMap(({ field, column }) =>
  field.columns(column).map(({ name }) => name),
)

const lineColumns = ['line1', 'line2', 'city', 'state', 'zip', 'country', 'description'] as const

/** The address in one line: `1 Main Street, Ottawa, ON K1A 0A9, Canada`; its description when it has nothing else. */
export function addressLine(value: (column: (typeof lineColumns)[number]) => Scalar | undefined): string | null {
  const region = [value('state'), value('zip')].filter(Boolean).join(' ')
  const parts = [value('line1'), value('line2'), value('city'), region, value('country')].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : ((value('description') as string | null | undefined) ?? null)
}

export function address(spec: Traits): Field {
  const inner = objectField({ traits: spec, schema: { type: 'AddressField' }, members: addressMembers })
  return {
    ...inner,
    part: place => {
      const whole = inner.part(place) as ValuePart
      return valuePart(place.name, whole, ...whole.parts.values(), linePart(place.join, place.column))
    },
  }
}

const linePart = (join: Join, c: string): ValuePart =>
  valuePart('DisplayValue', {
    output: {
      sources: lineColumns.map(name => ({ join, column: `${c}_${name}` })),
      json: (row, positions) =>
        JSON.stringify(addressLine(name => row[positions[lineColumns.indexOf(name)] as number])),
    },
  })

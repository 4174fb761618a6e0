// Shows a point on the globe. It follows from the address; the map screen searches by it.
import { type Kind, memberOf } from './field.ts'

const degrees = (value: unknown, name: string): string => {
  const number = memberOf(value, name)
  return typeof number === 'number' ? number.toFixed(4) : ''
}

export const location: Kind = {
  select: () => ({ Longitude: 1, Latitude: 1 }),
  text: value => [degrees(value, 'Latitude'), degrees(value, 'Longitude')].filter(Boolean).join(', '),
  operators: [],
  width: 150,
}

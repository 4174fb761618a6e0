// Declares resources, the rooms and devices that an appointment needs.
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'

export const resource = entity({
  name: 'Resource',
  doc: 'Something that appointments need, such as a room or a projector.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    Name: text({ doc: 'What it is called.', max: 120, required: true }),
  },
  indexes: [{ name: 'name', columns: ['db', 'name_f', 'id'] }],
  display: row => row.name as string | null,
})

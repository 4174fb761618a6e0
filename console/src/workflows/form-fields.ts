// Says which fields of a workflow its form has, and with which values a new one begins.
import type { Row } from '../api/envelope.ts'
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field } from '../fields/field.ts'

const paths = ['Name', 'EntityType', 'Description', 'HasStages', 'IsSequential', 'Owner', 'Inactive', 'TAG']

export const workflowForm = (fields: EntityFields): readonly Field[] =>
  paths.map(path => fields.of(path)).filter(field => field !== undefined)

/** In the form of a Read. */
export const newWorkflow: Row = {
  EntityType: { Key: '1', DisplayValue: 'AddressBook' },
  IsSequential: { Value: true },
}

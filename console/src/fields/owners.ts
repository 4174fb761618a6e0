// Gives lists the fields of the record that a record belongs to: the city of an opportunity's client, one level deep.
import type { Owner } from '../api/owners.ts'
import { type EntityFields, referenceOf } from './entity-fields.ts'
import { type Field, isOffered, type KindName } from './field.ts'

/** Kinds that say little beside another record. */
const leftOut: ReadonlySet<KindName> = new Set(['secret', 'access', 'json', 'key', 'references', 'location'])

const isShown = (field: Field): boolean => isOffered(field) && !field.inactive && !leftOut.has(field.kind)

/** A field of the owner as a list of the records shows it: it is read, not written. */
function ofOwner(entity: string, { path }: Owner, label: string, field: Field): Field {
  return {
    ...field,
    entity,
    path: `${path}/${field.path}`,
    group: field.group === null ? label : `${label} · ${field.group}`,
    writable: false,
    createOnly: false,
    mandatory: false,
    // These say to which types of the owner it applies.
    mandatoryFor: [],
    appliesTo: [],
    origin: { label, field },
  }
}

/** The fields of an entity with those of the owner behind them. */
export function withOwner(fields: EntityFields, owner: Owner, ownerFields: EntityFields): EntityFields {
  const label = fields.of(owner.path)?.label ?? owner.entity
  // The name that people know is not offered twice.
  const isNameTwice = ({ path }: Field): boolean => path === 'DisplayValue' && ownerFields.of('FullName') !== undefined
  const further = ownerFields.all
    .filter(field => isShown(field) && !isNameTwice(field))
    .map(field => ofOwner(fields.model.name, owner, label, field))
    .filter(({ path }) => fields.of(path) === undefined)
  const byPath = new Map(further.map(field => [field.path, field]))
  return {
    model: fields.model,
    all: [...fields.all, ...further],
    of: path => fields.of(path) ?? byPath.get(path) ?? byPath.get(referenceOf(path)),
  }
}

/** The entities whose changes may change a list that has these fields, besides its own. */
export const followedWith = (fields: readonly (Field | undefined)[]): readonly string[] => [
  ...new Set(fields.flatMap(field => (field?.origin ? [field.origin.field.entity] : []))),
]

// Chooses the fields of a form for a new record: those of its type, mandatory ones first, the rarer ones apart.
import type { Row } from '../api/envelope.ts'
import { type Field, type KindName, shownText } from '../fields/field.ts'

export interface FormPlan {
  readonly main: readonly Field[]
  /** Shown on request. */
  readonly more: readonly Field[]
}

/** Kinds that have parts of the page of a record of their own, or that people do not type. */
const notTyped: readonly KindName[] = ['access', 'json', 'key', 'location', 'secret']

/** Whether a record of this type has the field. */
const appliesTo = ({ appliesTo: names, inactive }: Field, entity: string, type: string): boolean =>
  !inactive && (names.length === 0 || [entity, type].some(name => names.includes(name)))

const isWritten = ({ writable, createOnly, kind, group }: Field): boolean =>
  (writable || createOnly) && group === null && !notTyped.includes(kind)

export const isMandatoryFor = ({ mandatory, mandatoryFor }: Field, type: string): boolean =>
  mandatoryFor.length > 0 ? mandatoryFor.includes(type) : mandatory

interface FormFields {
  /** The fields that a form of the entity begins with, in its order. */
  readonly paths: readonly string[]
  /** Fields that follow from others, or that a part of the form of its own asks for. */
  readonly hidden: readonly string[]
}

export function planForm(all: readonly Field[], entity: string, type: string, { paths, hidden }: FormFields): FormPlan {
  const own = all
    .filter(field => isWritten(field) && appliesTo(field, entity, type) && !hidden.includes(field.path))
    .map(field => ({ ...field, mandatory: isMandatoryFor(field, type) }))
  const named = paths.flatMap(path => own.filter(field => field.path === path))
  const others = own.filter(field => !paths.includes(field.path))
  const first = (isFirst: boolean) => [...named, ...others].filter(field => field.mandatory === isFirst)
  const main = [...first(true), ...first(false).filter(field => field.userDefined || named.includes(field))]
  // People find their own fields below those that every database has.
  const ordered = [...main.filter(field => !field.userDefined || field.mandatory), ...main.filter(isOptionalOwn)]
  return { main: ordered, more: others.filter(field => !main.includes(field)) }
}

const isOptionalOwn = ({ userDefined, mandatory }: Field): boolean => userDefined && !mandatory

/** What a record with these values is called. */
export function nameIn(values: Row): string {
  const person = [values.FirstName, values.LastName].map(shownText).filter(Boolean).join(' ')
  const names = [
    'Objective',
    'Subject',
    'Activity',
    'CompanyName',
    'DisplayName',
    'Name',
    'Description',
    'CurrencyCode',
  ]
  return names.map(name => shownText(values[name])).find(Boolean) ?? person
}

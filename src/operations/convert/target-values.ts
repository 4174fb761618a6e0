// Computes the fields of the records that a lead becomes: those that were sent, those of the rules, then those of the lead.
import { isEmpty } from '../../base/text/json.ts'
import type { ModelEntity } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'
import type { Conversion, Data, TargetName, ValueRule } from './conversion-request.ts'

const phone = { Number: 1, Extension: 1, Description: 1 }
const lines = ['AddressLine1', 'AddressLine2', 'City', 'StateProvince', 'ZipCode', 'Country', 'Description', 'Location']

/** The fields of a lead from which records are made without rules. */
const usualFields: Data = {
  CompanyName: 1,
  MrMs: 1,
  FirstName: 1,
  MiddleName: 1,
  LastName: 1,
  FullName: 1,
  Salutation: 1,
  Position: 1,
  Email: { Address: 1, Description: 1 },
  Phone1: phone,
  Phone2: phone,
  WebSite: 1,
  Address: Object.fromEntries(lines.map(name => [name, 1])),
  AssignedTo: 1,
  Tags: [{ Key: 1 }],
}

/** What a Read of the lead has to select for a conversion. */
export function leadFields(conversion: Conversion): Data {
  const sources = [...conversion.rules.values()]
    .flat()
    .flatMap(({ source, value }) => (value === undefined ? [source] : []))
  // Names that differ in letter case are one field.
  const usual = new Set(Object.keys(usualFields).map(name => name.toLowerCase()))
  const further = new Map(sources.map(source => [source.toLowerCase(), source]))
  return {
    ...usualFields,
    ...Object.fromEntries([...further].flatMap(([name, source]) => (usual.has(name) ? [] : [[source, 1]]))),
  }
}

const personal = ['MrMs', 'FirstName', 'MiddleName', 'LastName', 'Salutation', 'Position']
const contacts = ['Email', 'Phone1', 'Phone2', 'Tags']

/** The fields of the lead that a record of the target gets; `alone` when the lead becomes no other entry. */
function usualOf(target: TargetName, type: unknown, alone: boolean): readonly string[] {
  if (target === 'Opportunity') return []
  const common = ['Address', 'AssignedTo']
  if (target === 'Contact' || type === 'Contact') return [...personal, ...contacts, ...common]
  if (target === 'Individual' || type === 'Individual')
    return [...personal, 'CompanyName', 'WebSite', ...(alone ? contacts : ['Phone1']), ...common]
  return ['CompanyName', 'WebSite', ...(alone ? contacts : ['Phone1']), ...common]
}

/** The names of fields in an entry, where they differ from those in a lead. */
const renamed: Readonly<Record<string, string>> = { WebSite: 'Website', AssignedTo: 'AccountManager', Email: 'Email1' }

/** Fields that write another one. */
const stands: Readonly<Record<string, string>> = { Email: 'Email1', Phone: 'Phone1' }

/** Whether a lead names a person. */
export const namesPerson = (lead: Data): boolean => !isEmpty(lead.FirstName) || !isEmpty(lead.LastName)

interface TargetValues {
  readonly target: TargetName
  readonly entity: ModelEntity
  readonly sent: Data
  readonly rules: readonly ValueRule[]
  /** The stored lead, as a Read with `leadFields` returns it. */
  readonly lead: Data
  readonly alone: boolean
}

export function targetValues({ target, entity, sent, rules, lead, alone }: TargetValues): Data {
  const values: Data = { ...sent }
  const fieldOf = (path: string) => entity.field(splitPath(path)[0] ?? '')?.name ?? ''
  const given = new Set(Object.keys(sent).map(name => stands[fieldOf(name)] ?? fieldOf(name)))
  const byRule = new Set<string>()
  for (const { destination, source, value } of rules) {
    const name = stands[fieldOf(destination)] ?? fieldOf(destination)
    if (given.has(name)) continue
    values[destination] = value === undefined ? storedValue(lead, source) : value
    byRule.add(name)
  }
  const type = sent.Type ?? values.Type
  for (const field of usualOf(target, type, alone)) {
    const name = renamed[field] ?? field
    if (given.has(name) || byRule.has(name) || isEmpty(lead[field])) continue
    values[name] = filled(lead[field])
  }
  return values
}

/** Rules name fields in any letter case. */
const storedValue = (lead: Data, source: string): unknown => {
  const name = Object.keys(lead).find(each => each.toLowerCase() === source.toLowerCase())
  return name === undefined ? null : filled(lead[name])
}

/** An object without the members that have no value. */
const filled = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null))
}

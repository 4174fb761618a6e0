// Describes in words when a field can be written, and its limits.
import type { Entity } from '../entities/entity.ts'
import type { OptionSource } from '../fields/option-source.ts'
import { customType } from '../model/custom-kinds.ts'
import type { ModelEntity } from '../model/model.ts'
import type { SchemaRow } from '../model/schema-rows.ts'

/** Whether and when the field can be written. */
export function writing(row: SchemaRow, { fields }: Entity): string {
  const traits = fields[row.path]?.traits
  if (traits?.importable) return 'by an administrator, on Create'
  if (!row.assignable) return 'no'
  const parts = [traits?.fixed ? 'on Create' : 'yes']
  if (Array.isArray(traits?.required)) parts.push(`mandatory for ${traits.required.join(', ')}`)
  else if (row.mandatory) parts.push('mandatory')
  if (traits?.writeOnly) parts.push('never read')
  return parts.join('; ')
}

/** The custom entities whose records an entity has: `Custom:VEH (Vehicle)`. */
export const kindNames = ({ kinds }: ModelEntity): string[] =>
  kinds.map(kind => `${customType(kind)} (${kind.name.replace(/\s+/g, ' ')})`)

/** Facts beside the description of the field: length, options, drivers, spellings. `types` are those of its entity. */
export function remarks(
  row: SchemaRow,
  { fields, types: builtIn = [] }: Entity,
  types: readonly string[] = builtIn,
): string[] {
  const traits = fields[row.path]?.traits
  const { MaxLength, Driver } = row.attributes
  const some = row.appliesTo.length < types.length ? [`Of ${row.appliesTo.join(', ')} only.`] : []
  return [
    ...some,
    ...(MaxLength === undefined || row.path.includes('/') ? [] : [`At most ${MaxLength} characters.`]),
    ...(row.source ? [optionsText(row.source)] : []),
    ...(Driver === undefined ? [] : [`Needs the driver ${Driver}.`]),
    ...(traits?.orderDriver ? [`Ordering by it needs the driver ${traits.orderDriver}.`] : []),
    ...(row.aliases.length > 0 ? [`Also spelled ${row.aliases.join(', ')}.`] : []),
  ]
}

const providers: Readonly<Record<string, string>> = {
  users: 'the users',
  currencies: 'the currencies with a rate',
  principals: 'everyone, the users and the security groups',
  isoCurrencies: 'the currencies of ISO 4217',
  salesProcesses: 'the sales processes',
  salesStages: 'the stages of the sales process',
  salesTeams: 'the sales teams',
}

function optionsText(source: OptionSource): string {
  if ('items' in source && source.items.length > 50) return `Suggestions: ${source.items.length} fixed items.`
  if ('items' in source)
    return `Options: ${source.items.map(item => (item.key === item.name ? item.name : `${item.key} ${item.name}`)).join(', ')}.`
  if ('provider' in source) return `Options: ${providers[source.provider]}.`
  if ('records' in source) return `Options: the records of ${source.records} that the caller may read.`
  return source.free ? `Suggestions: the list ${source.list}.` : `Options: the list ${source.list}.`
}

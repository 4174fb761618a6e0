// Gives people's words for the entities and for the options that every database has; the server's own are English.
import type { Texts } from './types.ts'

type Words = Readonly<Record<string, string>>

/** `Sales stage` for SalesStageSetup. */
export function entityName({ entities, audit }: Texts, entity: string): string {
  const known: Readonly<Record<string, { readonly one: string }>> = entities
  const kinds: Words = audit.kinds
  return known[entity]?.one ?? kinds[entity] ?? entity
}

/** The name of an option of a fixed list, by the key of the option; else that which the server says. */
export function optionName({ fields }: Texts, entity: string, path: string, key: string, own: string): string {
  const lists: Readonly<Record<string, Words>> = fields.fixedOptions
  return lists[`${entity}/${path}`]?.[key] ?? own
}

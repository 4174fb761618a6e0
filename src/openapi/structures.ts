// Names the structures that fields share (a text, a user, an amount), so that each has one schema in the document.
import { fieldFacts, offeredFields, type PartFacts } from '../contracts/part-facts.ts'
import { Model } from '../model/model.ts'

/** The structure of a field, apart from its name and writability; fields with the same structure share schemas. */
export const structureOf = ({ name: _, ...facts }: PartFacts): string =>
  JSON.stringify(facts, (member, value) => (member === 'writes' ? undefined : value))

/** Names by the type of the Schema row and the type that is compared. */
const usual: Readonly<Record<string, string>> = {
  'String text': 'Text',
  'Enum integer': 'Option',
  'Enum text': 'Suggestion',
  'DateTime date': 'Date',
  'DateTime datetime': 'DateTime',
  'Currency money': 'Money',
  'Boolean flag': 'Flag',
  'Integer integer': 'Integer',
  'Numeric number': 'Number',
  'Key key': 'Key',
}

function nameFor(type: string, { record, compared, isList }: PartFacts): string {
  if (record !== null) return `${record}${isList ? 'Links' : 'Link'}`
  const plain = type.replace(/Field.*$/, '')
  return `${usual[`${plain} ${compared?.type}`] ?? plain}${isList ? 'List' : ''}`
}

interface Use {
  readonly name: string
  /** `AbEntryAddress`: the name where another structure has taken the usual one. */
  readonly own: string
  count: number
}

let names: ReadonlyMap<string, string> | null = null

/**
 * The names of the structures of the built-in fields: the structure that most fields have takes the usual name. They do not
 * depend on user-defined fields, whose other structures have no names.
 */
export function structureNames(): ReadonlyMap<string, string> {
  names ??= nameStructures()
  return names
}

function nameStructures(): ReadonlyMap<string, string> {
  const uses = new Map<string, Use>()
  const model = new Model([])
  for (const entity of [...model.entities, model.schema]) {
    for (const field of offeredFields(entity)) {
      const facts = fieldFacts(entity, field)
      const structure = structureOf(facts)
      const use = uses.get(structure)
      if (use) use.count++
      else {
        const name = nameFor(field.field.schema.type, facts)
        uses.set(structure, { name, own: `${entity.name}${field.name}`, count: 1 })
      }
    }
  }
  // Names of entities are those of their records.
  const taken = new Set([...model.entities, model.schema].map(({ name }) => name))
  const named = new Map<string, string>()
  for (const [structure, { name, own }] of [...uses].sort(([, a], [, b]) => b.count - a.count)) {
    const free = taken.has(name) ? `${own}Value` : name
    taken.add(free)
    named.set(structure, free)
  }
  return named
}

// Generates a reference page for each entity from the entity files and field kinds.
import type { AccessRule, Entity } from '../../src/entities/entity.ts'
import type { OptionSource } from '../../src/fields/option-source.ts'
import { equalityOperators, orderedOperators } from '../../src/fields/value-type.ts'
import { Model, type ModelEntity } from '../../src/model/model.ts'
import { type SchemaRow, schemaRows } from '../../src/model/schema-rows.ts'
import { exampleRequests } from './entity-examples.ts'
import { formatJson } from './examples/format-json.ts'
import { foldFields } from './fold-fields.ts'
import { notice, table } from './markdown.ts'

const model = new Model([])
const rows = Map.groupBy(schemaRows(model), row => row.entity)

const fileOf = ({ entity }: ModelEntity): string => `${entity.table.replaceAll('_', '-')}.md`

/** Paths under docs/reference, with the functions that generate their text. */
export const entityPages: Readonly<Record<string, () => string>> = {
  'entities.md': indexPage,
  ...Object.fromEntries(model.entities.map(entity => [`entities/${fileOf(entity)}`, () => entityPage(entity)])),
}

function indexPage(): string {
  const legend = Object.entries(families)
    .map(([name, operators]) => `- ${name}: ${operators.map(operator => `\`${operator}\``).join(' ')}`)
    .join('\n')
  const lines = model.entities.map(entity => [
    `[${entity.name}](entities/${fileOf(entity)})`,
    entity.entity.operations.join(', '),
    entity.entity.doc,
  ])
  return `# Entities

${notice}

What the data API reads and writes. \`Schema\` describes the same to programs: Read it with
\`{"Key": {"$TREE": "/"}}\`, and the fields that administrators defined are there too.

${table(['Entity', 'Operations', 'What it is'], lines)}

Under "Criteria" a field's page says by which operators it can be found:

${legend}
`
}

function entityPage({ name, entity }: ModelEntity): string {
  const own = (rows.get(name) ?? []).filter(row => row.path !== '')
  const fields = foldFields(own).map(({ row, name: shown, names }) => [
    shown,
    `\`${row.type}\``,
    writing(row, entity),
    criteria(row.queryable),
    [row.description, ...(names.length > 0 ? [`For each of ${names.join(', ')}.`] : []), ...remarks(row, entity)]
      .filter(Boolean)
      .join(' '),
  ])
  const facts = [`Operations: ${entity.operations.join(', ')}.`, ...rights(entity), ...conditions(entity)]
  return `# ${name}

${notice}

${entity.doc}

${facts.map(fact => `- ${fact}`).join('\n')}

${table(['Field', 'Type', 'Written', 'Criteria', 'Meaning'], fields)}
${exampleSection(model.entity(name))}`
}

/** The requests of the example; `npm run docs` sends them and adds the answers. */
function exampleSection(entity: ModelEntity): string {
  const blocks = exampleRequests(entity).map(({ operation, body }) => {
    const text = typeof body === 'string' ? body : formatJson(body)
    return `\`\`\`http\nPOST /api/${operation}\n\n${text}\n\`\`\`\n`
  })
  return `\n## Example\n\n${blocks.join('\n')}`
}

/** Names for groups of operators that always occur together. */
const families: Readonly<Record<string, readonly string[]>> = {
  equality: equalityOperators,
  order: orderedOperators.filter(operator => !equalityOperators.includes(operator)),
  pattern: ['$LIKE', '$NLIKE'],
}

function criteria(operators: readonly string[]): string {
  const whole = Object.entries(families).filter(([, family]) => family.every(name => operators.includes(name)))
  const covered = new Set(whole.flatMap(([, family]) => family))
  const others = operators.filter(name => !covered.has(name)).map(name => `\`${name}\``)
  return [...whole.map(([name]) => name), ...others].join(', ')
}

function writing(row: SchemaRow, { fields }: Entity): string {
  const traits = fields[row.path]?.traits
  if (traits?.importable) return 'by an administrator, on Create'
  if (!row.assignable) return 'no'
  const parts = [traits?.fixed ? 'on Create' : 'yes']
  if (Array.isArray(traits?.required)) parts.push(`mandatory for ${traits.required.join(', ')}`)
  else if (row.mandatory) parts.push('mandatory')
  if (traits?.writeOnly) parts.push('never read')
  return parts.join('; ')
}

function remarks(row: SchemaRow, { fields, types = [] }: Entity): string[] {
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

function rights({ adminWrites, access = [], operations }: Entity): string[] {
  const written = operations.includes('Update')
  return [
    adminWrites ? 'Read by everyone in the database, written by administrators.' : null,
    ...access.map(rule => ruleText(rule, written)),
  ].filter(text => text !== null)
}

function ruleText(rule: AccessRule, written: boolean): string {
  const writers = (those: string): string =>
    written ? `; written by its creator, and by those who may write ${those}` : ''
  switch (rule.rule) {
    case 'secAccess':
      return 'Read and written by those whom its SecAccess names; by everyone when it names nobody.'
    case 'parent':
      return `Read together with its ${rule.entity}${writers(`the ${rule.entity}`)}.`
    case 'partOf':
      return `Read and written together with its ${rule.entity}.`
    case 'hangsOn':
      return `Written by its creator, and by those who may write the ${rule.entity} in \`${rule.kind ? 'WithKey' : 'AbEntryKey'}\`.`
    case 'mixedParent':
      return `Read together with the record that it hangs on${writers('that record')}.`
    case 'anyOf':
      return `Read together with any one of its ${rule.lists.map(list => list.entity).join(' or ')} records${writers('one of these')}.`
    case 'own':
      return 'Everyone sees their own; administrators see all.'
  }
}

function conditions({ readDriver, readNeeds, functionDriver, aliases, searchWords, phrase }: Entity): string[] {
  return [
    readDriver ? `Reading needs the driver ${readDriver}.` : null,
    readNeeds ? `A Read needs a condition on one of: ${readNeeds.map(path => `\`${path}\``).join(', ')}.` : null,
    functionDriver ? `\`$YEAR\`, \`$MONTH\` and \`$EXISTS\` need the driver ${functionDriver}.` : null,
    searchWords
      ? `\`$PHRASE\` searches its ${phrase === 'names' ? 'names, e-mail addresses and telephone numbers' : 'text'}.`
      : null,
    aliases ? `Also spelled ${aliases.join(', ')}.` : null,
  ].filter(text => text !== null)
}

// Generates a reference page for each entity from the entity files and field kinds.

import { exampleRequests } from '../../src/contracts/entity-examples.ts'
import { entityFacts } from '../../src/contracts/entity-facts.ts'
import { remarks, writing } from '../../src/contracts/field-facts.ts'
import { equalityOperators, orderedOperators } from '../../src/fields/value-type.ts'
import { Model, type ModelEntity } from '../../src/model/model.ts'
import { schemaRows } from '../../src/model/schema-rows.ts'
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
  const facts = [`Operations: ${entity.operations.join(', ')}.`, ...entityFacts(entity)]
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

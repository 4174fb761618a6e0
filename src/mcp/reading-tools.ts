// Declares the tools that find and read records: search, read, summarize and check.
import { refuse } from '../base/errors.ts'
import { entityOf, run, type ToolContext } from './data-call.ts'
import { type Arguments, asData, entityName, listOf, objectOf, type Tool, text, textOf } from './tool.ts'

const reading = { writes: false, destructive: false, idempotent: true } as const

const rowsShown = 50
const mostRows = 200

const limit = {
  type: 'integer',
  minimum: 1,
  maximum: mostRows,
  description: `At most ${mostRows}; ${rowsShown} unless given`,
}
const where = {
  type: 'object',
  description:
    'Conditions: {"Field": value} or {"Field": {"$OP": value}}, with $EQ $NE $GT $GE $LT $LE $IN $LIKE ("%") $PHRASE, and $AND, $OR lists. Sub-fields: "Address/City". Dates: $TODAY(), $OFFSET(D-7, $TODAY())',
}
const fieldList = (description: string) => ({ type: 'array', items: { type: 'string' }, maxItems: 100, description })

const selectorOf = (fields: readonly string[]): object =>
  Object.fromEntries(['Key', 'DisplayValue', ...fields].map(name => [name, 1]))

const limitOf = (args: Arguments): number => (args.limit as number | undefined) ?? rowsShown

/** `-CloseDate` is descending. */
const orderOf = (names: readonly string[]): object[] =>
  names.map(name => (name.startsWith('-') ? { [name.slice(1)]: 'DESC' } : { [name]: 'ASC' }))

async function read(args: Arguments, context: ToolContext): Promise<object> {
  const fields = listOf(args, 'fields')
  const { name, entity } = await entityOf(context, textOf(args, 'entity'))
  const order = orderOf(listOf(args, 'order'))
  const answer = await run(context, 'Read', name, {
    Scope: { Fields: selectorOf(fields.length === 0 && entity.operations.includes('Update') ? ['Version'] : fields) },
    Criteria: { SearchQuery: objectOf(args, 'where') },
    OrderBy: { ...(order.length === 0 ? {} : { Fields: order }), PageSize: limitOf(args), PageKey: args.next ?? null },
  })
  return asData({ entity: name, rows: answer.Data, next: answer.PageKey ?? null })
}

/** Searched unless entities are named: those by whose words people look things up, and the custom ones of the database. */
async function usuallySearched({ caller, parts }: ToolContext): Promise<string[]> {
  const { model } = await parts.catalogs.get(caller.db)
  const custom = model.entities.filter(({ kinds }) => kinds.length > 0).map(({ name }) => name)
  return ['AbEntry', 'Lead', 'Opportunity', 'Case', ...custom]
}

async function search(args: Arguments, context: ToolContext): Promise<object> {
  const asked = listOf(args, 'entities')
  const rows: object[] = []
  for (const name of asked.length === 0 ? await usuallySearched(context) : asked) {
    const found = await entityOf(context, name)
    if (found.entity.searchWords === undefined) {
      refuse('InvalidValue', 'entities', `${found.name} cannot be searched by words; use read with a condition.`)
    }
    const answer = await run(context, 'Read', found.name, {
      Scope: { Fields: { Key: 1, DisplayValue: 1 } },
      Criteria: { SearchQuery: { $PHRASE: textOf(args, 'text') }, Top: (args.limit as number | undefined) ?? 10 },
    })
    for (const row of answer.Data) rows.push({ entity: found.name, ...row })
  }
  return asData({ rows })
}

async function summarize(args: Arguments, context: ToolContext): Promise<object> {
  const groups = listOf(args, 'group')
  const { name } = await entityOf(context, textOf(args, 'entity'))
  const selected = [...groups, ...listOf(args, 'aggregates')]
  const answer = await run(context, 'Read', name, {
    Scope: { Fields: Object.fromEntries(selected.map(each => [each, 1])) },
    Criteria: { SearchQuery: objectOf(args, 'where'), Top: limitOf(args) },
    ...(groups.length === 0 ? {} : { GroupBy: { Fields: groups } }),
  })
  return asData({ entity: name, rows: answer.Data })
}

async function check(args: Arguments, context: ToolContext): Promise<object> {
  const { name } = await entityOf(context, textOf(args, 'entity'))
  const answer = await run(context, 'Validate', name, { Data: { Key: null, ...objectOf(args, 'data') } })
  return { entity: name, valid: true, mandatory: Object.keys(answer.Validation ?? {}) }
}

export const readingTools: readonly Tool[] = [
  {
    ...reading,
    name: 'search',
    title: 'Search by words',
    description:
      'Finds records by the beginnings of words, names, an e-mail address or a phone number. Gives keys and names; read gives the rest.',
    properties: {
      text: text('Words to look for'),
      entities: fieldList('AbEntry (people and companies), Lead, Opportunity, Case and custom ones unless given'),
      limit,
    },
    required: ['text'],
    run: search,
  },
  {
    ...reading,
    name: 'read',
    title: 'Read records',
    description: 'Reads records of one entity. Key and DisplayValue always come; "next" continues.',
    properties: {
      entity: entityName,
      fields: fieldList('Names, such as "Email" or "Address/City"'),
      where,
      order: fieldList('Names; "-Name" is descending'),
      limit,
      next: text('"next" of the page before, with the same arguments'),
    },
    required: ['entity'],
    run: read,
  },
  {
    ...reading,
    name: 'summarize',
    title: 'Count and sum',
    description: 'Counts, sums and groups in the database, over all records that meet the conditions.',
    properties: {
      entity: entityName,
      aggregates: fieldList('$COUNT(), $SUM(F), $AVG(F), $MIN(F), $MAX(F)'),
      group: fieldList('Names, or $YEAR(F), $MONTH(F)'),
      where,
      limit,
    },
    required: ['entity', 'aggregates'],
    run: summarize,
  },
  {
    ...reading,
    name: 'check',
    title: 'Check before saving',
    description: 'Says what is wrong with a record and which fields are mandatory, and writes nothing.',
    properties: { entity: entityName, data: { type: 'object', description: 'As for save' } },
    required: ['entity', 'data'],
    run: check,
  },
]

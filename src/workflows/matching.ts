// Finds the records that meet the conditions of a trigger, with the rights of its workflow's owner.
import { joined } from '../base/text/long-text.ts'
import { withResult } from '../entities/rules/workflows/conditions.ts'
import { decodeKey, encodeKey } from '../fields/record-key.ts'
import type { OperationContext } from '../operations/context.ts'
import { prepareRead, read } from '../operations/read/read.ts'
import type { Trigger } from './triggers.ts'

type Content = Readonly<Record<string, unknown>>

interface Page {
  readonly ids: readonly string[]
  readonly next: string | null
}

async function readPage(entity: string, criteria: Content, order: Content, context: OperationContext): Promise<Page> {
  const content = { Scope: { Fields: { Key: 1 } }, Criteria: criteria, OrderBy: order }
  const request = { member: entity, entity: context.catalog.model.entity(entity), log: true, content }
  const text = await read(prepareRead(request, { ...context, byKey: true }))
  const answer = JSON.parse(joined(text)) as { Data: { Key: string }[]; PageKey?: string | null }
  return { ids: answer.Data.map(({ Key }) => decodeKey(Key)?.id ?? ''), next: answer.PageKey ?? null }
}

/** The conditions of a trigger with the names of its entity's own fields. A trigger without conditions is met by every record. */
const conditionsOf = ({ conditions, entity }: Trigger): Content[] => {
  const own = withResult(conditions, entity, null)
  return typeof own === 'boolean' ? [] : [own]
}

/** The records among these that meet the conditions. */
export async function matchingAmong(
  trigger: Trigger,
  records: readonly string[],
  context: OperationContext,
): Promise<ReadonlySet<string>> {
  const { entity } = trigger
  const among = { Key: { $IN: records.map(id => encodeKey(entity, id)) } }
  const query = { $AND: [among, ...conditionsOf(trigger)] }
  const { ids } = await readPage(entity, { SearchQuery: query, Top: records.length }, {}, context)
  return new Set(ids)
}

/** Records that a page has at most. */
const pageSize = 10_000

/** All records that meet the conditions, page by page in the order of their identifiers. */
export async function* matchingPages(
  trigger: Trigger,
  context: OperationContext,
): AsyncGenerator<{ readonly ids: readonly string[]; readonly isLast: boolean }> {
  const [condition] = conditionsOf(trigger)
  const criteria = condition ? { SearchQuery: condition } : {}
  let PageKey: string | null = null
  do {
    const order: Content = { Fields: [{ Key: 'ASC' }], PageSize: pageSize, ...(PageKey && { PageKey }) }
    const page: Page = await readPage(trigger.entity, criteria, order, context)
    PageKey = page.next
    yield { ids: page.ids, isLast: PageKey === null }
  } while (PageKey !== null)
}

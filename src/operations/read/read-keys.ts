// Reads the identifiers of the records that meet a condition and that the caller may read, by the ordinary plan of a Read.
import { member } from '../../base/text/json.ts'
import { joined } from '../../base/text/long-text.ts'
import { decodeKey } from '../../fields/record-key.ts'
import { type EntityRequest, everyDriver, type OperationContext } from '../context.ts'
import { prepareRead, read } from './read.ts'

type Content = Record<string, unknown>

/** `criteria` is the Criteria of the request, or null for none; `among` narrows to some records; at most `most` are read. */
export async function readIds(
  { member: spelling, entity }: Pick<EntityRequest, 'member' | 'entity'>,
  criteria: Content | null,
  among: readonly string[] | null,
  most: number,
  context: OperationContext,
): Promise<string[]> {
  if (among?.length === 0) return []
  const query = criteria === null ? {} : (member(criteria, 'SearchQuery') ?? {})
  const others = Object.entries(criteria ?? {}).filter(([name]) => name.toLowerCase() !== 'searchquery')
  const SearchQuery = among === null ? query : { $AND: [query, { Key: { $IN: among.map(ID => ({ ID })) } }] }
  const content = {
    Scope: { Fields: { Key: 1 } },
    Criteria: { ...Object.fromEntries(others), SearchQuery, Top: most },
  }
  const limits = {
    ...context.limits,
    readRecords: Math.max(most, context.limits.readRecords),
    inValues: Math.max(among?.length ?? 0, context.limits.inValues),
  }
  const settings = { ...context.settings, drivers: everyDriver }
  const reading = prepareRead(
    { member: spelling, entity, log: true, content },
    { ...context, limits, settings, byKey: true, answer: undefined },
  )
  const { Data } = JSON.parse(joined(await read(reading))) as { Data: { Key: string }[] }
  return Data.flatMap(({ Key }) => decodeKey(Key)?.id ?? [])
}

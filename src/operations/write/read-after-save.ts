// Answers a write that has Options.ReadAfterSave with the records as a Read returns them, in the transaction of the write.
import { joined } from '../../base/text/long-text.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { ModelEntity } from '../../model/model.ts'
import { everyField, isIncluded } from '../../query/plan/selection.ts'
import type { Tx } from '../../storage/store.ts'
import { everyDriver, type OperationContext } from '../context.ts'
import { prepareRead, read } from '../read/read.ts'
import type { Data } from '../record/record-write.ts'
import type { RecordsRequest } from './write-plan.ts'

type Answer = Readonly<Record<string, unknown>>

/** So many records are read together: their texts are in memory at the same time, and on SQLite nothing else runs meanwhile. */
const readTogether = 50

/** A record that was written, and the answer that repeats what was sent. */
export interface WriteResult {
  readonly id: string
  readonly answer: Answer
}

/** A record with the key of another record cannot be found by its key, so its answer always repeats what was sent. */
export const readsAfterSave = ({ entity, options }: RecordsRequest): boolean =>
  isIncluded(options.readaftersave) === true && entity.entity.knownBy === undefined

/**
 * Each answer gets every field of its record that needs no driver; fields that were sent keep their spelling. What a Read
 * does not return, such as a new token, stays in the answer. The answer of a record that its writer may not read stays
 * unchanged.
 */
export async function answersAfterSave(
  { member, entity, records }: RecordsRequest,
  written: readonly WriteResult[],
  context: OperationContext,
  tx: Tx,
): Promise<Answer[]> {
  const found = new Map<unknown, Answer>()
  // Records with the same members are read together.
  const bySelection = Map.groupBy(written, (_, i) => JSON.stringify(selectionOf(entity, records[i] ?? {})))
  const groups = [...bySelection].flatMap(([fields, all]) =>
    Array.from({ length: Math.ceil(all.length / readTogether) }, (_, i) => {
      return { fields, group: all.slice(i * readTogether, (i + 1) * readTogether) }
    }),
  )
  for (const { fields, group } of groups) {
    const content = {
      Scope: { Fields: JSON.parse(fields) },
      Criteria: { SearchQuery: { Key: { $IN: group.map(({ id }) => ({ ID: id })) } } },
    }
    // `log`: no condition besides the key is required.
    const request = { member, entity, log: true, content }
    const text = await read(
      prepareRead(request, { ...context, reader: tx, settings: { ...context.settings, drivers: everyDriver } }),
    )
    for (const { Key, ...row } of (JSON.parse(joined(text)) as { Data: Record<string, unknown>[] }).Data)
      found.set(Key, row)
  }
  return written.map(({ id, answer }) => ({ ...answer, ...found.get(encodeKey(entity.name, id)) }))
}

/** Every field in the spelling of the request, and the key under a fixed name. */
function selectionOf(entity: ModelEntity, sent: Data): Record<string, unknown> {
  const spellings = new Map(Object.keys(sent).map(name => [entity.field(name)?.name, name]))
  const names = Object.keys(everyField(entity)).filter(name => name !== 'Key')
  return { Key: 1, ...Object.fromEntries(names.map(name => [spellings.get(name) ?? name, 1])) }
}

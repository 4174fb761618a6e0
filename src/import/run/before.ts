// Reads what the fields of a record have before a row changes them, in the form in which they are written back.
import { isEmpty, isObject, member } from '../../base/text/json.ts'
import { joined } from '../../base/text/long-text.ts'
import type { ModelEntity } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'
import type { OperationContext } from '../../operations/context.ts'
import { prepareRead, read } from '../../operations/read/read.ts'
import type { Data } from '../../operations/record/record-write.ts'
import type { RowStore } from '../../operations/rows/row-store.ts'

interface RecordReader {
  readonly rows: RowStore
  readonly context: OperationContext
  readonly entity: ModelEntity
}

/** The members of the data with the values that the record has; empty when the caller may not read it. */
export async function before(data: Data, { rows, context, entity }: RecordReader): Promise<Data> {
  const paths = Object.keys(data).filter(path => path !== 'Key')
  const fields: Record<string, unknown> = {}
  for (const path of paths) select(fields, splitPath(path), path === 'ExternalKeys' ? [{ Source: 1, Key: 1 }] : 1)
  const content = { Scope: { Fields: { Key: 1, ...fields } }, Criteria: { SearchQuery: { Key: { $EQ: data.Key } } } }
  const reading = prepareRead(
    { member: entity.name, entity, log: true, content },
    { ...context, reader: rows.tx, byKey: true, answer: undefined },
  )
  const { Data: found } = JSON.parse(joined(await read(reading))) as { Data: Record<string, unknown>[] }
  const [record] = found
  if (!record) return {}
  const values: Record<string, unknown> = {}
  for (const path of paths) {
    const steps = splitPath(path)
    const whole = member(record, steps[0] ?? '')
    // An object that the record did not have is removed as a whole.
    if (steps.length > 1 && isEmpty(whole)) values[steps[0] as string] = null
    else values[path] = steps.reduce<unknown>((at, step) => (isObject(at) ? member(at, step) : null), record) ?? null
  }
  return values
}

function select(fields: Record<string, unknown>, [first = '', ...rest]: readonly string[], leaf: unknown): void {
  if (rest.length === 0) {
    fields[first] ??= leaf
    return
  }
  if (!isObject(fields[first])) fields[first] = {}
  select(fields[first] as Record<string, unknown>, rest, leaf)
}

/** The members whose fields the record has no value for. */
export const filledOnly = (data: Data, stored: Data): Data =>
  Object.fromEntries(
    Object.entries(data).filter(([path]) => {
      const value = path in stored ? stored[path] : stored[splitPath(path)[0] as string]
      return path === 'Key' || path === 'ExternalKeys' || isEmpty(value) || (Array.isArray(value) && value.length === 0)
    }),
  )

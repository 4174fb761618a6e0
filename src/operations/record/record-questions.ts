// Answers the questions of rules about other records through the query language, and updates them by the ordinary write.
import { Problems, Refusal, reworded } from '../../base/errors.ts'
import { joined } from '../../base/text/long-text.ts'
import type { RecordQuestions } from '../../entities/rules/types.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { Moment } from '../../fields/value-type.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { cursorAt, resolve } from '../../model/resolve.ts'
import { type SchemaRow, schemaRows } from '../../model/schema-rows.ts'
import { bindContext } from '../../query/functions/call.ts'
import { everyDriver, type OperationContext } from '../context.ts'
import { prepareRead, read } from '../read/read.ts'
import type { RowStore } from '../rows/row-store.ts'

type Data = Readonly<Record<string, unknown>>

/** Updates a record as a request of the caller would; problems go to the list. */
export type UpdateRecord = (
  request: { readonly entity: ModelEntity; readonly data: Data; readonly path: string },
  problems: Problems,
) => Promise<unknown>

interface Asker {
  readonly rows: RowStore
  readonly context: OperationContext
  /** The path of the problems of updates. */
  readonly path: string
  readonly problems: Problems
  readonly update: UpdateRecord
}

/** A Read in the transaction of the write, with the rights of its caller. */
function readRecords(name: string, fields: Data, query: Data, { rows, context }: Pick<Asker, 'rows' | 'context'>) {
  const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query, Top: 1 } }
  const settings = { ...context.settings, drivers: everyDriver }
  const inside = { ...context, reader: rows.tx, readTime: rows.readTime, settings, byKey: true, answer: undefined }
  return prepareRead({ member: name, entity: context.catalog.model.entity(name), log: true, content }, inside)
}

async function firstRecord(name: string, fields: Data, query: Data, asker: Asker): Promise<Data | undefined> {
  const text = await read(readRecords(name, fields, query, asker))
  return (JSON.parse(joined(text)) as { Data: Data[] }).Data[0]
}

export function recordQuestions(asker: Asker): RecordQuestions {
  const { context, path, problems, update } = asker
  const { model } = context.catalog
  const byKey = (name: string, id: string) => ({ Key: { $EQ: encodeKey(name, id) } })
  return {
    meets: async (name, id, condition) =>
      (await firstRecord(name, { Key: 1 }, { $AND: [byKey(name, id), condition] }, asker)) !== undefined,
    valueOf: async (name, id, field, selector) =>
      (await firstRecord(name, { [field]: selector }, byKey(name, id), asker))?.[field] ?? null,
    valuesOf: async (name, id, fields) => (await firstRecord(name, fields, byKey(name, id), asker)) ?? null,
    updateRecord: async (name, id, data) => {
      const own = new Problems()
      const values = Object.entries(data).map(([field, value]) => [field, computed(value, `${name}.${field}`, context)])
      const request = {
        entity: model.entity(name),
        path: name,
        data: { Key: encodeKey(name, id), ...Object.fromEntries(values) },
      }
      await update(request, own)
      for (const problem of own.list) {
        const message = reworded(
          problem.message,
          text => `${path}: the record is not changed as the workflow says: ${text}`,
        )
        problems.add(problem.error, path, message)
      }
    },
    whyNoCondition: (name, condition) => reasonOf(() => readRecords(name, { Key: 1 }, { $AND: [condition] }, asker)),
    whyNoField: (name, field) => reasonOf(() => resolve(model, cursorAt(model.entity(name)), field, field)),
    writableType: (name, field) => {
      const row = rowOf(model, name, field)
      return row && isWritable(row) ? row.type : null
    },
    describeField: (name, field) => {
      const row = rowOf(model, name, field)
      return row
        ? { Key: `/${name}/${row.path}`, Name: row.name, Type: row.type, DisplayValue: row.displayValue }
        : null
    },
  }
}

/** The Schema row of a path, which may begin with `/<entity>/`. */
function rowOf(model: Model, name: string, path: string): SchemaRow | undefined {
  const wanted = path.replace(new RegExp(`^/${name}/`, 'i'), '').toLowerCase()
  const spelled = (row: SchemaRow) => [row.path, ...row.aliases].some(one => one.toLowerCase() === wanted)
  return schemaRows(model).find(row => row.entity === name && row.path !== '' && spelled(row))
}

/** Whether an Update can set the field. */
export const isWritable = ({ assignable, attributes, path, inactive }: SchemaRow): boolean =>
  path !== '' && assignable && !inactive && !attributes.CreateOnly

/** The message of the refusal of a step; null when it is not refused. */
function reasonOf(step: () => unknown): string | null {
  try {
    step()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** The value of a function such as `$TODAY()`; any other value unchanged. */
function computed(value: unknown, path: string, { now, timeZone, caller, catalog }: OperationContext): unknown {
  if (typeof value !== 'string' || !value.startsWith('$')) return value
  const found = bindContext(now, timeZone, caller.uid, catalog).call(value, path)
  return found instanceof Moment ? isoDateTime(found.start) : value
}

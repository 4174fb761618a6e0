// Makes the JSON Schema (2020-12) of an event, as receivers of webhooks and readers of the change feed get it.

type Schema = Readonly<Record<string, unknown>>

/** The members whose schemas depend on what the event is about. */
interface EventMembers {
  readonly type: Schema
  readonly entity: Schema
  readonly operation: Schema
  /** The record before or after the write; null where there was none. */
  readonly record: Schema
}

const change = {
  type: 'object',
  required: ['Field', 'Before', 'After'],
  properties: {
    Field: { type: 'string' },
    Before: { description: 'The value before the write, as in a record.' },
    After: { description: 'The value after the write, as in a record.' },
  },
}

export const eventSchema = ({ type, entity, operation, record }: EventMembers): Schema => ({
  type: 'object',
  required: ['id', 'type', 'timestamp', 'database', 'entity', 'data', 'by'],
  properties: {
    id: { type: 'string', description: 'The same in every try, in every target and in the feed.' },
    type,
    timestamp: { type: 'string', format: 'date-time' },
    database: { type: 'string' },
    entity,
    data: {
      type: 'object',
      required: ['key', 'version', 'operation'],
      properties: {
        key: { type: 'string', description: 'The Key of the record.' },
        version: { type: ['integer', 'null'], description: 'Rises with every write of the record.' },
        operation,
        from: { type: 'array', items: { type: 'string' }, description: 'The keys of the records that were merged.' },
        changes: { type: 'array', items: change },
        original: { ...record, description: 'The record before the write; null for a new one.' },
        record: { ...record, description: 'The record after the write; null for a deleted one.' },
      },
    },
    by: {
      type: 'object',
      required: ['uid', 'application'],
      properties: { uid: { type: ['string', 'null'] }, application: { type: ['string', 'null'] } },
    },
    truncated: { const: true, description: 'The event was too large; read the record by its key.' },
    test: { const: true, description: 'The event was sent by a test.' },
  },
})

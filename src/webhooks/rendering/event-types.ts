// Lists the types of events with a JSON Schema and an example of each.
import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { isObject } from '../../base/text/json.ts'
import type { EntityOperation } from '../../entities/entity.ts'
import { schemaKind } from '../../entities/index.ts'
import type { OperationParts } from '../../envelope/run.ts'
import { type EventLog, eventTypeOf, type LoggedEvent } from '../../events/event-log.ts'
import { encodeKey } from '../../fields/record-key.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { erasedEntities } from '../../operations/erase/person-unit.ts'
import { eventEntities } from '../targets/target.ts'
import { bodyOf, renderEvents } from './event-bodies.ts'
import { eventSchema } from './event-schema.ts'

/** How much of the end of the log is searched for examples. */
const searched = 500

type Operation = LoggedEvent['operation']

interface EventType {
  readonly type: string
  readonly entity: string
  readonly operation: Operation
}

export interface EventTypes {
  list(caller: Caller): Promise<object>
  /** An event of the type (any when it is undefined) under an identifier of its own, made from an example. */
  testEvent(caller: Caller, type: unknown, id: string): Promise<{ type: string; event: string; text: string }>
}

const typeOf = (entity: string, operation: Operation): EventType => ({
  type: eventTypeOf({ entity, operation }),
  entity,
  operation,
})

/** What can happen to records of the entity. */
function operationsOf(entity: string, model: Model): Operation[] {
  const { operations, merge, serviceWrites } = (model.findMember(entity) as ModelEntity).entity
  const named: [EntityOperation, Operation][] = [
    ['Create', 'created'],
    ['Update', 'updated'],
    ['Delete', 'deleted'],
    // What can be deleted can be restored.
    ['Delete', 'restored'],
  ]
  if (entity === schemaKind) return ['created', 'updated', 'deleted']
  return [
    ...named.filter(([name]) => serviceWrites || operations.includes(name)).map(([, operation]) => operation),
    ...(merge ? (['merged'] as const) : []),
    ...(erasedEntities().has(entity) ? (['erased'] as const) : []),
  ]
}

export function createEventTypes(operations: OperationParts, events: EventLog): EventTypes {
  const typesOf = async (caller: Caller) => {
    const { model } = await operations.catalogs.get(caller.db)
    const types = eventEntities.flatMap(entity => operationsOf(entity, model).map(name => typeOf(entity, name)))
    return { model, types }
  }
  const fresh = (id: string) => ({ id, other: operations.newId(), at: operations.clock.now() })
  return {
    list: async caller => {
      const { model, types } = await typesOf(caller)
      const real = await examplesFor(caller, operations, events)
      return {
        eventTypes: types.map(one => ({
          ...one,
          schema: schemaOf(one, model.findMember(one.entity) as ModelEntity),
          example: real.get(one.type) ?? JSON.parse(made(one, model, caller, fresh(operations.newId()))),
        })),
      }
    },
    testEvent: async (caller, wanted, id) => {
      const { model, types } = await typesOf(caller)
      const [first] = types.filter(({ type }) => (wanted === undefined ? true : type === wanted))
      if (!first) {
        const known = types.map(({ type }) => type)
        return refuse('InvalidValue', 'type', suggest => `There is no type ${wanted}.${suggest(String(wanted), known)}`)
      }
      const real = wanted === undefined ? undefined : (await examplesFor(caller, operations, events)).get(first.type)
      const example = real ?? (JSON.parse(made(first, model, caller, fresh(id))) as Example)
      return { type: first.type, event: id, text: JSON.stringify(testOf(example, id)) }
    },
  }
}

interface Example {
  readonly entity: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Key and version are those of no record: a receiver that keeps the last version of each record is not misled. */
function testOf(example: Example, id: string): object {
  const { entity, data } = example
  const key = entity === schemaKind ? `/${id}` : encodeKey(entity, id)
  const withKey = (record: unknown) => (isObject(record) ? { ...record, Key: key, Version: 0 } : record)
  const sides = ['original', 'record'].filter(side => side in data).map(side => [side, withKey(data[side])])
  return { ...example, id, data: { ...data, key, version: 0, ...Object.fromEntries(sides) }, test: true }
}

/** The newest events that the caller may read, as they are sent, by type. */
async function examplesFor(
  caller: Caller,
  operations: OperationParts,
  events: EventLog,
): Promise<Map<string, Example>> {
  const end = await events.end(caller.db)
  const newest = await events.eventsAfter(caller.db, Math.max(0, end - searched), searched)
  const readable = await renderEvents(newest, { caller, payload: 'thin', filter: null }, operations)
  const ofTypes = new Map(readable.flatMap(({ event, body }) => (body === null ? [] : [[eventTypeOf(event), event]])))
  const rendered = await renderEvents([...ofTypes.values()], { caller, payload: 'full', filter: null }, operations)
  return new Map(
    rendered.flatMap(({ event, body }) => (body === null ? [] : [[eventTypeOf(event), JSON.parse(body)] as const])),
  )
}

/** An example for a type of which there is no event yet: the record of a text field that changed. */
function made(
  { entity, operation }: EventType,
  model: Model,
  caller: Caller,
  { id, other, at }: { id: string; other: string; at: number },
): string {
  const field = (model.findMember(entity) as ModelEntity).all.find(
    ({ field: { parse, traits } }) => parse && !traits.secret,
  )
  const isWrite = operation === 'created' || operation === 'updated'
  const Before = operation === 'created' ? null : 'before'
  const changes = isWrite && field ? [{ Field: field.name, Before, After: 'after' }] : []
  const event: LoggedEvent = {
    id,
    position: 0,
    entity,
    record: entity === schemaKind ? '/AbEntry/Udf/$TYPEID(1)' : id,
    operation,
    version: operation === 'created' ? 1 : 2,
    uid: caller.uid,
    application: null,
    at,
  }
  const from = operation === 'merged' ? { from: [encodeKey(entity, other)] } : {}
  return bodyOf(event, caller.database, operation === 'erased' ? {} : { ...from, changes })
}

/** The members of a record have the fields' names; their values are as a Read returns them. */
function schemaOf({ type, entity, operation }: EventType, { all }: ModelEntity): object {
  const fields = all.filter(({ field: { traits } }) => !traits.writeOnly && traits.driver === undefined)
  const properties = Object.fromEntries(fields.map(({ name, field }) => [name, { description: field.traits.doc }]))
  const record = { type: ['object', 'null'], properties }
  const members = { type: { const: type }, entity: { const: entity }, operation: { const: operation }, record }
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: type, ...eventSchema(members) }
}

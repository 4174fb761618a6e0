// Builds the paths of webhooks and of the change feed, and the requests that receivers of webhooks get.
import { schemaKind } from '../entities/index.ts'
import { eventTypeOf } from '../events/event-log.ts'
import { eventSchema } from '../webhooks/rendering/event-schema.ts'
import { eventEntities, eventOperations, orders, payloads } from '../webhooks/targets/target.ts'
import {
  answer,
  body,
  inPath,
  json,
  notFound,
  type Operation,
  type Paths,
  readsTagged,
  resourceOperation,
  response,
  titled,
} from './parts.ts'
import {
  dateTime,
  flag,
  listOf,
  object,
  openObject,
  orNull,
  ref,
  type Schema,
  text,
  textOrNull,
  whole,
} from './schema.ts'

const at = '/webhooks/v1'
const tag = ['Webhooks']
const reading = readsTagged(tag)

const settings: Readonly<Record<string, Schema>> = {
  url: {
    type: 'string',
    description: 'Where events are sent; https, unless the setting outbound-http says otherwise.',
  },
  description: { type: ['string', 'null'], maxLength: 500 },
  entities: orNull(listOf({ type: 'string', enum: eventEntities })),
  operations: orNull(listOf({ type: 'string', enum: eventOperations })),
  filter: {
    type: ['object', 'null'],
    description:
      'A condition as in Criteria.SearchQuery on the record after the write; `Original/Field` is the field before it. Needs entities.',
  },
  payload: { type: 'string', enum: payloads },
  order: { type: 'string', enum: orders },
  enabled: flag,
}

/** The schemas of targets, deliveries and events. */
export function webhookSchemas(): Readonly<Record<string, Schema>> {
  const events = eventEntities.map(entity => {
    const members = {
      type: { type: 'string', enum: eventOperations.map(operation => eventTypeOf({ entity, operation })) },
      entity: { type: 'string', const: entity },
      operation: { type: 'string', enum: eventOperations },
      // Values of Schema rows depend on the kind of the row.
      record: entity === schemaKind ? { type: ['object', 'null'] } : orNull(ref(entity)),
    }
    return [`${entity}Event`, eventSchema(members)] as const
  })
  return {
    WebhookSettings: object(settings),
    WebhookTarget: object(
      {
        id: text,
        ...settings,
        owner: { type: 'string', description: 'The Uid of the user with whose rights events are rendered.' },
        status: { type: 'string', enum: ['active', 'failing', 'error', 'paused', 'failures', 'gone', 'revoked'] },
      },
      ['id', 'url', 'payload', 'order', 'enabled', 'owner', 'status'],
    ),
    WebhookSecret: object(
      { secret: { type: 'string', description: 'Signs the requests. It is in this answer only.' } },
      ['secret'],
    ),
    WebhookDelivery: object(
      {
        id: text,
        event: textOrNull,
        type: text,
        attempt: whole,
        outcome: { type: 'string', enum: ['delivered', 'failed', 'refused', 'gone', 'missed'] },
        status: { type: ['integer', 'null'], description: 'The HTTP status of the answer.' },
        at: dateTime,
        ms: whole,
        nextAt: orNull(dateTime),
        request: textOrNull,
        response: textOrNull,
      },
      ['id', 'type', 'attempt', 'outcome', 'at', 'ms'],
    ),
    ...Object.fromEntries(events),
    Event: {
      oneOf: events.map(([name]) => ref(name)),
      discriminator: {
        propertyName: 'entity',
        mapping: Object.fromEntries(
          events.map(([name]) => [name.replace(/Event$/, ''), `#/components/schemas/${name}`]),
        ),
      },
      description: 'One write of one record.',
    },
  }
}

const idParameter = inPath('id', 'The id of the target.', '<target>')

export function webhookPaths(): Paths {
  const target = ref('WebhookTarget')
  const withSecret: Schema = { allOf: [target, ref('WebhookSecret')] }
  const example = {
    url: 'https://hooks.example.com/won',
    entities: ['Opportunity'],
    operations: ['updated'],
    filter: { '$CHANGED(Status)': true, Status: { $EQ: 3 } },
    payload: 'full',
  }
  return {
    [`${at}/targets`]: {
      get: reading('listTargets', 'List targets', object({ targets: listOf(target) }, ['targets'])),
      post: resourceOperation(
        'write',
        { '201': answer('The target, with its secret.', withSecret), '422': response('OverLimit') },
        {
          ...titled('createTarget', tag, 'Create a target'),
          requestBody: body(
            { allOf: [ref('WebhookSettings'), { required: ['url'] }] },
            { example: { value: example } },
          ),
        },
      ),
    },
    [`${at}/targets/{id}`]: {
      parameters: [idParameter],
      get: reading('readTarget', 'Show a target', target, notFound),
      patch: writing('changeTarget', 'Change the members that are sent', target, {
        schema: { allOf: [ref('WebhookSettings'), object({ from: { type: 'string', const: 'now' } })] },
        example: { description: 'Sales that were won', enabled: true },
      }),
      delete: writing('removeTarget', 'Remove a target', openObject, null),
    },
    ...actionPaths(withSecret),
    [`${at}/event-types`]: { get: reading('listEventTypes', 'List the types of events', eventTypes) },
    [`${at}/events`]: { get: feed },
  }
}

/** The actions on a target. */
function actionPaths(withSecret: Schema): Paths {
  const on = (path: string, operation: Readonly<Record<string, Operation>>): Paths => ({
    [`${at}/targets/{id}/${path}`]: { parameters: [idParameter], ...operation },
  })
  const rotated: Schema = { allOf: [withSecret, object({ previousUntil: dateTime }, ['previousUntil'])] }
  const since = '2026-03-01T00:00:00Z'
  const pages = [
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
    { name: 'before', in: 'query', description: '`next` of the page before.', schema: text },
  ]
  const deliveries = object({ deliveries: listOf(ref('WebhookDelivery')), next: textOrNull }, ['deliveries', 'next'])
  return {
    ...on('test', {
      post: writing('testTarget', 'Send an example at once', ref('WebhookDelivery'), {
        schema: object({ type: { type: 'string', description: 'A type of event.' } }),
        example: { type: 'opportunity.updated' },
      }),
    }),
    ...on('rotate-secret', {
      post: writing('rotateSecret', 'Give a new secret', rotated, {
        schema: object({ overlapHours: { type: 'number', minimum: 0, maximum: 168 } }),
        example: { overlapHours: 1 },
      }),
    }),
    ...on('replay', {
      post: writing('replay', 'Queue events to be sent again', object({ queued: whole }, ['queued']), {
        schema: {
          oneOf: [
            object({ event: text }, ['event']),
            object({ from: dateTime, to: dateTime }, ['from', 'to']),
            object({ failedSince: dateTime }, ['failedSince']),
          ],
        },
        example: { failedSince: since },
      }),
    }),
    ...on('deliveries', {
      get: { ...reading('listDeliveries', 'List tries, newest first', deliveries, notFound), parameters: pages },
    }),
  }
}

const eventTypes = object(
  {
    eventTypes: listOf(
      object({ type: text, entity: text, operation: text, schema: openObject, example: openObject }, [
        'type',
        'entity',
        'operation',
        'schema',
        'example',
      ]),
    ),
  },
  ['eventTypes'],
)

const writing = (
  operationId: string,
  summary: string,
  schema: Schema,
  given: { readonly schema: Schema; readonly example: object } | null,
): Operation =>
  resourceOperation(
    'write',
    { '200': answer('Done.', schema), ...notFound, '409': response('Conflict') },
    {
      ...titled(operationId, tag, summary),
      ...(given ? { requestBody: body(given.schema, { example: { value: given.example } }, false) } : {}),
    },
  )

const gone = object({ resume: { type: 'string', description: 'The token to go on with.' } }, ['resume'])

const feed: Operation = resourceOperation(
  'read',
  {
    '200': {
      description: 'A page of events, or with `Accept: text/event-stream` a stream of them.',
      content: {
        ...json(
          object(
            { events: listOf(ref('Event')), next: { type: 'string', description: 'The token of the next page.' } },
            ['events', 'next'],
          ),
        ),
        'text/event-stream': { schema: { type: 'string', description: '`data` is an Event, `id` its token.' } },
      },
    },
    '410': answer('The events after the token are not there any more (-1012).', { allOf: [ref('Failure'), gone] }),
  },
  {
    ...titled('readEvents', ['Change feed'], 'Read the changes of the database, oldest first'),
    parameters: [
      { name: 'after', in: 'query', description: '`next` of the page before, or `now`.', schema: text },
      {
        name: 'entity',
        in: 'query',
        description: 'The entities wanted; all unless given.',
        schema: listOf({ type: 'string', enum: eventEntities }),
        style: 'form',
        explode: false,
      },
      { name: 'payload', in: 'query', schema: { type: 'string', enum: payloads, default: 'changes' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 } },
      {
        name: 'wait',
        in: 'query',
        description: 'Seconds to wait for an event when there is none.',
        schema: { type: 'integer', minimum: 0, maximum: 60, default: 0 },
      },
      { name: 'Last-Event-ID', in: 'header', description: 'Counts more than `after`.', schema: text },
    ],
  },
)

/** The requests that receivers of webhooks get. */
export const receivedWebhooks = {
  event: {
    post: {
      ...titled('receiveEvent', tag, 'An event is sent to a target'),
      description: 'Signed by Standard Webhooks. It may come more than once: webhook-id tells repeats.',
      security: [],
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => ({
        name,
        in: 'header',
        required: true,
        schema: text,
      })),
      requestBody: { required: true, content: json(ref('Event')) },
      responses: {
        '2XX': { description: 'The event is delivered.' },
        '410': { description: 'The target is stopped.' },
        default: { description: 'The event is tried again later.' },
      },
    },
  },
}

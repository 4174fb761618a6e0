// Sets up and tries the webhook targets of a database.
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { withWebhooks } from '../with-webhooks.ts'

interface TargetView {
  readonly id: string
  readonly url: string
  readonly status: string
  readonly enabled: boolean
  readonly owner: string
  readonly secret?: string
}

interface Delivery {
  readonly at: string
  readonly type: string
  readonly event: string | null
  readonly attempt: number
  readonly outcome: string
  readonly status: number | null
  readonly ms: number
  readonly nextAt: string | null
  readonly response: string | null
}

/** The members that were given, under the names of the API. */
const members = (pairs: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== undefined))

export const createTarget: Action = context =>
  withWebhooks(context, async ({ webhooks, caller }) => {
    const { url, description, entity, operation, filter, payload, order } = context.options
    const body = { url, description, entities: entity, operations: operation, filter: jsonOf(filter), payload, order }
    const made = (await webhooks.targets.create(caller, members(body))) as TargetView
    context.output.object(made)
    context.output.line(`Target ${made.id} sends to ${made.url}.`)
    context.output.line(`${made.secret}`)
    context.output.note('Keep the secret safe: it is shown only now.')
    return 0
  })

function jsonOf(text: unknown): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(String(text))
  } catch (error) {
    throw new CommandError(`--filter is not JSON: ${(error as Error).message}`)
  }
}

export const listTargets: Action = context =>
  withWebhooks(context, async ({ webhooks, caller }) => {
    const listed = (await webhooks.targets.list(caller)) as { targets: readonly TargetView[] }
    context.output.object(listed)
    for (const { id, status, owner, url } of listed.targets) context.output.line(`${id}  ${status}  ${owner}  ${url}`)
    if (listed.targets.length === 0) context.output.line('There are no targets.')
    return 0
  })

/** The exit status is 0 when the target accepted the test. */
export const testTarget: Action = context =>
  withWebhooks(context, async ({ webhooks, caller }) => {
    const [type] = context.args
    const sent = await webhooks.deliveries.test(caller, String(context.options.target), members({ type }))
    context.output.object(sent)
    context.output.line(lineOf(sent as Delivery))
    if ((sent as Delivery).response) context.output.line(String((sent as Delivery).response))
    return (sent as Delivery).outcome === 'delivered' ? 0 : 1
  })

export const replayEvents: Action = context =>
  withWebhooks(context, async ({ webhooks, caller }) => {
    const { target, event, from, to, failedSince } = context.options
    const body = members({ event, from, to, failedSince })
    const done = (await webhooks.deliveries.replay(caller, String(target), body)) as { queued: number }
    context.output.object(done)
    context.output.line(`${done.queued} events wait to be sent once more. A running server sends them.`)
    return 0
  })

export const listDeliveries: Action = context =>
  withWebhooks(context, async ({ webhooks, caller }) => {
    const { target, limit } = context.options
    const listed = await webhooks.deliveries.list(caller, String(target), members({ limit }))
    const { deliveries: rows } = listed as { deliveries: readonly Delivery[] }
    context.output.object(listed)
    for (const row of rows) context.output.line(lineOf(row))
    if (rows.length === 0) context.output.line('Nothing was sent yet.')
    return 0
  })

const lineOf = ({ at, type, event, attempt, outcome, status, ms, nextAt }: Delivery): string =>
  [at, type, event ?? '', `try ${attempt}`, outcome, status ?? '', `${ms} ms`, nextAt ? `again ${nextAt}` : '']
    .filter(part => part !== '')
    .join('  ')

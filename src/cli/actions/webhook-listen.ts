// Follows the events of a database and sends them, signed, to a program on this machine, for developing a receiver.

import { systemClock } from '../../base/clock.ts'
import { eventTypeOf } from '../../events/event-log.ts'
import { createOutbound } from '../../outbound/outbound.ts'
import { attemptDelivery } from '../../webhooks/attempt.ts'
import { renderEvents } from '../../webhooks/event-bodies.ts'
import { newSecret } from '../../webhooks/secrets.ts'
import { eventEntities, payloads } from '../../webhooks/target.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { withWebhooks } from '../with-webhooks.ts'

/** The person at the keyboard chose the URL. */
const everywhere = { outboundNetworks: '0.0.0.0/0,::/0', outboundHttp: true }
const page = 50

export const listen: Action = context =>
  withWebhooks(context, async ({ caller, operations, events }) => {
    const { output, options } = context
    const url = String(options.forwardTo)
    const entities = entitiesOf(options.entity as readonly string[] | undefined)
    const payload = payloads.find(one => one === options.payload)
    if (!payload) throw new CommandError(`--payload is one of ${payloads.join(', ')}.`)
    const outbound = createOutbound(everywhere)
    const wrong = outbound.complaint(url)
    if (wrong !== null) throw new CommandError(`--forward-to is refused: ${wrong}.`)
    const secret = newSecret()
    let position = await events.end(caller.db)
    output.object({ secret })
    output.line(`Events of ${caller.database} go to ${url}. End with Ctrl-C.`)
    output.line(`Secret: ${secret}`)
    const ended = new AbortController()
    // The log waits for events without keeping a process alive, as a server lives by its connections.
    const alive = setInterval(() => {}, 60_000)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
    while (!ended.signal.aborted) {
      const found = await events.waitForEvents(caller.db, position, page, ended.signal)
      const wanted = found.filter(({ entity }) => entities?.has(entity) ?? true)
      for (const { event, body } of await renderEvents(wanted, { caller, payload, filter: null }, operations)) {
        if (body === null) continue
        const addressee = { url, secrets: [secret] }
        const sent = await attemptDelivery(addressee, event.id, body, { outbound, clock: systemClock }, ended.signal)
        if (!sent) break
        const what = `${eventTypeOf(event)} ${event.id}`
        output.line(`${what}  ${sent.status ?? sent.response}  ${sent.ms} ms`)
      }
      position = found.at(-1)?.position ?? position
    }
    clearInterval(alive)
    outbound.close()
    return 0
  })

function entitiesOf(names: readonly string[] | undefined): Set<string> | null {
  if (names === undefined) return null
  return new Set(
    names.map(name => {
      const known = eventEntities.find(one => one.toLowerCase() === name.toLowerCase())
      if (known === undefined) throw new CommandError(`There is no entity ${name} with events.`)
      return known
    }),
  )
}

// Provides a command with the webhooks of a database on behalf of one of its users, without a server.
import { type Caller, createCallers } from '../accounts/caller.ts'
import { systemClock } from '../base/clock.ts'
import { silentLog } from '../base/log/log.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import { commonKey } from '../config/installation-key.ts'
import { limitsOf } from '../config/limits.ts'
import { redirectPolicyOf } from '../entities/rules/redirect-uri.ts'
import { EventLog } from '../events/event-log.ts'
import { Catalogs } from '../model/catalog.ts'
import { grantLiveness } from '../oauth/tokens/bearer-tokens.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { storedClients } from '../standard/clients/documents.ts'
import { StoreClock } from '../storage/nodes/store-clock.ts'
import { directTransport } from '../webhooks/delivery/transport.ts'
import { createWebhooks, type Webhooks } from '../webhooks/index.ts'
import type { CommandContext } from './command.ts'
import { noSuchUser } from './records.ts'
import { withDatabase } from './with-store.ts'

interface WebhookTools {
  readonly webhooks: Webhooks
  readonly caller: Caller
}

export const withWebhooks = (
  context: CommandContext,
  work: (tools: WebhookTools) => Promise<number>,
): Promise<number> =>
  withDatabase(context, async ({ store, database }) => {
    const settings = context.loaded.values
    const clock = systemClock
    const log = silentLog
    const callers = createCallers(store)
    const catalogs = new Catalogs(store)
    const outbound = createOutbound(settings)
    const events = new EventLog(store, clock)
    const redirects = redirectPolicyOf(settings)
    const shared = { store, clock, catalogs, limits: limitsOf(settings), newId: identifierMaker(clock), traces: [] }
    const operations = { ...shared, commonKey: commonKey(settings, store), redirects }
    const storeClock = new StoreClock(store, clock, log)
    const metrics = { delivery: () => {} }
    const transport = directTransport(outbound)
    const clients = storedClients(store)
    const isGrantLive = grantLiveness({ store, clock, callers, clients })
    const sending = { outbound, transport, callers, isGrantLive, alert: () => {} }
    const webhooks = createWebhooks({ settings, operations, events, storeClock, log, metrics, ...sending })
    try {
      await events.open()
      const uid = String(context.options.user)
      const person = await callers.find(database.id, uid)
      if (!person) throw noSuchUser(uid, database.name, 'enabled user')
      const caller: Caller = { ...person, application: null, chain: null, scope: ['data'] }
      return await work({ webhooks, caller })
    } finally {
      await webhooks.close()
      events.close()
      outbound.close()
      catalogs.close()
      clients.close()
      callers.close()
    }
  })

// Follows the change feed of a server and sends its events, signed, to a program on this machine, for developing a receiver.

import { endOfFeed, FeedGap, follow } from '../../../packages/client/src/feed.ts'
import { type Auth, connect, personalToken, TryLater } from '../../../packages/client/src/index.ts'
import type { WebhookEvent } from '../../../packages/client/src/webhooks.ts'
import { systemClock } from '../../base/clock.ts'
import { createOutbound, type Outbound } from '../../outbound/outbound.ts'
import { attemptDelivery } from '../../webhooks/delivery/attempt.ts'
import { newSecret } from '../../webhooks/targets/secrets.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError, usageError } from '../failure.ts'
import { publicUrlOf } from '../public-url.ts'
import { readSecret } from '../read-secret.ts'
import { type Records, recordsOf, userKeyOf } from '../records.ts'
import { onlyDatabase, withStore } from '../with-store.ts'

/** The person at the keyboard chose the URL. */
const everywhere = { outboundNetworks: '0.0.0.0/0,::/0', outboundHttp: true }

/** A token that the command makes for itself ends with the command; this is for a command that was killed. */
const tokenLifeMs = 24 * 3_600_000

/** Whose feed is followed, and where. */
interface FeedSource {
  readonly server: string
  readonly auth: Auth
  /** The keys of the tokens that the command has created; their events are not forwarded. */
  readonly ownKeys: ReadonlySet<string>
}

export const listen: Action = async context => {
  const { server, tokenStdin, database, user } = context.options
  const outbound = createOutbound(everywhere)
  const wrong = outbound.complaint(String(context.options.forwardTo))
  if (wrong !== null) throw new CommandError(`--forward-to is refused: ${wrong}.`)
  try {
    if (tokenStdin === true) {
      if (server === undefined) throw usageError('--token-stdin needs --server, the address of the server.')
      const auth = personalToken(await readSecret('token'))
      return await forward(context, outbound, { server: String(server), auth, ownKeys: new Set() })
    }
    return await withStore(context, async store => {
      const parts = { store, clock: systemClock, settings: context.loaded.values }
      const records = recordsOf(parts, await onlyDatabase(store, database))
      const own = await ownTokens(records, user === undefined ? await administratorOf(records) : String(user))
      try {
        const address = server === undefined ? await publicUrlOf(store, context) : String(server)
        return await forward(context, outbound, { server: address, auth: own.auth, ownKeys: own.keys })
      } finally {
        await own.end()
      }
    })
  } finally {
    outbound.close()
  }
}

/** The first administrator of the database. */
async function administratorOf(records: Records): Promise<string> {
  const where = { Admin: { $EQ: true }, Enabled: { $EQ: true } }
  const [first] = await records.read('User', { fields: { Uid: 1 }, where })
  if (first) return String(first.Uid)
  throw usageError(`${records.database.name} has no enabled administrator. Choose a user with --user.`)
}

interface OwnTokens {
  readonly auth: Auth
  readonly keys: ReadonlySet<string>
  end(): Promise<void>
}

/** Makes read-only tokens of a user of the store, as long as the command runs. */
async function ownTokens(records: Records, user: string): Promise<OwnTokens> {
  const UserKey = await userKeyOf(records, user)
  const made = new Set<string>()
  const make = async (): Promise<string> => {
    const ExpirationDate = new Date(systemClock.now() + tokenLifeMs).toISOString().replace(/\.\d+/, '')
    const data = { Name: 'clientele webhook listen', UserKey, Scope: 'data.readonly', ExpirationDate }
    const { Key, Token } = await records.create('PersonalAccessToken', data)
    made.add(String(Key))
    return String(Token)
  }
  let current = make()
  return {
    keys: made,
    auth: {
      token: () => current,
      rejected: () => {
        current = make()
        return current
      },
    },
    end: async () => {
      for (const Key of made) await records.update('PersonalAccessToken', { Key, Status: 2 })
    },
  }
}

async function forward(
  context: CommandContext,
  outbound: Outbound,
  { server, auth, ownKeys }: FeedSource,
): Promise<number> {
  const { output, options } = context
  const url = String(options.forwardTo)
  if (!URL.canParse(server)) throw usageError(`--server is not an address: ${server}`)
  const client = connect({ url: server, auth })
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  const secret = newSecret()
  let after = await endOfFeed(client).catch(error => {
    throw new CommandError(`The feed of ${server} cannot be read: ${(error as Error).message}`)
  })
  output.object({ secret })
  output.line(`Events of ${server} go to ${url}. End with Ctrl-C.`)
  output.line(`Secret: ${secret}`)
  const send = async (event: WebhookEvent): Promise<void> => {
    const body = JSON.stringify(event)
    const how = { outbound, at: systemClock.now() }
    const sent = await attemptDelivery({ url, secrets: [secret] }, event.id, body, how, ended.signal)
    if (sent) output.line(`${event.type} ${event.id}  ${sent.status ?? sent.response}  ${sent.ms} ms`)
  }
  const { entity, payload } = options
  const wanted = {
    payload: payload as 'full' | 'changes' | 'thin',
    signal: ended.signal,
    ...(entity === undefined ? {} : { entities: entity as readonly string[] }),
  }
  while (!ended.signal.aborted) {
    try {
      for await (const { events, next } of follow(client, { ...wanted, after })) {
        for (const event of events) if (!ended.signal.aborted && !ownKeys.has(event.data.key)) await send(event)
        after = next
      }
    } catch (error) {
      if (ended.signal.aborted) break
      after = tokenAfter(error as Error, after, output.note)
    }
  }
  return 0
}

/** The token to continue with after a failure that may pass; others end the command. */
function tokenAfter(error: Error, after: string, note: (line: string) => void): string {
  if (error instanceof TryLater) {
    note(`${error.message} Trying again.`)
    return after
  }
  if (!(error instanceof FeedGap)) throw new CommandError(error.message)
  note(error.message)
  return error.resume
}

// Changes the state before a request is executed: ends its token, or changes the record that it writes.
import { databaseById } from '../accounts/databases.ts'
import { isObject, member } from '../base/text/json.ts'
import { header } from '../base/web.ts'
import { encodeKey } from '../fields/record-key.ts'
import type { Exchange } from '../http/exchange.ts'
import type { AuthorizationServer } from '../oauth/index.ts'
import type { SystemParts } from '../operations/system/system-context.ts'
import { systemWrite } from '../seed/system-write.ts'
import type { FaultRule } from './fault-rules.ts'
import type { Sender } from './faults.ts'
import type { TokenTools } from './token-tools.ts'

export interface StateParts extends SystemParts {
  readonly authorization: AuthorizationServer
  readonly tools: TokenTools
}

/** The parameters of a form, or null when the body is none. */
function formOf(exchange: Exchange): URLSearchParams | null {
  const type = header(exchange, 'content-type') ?? ''
  return type.startsWith('application/x-www-form-urlencoded') ? new URLSearchParams(exchange.body) : null
}

/** The token of a request: of a refresh, of an introspection or revocation, or of the Authorization header. */
function tokenOf(exchange: Exchange): string | null {
  const form = formOf(exchange)
  const [, bearer = null] = /^Bearer\s+(\S+)$/i.exec(header(exchange, 'authorization') ?? '') ?? []
  return form?.get('refresh_token') ?? form?.get('token') ?? bearer
}

/** The sender of a request: the owner of its token, else the client that it names. */
export async function senderOf(exchange: Exchange, { store, tools }: StateParts): Promise<Sender> {
  const token = tokenOf(exchange)
  const owner = token === null ? null : await tools.ownerOf(token)
  const database = owner ? await databaseById(store, owner.db) : null
  const basic = /^Basic\s+(\S+)$/i.exec(header(exchange, 'authorization') ?? '')?.[1]
  const [user] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString('utf8').split(':', 1)
  const named = formOf(exchange)?.get('client_id') ?? new URLSearchParams(exchange.query).get('client_id')
  return { database: database?.name ?? null, client: owner?.clientId ?? named ?? user ?? null }
}

/** Returns the reason why the fault could change nothing; null when it did. */
export async function changeState(rule: FaultRule, exchange: Exchange, parts: StateParts): Promise<string | null> {
  if (rule.do === 'change-record') {
    // Fields that the service refuses are a mistake of the test, not of the client.
    return changeRecord(rule, exchange, parts).catch((error: Error) => `The change was refused: ${error.message}`)
  }
  const token = tokenOf(exchange)
  if (token === null) return 'The request has no token.'
  if (rule.do === 'reuse-token') return reuse(token, exchange, parts)
  const owner = await parts.tools.ownerOf(token)
  if (!owner) return 'The token of the request is not one of this server.'
  if (owner.personal !== null && rule.do === 'revoke-token') return revokePersonal(owner.db, owner.personal, parts)
  const done = rule.do === 'expire-token' ? await parts.tools.expire(token) : await parts.tools.revoke(token)
  return done ? null : 'The token of the request had ended before.'
}

/** Sends the same refresh first, so that the token of the request is used up. */
async function reuse(token: string, exchange: Exchange, { authorization, tools }: StateParts): Promise<string | null> {
  if (formOf(exchange)?.get('grant_type') !== 'refresh_token') return 'The request is not a refresh.'
  await authorization.token(exchange)
  return (await tools.forgetRetry(token)) ? null : 'The refresh token is not one that can be used.'
}

async function revokePersonal(db: number, id: string, parts: StateParts): Promise<string | null> {
  const database = await databaseById(parts.store, db)
  if (!database) return 'The database of the token has been deleted.'
  const Data = { Key: encodeKey('PersonalAccessToken', id), Status: 2 }
  await systemWrite(parts, database, 'Update', 'PersonalAccessToken', { Data })
  return null
}

async function changeRecord(rule: FaultRule, exchange: Exchange, parts: StateParts): Promise<string | null> {
  const token = tokenOf(exchange)
  const owner = token === null ? null : await parts.tools.ownerOf(token)
  const database = owner ? await databaseById(parts.store, owner.db) : null
  if (!database) return 'The request has no valid token.'
  let changed = 0
  for (const { entity, key } of keysOf(exchange.body)) {
    await systemWrite(parts, database, 'Update', entity, { Data: { Key: key, ...rule.data } })
    changed++
  }
  return changed > 0 ? null : 'The request names no record by its Key.'
}

/** The records that an Update or a Delete names. */
function keysOf(body: string): { entity: string; key: string }[] {
  const found: { entity: string; key: string }[] = []
  const request = parsed(body)
  for (const [name, content] of Object.entries(isObject(request) ? request : {})) {
    const data = isObject(content) ? member(content, 'Data') : null
    for (const record of [data].flat()) {
      const key = isObject(record) ? member(record, 'Key') : null
      if (typeof key === 'string') found.push({ entity: name.split('.', 1)[0] ?? '', key })
    }
  }
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

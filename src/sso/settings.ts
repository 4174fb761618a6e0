// Stores the single sign-on settings of a database: provider, client, and the claim that identifies the user.

import { type Clock, seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import type { SecretBox } from '../base/secret-box.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { RowOf } from '../storage/table.ts'
import { insertStatement } from '../storage/table-statements.ts'
import { topics } from '../storage/topics.ts'
import { type SsoTables, ssoTable } from './tables.ts'

const statement = statementsOn<SsoTables>()

export interface SsoSettings {
  readonly issuer: string
  readonly clientId: string
  /** The claim whose value is the user's e-mail or Uid. */
  readonly claim: string
  /** True when no user of this database may sign in with a password. */
  readonly only: boolean
  /** Believes an e-mail of which the provider does not say whether it is verified. */
  readonly trustEmail: boolean
  readonly hasSecret: boolean
}

const read = statement((db, p: Args<{ db: number }>) => db.selectFrom('sso').selectAll().where('db', '=', p('db')))
const remove = statement((db, p: Args<{ db: number }>) => db.deleteFrom('sso').where('db', '=', p('db')))
const insert = insertStatement(ssoTable)

interface NewSso {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly claim: string
  readonly only: boolean
  readonly trustEmail: boolean
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Providers are reached by https; http is allowed on the loopback address only, for development. */
export const isLoopbackIssuer = (issuer: string): boolean => {
  const url = new URL(issuer)
  return url.protocol === 'http:' && loopback.has(url.hostname)
}

function check({ issuer, clientId, claim }: NewSso): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (!url || (url.protocol !== 'https:' && !isLoopbackIssuer(issuer)) || url.username !== '' || url.search !== '') {
    refuse('InvalidValue', 'issuer', 'The issuer is an https address, as the provider spells it.')
  }
  if (clientId === '') refuse('Required', 'clientId', 'The client id that the provider gave is needed.')
  if (!/^[A-Za-z0-9_.:/-]{1,100}$/.test(claim)) refuse('InvalidValue', 'claim', 'That is not the name of a claim.')
}

export async function setSso(store: Store, db: number, given: NewSso, box: SecretBox, clock: Clock): Promise<void> {
  check(given)
  const row = {
    db,
    issuer: given.issuer,
    client_id: given.clientId,
    client_secret: given.clientSecret === null ? null : box.seal(given.clientSecret),
    claim: given.claim,
    only_sso: given.only ? 1 : 0,
    trust_email: given.trustEmail ? 1 : 0,
    changed: seconds(clock),
  }
  await store.write(async tx => {
    await tx.run(remove(store.dialect, { db }))
    await tx.run(insert(store.dialect, row))
    await tx.publish(topics.sso, db)
  })
}

/** Returns false when the database had no single sign-on. */
export const removeSso = (store: Store, db: number): Promise<boolean> =>
  store.write(async tx => {
    const removed = await tx.run(remove(store.dialect, { db }))
    await tx.publish(topics.sso, db)
    return removed > 0
  })

const rowOf = async (store: Store, db: number): Promise<RowOf<typeof ssoTable> | null> =>
  (await store.rows(read(store.dialect, { db })))[0] ?? null

/** The settings without the client secret, which is never shown. */
export async function showSso(store: Store, db: number): Promise<SsoSettings | null> {
  const row = await rowOf(store, db)
  if (!row) return null
  const { issuer, client_id: clientId, claim, only_sso, trust_email, client_secret } = row
  return {
    issuer,
    clientId,
    claim,
    only: only_sso === 1,
    trustEmail: trust_email === 1,
    hasSecret: client_secret !== null,
  }
}

export async function ssoSecret(store: Store, db: number, box: SecretBox): Promise<string | null> {
  const row = await rowOf(store, db)
  return row?.client_secret ? box.open(row.client_secret) : null
}

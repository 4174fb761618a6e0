// Stores the single sign-on settings of a database: provider, client, and the claim that identifies the user.

import type { Caller } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { Problems } from '../base/errors.ts'
import { digestOf } from '../base/secrets/digest.ts'
import type { SecretBox } from '../base/secrets/secret-box.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import { decodeKey } from '../fields/record-key.ts'
import { changedMembers, insertHistory } from '../operations/record/record-history.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import type { Dialect } from '../storage/dialect.ts'
import { topics } from '../storage/nodes/topics.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Reader, Store } from '../storage/store.ts'
import type { RowOf } from '../storage/table.ts'
import { type SsoTables, ssoDomainTable, ssoTable } from './tables.ts'

const statement = statementsOn<SsoTables>()

/** The redirect URI that is registered at the provider. */
export const callbackUri = (origin: string, authPrefix: string): string => `${origin}${authPrefix}/v1/sso/callback`

/** To which the provider tells that a person has signed out there. */
export const logoutUri = (origin: string, authPrefix: string, database: string): string =>
  `${origin}${authPrefix}/v1/sso/logout/${encodeURIComponent(database)}`

/** Names a session at a provider. It is stored instead of what the provider calls the session, which may be of any length. */
export const providerSession = (issuer: string, sid: string): string => digestOf(`${issuer}\n${sid}`)

export interface SsoSettings extends NewUserSettings {
  readonly issuer: string
  readonly clientId: string
  /** The claim whose value is the user's e-mail or Uid. */
  readonly claim: string
  /** True when no user of this database may sign in with a password. */
  readonly only: boolean
  /** Believes an e-mail of which the provider does not say whether it is verified. */
  readonly trustEmail: boolean
  /** The claim whose values decide the groups of the user; null when groups are kept here alone. */
  readonly groupsClaim: string | null
  readonly hasSecret: boolean
}

/** Who becomes a user at the first sign-in. */
interface NewUserSettings {
  /** People with a confirmed address of these domains sign in at the provider, also without a user. */
  readonly domains: readonly string[]
  /** Makes a user of such a person; false refuses the sign-in. */
  readonly newUsers: boolean
  /** The keys of the groups of a new user. */
  readonly newUserGroups: readonly string[]
  readonly firstNameClaim: string
  readonly lastNameClaim: string
}

const noNewUsers: NewUserSettings = {
  domains: [],
  newUsers: false,
  newUserGroups: [],
  firstNameClaim: 'given_name',
  lastNameClaim: 'family_name',
}

const read = statement((db, p: Args<{ db: number }>) => db.selectFrom('sso').selectAll().where('db', '=', p('db')))
const remove = statement((db, p: Args<{ db: number }>) => db.deleteFrom('sso').where('db', '=', p('db')))
const insert = insertStatement(ssoTable)
const removeDomains = statement((db, p: Args<{ db: number }>) => db.deleteFrom('sso_domain').where('db', '=', p('db')))
const insertDomain = insertStatement(ssoDomainTable)

type SsoClient = Pick<SsoSettings, 'issuer' | 'clientId'>

/** What is left out has its default. */
type GivenSettings = { readonly [Name in keyof NewUserSettings]?: NewUserSettings[Name] | undefined }

export interface NewSso extends SsoClient, GivenSettings {
  /** Null for a client without one; absent keeps the secret of the same client at the same provider. */
  readonly clientSecret?: string | null
  readonly claim: string
  readonly only: boolean
  readonly trustEmail: boolean
  readonly groupsClaim?: string | null
}

/** A metadata document, a key set, tokens and user information have a few kilobytes each. */
export const largestAnswer = 1024 ** 2

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Providers are reached by https; http is allowed on the loopback address only, for development. */
export const isLoopbackIssuer = (issuer: string): boolean => {
  const url = new URL(issuer)
  return url.protocol === 'http:' && loopback.has(url.hostname)
}

const mostCharacters = 2_000

/** Refuses with all problems, at the names of the settings. */
export function checkSso(given: NewSso): void {
  const { issuer, clientId, clientSecret, claim, groupsClaim, firstNameClaim, lastNameClaim } = given
  const problems = new Problems()
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  const isAddress = url && (url.protocol === 'https:' || isLoopbackIssuer(issuer)) && issuer.length <= mostCharacters
  if (!isAddress || url.username !== '' || url.search !== '' || url.hash !== '') {
    problems.add('InvalidValue', 'issuer', 'The issuer is an https address, as the provider spells it.')
  }
  if (clientId === '') problems.add('Required', 'clientId', 'The client id that the provider gave is needed.')
  for (const [name, text] of Object.entries({ clientId, clientSecret })) {
    if ((text?.length ?? 0) > mostCharacters) problems.add('TooLong', name, `At most ${mostCharacters} characters.`)
  }
  for (const [name, text] of Object.entries({ claim, groupsClaim, firstNameClaim, lastNameClaim })) {
    if (typeof text === 'string' && !/^[A-Za-z0-9_.:/-]{1,100}$/.test(text)) {
      problems.add('InvalidValue', name, 'That is not the name of a claim.')
    }
  }
  checkNewUsers(newUsersIn(given), problems)
  problems.throwIfAny()
}

const mostDomains = 50
const mostGroups = 100

function checkNewUsers({ domains, newUsers, newUserGroups }: NewUserSettings, problems: Problems): void {
  const isDomain = (text: string): boolean => text.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text)
  const wrong = domains.find(text => !isDomain(text))
  if (wrong !== undefined) problems.add('InvalidValue', 'domains', `“${wrong.slice(0, 100)}” is not a domain.`)
  if (domains.length > mostDomains) problems.add('TooLong', 'domains', `At most ${mostDomains} domains.`)
  if (newUsers && domains.length === 0) {
    problems.add(
      'Required',
      'domains',
      'New users need the domains of their addresses, since a provider may know others too.',
    )
  }
  const isKey = (key: string): boolean => decodeKey(key)?.kind === 'SecurityGroup'
  if (newUserGroups.length > mostGroups || !newUserGroups.every(isKey)) {
    problems.add('InvalidValue', 'newUserGroups', `These are the keys of at most ${mostGroups} groups.`)
  }
}

/** The user who changes the settings, for History. */
export type SsoAuthor = Pick<Caller, 'db' | 'uid' | 'application'>

export async function setSso(store: Store, by: SsoAuthor, given: NewSso, box: SecretBox, clock: Clock): Promise<void> {
  checkSso(given)
  const { db } = by
  const row = {
    db,
    issuer: given.issuer,
    client_id: given.clientId,
    claim: given.claim,
    only_sso: given.only ? 1 : 0,
    trust_email: given.trustEmail ? 1 : 0,
    groups_claim: given.groupsClaim ?? null,
    people: JSON.stringify(newUsersIn(given)),
    changed: seconds(clock),
  }
  await store.write(async tx => {
    const known = await rowOf(tx, store.dialect, db)
    const next = { ...row, client_secret: sealedSecret(given, known, box) }
    await tx.run(remove(store.dialect, { db }))
    await tx.run(insert(store.dialect, next))
    await tx.run(removeDomains(store.dialect, { db }))
    for (const domain of new Set(given.domains)) await tx.run(insertDomain(store.dialect, { domain, db }))
    await recordChange(new RowStore(tx, store.dialect, db), by, known, next, clock)
    await tx.publish(topics.sso, db)
  })
}

/** A stored secret is never sent to a provider that did not issue it. */
const isSameClient = (a: SsoClient, b: SsoClient): boolean => a.issuer === b.issuer && a.clientId === b.clientId

function sealedSecret(given: NewSso, known: SsoRow | null, box: SecretBox): string | null {
  const { clientSecret } = given
  if (clientSecret !== undefined) return clientSecret === null ? null : box.seal(clientSecret)
  return known && isSameClient(given, { issuer: known.issuer, clientId: known.client_id }) ? known.client_secret : null
}

/** Whether the client would have a secret after `setSso`. */
export function wouldHaveSecret(given: NewSso, known: SsoSettings | null): boolean {
  if (given.clientSecret !== undefined) return given.clientSecret !== null
  return known !== null && isSameClient(given, known) && known.hasSecret
}

/** Returns false when the database had no single sign-on. */
export const removeSso = (store: Store, by: SsoAuthor, clock: Clock): Promise<boolean> =>
  store.write(async tx => {
    const { db } = by
    const known = await rowOf(tx, store.dialect, db)
    const removed = await tx.run(remove(store.dialect, { db }))
    await tx.run(removeDomains(store.dialect, { db }))
    if (removed > 0) await recordChange(new RowStore(tx, store.dialect, db), by, known, null, clock)
    await tx.publish(topics.sso, db)
    return removed > 0
  })

/** Writes what changed to History. Secrets are left out, as everywhere: another secret is an Update without a change. */
async function recordChange(rows: RowStore, caller: SsoAuthor, old: SsoRow | null, next: SsoRow | null, clock: Clock) {
  const changes = changedMembers(old ? members(old) : {}, next ? members(next) : {})
  if (changes.length === 0 && old?.client_secret === next?.client_secret) return
  const operation = old === null ? 'Create' : next === null ? 'Delete' : 'Update'
  const author = { caller, now: seconds(clock), id: identifierMaker(clock)() }
  const written = { operation, changes: JSON.stringify(next === null ? [] : changes) } as const
  await insertHistory(rows, author, { entity: 'SingleSignOn', record: '/SingleSignOn', ...written })
}

const members = (row: SsoRow): Record<string, unknown> => {
  const settings = settingsIn(row)
  const { issuer, clientId, claim, only, trustEmail, groupsClaim, hasSecret } = settings
  const names = { Issuer: issuer, ClientId: clientId, HasSecret: hasSecret, Claim: claim, Only: only }
  const { domains, newUsers, newUserGroups, firstNameClaim, lastNameClaim } = newUsersIn(settings)
  return {
    ...names,
    ...{ TrustEmail: trustEmail, GroupsClaim: groupsClaim },
    Domains: domains.join(', ') || null,
    NewUsers: newUsers || null,
    NewUserGroups: newUserGroups.join(', ') || null,
    FirstNameClaim: firstNameClaim === noNewUsers.firstNameClaim ? null : firstNameClaim,
    LastNameClaim: lastNameClaim === noNewUsers.lastNameClaim ? null : lastNameClaim,
  }
}

const newUsersIn = (given: GivenSettings): NewUserSettings => ({
  domains: given.domains ?? noNewUsers.domains,
  newUsers: given.newUsers ?? noNewUsers.newUsers,
  newUserGroups: given.newUserGroups ?? noNewUsers.newUserGroups,
  firstNameClaim: given.firstNameClaim ?? noNewUsers.firstNameClaim,
  lastNameClaim: given.lastNameClaim ?? noNewUsers.lastNameClaim,
})

type SsoRow = RowOf<typeof ssoTable>

const rowOf = async (reader: Reader, dialect: Dialect, db: number): Promise<SsoRow | null> =>
  (await reader.rows(read(dialect, { db })))[0] ?? null

/** The settings without the client secret, which is never shown. */
export async function showSso(store: Store, db: number): Promise<SsoSettings | null> {
  const row = await rowOf(store, store.dialect, db)
  return row && settingsIn(row)
}

const settingsIn = (row: SsoRow): SsoSettings => ({
  issuer: row.issuer,
  clientId: row.client_id,
  claim: row.claim,
  only: row.only_sso === 1,
  trustEmail: row.trust_email === 1,
  groupsClaim: row.groups_claim,
  hasSecret: row.client_secret !== null,
  ...newUsersIn(row.people === null ? {} : JSON.parse(row.people)),
})

export async function ssoSecret(store: Store, db: number, box: SecretBox): Promise<string | null> {
  const row = await rowOf(store, store.dialect, db)
  return row?.client_secret ? box.open(row.client_secret) : null
}

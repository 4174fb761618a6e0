// Creates the demo database on the first start, in steps that a later start resumes if a start was killed.
import { join } from 'node:path'
import { type Database, findDatabase } from '../accounts/databases.ts'
import { seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { randomLetters } from '../base/secrets/secret.ts'
import type { Settings } from '../config/settings.ts'
import { redirectUriProblem } from '../entities/rules/redirect-uri.ts'
import { encodeKey } from '../fields/record-key.ts'
import { selectRows } from '../operations/rows/row-store.ts'
import { createDatabaseWithDefaults } from '../operations/system/new-database.ts'
import type { SystemParts } from '../operations/system/system-context.ts'
import { type DemoAccess, readDemoFile, writeDemoFile } from './demo-file.ts'
import { seedDatabase } from './seed.ts'
import { ensureSetups } from './setups.ts'
import { systemCreate, systemWrite } from './system-write.ts'

const name = 'Demo'
/** The size of one batch, so that the data is stored completely or not at all. */
const entries = 900
const seed = 20

const people = [
  { Uid: 'ADA', FirstName: 'Ada', LastName: 'Archer', group: 'Key accounts', Admin: true },
  { Uid: 'BEN', FirstName: 'Ben', LastName: 'Baker', group: 'Sales', Admin: false },
  { Uid: 'CLEO', FirstName: 'Cleo', LastName: 'Carter', group: 'Service', Admin: false },
]
const emailOf = (uid: string): string => `${uid.toLowerCase()}@demo.example`

/** The demo page of this server, or, where browsers may not be redirected there, an address without a server. */
function redirectUriOf(origin: string, { loopbackRedirects }: Settings): string {
  const own = `${origin}/demo/callback`
  return redirectUriProblem(own, loopbackRedirects) === null ? own : 'https://localhost/callback'
}

/** Product -> its associated categories. */
const associations: readonly (readonly [string, readonly string[]])[] = [
  ['1', ['2']],
  ['2', ['2', '3']],
  ['3', ['1', '2', '3']],
  ['4', ['3', '4']],
]

/** Returns the credentials of the demo database, which is created if it does not exist. `origin` is the server's. */
export async function ensureDemo(parts: SystemParts, origin: string): Promise<DemoAccess> {
  const { store, settings } = parts
  const database =
    (await findDatabase(store, name)) ?? (await createDatabaseWithDefaults(parts, { name, currency: 'USD' }))
  await ensureSetups(parts, database)
  const file = join(settings.dataDir, 'demo.json')
  const redirectUri = redirectUriOf(origin, settings)
  const known = await knownAccess(parts, database, file)
  const access = known
    ? await returnTo(parts, database, known, redirectUri)
    : await newAccess(parts, database, redirectUri)
  if (!(await hasRows(parts, database, 'ab_entry'))) {
    await associate(parts, database)
    await seedDatabase(parts, { database, entries, seed })
  }
  writeDemoFile(file, access)
  return access
}

const rowsOf = ({ store }: SystemParts, database: Database, table: string, where: Record<string, string> = {}) =>
  selectRows(store, store.dialect, table, { db: database.id, ...where }, { limit: 1 })

const hasRows = async (...of: Parameters<typeof rowsOf>): Promise<boolean> => (await rowsOf(...of)).length > 0

/** The credentials of the file, if the store still accepts their token. */
async function knownAccess(parts: SystemParts, database: Database, file: string): Promise<DemoAccess | null> {
  const access = readDemoFile(file)
  if (access === null) return null
  const [token] = await rowsOf(parts, database, 'personal_access_token', { digest: digestOf(access.token) })
  const alive = token && token.deleted === null && token.revoked === 0 && Number(token.expires) > seconds(parts.clock)
  return alive ? access : null
}

/** The server may have another address than at the start before. */
async function returnTo(
  parts: SystemParts,
  database: Database,
  access: DemoAccess,
  redirectUri: string,
): Promise<DemoAccess> {
  const [application] = await rowsOf(parts, database, 'application', { client_id: access.clientId })
  if (access.redirectUri === redirectUri || !application) return access
  const Data = { Key: encodeKey('Application', String(application.id)), RedirectUri: redirectUri }
  await systemWrite(parts, database, 'Update', 'Application', { Data })
  return { ...access, redirectUri }
}

/** Existing users get a new password; an application and a token are created. */
async function newAccess(parts: SystemParts, database: Database, redirectUri: string): Promise<DemoAccess> {
  const password = randomLetters(14)
  for (const { group, ...person } of people) await ensureUser(parts, database, person, group, password)
  const uid = people[0]?.Uid ?? ''
  const [application] = await systemCreate(parts, database, 'Application', [
    // Visitors try it with libraries of their own, most of which call the challenge method S256.
    { Name: 'Demo application', RedirectUri: redirectUri, AllowS256: true },
  ])
  const [token] = await systemCreate(parts, database, 'PersonalAccessToken', [
    { Name: 'Demo token', UserKey: encodeKey('User', uid) },
  ])
  return {
    database: database.name,
    emails: people.map(person => emailOf(person.Uid)),
    password,
    clientId: String(application?.ClientId),
    clientSecret: String(application?.ClientSecret),
    redirectUri,
    token: String(token?.Token),
  }
}

async function ensureUser(
  parts: SystemParts,
  database: Database,
  person: Omit<(typeof people)[number], 'group'>,
  group: string,
  password: string,
): Promise<void> {
  if (await hasRows(parts, database, 'user', { id: person.Uid })) {
    const Data = { Key: encodeKey('User', person.Uid), Password: password }
    await systemWrite(parts, database, 'Update', 'User', { Data, Options: { EndTokens: false } })
    return
  }
  const [found] = await rowsOf(parts, database, 'security_group', { name: group })
  const Groups = found ? [encodeKey('SecurityGroup', String(found.id))] : []
  await systemCreate(parts, database, 'User', [{ ...person, Email: emailOf(person.Uid), Groups, Password: password }])
}

async function associate(parts: SystemParts, database: Database): Promise<void> {
  const Product = associations.map(([Key, categories]) => ({
    Key,
    AssociatedCategories: categories.map(category => ({ Key: category })),
  }))
  await systemWrite(parts, database, 'Update', 'Opportunity', { FieldOptions: { Product }, Options: { Modify: true } })
}

// Creates the databases, users, data and applications of a test.
import { type Database, findDatabase } from '../accounts/databases.ts'
import { refuse } from '../base/errors.ts'
import { randomLetters } from '../base/secrets/secret.ts'
import { encodeKey } from '../fields/record-key.ts'
import { createDatabaseWithDefaults } from '../operations/system/new-database.ts'
import type { SystemParts } from '../operations/system/system-context.ts'
import { systemCreate } from '../seed/system-write.ts'
import type { Amount, ApplicationFacts, DatabaseFacts, UserFacts } from './wire.ts'

/** How many entries of made-up data a database has, each with contacts and activities. */
export const amounts: Readonly<Record<Amount, number>> = { empty: 0, small: 20, demo: 900 }

/** The same data in every run. */
const seed = 20

const people = [
  { Uid: 'ANN', FirstName: 'Ann', LastName: 'Archer', Admin: true },
  { Uid: 'BEN', FirstName: 'Ben', LastName: 'Baker', Admin: false },
]
const password = 'correct horse battery'

interface NewApplication {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly isPublic: boolean
  readonly allowS256: boolean
  /** Null for an application that serves all databases. */
  readonly database: string | null
}

/** The tenant of applications that serve all databases. */
const everyDatabase = { id: 0, name: '' }

export class World {
  readonly #parts: SystemParts
  readonly #users = new Map<string, UserFacts>()

  constructor(parts: SystemParts) {
    this.#parts = parts
  }

  async createDatabase({ name, data }: { name: string | null; data: Amount }): Promise<DatabaseFacts> {
    const parts = this.#parts
    const wanted = name ?? `test-${randomLetters(8).toLowerCase()}`
    const database = await createDatabaseWithDefaults(parts, { name: wanted, currency: 'USD' })
    const users = await this.#createPeople(database)
    if (amounts[data] > 0) {
      // Most tests begin with an empty database, and start sooner without the makers of data.
      const { ensureSetups } = await import('../seed/setups.ts')
      const { seedDatabase } = await import('../seed/seed.ts')
      await ensureSetups(parts, database)
      await seedDatabase(parts, { database, entries: amounts[data], seed })
    }
    return { name: database.name, users: Object.fromEntries(users.map(user => [user.uid, user])) }
  }

  async #createPeople(database: Database): Promise<UserFacts[]> {
    const emailOf = (uid: string) => `${uid}@${database.name}.example`.toLowerCase()
    const created = await systemCreate(
      this.#parts,
      database,
      'User',
      people.map(person => ({ ...person, Email: emailOf(person.Uid), Password: password })),
    )
    const tokens = await systemCreate(
      this.#parts,
      database,
      'PersonalAccessToken',
      people.map(({ Uid }) => ({ Name: 'test', UserKey: encodeKey('User', Uid) })),
    )
    return people.map(({ Uid: uid, Admin: admin }, i) => {
      const user = {
        uid,
        key: String(created[i]?.Key),
        email: emailOf(uid),
        password,
        admin,
        token: String(tokens[i]?.Token),
      }
      this.#users.set(`${database.id} ${uid}`, user)
      return user
    })
  }

  /** The account of a person; refuses unknown names. */
  async find(database: string, uid: string): Promise<{ database: Database; user: UserFacts }> {
    const found = await findDatabase(this.#parts.store, database)
    if (!found) return refuse('UnknownKey', 'database', `There is no database ${database}.`)
    const user = this.#users.get(`${found.id} ${uid.toUpperCase()}`)
    const known = people.map(person => person.Uid).join(' and ')
    return user
      ? { database: found, user }
      : refuse('UnknownKey', 'as', `${database} has the users ${known}, not ${uid}.`)
  }

  async createApplication({
    name,
    redirectUris,
    isPublic,
    allowS256,
    database,
  }: NewApplication): Promise<ApplicationFacts> {
    const [first = '', ...others] = redirectUris
    const tenant = database === null ? everyDatabase : await findDatabase(this.#parts.store, database)
    if (!tenant) return refuse('UnknownKey', 'database', `There is no database ${database}.`)
    const fields = { Name: name, RedirectUri: first, MoreRedirectUris: others, Public: isPublic, AllowS256: allowS256 }
    const [made] = await systemCreate(this.#parts, tenant, 'Application', [fields])
    const secret = made?.ClientSecret
    return {
      clientId: String(made?.ClientId),
      clientSecret: typeof secret === 'string' ? secret : null,
      redirectUri: first,
    }
  }
}

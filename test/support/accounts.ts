// Writes databases, users, groups, applications and personal tokens straight into the store.
import { argon2Sync, randomBytes } from 'node:crypto'
import { createDatabase } from '../../src/accounts/databases.ts'
import { type Clock, seconds } from '../../src/base/clock.ts'
import { digestOf } from '../../src/base/secrets/digest.ts'
import { fold } from '../../src/base/text/fold.ts'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { newClientId, newClientSecret, newSecret } from '../../src/entities/rules/credentials.ts'
import { topics } from '../../src/storage/nodes/topics.ts'
import { compile } from '../../src/storage/statement.ts'
import type { Store, Tx } from '../../src/storage/store.ts'

export interface TestApplication {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

const newId = identifierMaker()

/** A hash of the least cost: those of the product are slow by design, and each sign-in computes the hash again. */
function quickHash(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password.normalize('NFC'), nonce, tagLength: 32, ...cost })
  const [salt, sum] = [nonce, tag].map(bytes => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${sum}`
}

type Values = Record<string, string | number | null>

interface UserOptions {
  readonly admin?: boolean
  readonly ssoOnly?: boolean
  readonly name?: string
  readonly enabled?: boolean
}

interface ApplicationOptions {
  readonly redirectUri?: string
  readonly isPublic?: boolean
  readonly allowS256?: boolean
  readonly db?: number
  readonly name?: string
  /** The public keys by which it authenticates at the standard issuer. */
  readonly keys?: object
}

/** What every record has, and its name in the columns given. */
const recordOf = (db: number, id: string, clock: Clock, name: string, ...nameColumns: string[]) => ({
  db,
  id,
  created: seconds(clock),
  modified: seconds(clock),
  creator: 'TEST',
  modified_by: 'TEST',
  version: 1,
  ...Object.fromEntries(
    [...nameColumns, 'display'].flatMap(n => [
      [n, name],
      [`${n}_f`, fold(name)],
    ]),
  ),
})

export function testAccounts(store: Store, clock: Clock) {
  const insert = (table: string, row: Values) =>
    store.write(tx => tx.run(compile(store.dialect.dynamicBuilder.insertInto(table).values(row))))
  const update = (table: string, where: Values, set: Values, publish: (tx: Tx) => Promise<void>) =>
    store.write(async tx => {
      let query = store.dialect.dynamicBuilder.updateTable(table).set(set)
      for (const [name, value] of Object.entries(where)) query = query.where(name, '=', value)
      await tx.run(compile(query))
      await publish(tx)
    })
  return {
    async database(name: string): Promise<number> {
      const made = await store.write(tx => createDatabase(tx, store.dialect, { name, currency: 'USD' }, clock))
      return made.id
    },
    async user(db: number, uid: string, email: string, password: string | null, more: UserOptions = {}): Promise<void> {
      await insert('user', {
        ...recordOf(db, uid, clock, more.name ?? `${uid} Tester`, 'display_name'),
        last_name: 'Tester',
        last_name_f: 'tester',
        email,
        email_f: fold(email),
        enabled: more.enabled === false ? 0 : 1,
        admin: more.admin ? 1 : 0,
        sso_only: more.ssoOnly ? 1 : 0,
        password: password === null ? null : quickHash(password),
      })
      await insert('membership', { email_f: fold(email), db, uid })
    },
    setUser: (db: number, uid: string, set: Values) =>
      update('user', { db, id: uid }, set, tx => tx.publish(topics.user, { db, uid })),
    async application(options: ApplicationOptions = {}): Promise<TestApplication> {
      const clientId = newClientId()
      const clientSecret = newClientSecret()
      const redirectUri = options.redirectUri ?? 'https://app.example.com/callback'
      await insert('application', {
        ...recordOf(options.db ?? 0, newId(), clock, options.name ?? 'Example App', 'name'),
        redirect_uri: redirectUri,
        public: options.isPublic ? 1 : 0,
        allow_s256: options.allowS256 ? 1 : 0,
        public_keys: options.keys === undefined ? null : JSON.stringify(options.keys),
        client_id: clientId,
        client_secret: options.isPublic ? null : digestOf(clientSecret),
      })
      return { clientId, clientSecret, redirectUri }
    },
    removeApplication: (clientId: string) =>
      update('application', { client_id: clientId }, { deleted: 'GONE' }, tx =>
        tx.publish(topics.application, clientId),
      ),
    async personalToken(db: number, uid: string, scope: string, expires: number) {
      const token = newSecret('personal')
      const id = newId()
      await insert('personal_access_token', {
        ...recordOf(db, id, clock, 'Test', 'name'),
        digest: digestOf(token),
        user_id: uid,
        scope,
        expires,
        revoked: 0,
      })
      return { token, id }
    },
    revokePersonalToken: (id: string) =>
      update('personal_access_token', { id }, { revoked: 1 }, tx => tx.publish(topics.token, id)),
  }
}

export type TestAccounts = ReturnType<typeof testAccounts>

// Makes, lists, judges and revokes the tokens by which identity providers manage the users of a database; the store has their digests.
import type { Caller } from '../accounts/caller.ts'
import { databaseById } from '../accounts/databases.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { Problems, refuse } from '../base/errors.ts'
import { digestOf } from '../base/secrets/digest.ts'
import type { Random } from '../base/secrets/secret.ts'
import { newSecret, prefixes } from '../entities/rules/credentials.ts'
import { systemCaller } from '../operations/system/system-context.ts'
import { insertStatement } from '../storage/schema/table-statements.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import { type ScimAuthor, scimHistory } from './settings.ts'
import { type ScimTables, scimTokenTable } from './tables.ts'

const statement = statementsOn<ScimTables>()

const insert = insertStatement(scimTokenTable, ['used', 'revoked', 'revoked_by'])
const byDigest = statement((db, p: Args<{ digest: string }>) =>
  db
    .selectFrom('scim_token')
    .select(['db', 'id', 'name', 'used', 'expires'])
    .where('digest', '=', p('digest'))
    .where('revoked', 'is', null),
)
const live = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('scim_token')
    .select(['id', 'name', 'created', 'created_by', 'used', 'expires'])
    .where('db', '=', p('db'))
    .where('revoked', 'is', null)
    .orderBy('id'),
)
const byId = statement((db, p: Args<{ db: number; id: string }>) =>
  db.selectFrom('scim_token').select('name').where('db', '=', p('db')).where('id', '=', p('id')),
)
const revokeOne = statement((db, p: Args<{ db: number; id: string; now: number; by: string }>) =>
  db
    .updateTable('scim_token')
    .set({ revoked: p('now'), revoked_by: p('by') })
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('revoked', 'is', null),
)
const setUsed = statement((db, p: Args<{ digest: string; now: number; before: number }>) =>
  db
    .updateTable('scim_token')
    .set({ used: p('now') })
    .where('digest', '=', p('digest'))
    .where(eb => eb.or([eb('used', 'is', null), eb('used', '<=', p('before'))])),
)

export interface ScimToken {
  readonly id: string
  readonly name: string
  /** Epoch seconds. */
  readonly created: number
  readonly createdBy: string
  readonly used: number | null
  /** Null for a token that works until it is revoked. */
  readonly expires: number | null
}

export interface NewScimToken {
  readonly name: string
  /** How long the token works; null for one that works until it is revoked. */
  readonly days: number | null
}

/** One token for each provider, and one more while a token is replaced. */
const mostTokens = 10
const mostCharacters = 100
const mostDays = 730
const daySeconds = 86_400
/** The last use is written at most so often. */
const usedSeconds = 60
const secretMaxLength = 200

interface TokenParts {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  readonly random: Random
}

export function createScimTokens({ store, clock, newId, random }: TokenParts) {
  const { dialect } = store
  const list = async (db: number): Promise<ScimToken[]> =>
    (await store.rows(live(dialect, { db }))).map(({ created_by: createdBy, ...row }) => ({ ...row, createdBy }))
  return {
    list,
    /** Gives the secret, which is not shown again. */
    async create(by: ScimAuthor, given: NewScimToken): Promise<{ id: string; secret: string }> {
      check(given)
      const { name, days } = given
      const { db } = by
      const [id, secret, created] = [newId(), newSecret('provisioning', random), seconds(clock)]
      const expires = days === null ? null : created + days * daySeconds
      const row = { digest: digestOf(secret), id, db, name, created, created_by: by.uid, expires }
      await store.write(async tx => {
        if ((await tx.rows(live(dialect, { db }))).length >= mostTokens) {
          refuse('LimitExceeded', 'Name', `A database has at most ${mostTokens} tokens; revoke one first.`)
        }
        await tx.run(insert(dialect, row))
        await scimHistory({ tx, store, clock }, by, 'Create', [{ Field: 'Token', Before: null, After: name }])
      })
      return { id, secret }
    },
    /** False when there is no such token, or it was revoked before. */
    revoke: (by: ScimAuthor, id: string): Promise<boolean> =>
      store.write(async tx => {
        const { db, uid } = by
        const [row] = await tx.rows(byId(dialect, { db, id }))
        const revoked = (await tx.run(revokeOne(dialect, { db, id, now: seconds(clock), by: uid }))) === 1
        if (revoked && row) {
          await scimHistory({ tx, store, clock }, by, 'Delete', [{ Field: 'Token', Before: row.name, After: null }])
        }
        return revoked
      }),
    /** The system user of the database, as the provider's programme; null when the token is unknown or revoked. */
    async judge(secret: string): Promise<Caller | null> {
      if (!secret.startsWith(prefixes.provisioning) || secret.length > secretMaxLength) return null
      const digest = digestOf(secret)
      const [row] = await store.rows(byDigest(dialect, { digest }))
      const database = row ? await databaseById(store, row.db) : null
      if (!row || !database) return null
      const now = seconds(clock)
      if (row.expires !== null && row.expires <= now) return null
      if (row.used === null || row.used <= now - usedSeconds) {
        await store.write(tx => tx.run(setUsed(dialect, { digest, now, before: now - usedSeconds })))
      }
      return { ...systemCaller(row.db, database.name), application: `SCIM ${row.name}` }
    },
  }
}

function check({ name, days }: NewScimToken): void {
  const problems = new Problems()
  if (name.trim() === '') problems.add('Required', 'Name', 'Name is mandatory: the provider that uses the token.')
  if (name.length > mostCharacters) problems.add('TooLong', 'Name', `Name has at most ${mostCharacters} characters.`)
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= mostDays)) {
    problems.add('InvalidValue', 'Days', `Days is a whole number from 1 to ${mostDays}.`)
  }
  problems.throwIfAny()
}

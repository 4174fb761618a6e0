// Gives each person at most one secret iCalendar address, of which the store has the digest.
import { type Caller, type Callers, signInMoment } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { newNonce, type Random } from '../base/secrets/secret.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { CalendarTables } from './tables.ts'

type Owner = Pick<Caller, 'db' | 'uid'>

const statement = statementsOn<CalendarTables>()

const insert = statement((db, p: Args<{ db: number; uid: string; digest: string; tasks: number; created: number }>) =>
  db.insertInto('calendar_address').values({
    db: p('db'),
    uid: p('uid'),
    digest: p('digest'),
    tasks: p('tasks'),
    created: p('created'),
  }),
)
const removeOf = statement((db, p: Args<{ db: number; uid: string }>) =>
  db.deleteFrom('calendar_address').where('db', '=', p('db')).where('uid', '=', p('uid')),
)
const changeTasks = statement((db, p: Args<{ db: number; uid: string; tasks: number }>) =>
  db
    .updateTable('calendar_address')
    .set({ tasks: p('tasks') })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid')),
)
const ofUser = statement((db, p: Args<{ db: number; uid: string }>) =>
  db.selectFrom('calendar_address').select(['tasks', 'created']).where('db', '=', p('db')).where('uid', '=', p('uid')),
)
const byDigest = statement((db, p: Args<{ digest: string }>) =>
  db.selectFrom('calendar_address').select(['db', 'uid', 'tasks', 'created']).where('digest', '=', p('digest')),
)

export interface AddressFacts {
  /** Epoch seconds. */
  readonly created: number
  readonly tasks: boolean
}

interface AddressParts {
  readonly store: Store
  readonly clock: Clock
  readonly callers: Pick<Callers, 'find'>
  readonly random?: Random
}

export type CalendarAddresses = ReturnType<typeof createCalendarAddresses>

export function createCalendarAddresses({ store, clock, callers, random }: AddressParts) {
  const { dialect } = store
  /** What began before the user's password was set has ended, as sessions have. */
  const person = async ({ db, uid }: Owner, created: number) => {
    const found = await callers.find(db, uid)
    return found && created > found.sessionsFrom ? found : null
  }
  return {
    async read({ db, uid }: Owner): Promise<AddressFacts | null> {
      const [row] = await store.rows(ofUser(dialect, { db, uid }))
      return row && (await person({ db, uid }, row.created)) ? { created: row.created, tasks: row.tasks === 1 } : null
    },
    /** Replaces an earlier address, and gives the secret of the new one, which is not shown again. */
    async create({ db, uid }: Owner, tasks: boolean): Promise<string> {
      const secret = newNonce(random)
      const row = { db, uid, digest: digestOf(secret), tasks: Number(tasks) }
      await store.write(async tx => {
        const created = await signInMoment(tx, dialect, { db, uid }, seconds(clock))
        await tx.run(removeOf(dialect, { db, uid }))
        await tx.run(insert(dialect, { ...row, created }))
      })
      return secret
    },
    /** False when there is no address. */
    change: async ({ db, uid }: Owner, tasks: boolean): Promise<boolean> =>
      (await store.write(tx => tx.run(changeTasks(dialect, { db, uid, tasks: Number(tasks) })))) === 1,
    revoke: async ({ db, uid }: Owner): Promise<boolean> =>
      (await store.write(tx => tx.run(removeOf(dialect, { db, uid })))) === 1,
    /** Whose calendar an address is; null for an unknown or revoked one, and for a user who may not sign in. */
    async find(secret: string) {
      const [row] = await store.rows(byDigest(dialect, { digest: digestOf(secret) }))
      const owner = row ? await person(row, row.created) : null
      return row && owner ? { owner, tasks: row.tasks === 1 } : null
    },
  }
}

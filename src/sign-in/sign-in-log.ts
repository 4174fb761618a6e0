// Writes the log of sign-ins (the entity SignIn), and removes its old rows.
import { addressOf } from '../accounts/address.ts'
import { listDatabases } from '../accounts/databases.ts'
import { type Clock, seconds } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { RecordRow } from '../entities/entity.ts'
import type { SignInReason } from '../entities/sign-in.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { RowStore, writtenOnce } from '../operations/rows/row-store.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import { consoleName, type SignedInUser } from './attempt.ts'
import { allowances, choicesOf, type SignInContext } from './context.ts'
import type { Proof } from './flow.ts'
import { agentOf } from './known-browsers.ts'

type Whose = Pick<SignedInUser, 'db' | 'uid'>

/** The names of proofs in SignIn, by those of an attempt's row. */
const proofNames: Readonly<Record<string, string>> = {
  code: 'Code',
  link: 'Link',
  browser: 'Browser',
  invitation: 'Invitation',
  password: 'Password',
  sso: 'SingleSignOn',
  totp: 'Totp',
  recovery: 'RecoveryCode',
  passkey: 'Passkey',
}

interface SignInEntry {
  readonly outcome: 'SignedIn' | 'Refused'
  readonly reason?: SignInReason
  readonly proofs: readonly (string | null)[]
  readonly newDevice?: boolean
  /** The address of a person without a user. */
  readonly email?: string | null
}

const addressMaxLength = 60
const applicationMaxLength = 160

interface EntryFacts {
  readonly id: string
  readonly uid: string
  readonly application: string
  readonly address: string
  readonly agent: string
  /** Epoch seconds. */
  readonly now: number
}

export function entryRow(
  { id, uid, now, address, agent, application: name }: EntryFacts,
  entry: SignInEntry,
): RecordRow {
  const { outcome, reason = null, newDevice = false, email = null } = entry
  const application = name.slice(0, applicationMaxLength)
  const named = entry.proofs.flatMap(proof => (proof === null ? [] : [proofNames[proof] ?? proof]))
  // One passkey may stand for several proofs.
  const proofs = [...new Set(named)]
  return {
    id,
    ...writtenOnce({ uid, application, display: outcome, now }),
    ...(uid === '' ? { creator: null, modified_by: null } : {}),
    outcome,
    reason,
    proofs: JSON.stringify(proofs),
    email,
    address: address.slice(0, addressMaxLength),
    agent,
    new_device: newDevice ? 1 : 0,
  }
}

function insertEntry(tx: Tx, { room, row, request }: SignInContext, { db, uid }: Whose, entry: SignInEntry) {
  const application = row.purpose === 'session' ? consoleName : row.application
  const now = seconds(room.clock)
  const facts = { id: room.newId(), uid, application, address: request.address, agent: agentOf(request), now }
  return new RowStore(tx, room.store.dialect, db).insert('sign_in', entryRow(facts, entry))
}

/** Runs in the transaction that ends the attempt. */
export const logSuccess = (
  tx: Tx,
  context: SignInContext,
  who: Whose,
  { proof, newDevice }: { readonly proof: Proof | null; readonly newDevice: boolean },
): Promise<void> => {
  const proofs = [context.row.confirmed_by, proof, context.row.factor]
  return insertEntry(tx, context, who, { outcome: 'SignedIn', proofs, newDevice })
}

/** Writes after the answer, so that its time does not reveal whether the account exists. */
export function logRefusal(context: SignInContext, who: Whose | null, reason: SignInReason): void {
  const { room, row } = context
  const proofs = [row.confirmed_by, row.proof]
  // A person without a user has no Uid.
  const email = who?.uid === '' ? row.email : null
  room.afterResponse(async () => {
    if (who) await room.store.write(tx => insertEntry(tx, context, who, { outcome: 'Refused', reason, proofs, email }))
  })
}

/** A wrong code of a mail concerns every account of the address that the sign-in could have led to. */
export function logWrongCode(context: SignInContext, email: string): void {
  const { room } = context
  room.afterResponse(async () => {
    for (const account of await choicesOf(context, email)) {
      if (account.isNew) continue
      const entry = { outcome: 'Refused', reason: 'WrongCode', proofs: [] } as const
      await room.store.write(tx => insertEntry(tx, context, account, entry))
    }
  })
}

/** Attempts that are held back are logged once in each window, so that a flood does not fill the log. */
export function logHeldBack(context: SignInContext, account: (Whose & { readonly email: string }) | null): void {
  const { room } = context
  room.afterResponse(async () => {
    if (!account) return
    const [perEmail] = allowances(context, 'sign-in-held', addressOf(account.email))
    if ((await room.throttle.take({ ...perEmail, limit: 1 })) === 0) logRefusal(context, account, 'TooManyAttempts')
  })
}

const removeBefore = statementsOn<EntityTables>()((db, p: Args<{ db: number; before: number }>) =>
  db.deleteFrom('sign_in').where('db', '=', p('db')).where('created', '<', p('before')),
)

interface LogParts {
  readonly store: Store
  readonly clock: Clock
  readonly days: number
}

const day = 86_400

export const signInLogJobs = ({ store, clock, days }: LogParts): readonly Job[] => [
  {
    name: 'trimming the logs of sign-ins',
    everySeconds: 3600,
    run: async () => {
      const before = seconds(clock) - days * day
      for (const { id: db } of await listDatabases(store)) {
        await store.write(tx => tx.run(removeBefore(store.dialect, { db, before })))
      }
    },
  },
]

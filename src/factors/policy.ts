// Decides by the policy of a database whether a sign-in needs a second factor; administrators set the policy.
import type { Caller } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import { changedMembers, insertHistory } from '../operations/record/record-history.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import type { Reader, Store } from '../storage/store.ts'
import { passkeysOf } from './passkey-statements.ts'
import { adminFlag, policyOf, putPolicy, totpOf } from './statements.ts'

export const factorModes = ['off', 'offered', 'required', 'required-for-administrators'] as const
export type FactorMode = (typeof factorModes)[number]

/** What passkeys are for: not used, a second factor beside the password, or enough alone. */
export const passkeyUses = ['off', 'factor', 'alone'] as const
export type PasskeyUse = (typeof passkeyUses)[number]

export interface FactorPolicy {
  readonly mode: FactorMode
  readonly passkeys: PasskeyUse
  /** Days from `since` in which users without a factor still sign in. */
  readonly graceDays: number
  /** Epoch seconds. */
  readonly since: number
}

/** A database without a policy offers factors: who sets one up is asked for it. */
const offered: FactorPolicy = { mode: 'offered', passkeys: 'factor', graceDays: 0, since: 0 }

interface PolicyParts {
  readonly store: Store
  readonly clock: Clock
}

interface Whose {
  readonly db: number
  readonly uid: string
}

const day = 86_400

export async function readPolicy(
  reader: Reader,
  { dialect }: Pick<Store, 'dialect'>,
  db: number,
): Promise<FactorPolicy> {
  const [row] = await reader.rows(policyOf(dialect, { db }))
  if (!row) return offered
  const { mode, passkeys, grace_days: graceDays, since } = row
  return { mode: mode as FactorMode, passkeys: passkeys as PasskeyUse, graceDays, since }
}

/** The grace period begins anew with another mode. */
export const writePolicy = (
  { store, clock }: PolicyParts,
  by: Pick<Caller, 'db' | 'uid' | 'application'>,
  next: Omit<FactorPolicy, 'since'>,
): Promise<void> =>
  store.write(async tx => {
    const { db } = by
    const now = seconds(clock)
    const known = await readPolicy(tx, store, db)
    const since = next.mode === known.mode ? known.since : now
    await tx.run(
      putPolicy(store.dialect, { db, mode: next.mode, grace_days: next.graceDays, since, passkeys: next.passkeys }),
    )
    const members = ({ mode, graceDays, passkeys }: typeof next) => ({
      Mode: mode,
      GraceDays: graceDays,
      Passkeys: passkeys,
    })
    const changes = changedMembers(members(known), members(next))
    if (changes.length === 0) return
    const written = { operation: 'Update', changes: JSON.stringify(changes) } as const
    const author = { caller: by, now, id: identifierMaker(clock)() }
    await insertHistory(new RowStore(tx, store.dialect, db), author, {
      entity: 'SecondFactorPolicy',
      record: '/SecondFactorPolicy',
      ...written,
    })
  })

/** When the user must have a factor (epoch seconds); null when the policy does not require one. */
export async function requiredFrom(
  { store }: PolicyParts,
  { db, uid }: Whose,
  policy: FactorPolicy,
): Promise<number | null> {
  if (policy.mode !== 'required' && policy.mode !== 'required-for-administrators') return null
  if (policy.mode === 'required-for-administrators') {
    const [row] = await store.rows(adminFlag(store.dialect, { db, uid }))
    if (row?.admin !== 1) return null
  }
  return policy.since + policy.graceDays * day
}

/** What a person who has proved a password still needs: to `prove` a factor, to `enroll` one, or nothing. */
export type FactorNeed = 'none' | 'prove' | 'enroll'

export async function needOf(parts: PolicyParts, who: Whose): Promise<FactorNeed> {
  const { store, clock } = parts
  const policy = await readPolicy(store, store, who.db)
  if (policy.mode === 'off') return 'none'
  const { db, uid } = who
  if ((await store.rows(totpOf(store.dialect, { db, uid }))).length > 0) return 'prove'
  if (policy.passkeys !== 'off' && (await store.rows(passkeysOf(store.dialect, { db, uid }))).length > 0) return 'prove'
  const from = await requiredFrom(parts, who, policy)
  return from !== null && seconds(clock) >= from ? 'enroll' : 'none'
}

// Sets up, proves, removes and resets second factors: an authenticator app with recovery codes.
import type { Caller } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import type { Random } from '../base/secrets/secret.ts'
import type { SecretBox } from '../base/secrets/secret-box.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import { insertHistory } from '../operations/record/record-history.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import type { Store, Tx } from '../storage/store.ts'
import { type FactorPolicy, needOf, readPolicy, requiredFrom, writePolicy } from './policy.ts'
import { codesOf, insertCode, insertTotp, removeCodes, removeTotp, takeCode, takeStep, totpOf } from './statements.ts'
import { base32, isCode, secretBytes, stepOf } from './totp.ts'

interface FactorParts {
  readonly store: Store
  readonly clock: Clock
  readonly box: SecretBox
  readonly random: Random
}

/** Whose factor it is, and by which application it is changed. */
type Owner = Pick<Caller, 'db' | 'uid'> & Partial<Pick<Caller, 'application'>>

type Author = Pick<Caller, 'uid' | 'application'>

/** How the second factor was proved. */
type FactorProof = 'totp' | 'recovery'

interface FactorStanding {
  /** Since when the user has an authenticator app (epoch seconds); null without one. */
  readonly totp: number | null
  readonly recoveryCodes: number
}

const setupPurpose = 'authenticator app'
const setupSeconds = 600
const recoveryCodeCount = 10
/** 80 bits, too many to find a code from its digest. */
const recoveryBytes = 10

/** Without the spaces and hyphens between groups. */
const compact = (text: string): string => text.replace(/[\s-]/g, '').toLowerCase()

const digestOfCode = (code: string): string => digestOf(`recovery ${compact(code)}`)

export class Factors {
  readonly #parts: FactorParts

  constructor(parts: FactorParts) {
    this.#parts = parts
  }

  needOf(who: Owner) {
    return needOf(this.#parts, who)
  }

  policy(db: number): Promise<FactorPolicy> {
    const { store } = this.#parts
    return readPolicy(store, store, db)
  }

  setPolicy(by: Caller, policy: Pick<FactorPolicy, 'mode' | 'graceDays'>): Promise<void> {
    return writePolicy(this.#parts, by, policy)
  }

  async requiredFrom(who: Owner): Promise<number | null> {
    return requiredFrom(this.#parts, who, await this.policy(who.db))
  }

  async standing({ db, uid }: Owner): Promise<FactorStanding> {
    const { store } = this.#parts
    const [totp] = await store.rows(totpOf(store.dialect, { db, uid }))
    const codes = await store.rows(codesOf(store.dialect, { db, uid }))
    return { totp: totp?.created ?? null, recoveryCodes: codes.length }
  }

  /** Checks what a person typed: a code of the app, which counts once, or a recovery code, which is consumed. */
  async prove(who: Owner, typed: string): Promise<FactorProof | null> {
    const { store } = this.#parts
    const code = compact(typed)
    if (isCode(code)) return (await this.#proveTotp(who, code)) ? 'totp' : null
    const { db, uid } = who
    const used = await store.write(tx => tx.run(takeCode(store.dialect, { db, uid, digest: digestOfCode(code) })))
    return used === 1 ? 'recovery' : null
  }

  /** Stores the secret when the code shows that the app has it. Returns new recovery codes; null for a wrong code. */
  async enroll(who: Owner, secret: Uint8Array, typed: string): Promise<string[] | null> {
    const { store, clock, box } = this.#parts
    const { db, uid, application = null } = who
    const code = compact(typed)
    const step = isCode(code) ? stepOf(secret, code, seconds(clock)) : null
    if (step === null) return null
    const row = { db, uid, secret: box.seal(Buffer.from(secret).toString('base64url')), created: seconds(clock), step }
    return store.write(async tx => {
      if ((await tx.run(insertTotp(store.dialect, row))) !== 1) return null
      await this.#record(tx, who, { uid, application }, null, 'Totp')
      return this.#writeCodes(tx, who)
    })
  }

  newSecret(): Uint8Array {
    return this.#parts.random(secretBytes)
  }

  /** A new secret in a form that the store need not keep: sealed, for this user and for ten minutes. */
  setupOf({ db, uid }: Owner, secret: Uint8Array): string {
    const { box, clock } = this.#parts
    const bytes = Buffer.from(secret).toString('base64url')
    return box.seal(JSON.stringify([setupPurpose, db, uid, seconds(clock) + setupSeconds, bytes]))
  }

  /** The secret of a set-up; null when it is that of another user, or over. */
  secretOf({ db, uid }: Owner, setup: string): Uint8Array | null {
    const { box, clock } = this.#parts
    const [purpose, itsDb, itsUid, ends, bytes] = opened(box, setup)
    const isUsable = purpose === setupPurpose && itsDb === db && itsUid === uid && (ends ?? 0) > seconds(clock)
    return isUsable ? Buffer.from(bytes ?? '', 'base64url') : null
  }

  /** Replaces the recovery codes; null for a user without a factor. */
  newCodes({ db, uid, application = null }: Owner): Promise<string[] | null> {
    const { store } = this.#parts
    return store.write(async tx => {
      const [row] = await tx.rows(totpOf(store.dialect, { db, uid }))
      if (!row) return null
      await this.#record(tx, { db, uid }, { uid, application }, 'RecoveryCodes', 'NewRecoveryCodes')
      return this.#writeCodes(tx, { db, uid })
    })
  }

  /** Removes the factors of a user, by the user or by an administrator; false when there was none. */
  remove({ db, uid }: Owner, by: Author): Promise<boolean> {
    const { store } = this.#parts
    return store.write(async tx => {
      const removed = (await tx.run(removeTotp(store.dialect, { db, uid }))) === 1
      await tx.run(removeCodes(store.dialect, { db, uid }))
      if (removed) await this.#record(tx, { db, uid }, by, 'Totp', null)
      return removed
    })
  }

  async #proveTotp({ db, uid }: Owner, code: string): Promise<boolean> {
    const { store, clock, box } = this.#parts
    const [row] = await store.rows(totpOf(store.dialect, { db, uid }))
    if (!row) return false
    const step = stepOf(Buffer.from(box.open(row.secret), 'base64url'), code, seconds(clock))
    if (step === null) return false
    return store.write(async tx => (await tx.run(takeStep(store.dialect, { db, uid, step }))) === 1)
  }

  async #writeCodes(tx: Tx, { db, uid }: Owner): Promise<string[]> {
    const { store, random } = this.#parts
    await tx.run(removeCodes(store.dialect, { db, uid }))
    const codes = Array.from({ length: recoveryCodeCount }, () => newRecoveryCode(random))
    for (const code of codes) await tx.run(insertCode(store.dialect, { db, uid, digest: digestOfCode(code) }))
    return codes
  }

  /** The history of the user says who changed what; it has no secret. */
  #record(tx: Tx, owner: Owner, by: Author, before: string | null, after: string | null): Promise<void> {
    const { store, clock } = this.#parts
    const changes = JSON.stringify([{ Field: 'SecondFactor', Before: before, After: after }])
    const author = { caller: by, now: seconds(clock), id: identifierMaker(clock)() }
    const rows = new RowStore(tx, store.dialect, owner.db)
    return insertHistory(rows, author, { entity: 'User', record: owner.uid, operation: 'Update', changes })
  }
}

type Setup = [purpose: string, db: number, uid: string, ends: number, bytes: string]

function opened(box: SecretBox, sealed: string): Setup | [] {
  try {
    return JSON.parse(box.open(sealed)) as Setup
  } catch {
    return []
  }
}

/** Four groups of four letters and digits. */
function newRecoveryCode(random: Random): string {
  const text = base32(random(recoveryBytes)).toLowerCase()
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

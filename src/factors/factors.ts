// Sets up, proves and removes second factors: an authenticator app with recovery codes; `passkeys` has the others.
import type { Caller } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import type { Random } from '../base/secrets/secret.ts'
import type { SecretBox } from '../base/secrets/secret-box.ts'
import type { Store } from '../storage/store.ts'
import { listPasskeys, type Passkey } from './own-passkeys.ts'
import { Passkeys } from './passkeys.ts'
import { type FactorPolicy, needOf, readPolicy, requiredFrom, writePolicy } from './policy.ts'
import { type Author, type Owner, recordChange } from './record-change.ts'
import { compact, digestOfCode, writeCodes } from './recovery-codes.ts'
import { codesOf, insertTotp, removeCodes, removeTotp, takeCode, takeStep, totpOf } from './statements.ts'
import { isCode, secretBytes, stepOf } from './totp.ts'

interface FactorParts {
  readonly store: Store
  readonly clock: Clock
  readonly box: SecretBox
  readonly random: Random
  /** The public origin. */
  readonly origin: () => string
  /** The name of the installation, which authenticators show. */
  readonly name: string
}

/** How the second factor was proved. */
type FactorProof = 'totp' | 'recovery'

interface FactorStanding {
  /** Since when the user has an authenticator app (epoch seconds); null without one. */
  readonly totp: number | null
  readonly recoveryCodes: number
  readonly passkeys: readonly Passkey[]
}

const setupPurpose = 'authenticator app'
const setupSeconds = 600
export class Factors {
  readonly #parts: FactorParts
  readonly passkeys: Passkeys

  constructor(parts: FactorParts) {
    this.#parts = parts
    this.passkeys = new Passkeys(parts)
  }

  needOf(who: Owner) {
    return needOf(this.#parts, who)
  }

  policy(db: number): Promise<FactorPolicy> {
    const { store } = this.#parts
    return readPolicy(store, store, db)
  }

  setPolicy(by: Caller, policy: Omit<FactorPolicy, 'since'>): Promise<void> {
    return writePolicy(this.#parts, by, policy)
  }

  async requiredFrom(who: Owner): Promise<number | null> {
    return requiredFrom(this.#parts, who, await this.policy(who.db))
  }

  async standing({ db, uid }: Owner): Promise<FactorStanding> {
    const { store } = this.#parts
    const [totp] = await store.rows(totpOf(store.dialect, { db, uid }))
    const codes = await store.rows(codesOf(store.dialect, { db, uid }))
    const passkeys = await listPasskeys(store, store, { db, uid })
    return { totp: totp?.created ?? null, recoveryCodes: codes.length, passkeys }
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
      await recordChange(tx, this.#parts, who, { uid, application }, [null, 'Totp'])
      return writeCodes(tx, { dialect: store.dialect, random: this.#parts.random }, who)
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
  newCodes(who: Owner): Promise<string[] | null> {
    const { store, random } = this.#parts
    const { db, uid, application = null } = who
    return store.write(async tx => {
      const [row] = await tx.rows(totpOf(store.dialect, { db, uid }))
      if (!row && (await listPasskeys(tx, store, who)).length === 0) return null
      await recordChange(tx, this.#parts, who, { uid, application }, ['RecoveryCodes', 'NewRecoveryCodes'])
      return writeCodes(tx, { dialect: store.dialect, random }, who)
    })
  }

  /** Removes the app; the recovery codes go with the last factor. False when there was no app. */
  removeTotp(who: Owner, by: Author): Promise<boolean> {
    const { store } = this.#parts
    const { db, uid } = who
    return store.write(async tx => {
      if ((await tx.run(removeTotp(store.dialect, { db, uid }))) !== 1) return false
      const others = await listPasskeys(tx, store, who)
      if (others.length === 0) await tx.run(removeCodes(store.dialect, { db, uid }))
      await recordChange(tx, this.#parts, who, by, ['Totp', null])
      return true
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
}

type Setup = [purpose: string, db: number, uid: string, ends: number, bytes: string]

function opened(box: SecretBox, sealed: string): Setup | [] {
  try {
    return JSON.parse(box.open(sealed)) as Setup
  } catch {
    return []
  }
}

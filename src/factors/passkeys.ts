// Sets up and proves passkeys (WebAuthn), as a second factor or as the only proof.
import { type Clock, seconds } from '../base/clock.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { newNonce, type Random } from '../base/secrets/secret.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import type { Store, Tx } from '../storage/store.ts'
import {
  listPasskeys,
  nameMaxLength,
  type Passkey,
  passkeyOf,
  type Remainder,
  type RemovalResult,
  removeOwn,
  renameOwn,
} from './own-passkeys.ts'
import {
  accountOfUser,
  insertPasskey,
  passkeyByCredential,
  putSetup,
  takeSetup,
  usePasskey,
} from './passkey-statements.ts'
import { type FactorPolicy, readPolicy } from './policy.ts'
import { type Owner, recordChange } from './record-change.ts'
import { writeCodes } from './recovery-codes.ts'
import { codesOf } from './statements.ts'
import {
  answerIn,
  type CeremonyAnswer,
  type CeremonyOptions,
  checkCreation,
  checkRequest,
  creationOptions,
  databaseOfHandle,
  type RelyingParty,
  relyingPartyOf,
  requestOptions,
  userHandle,
} from './webauthn.ts'

interface PasskeyParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  /** The public origin. */
  readonly origin: () => string
  /** The name of the installation, which authenticators show. */
  readonly name: string
}

/** Why an answer was refused; `copied`: the counter of the passkey went back. */
export type PasskeyProblem = 'failed' | 'origin' | 'stale' | 'unknown' | 'known' | 'many' | 'copied'

interface NewPasskey {
  readonly id: string
  /** Recovery codes for a user who had none left; else null. */
  readonly codes: readonly string[] | null
}

interface Registration {
  /** What the browser answered. */
  readonly answer: unknown
  /** Takes the name of the next number when it is empty. */
  readonly name: string
  /** The one challenge that is accepted. */
  readonly challenge: string
  readonly alone: boolean
}

const setupSeconds = 600
const mostPasskeys = 20

export class Passkeys {
  readonly #parts: PasskeyParts

  constructor(parts: PasskeyParts) {
    this.#parts = parts
  }

  /** Null where browsers have no passkeys at the public address. */
  party(): RelyingParty | null {
    return relyingPartyOf(this.#parts.origin(), this.#parts.name)
  }

  /** What passkeys are for in a database; `off` also where browsers have none. */
  async use(db: number): Promise<FactorPolicy['passkeys']> {
    const { store } = this.#parts
    if (this.party() === null) return 'off'
    const { mode, passkeys } = await readPolicy(store, store, db)
    return mode === 'off' && passkeys === 'factor' ? 'off' : passkeys
  }

  /** The options for a new passkey; null where browsers have none. */
  async creation(who: Owner, challenge: string, alone: boolean): Promise<CeremonyOptions | null> {
    const party = this.party()
    const { store } = this.#parts
    const { db, uid } = who
    const [account] = await store.rows(accountOfUser(store.dialect, { db, uid }))
    if (!party || !account) return null
    const name = account.email ?? uid
    const user = { id: userHandle(db, uid), name, displayName: account.display_name ?? name }
    return creationOptions(party, { challenge, user, known: await listPasskeys(store, store, who), alone })
  }

  /** The options for a proof, by the passkeys of one user or, without one, by any of this address. */
  async request(who: Owner | null, challenge: string, alone: boolean): Promise<CeremonyOptions | null> {
    const party = this.party()
    const { store } = this.#parts
    if (!party) return null
    return requestOptions(party, { challenge, alone, ...(who ? { known: await listPasskeys(store, store, who) } : {}) })
  }

  /** Begins to set up a passkey in the console; the user's earlier challenge ends. */
  async begin(who: Owner): Promise<CeremonyOptions | null> {
    const { store, clock, random } = this.#parts
    const { db, uid } = who
    const challenge = newNonce(random)
    const options = await this.creation(who, challenge, (await this.use(db)) === 'alone')
    const row = { db, uid, digest: digestOf(challenge), expires: seconds(clock) + setupSeconds }
    if (options) await store.write(tx => tx.run(putSetup(store.dialect, row)))
    return options
  }

  /** Ends what `begin` began: the challenge in the answer counts once. */
  async finish(who: Owner, source: unknown, name: string): Promise<NewPasskey | PasskeyProblem> {
    const { store, clock } = this.#parts
    const { db, uid } = who
    const challenge = answerIn(source)?.challenge
    if (challenge === undefined) return 'failed'
    const taken = { db, uid, digest: digestOf(challenge), now: seconds(clock) }
    if ((await store.write(tx => tx.run(takeSetup(store.dialect, taken)))) !== 1) return 'stale'
    const alone = (await this.use(db)) === 'alone'
    return this.register(who, { answer: source, name, challenge, alone }, async () => true)
  }

  /** Stores a passkey; `alongside` runs in the same transaction, and takes it back by false. */
  async register(
    who: Owner,
    { answer: source, name, challenge, alone }: Registration,
    alongside: (tx: Tx) => Promise<boolean>,
  ): Promise<NewPasskey | PasskeyProblem> {
    const { store, clock, random } = this.#parts
    const { db, uid, application = null } = who
    const party = this.party()
    const answer = answerIn(source)
    if (!party || !answer) return 'failed'
    const problem = claimProblem(answer, party, challenge)
    if (problem) return problem
    const made = await checkCreation(answer, { party, challenge, alone })
    if (!made) return 'failed'
    return undoing(() =>
      store.write(async tx => {
        if (!(await alongside(tx))) throw new Undone('stale')
        const known = await listPasskeys(tx, store, who)
        if (known.length >= mostPasskeys) throw new Undone('many')
        const id = identifierMaker(clock)()
        const shown = name.trim().slice(0, nameMaxLength) || freeName(known)
        const row = {
          ...{ db, uid, id, name: shown, credential: made.credential, public_key: made.publicKey },
          ...{ counter: made.counter, transports: JSON.stringify(answer.transports), created: seconds(clock) },
        }
        if ((await tx.run(insertPasskey(store.dialect, row))) !== 1) throw new Undone('known')
        await recordChange(tx, this.#parts, who, { uid, application }, [null, `Passkey: ${shown}`])
        const left = await tx.rows(codesOf(store.dialect, { db, uid }))
        return { id, codes: left.length > 0 ? null : await writeCodes(tx, { dialect: store.dialect, random }, who) }
      }),
    )
  }

  /** The passkey that an answer names, within one database; for sign-ins that begin with it, in that of its user handle. */
  async find(source: unknown, db: number | null): Promise<(Passkey & { readonly db: number }) | null> {
    const { store } = this.#parts
    const answer = answerIn(source)
    const within = db ?? databaseOfHandle(answer?.userHandle)
    if (!answer || within === null) return null
    const [row] = await store.rows(passkeyByCredential(store.dialect, { db: within, credential: answer.id }))
    if (!row || (db === null && answer.userHandle !== userHandle(within, row.uid))) return null
    return { ...passkeyOf(row), db: within }
  }

  /**
   * Checks an answer for a passkey, and stores its counter. `alongside` runs in the same transaction. Returns the problem; null
   * when the passkey is proved.
   */
  async prove(
    passkey: Passkey & { readonly db: number },
    { answer: source, challenge, alone }: Omit<Registration, 'name'>,
    alongside: (tx: Tx) => Promise<void>,
  ): Promise<PasskeyProblem | null> {
    const { store, clock } = this.#parts
    const party = this.party()
    const answer = answerIn(source)
    if (!party || !answer) return 'failed'
    const problem = claimProblem(answer, party, challenge)
    if (problem) return problem
    const counter = await checkRequest(answer, { party, challenge, alone }, passkey)
    if (counter === null) return 'failed'
    const { db, uid, id } = passkey
    return store.write(async tx => {
      const use = { db, uid, id, counter, now: seconds(clock) }
      if ((await tx.run(usePasskey(store.dialect, use))) === 1) {
        await alongside(tx)
        return null
      }
      return (await listPasskeys(tx, store, passkey)).some(one => one.id === id) ? 'copied' : 'unknown'
    })
  }

  rename(who: Owner, id: string, name: string): Promise<boolean> {
    return renameOwn(this.#parts, who, id, name)
  }

  remove(who: Owner, id: string, stays: Remainder): Promise<RemovalResult> {
    return removeOwn(this.#parts, who, id, stays)
  }

  /** Whether the user could sign in by a password. */
  async hasPassword({ db, uid }: Owner): Promise<boolean> {
    const { store } = this.#parts
    const [row] = await store.rows(accountOfUser(store.dialect, { db, uid }))
    return (row?.password ?? null) !== null
  }
}

/** Takes a transaction back. */
class Undone extends Error {
  readonly problem: PasskeyProblem

  constructor(problem: PasskeyProblem) {
    super(problem)
    this.problem = problem
  }
}

async function undoing<T>(work: () => Promise<T>): Promise<T | PasskeyProblem> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Undone) return error.problem
    throw error
  }
}

/** What an answer claims is checked before its signature, so that the message says what is wrong. */
function claimProblem(answer: CeremonyAnswer, party: RelyingParty, challenge: string): PasskeyProblem | null {
  if (answer.origin !== party.origin) return 'origin'
  return answer.challenge === challenge ? null : 'stale'
}

function freeName(known: readonly Passkey[]): string {
  const names = new Set(known.map(({ name }) => name))
  let name = 'Passkey'
  for (let n = 2; names.has(name); n++) name = `Passkey ${n}`
  return name
}

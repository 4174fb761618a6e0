// Keeps one salt per minute, from which the pairs issued in that minute can be derived again.
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'
import { newNonce, type Random } from '../../base/secrets/secret.ts'
import type { Store } from '../../storage/store.ts'
import { insertSalt, saltOfMinute } from '../statements.ts'
import { minuteOf } from './lifetimes.ts'

/**
 * The salt, a refresh token consumed in its minute, and the key of the installation derive the next pair again. Copies of
 * the store, its log and its free pages may have a salt after it was deleted; they do not have the key.
 */
export class RetrySalts {
  readonly #store: Store
  readonly #random: Random
  #minute = -1
  #salt: MaybePromise<string> = ''

  constructor(store: Store, random: Random) {
    this.#store = store
    this.#random = random
  }

  /** The salt of the current minute, the same on all nodes. */
  of(now: number): MaybePromise<string> {
    const minute = minuteOf(now)
    if (minute !== this.#minute) this.#turn(minute)
    return this.#salt
  }

  /** The salt of an earlier time; null when it was deleted. */
  async kept(then: number): Promise<string | null> {
    const query = saltOfMinute(this.#store.dialect, { minute: minuteOf(then) })
    const [row] = await this.#store.rows(query)
    return row?.salt ?? null
  }

  /** Concurrent callers share one promise for the salt of a new minute. */
  #turn(minute: number): void {
    const keep = (salt: string | undefined): string => {
      if (salt === undefined) throw new Error('The salt of this minute is gone already')
      if (this.#minute === minute) this.#salt = salt
      return salt
    }
    const drop = (error: unknown): never => {
      if (this.#minute === minute) this.#minute = -1
      throw error
    }
    this.#minute = minute
    this.#salt = this.#agree(minute).then(keep).catch(drop)
  }

  /** Inserts a salt unless another node was first, and reads the stored salt. */
  #agree(minute: number): Promise<string | undefined> {
    const { dialect } = this.#store
    return this.#store.write(async tx => {
      await tx.run(insertSalt(dialect, { minute, salt: newNonce(this.#random) }))
      const [row] = await tx.rows(saltOfMinute(dialect, { minute }))
      return row?.salt
    })
  }
}

// The salt of each minute. With it and a refresh token that was consumed in that minute the tokens that followed can be
// made again; when the salt is forgotten nobody can, whatever copies of the store there are.

import type { MaybePromise } from '../../base/maybe-promise.ts'
import { newNonce, type Random } from '../../base/secret.ts'
import type { Store } from '../../storage/store.ts'
import { insertSalt, saltOfMinute } from '../statements.ts'
import { minuteOf } from './lifetimes.ts'

export class RetrySalts {
  readonly #store: Store
  readonly #random: Random
  #minute = -1
  #salt: MaybePromise<string> = ''

  constructor(store: Store, random: Random) {
    this.#store = store
    this.#random = random
  }

  /** The salt of this moment's minute, the same on all nodes. */
  of(now: number): MaybePromise<string> {
    const minute = minuteOf(now)
    if (minute !== this.#minute) this.#turn(minute)
    return this.#salt
  }

  /** The salt of the minute of an earlier moment; null when it is forgotten. */
  async kept(then: number): Promise<string | null> {
    const query = saltOfMinute(this.#store.dialect, { minute: minuteOf(then) })
    const [row] = await this.#store.rows<{ salt: string }>(query)
    return row?.salt ?? null
  }

  /** All who come meanwhile wait for the same one. */
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

  /** The first node to come decides. */
  #agree(minute: number): Promise<string | undefined> {
    const { dialect } = this.#store
    return this.#store.write(async tx => {
      await tx.run(insertSalt(dialect, { minute, salt: newNonce(this.#random) }))
      const [row] = await tx.rows<{ salt: string }>(saltOfMinute(dialect, { minute }))
      return row?.salt
    })
  }
}

// Keeps mappings by name, for each user.
import { type Caller, shareOf } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import { fold } from '../base/text/fold.ts'
import type { Store } from '../storage/store.ts'
import { importLimits } from './limits.ts'
import { insertMapping, removeMapping, savedMapping, savedMappings } from './stored/statements.ts'

type Body = Readonly<Record<string, unknown>>

const longestName = 100

export class SavedMappings {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  async list({ db, uid }: Caller): Promise<object> {
    const rows = await this.#store.rows(savedMappings(this.#store.dialect, { db, uid }))
    return { mappings: rows.map(({ name, body }) => ({ name, ...(JSON.parse(body) as object) })) }
  }

  async read({ db, uid }: Caller, name: string): Promise<object> {
    const [found] = await this.#store.rows(savedMapping(this.#store.dialect, { db, uid, name: fold(name) }))
    return found ? (JSON.parse(found.body) as object) : refuse('UnknownKey', 'name', `There is no mapping ${name}.`)
  }

  async write(caller: Caller, name: string, body: Body): Promise<object> {
    const { db, uid } = caller
    if (name.trim() === '' || name.length > longestName)
      refuse('InvalidValue', 'name', `A name has 1 to ${longestName} characters.`)
    if (body.columns === undefined) refuse('Required', 'columns', 'A mapping has columns.')
    const { dialect } = this.#store
    const place = { db, uid, name: fold(name) }
    await this.#store.write(
      async tx => {
        const known = await tx.rows(savedMappings(dialect, { db, uid }))
        if (known.length >= importLimits.savedMappings)
          refuse('LimitExceeded', '', `There are ${known.length} mappings; delete some.`)
        await tx.run(removeMapping(dialect, place))
        const changed = seconds(this.#store.clock)
        await tx.run(insertMapping(dialect, { db, uid, name_f: fold(name), name, body: JSON.stringify(body), changed }))
      },
      { share: shareOf(caller) },
    )
    return body
  }

  async remove(caller: Caller, name: string): Promise<object> {
    const { db, uid } = caller
    const place = { db, uid, name: fold(name) }
    const removed = await this.#store.write(tx => tx.run(removeMapping(this.#store.dialect, place)))
    return removed > 0 ? {} : refuse('UnknownKey', 'name', `There is no mapping ${name}.`)
  }
}

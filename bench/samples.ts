// Picks the records that the load asks for, evenly across a store and the same in every run.
import { systemClock } from '../src/base/clock.ts'
import { encodeKey } from '../src/fields/record-key.ts'
import { phrasePrefixes } from '../src/query/functions/phrase.ts'
import { openStore } from '../src/storage/open.ts'
import type { Query, Scalar, Store } from '../src/storage/store.ts'
import type { BenchStore } from './stores.ts'

interface Phrase {
  readonly text: string
  /** The same phrase in the syntax of the engine's index. */
  readonly match: string
}

export interface Samples {
  readonly entryKeys: readonly string[]
  readonly entryIds: readonly string[]
  /** Companies that have contacts. */
  readonly companyKeys: readonly string[]
  /** Entries that have interactions. */
  readonly busyKeys: readonly string[]
  /** E-mail addresses, each with one or two matches in a store of any size. */
  readonly emails: readonly string[]
  /** Last names, each with hundreds of matches in a store of any size. */
  readonly lastNames: readonly string[]
  /** First and last names together; their matches grow with the store. */
  readonly phrases: readonly Phrase[]
}

const count = 400
export const benchDb = 1

export async function takeSamples({ url, engine }: BenchStore): Promise<Samples> {
  const store = await openStore(url, { clock: systemClock })
  try {
    const entryIds = await spread(store, engine, 'select id from ab_entry where db = 1 and deleted is null')
    const companies = await spread(
      store,
      engine,
      'select distinct parent_key from ab_entry where db = 1 and parent_key is not null',
    )
    const busy = await spread(store, engine, 'select distinct item from interaction_ab_entries where db = 1')
    const people = await rows(
      store,
      engine,
      `select first_name, last_name, email from ab_entry where db = 1 and id in (${entryIds.map(id => `'${id}'`).join()}) and first_name is not null`,
    )
    return {
      emails: people.flatMap(([, , email]) => (email === null ? [] : [email as string])),
      lastNames: people.map(([, last]) => last as string),
      entryIds,
      entryKeys: entryIds.map(id => encodeKey('AbEntry', id)),
      companyKeys: companies.map(id => encodeKey('AbEntry', id)),
      busyKeys: busy.map(id => encodeKey('AbEntry', id)),
      phrases: people.map(([first, last]) => {
        const text = `${first} ${last}`
        const bound = String(store.dialect.search.bind(benchDb, phrasePrefixes(text, 'names', false)))
        return { text, match: engine === 'sqlite' ? bound : JSON.parse(bound).q }
      }),
    }
  } finally {
    await store.close()
  }
}

const rows = (store: Store, _engine: string, sql: string): Promise<Scalar[][]> =>
  store.readSlow({ sql, params: [] } satisfies Query, { timeoutMs: 120_000 })

/** Picks values at even distances and shuffles them deterministically. */
async function spread(store: Store, engine: string, sql: string): Promise<string[]> {
  const all = (await rows(store, engine, sql)).map(row => row[0] as string).sort()
  const step = Math.max(1, Math.floor(all.length / count))
  const picked = all.filter((_, i) => i % step === 0).slice(0, count)
  return picked
    .map((value, i) => ({ value, place: (i * 7919) % 1009 }))
    .sort((a, b) => a.place - b.place)
    .map(p => p.value)
}

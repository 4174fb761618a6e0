// Finds the docid of a record: its own, or a free one between those of its neighbours.
import type { Facts } from '../../statements/facts.ts'
import type { Scalar, Tx } from '../../store.ts'
import { type DocidEntry, docidBetween } from './docid.ts'
import type { WordStatements } from './word-statements.ts'

interface Neighbours {
  /** The docid of the record itself. */
  readonly known: bigint | null
  readonly low: DocidEntry | null
  readonly high: DocidEntry | null
}

const facts: Facts = { reads: true }

/** The neighbours among the records of all databases, so that every docid between them is free. */
async function neighbours(tx: Tx, statements: WordStatements, db: number, id: string): Promise<Neighbours> {
  // Most records are new, and come after all existing ones.
  const [last] = await tx.read({ sql: statements.last, params: [], facts })
  if (!last || (last[0] as string) < id) return { known: null, low: last ? placed(last) : null, high: null }
  const found = await tx.read({ sql: statements.neighbours, params: [id, db, id, db], facts })
  const low = found[0]?.[3] === 0 ? found[0] : undefined
  const high = found.at(-1)?.[3] === 1 ? found.at(-1) : undefined
  if (low && low[0] === id && low[2] === db) return { known: placed(low).doc, low: null, high: null }
  return { known: null, low: low ? placed(low) : null, high: high ? placed(high) : null }
}

const placed = (row: readonly Scalar[]): DocidEntry => ({ id: row[0] as string, doc: BigInt(row[1] as string) })

export async function assignDocid(tx: Tx, statements: WordStatements, db: number, id: string): Promise<bigint> {
  const { known, low, high } = await neighbours(tx, statements, db, id)
  return known ?? docidBetween(id, low, high)
}

/** Docids for many new records, in ascending order of their identifiers. */
export async function assignDocids(
  tx: Tx,
  statements: WordStatements,
  db: number,
  ids: readonly string[],
): Promise<bigint[]> {
  const [first, last] = [ids[0] as string, ids.at(-1) as string]
  let { low } = await neighbours(tx, statements, db, first)
  const { high } = await neighbours(tx, statements, db, last)
  const between = await tx.read({ sql: statements.between, params: [first, db, last, db], facts })
  let next = 0
  return ids.map(id => {
    for (; next < between.length; next++) {
      const [otherId, , otherDb] = between[next] as [string, string, number]
      if (otherId > id || (otherId === id && otherDb > db)) break
      low = placed(between[next] as Scalar[])
    }
    const above = between[next]
    const number = docidBetween(id, low, above ? placed(above) : high)
    low = { id, doc: number }
    return number
  })
}

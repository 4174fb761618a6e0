// Writes a statement of one tenant with the names of the shards that have the tenant's rows, for the node of these shards.
import { BoundedMap } from '../../../base/caches/bounded-map.ts'
import type { Facts } from '../../statements/facts.ts'
import type { Query } from '../../store.ts'
import { joinPieces } from '../sql/compiler.ts'

/** The shards of a group of tenants: the rows of each of these tenants are in them, on one node. */
export interface Shards {
  /** The number of the shard of one of the tables. All shards of the group are moved together. */
  readonly shard: string
  /** The number of the node's group. */
  readonly group: number
  /** The shard of each table; null for a table that is on the coordinator alone. */
  readonly names: ReadonlyMap<string, string | null>
}

/** Where the rows of each table are, by the number of the shard. */
export type ShardNames = Shards['names']

interface Text {
  readonly names: ShardNames
  readonly group: number
  /** Null for a statement that the node cannot run. */
  readonly pieces: readonly string[] | null
  readonly sql: string
}

/** As many as a connection keeps prepared, for each of two nodes. */
const mostTexts = 2_000

export class ShardTexts {
  readonly #texts = new BoundedMap<Text>(mostTexts)

  /** The statement for the node itself; null when the coordinator has to run it. */
  of(query: Query, shards: Shards): Query | null {
    const { sql, pieces } = this.#textOf(query, shards)
    return pieces && { sql, params: query.params, facts: { ...query.facts, pieces } }
  }

  /** Called when the node could not run the statement. */
  drop({ sql }: Query, { shard, names, group }: Shards): void {
    this.#texts.set(keyOf(shard, sql), { names, group, pieces: null, sql })
  }

  #textOf({ sql, facts }: Query, shards: Shards): Text {
    const { shard, names, group } = shards
    const key = keyOf(shard, sql)
    const known = this.#texts.get(key)
    if (known && known.names === names && known.group === group) return known
    const pieces = piecesFor(facts, shards)
    const text = { names, group, pieces, sql: pieces ? joinPieces(pieces, i => `$${i + 1}`) : sql }
    this.#texts.set(key, text)
    return text
  }
}

const keyOf = (shard: string, sql: string): string => `${shard} ${sql}`

/** Null when the statement reads none of the tables that have shards, or others: those of the coordinator alone, and WITH clauses. */
function piecesFor({ pieces, tables = [] }: Facts = {}, shards: Shards): string[] | null {
  const read = new Set(tables.filter(table => !table.ofColumn).map(table => table.name))
  if (!pieces || read.size === 0 || ![...read].every(name => shards.names.get(name))) return null
  const [begin, end] = guardOf(shards)
  const named = [...pieces]
  // From the end, so that the places before stay what they are. A column may be named with an alias, which stays, too.
  for (const { name, piece, from, to } of tables.toReversed().filter(table => read.has(table.name))) {
    const text = named[piece] as string
    named[piece] = `${text.slice(0, from)}"${shards.names.get(name)}"${text.slice(to)}`
  }
  named[0] = begin + named[0]
  named[named.length - 1] += end
  return named
}

/**
 * The node keeps the rows of a shard that was moved away for a while. A statement that finds the shard elsewhere divides by zero.
 * It looks at the node's own copy of the placements. Before a writer may write at a new place, Citus has changed that copy, though the
 * change may not be committed yet: `xmax` names who has changed the row. After a move that has failed it does so, too; the reads
 * of that shard then go through the coordinator.
 */
const guardOf = ({ shard, group }: Shards): [string, string] => [
  'select placed.* from (',
  `) as placed where 1 / (select count(*) from pg_dist_placement where shardid = ${Number(shard)} and groupid = ${group} and xmax = 0) = 1`,
]

// Lists the Citus nodes of tenants, and moves a tenant to another node.
import { Client, type ClientConfig, DatabaseError } from 'pg'
import type { NodeOfStore, Placement } from '../../store.ts'
import type { Table } from '../../table.ts'
import { isRetryable, unavailable } from '../driver/failures.ts'
import { reachNode, runOf } from './node-address.ts'
import { nodeOpenMs } from './node-groups.ts'
import { distributedTable } from './schema.ts'

interface Shard {
  readonly shard: string
  readonly host: string
  readonly port: number
  /** No other tenant has rows in the shard. */
  readonly alone: boolean
}

interface NodeRow {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly shards: number
  readonly reachable: boolean
  readonly retired: boolean
}

/** Writes wait: with logical replication Citus 13.0 never catches up with the event log, whose rows are updated. */
const transferMode = 'block_writes'
const moveSettings = [
  // In a deadlock between the move and a writer, the writer is to fail: writers repeat their transaction.
  `set deadlock_timeout = '60s'`,
  // When the command is ended, the move ends too and leaves the database where it was.
  `set client_connection_check_interval = '2s'`,
]
const moveAttempts = 5
const tellEveryMs = 5_000

export class CitusPlacement implements Placement {
  readonly distributed = true
  readonly #connection: ClientConfig

  constructor(connection: ClientConfig) {
    this.#connection = connection
  }

  nodes(): Promise<NodeOfStore[]> {
    return this.#connected(async client => {
      await client.query(`set citus.node_connection_timeout = ${nodeOpenMs}`)
      const { rows } = await client.query<NodeRow>(nodesText)
      // The sizes are asked of all nodes, and a node that hangs would not answer.
      const reached = rows.every(({ reachable }) => reachable)
      const bytes = reached ? await client.query<{ name: string; bytes: string }>(bytesText) : null
      const sizes = bytes && new Map(bytes.rows.map(row => [row.name, Number(row.bytes)]))
      const nodes: NodeOfStore[] = []
      for (const { name, host, port, reachable, shards, retired } of rows) {
        const run = reachable ? runOf(client, { host, port }) : Promise.resolve(null)
        const ownReads = (await reachNode(this.#connection, { host, port }, nodeOpenMs, run)) !== null
        nodes.push({ name, reachable, divided: { shards, retired, ownReads, bytes: sizes && (sizes.get(name) ?? 0) } })
      }
      return nodes
    })
  }

  nodeOf(db: number): Promise<string> {
    return this.#connected(async client => nameOf(await shardOf(client, db)))
  }

  unplaced(tables: readonly Table[]): Promise<string[]> {
    const wanted = tables.filter(table => table.scope === 'database' || table.besideTenants).map(table => table.name)
    return this.#connected(async client => {
      const { rows } = await client.query<{ name: string }>(unplacedText, [wanted])
      return rows.map(row => row.name)
    })
  }

  move(db: number, node: string, tell: (step: string) => void): Promise<void> {
    return this.#connected(async client => {
      const target = await nodeNamed(client, node)
      for (const sql of moveSettings) await client.query(sql).catch(() => {})
      let shard = await shardOf(client, db)
      if (!shard.alone) {
        tell('giving the database a shard of its own')
        const isolate = `select isolate_tenant_to_new_shard(${distributedTable}::regclass, $1::bigint, 'CASCADE', $2)`
        await this.#long(() => client.query(isolate, [db, transferMode]), tell)
        shard = await shardOf(client, db)
      }
      if (nameOf(shard) === nameOf(target)) return
      tell(`moving it from ${nameOf(shard)} to ${nameOf(target)}`)
      const transfer = 'select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, $6)'
      const places = [shard.shard, shard.host, shard.port, target.host, target.port]
      await this.#long(() => client.query(transfer, [...places, transferMode]), tell)
      // Citus removes the moved rows from the old node some time later; here it is done at once, since the command ends.
      await client.query('call citus_cleanup_orphaned_resources()').catch(() => {})
    })
  }

  /** Runs a step that may take long: reports its progress, and repeats it after a deadlock with a writer. */
  async #long(step: () => Promise<unknown>, tell: (step: string) => void): Promise<void> {
    const started = performance.now()
    const timer = setInterval(async () => {
      const copied = await this.#connected(copiedBytes).catch(() => null)
      tell(`${Math.round((performance.now() - started) / 1_000)} s${copied ? `, ${copied} copied` : ''}`)
    }, tellEveryMs)
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          await step()
          return
        } catch (error) {
          if (!isRetryable(error) || attempt === moveAttempts) throw moveFailure(error)
        }
        tell('writers were in the way; trying again')
      }
    } finally {
      clearInterval(timer)
    }
  }

  /** Runs on a connection of its own, without a time limit, since a move may take long. */
  async #connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ ...this.#connection, options: '-c citus.multi_task_query_log_level=off' })
    client.on('error', () => {})
    try {
      await client.connect()
    } catch (error) {
      throw unavailable(error)
    }
    try {
      return await work(client)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** How much of the shard that is being moved was copied. */
async function copiedBytes(client: Client): Promise<string | null> {
  await client.query('set statement_timeout = 2000')
  const { rows } = await client.query<{ copied: string; whole: string }>(copiedText)
  const [row] = rows
  return row && Number(row.whole) > 0 ? `${mebibytes(row.copied)} of ${mebibytes(row.whole)} MiB` : null
}

const mebibytes = (bytes: string): string => (Number(bytes) / 1024 ** 2).toFixed(0)

/** Citus says in the detail and the hint what is in the way and what to do about it. */
function moveFailure(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return unavailable(error)
  const text = [error.message, error.detail, error.hint].filter(Boolean).join('. ')
  return new Error(`The database was not moved: ${text}`, { cause: error })
}

const nameOf = ({ host, port }: Pick<Shard, 'host' | 'port'>): string => `${host}:${port}`

async function nodeNamed(client: Client, name: string): Promise<Pick<Shard, 'host' | 'port'>> {
  const { rows } = await client.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary' order by 1, 2`,
  )
  const found = rows.filter(node => nameOf(node) === name || node.host === name)
  if (found.length === 1 && found[0]) return found[0]
  throw new Error(`There is no node ${name}. The nodes are ${rows.map(nameOf).join(', ')}.`)
}

async function shardOf(client: Client, db: number): Promise<Shard> {
  const { rows } = await client.query<Shard>(
    `select s.shardid::text as shard, n.nodename as host, n.nodeport as port, s.shardminvalue = s.shardmaxvalue as alone
     from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
     where s.shardid = get_shard_id_for_distribution_column(${distributedTable}::regclass, $1::bigint) and n.noderole = 'primary'`,
    [db],
  )
  if (!rows[0]) throw new Error('No table is distributed yet: run "clientele migrate".')
  return rows[0]
}

const nodesText = `select nodename || ':' || nodeport as name, nodename as host, nodeport as port,
  (select count(distinct (s.shardminvalue, s.shardmaxvalue))::int from pg_dist_shard s join pg_dist_placement p using (shardid)
   where p.groupid = n.groupid and s.shardminvalue is not null) as shards,
  citus_check_connection_to_node(nodename, nodeport) as reachable, not shouldhaveshards as retired
  from pg_dist_node n where noderole = 'primary' and (shouldhaveshards or exists (select 1 from pg_dist_placement p
    join pg_dist_shard s using (shardid) where p.groupid = n.groupid and s.shardminvalue is not null)) order by 1`

const copiedText = `select coalesce(sum(least(target_shard_size, source_shard_size)), 0)::text as copied,
  coalesce(sum(source_shard_size), 0)::text as whole from get_rebalance_progress()`

const bytesText = `select nodename || ':' || nodeport as name, sum(shard_size)::text as bytes from citus_shards group by 1`

const unplacedText = `select name from unnest($1::text[]) as t(name)
  where not exists (select 1 from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relname = name) order by 1`

// Shows on which nodes of Citus tenants are, and moves a tenant to another node.
import { Client, type ClientConfig } from 'pg'
import type { NodeOfStore, Placement } from '../../store.ts'
import type { Table } from '../../table.ts'
import { unavailable } from '../driver/failures.ts'
import { distributedTable } from './schema.ts'

interface Shard {
  readonly shard: string
  readonly host: string
  readonly port: number
  /** No other tenant has rows in the shard. */
  readonly alone: boolean
}

/** Writes wait: by logical replication Citus 13.0 does not get to the end of the event log, whose rows are updated. */
const transferMode = 'block_writes'

export class CitusPlacement implements Placement {
  readonly #connection: ClientConfig

  constructor(connection: ClientConfig) {
    this.#connection = connection
  }

  nodes(): Promise<NodeOfStore[]> {
    return this.#connected(async client => {
      const { rows } = await client.query<{ name: string; shards: number; reachable: boolean }>(nodesText)
      const bytes = await client.query<{ name: string; bytes: string }>(bytesText).catch(() => ({ rows: [] }))
      const sizes = new Map(bytes.rows.map(row => [row.name, Number(row.bytes)]))
      return rows.map(row => ({ ...row, bytes: sizes.get(row.name) ?? 0 }))
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
      let shard = await shardOf(client, db)
      if (!shard.alone) {
        tell('giving the database a shard of its own')
        const isolate = `select isolate_tenant_to_new_shard(${distributedTable}::regclass, $1::bigint, 'CASCADE', $2)`
        await client.query(isolate, [db, transferMode])
        shard = await shardOf(client, db)
      }
      if (shard.host === target.host && shard.port === target.port) return
      tell(`moving it from ${nameOf(shard)} to ${nameOf(target)}`)
      await client.query('select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, $6)', [
        shard.shard,
        shard.host,
        shard.port,
        target.host,
        target.port,
        transferMode,
      ])
      // What was moved is removed from its old place in the course of time; here at once, since the command ends.
      await client.query('call citus_cleanup_orphaned_resources()').catch(() => {})
    })
  }

  /** On a connection of its own, without a time limit: a move takes as long as its rows do. */
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

const nodesText = `select nodename || ':' || nodeport as name,
  (select count(distinct (s.shardminvalue, s.shardmaxvalue))::int from pg_dist_shard s join pg_dist_placement p using (shardid)
   where p.groupid = n.groupid and s.shardminvalue is not null) as shards,
  coalesce((select bool_and(r.success) from run_command_on_workers('select 1') r where r.nodename = n.nodename and r.nodeport = n.nodeport), true) as reachable
  from pg_dist_node n where noderole = 'primary' and shouldhaveshards order by 1`

const bytesText = `select nodename || ':' || nodeport as name, sum(shard_size)::text as bytes from citus_shards group by 1`

const unplacedText = `select name from unnest($1::text[]) as t(name)
  where not exists (select 1 from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relname = name) order by 1`

// Finds the node and the shards of each tenant, caches them, and probes nodes from the coordinator.
import { setImmediate } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { BoundedMap } from '../../../base/caches/bounded-map.ts'
import type { MaybePromise } from '../../../base/scheduling/maybe-promise.ts'
import { tenantOf } from '../../statements/facts.ts'
import type { Query } from '../../store.ts'
import { isConnectionLoss } from '../driver/failures.ts'
import { type NodeAddress, type NodeGroups, type NodeQuery, ownGroup, type ReadCoordinator } from '../engine.ts'
import { reachNode, runOf } from './node-address.ts'
import { distributedTable } from './schema.ts'
import { type ShardNames, ShardTexts } from './shard-texts.ts'

/** The most tenants whose group is cached. */
const mostTenants = 10_000
/** A cached group that is older is read again while it still serves. */
const freshMs = 5_000
/** A place that is older is not used for statements to the node itself: the node may have been replaced. */
const usableMs = 10_000
/** The most shards whose names are kept. All tables have a shard for each of them. */
const mostShards = 1_000
/** How long names are kept: a migration may add tables. */
const namesMs = 300_000
/** How long the coordinator may take to open a connection to a node that it probes. */
export const nodeOpenMs = 3_000
/** How long it may take to report the outcome. */
const probeMs = 5_000

interface KnownGroup {
  readonly shard: string
  readonly group: number
  readonly address: NodeAddress
  /** The node has refused a statement, or does not know the places: until they are read again the coordinator runs all. */
  refused: boolean
  readonly readAt: number
  refreshAt: number
}

interface KnownNames {
  /** Null while they are read for the first time. */
  readonly names: ShardNames | null
  readonly until: number
}

/**
 * The coordinator sends each statement to the right node whatever is cached here, so a tenant that has just moved is served all
 * the same. Until the next refresh it merely shares the lane of its former node, which refuses statements that are sent to it.
 */
export class CitusNodeGroups implements NodeGroups {
  readonly #connection: ClientConfig
  readonly #probing: ClientConfig
  readonly #read: ReadCoordinator
  readonly #known = new BoundedMap<KnownGroup>(mostTenants)
  readonly #names = new BoundedMap<KnownNames>(mostShards)
  readonly #texts = new ShardTexts()
  /** The tenants whose groups are read at the end of this turn of the event loop. */
  #batch: { readonly tenants: Set<string>; readonly loaded: Promise<void> } | null = null

  constructor(connection: ClientConfig, read: ReadCoordinator) {
    this.#connection = connection
    this.#probing = { ...connection, connectionTimeoutMillis: probeMs, query_timeout: probeMs }
    this.#read = read
  }

  groupOf(tenant: string): MaybePromise<number> {
    const known = this.#known.get(tenant)
    if (known === undefined) return this.#load(tenant).then(() => this.#known.get(tenant)?.group ?? ownGroup)
    const now = performance.now()
    if (now > known.refreshAt) {
      known.refreshAt = now + freshMs
      this.#load(tenant).catch(() => {})
    }
    return known.group
  }

  atNode(query: Query): NodeQuery | null {
    const known = this.#known.get(tenantOf(query))
    if (!known || known.refused || performance.now() > known.readAt + usableMs) return null
    const names = this.#names.get(known.shard)?.names
    const own = names && this.#texts.of(query, { ...known, names })
    return own ? { query: own, address: known.address } : null
  }

  refused(query: Query, isText: boolean): void {
    const known = this.#known.get(tenantOf(query))
    const names = known && this.#names.get(known.shard)?.names
    if (!known) return
    if (isText && names) this.#texts.drop(query, { ...known, names })
    else {
      known.refused = true
      known.refreshAt = 0
    }
  }

  reach(address: NodeAddress): Promise<ClientConfig | null> {
    return reachNode(
      this.#connection,
      address,
      probeMs,
      this.#probe(client => runOf(client, address)),
    )
  }

  groups(): Promise<readonly number[]> {
    return this.#probe(async client => {
      const { rows } = await client.query<{ group: number }>(groupsText)
      return rows.map(({ group }) => group)
    }).catch(() => [])
  }

  async answers(group: number): Promise<boolean | null> {
    try {
      return await this.#probe(async client => {
        const asked = client.query<{ answers: boolean | null }>(answersText, [group])
        return asked.then(
          // A node that was removed has no rows that a statement could wait for.
          ({ rows }) => rows[0]?.answers ?? true,
          error => (isConnectionLoss(error) ? null : false),
        )
      })
    } catch {
      return null
    }
  }

  #load(tenant: string): Promise<void> {
    if (!this.#batch) {
      const tenants = new Set<string>()
      const loaded = setImmediate().then(() => {
        this.#batch = null
        return this.#loadAll(tenants)
      })
      this.#batch = { tenants, loaded }
    }
    this.#batch.tenants.add(tenant)
    return this.#batch.loaded
  }

  async #loadAll(tenants: ReadonlySet<string>): Promise<void> {
    const readAt = performance.now()
    const rows = await this.#read({ sql: groupsOfText, params: [`{${[...tenants].filter(isNumber).join(',')}}`] })
    void this.#loadNames(rows.map(([, shard]) => String(shard))).catch(() => {})
    for (const [tenant, shard, group, host, port, current] of rows) {
      this.#known.set(String(tenant), {
        shard: String(shard),
        group: Number(group),
        address: { host: String(host), port: Number(port) },
        refused: current !== 1,
        readAt,
        refreshAt: readAt + freshMs,
      })
    }
  }

  /** Reads of tenants whose shards have no names yet go through the coordinator. */
  async #loadNames(shards: readonly string[]): Promise<void> {
    const now = performance.now()
    const missing = [...new Set(shards)].filter(shard => now > (this.#names.get(shard)?.until ?? 0))
    if (missing.length === 0) return
    const known = (shard: string) => this.#names.get(shard)?.names ?? null
    for (const shard of missing) this.#names.set(shard, { names: known(shard), until: now + probeMs })
    const rows = await this.#probe(async client => {
      // It would ask a function of each row of the catalog.
      await client.query('set local citus.override_table_visibility = off')
      return (await client.query<{ of: string | null; table: string; name: string | null }>(namesText, [missing])).rows
    })
    for (const shard of missing) {
      const own = rows.filter(({ of }) => of === null || of === shard)
      this.#names.set(shard, { names: new Map(own.map(({ table, name }) => [table, name])), until: now + namesMs })
    }
  }

  /** Runs on a connection of its own: those of the lanes may hang. */
  async #probe<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client(this.#probing)
    client.on('error', () => {})
    try {
      await client.connect()
      // In a transaction, since behind a pooler each may run in another session.
      await client.query(`begin; set local citus.node_connection_timeout = ${nodeOpenMs}`)
      return await work(client)
    } finally {
      void client.end().catch(() => {})
    }
  }
}

const isNumber = (tenant: string): boolean => /^\d{1,15}$/.test(tenant)

const groupsOfText = `select t.db::text, p.shardid::text, p.groupid, n.nodename, n.nodeport,
  n.isactive and n.hasmetadata and n.metadatasynced from unnest($1::bigint[]) as t(db)
  join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column(${distributedTable}::regclass, t.db)
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`

/** The name of each table's shard beside each of some shards; of tables that each node has, or the coordinator alone, once for all. */
const namesText = `select a.shardid::text as of, c.relname::text as table, shard_name(s.logicalrelid, s.shardid) as name
  from pg_dist_shard a join pg_dist_partition p on p.logicalrelid = a.logicalrelid
  join pg_dist_partition o on o.colocationid = p.colocationid and o.partmethod = 'h'
  join pg_dist_shard s on s.logicalrelid = o.logicalrelid and s.shardminvalue = a.shardminvalue
  join pg_class c on c.oid = o.logicalrelid where a.shardid = any($1::bigint[])
  union all select null, c.relname::text, shard_name(s.logicalrelid, s.shardid) from pg_class c
  left join pg_dist_partition p on p.logicalrelid = c.oid and p.partmethod = 'n' and p.repmodel = 't'
  left join pg_dist_shard s on s.logicalrelid = p.logicalrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
    and not exists (select 1 from pg_dist_partition h where h.logicalrelid = c.oid and h.partmethod = 'h')`

const ofPrimaries = `from pg_dist_node where noderole = 'primary' and isactive and groupid`

const groupsText = `select groupid as "group" ${ofPrimaries} > 0`

const answersText = `select bool_and(citus_check_connection_to_node(nodename, nodeport)) as answers ${ofPrimaries} = $1`

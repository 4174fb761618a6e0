// Finds the node of each tenant, caches it, and probes nodes from the coordinator.
import { setImmediate } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { BoundedMap } from '../../../base/caches/bounded-map.ts'
import type { MaybePromise } from '../../../base/scheduling/maybe-promise.ts'
import { isConnectionLoss } from '../driver/failures.ts'
import { type NodeGroups, ownGroup, type ReadCoordinator } from '../engine.ts'
import { distributedTable } from './schema.ts'

/** The most tenants whose group is cached. */
const mostTenants = 10_000
/** A cached group that is older is read again while it still serves. */
const freshMs = 5_000
/** How long the coordinator may take to open a connection to a node that it probes. */
export const nodeOpenMs = 3_000
/** How long it may take to report the outcome. */
const probeMs = 5_000

interface KnownGroup {
  readonly group: number
  refreshAt: number
}

/**
 * The coordinator sends each statement to the right node whatever is cached here, so a tenant that has just moved is served all
 * the same. Until the next refresh it merely shares the lane of its former node.
 */
export class CitusNodeGroups implements NodeGroups {
  readonly #connection: ClientConfig
  readonly #read: ReadCoordinator
  readonly #known = new BoundedMap<KnownGroup>(mostTenants)
  /** The tenants whose groups are read at the end of this turn of the event loop. */
  #batch: { readonly tenants: Set<string>; readonly loaded: Promise<void> } | null = null

  constructor(connection: ClientConfig, read: ReadCoordinator) {
    this.#connection = { ...connection, connectionTimeoutMillis: probeMs, query_timeout: probeMs }
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
    const rows = await this.#read({ sql: groupsOfText, params: [`{${[...tenants].filter(isNumber).join(',')}}`] })
    const refreshAt = performance.now() + freshMs
    for (const [tenant, group] of rows) this.#known.set(String(tenant), { group: Number(group), refreshAt })
  }

  /** Runs on a connection of its own: those of the lanes may hang. */
  async #probe<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client(this.#connection)
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

const groupsOfText = `select t.db::text, p.groupid from unnest($1::bigint[]) as t(db)
  join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column(${distributedTable}::regclass, t.db)`

const ofPrimaries = `from pg_dist_node where noderole = 'primary' and isactive and groupid`

const groupsText = `select groupid as "group" ${ofPrimaries} > 0`

const answersText = `select bool_and(citus_check_connection_to_node(nodename, nodeport)) as answers ${ofPrimaries} = $1`

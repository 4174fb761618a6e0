// Connects to the node of a group itself, once it is certain that its address leads this server to the same node as the coordinator.
import { Client, type ClientConfig } from 'pg'
import type { NodeAddress } from '../engine.ts'

const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[?::1\]?)$/i.test(host)

/** The configuration of a connection to a node, with the user, password and TLS of the store; null when there can be none. */
export function configAt(connection: ClientConfig, { host, port }: NodeAddress): ClientConfig | null {
  const url = URL.parse(connection.connectionString ?? '')
  if (!url) return null
  // To another machine the coordinator's own host is not this one.
  if (isLoopback(host) && !isLoopback(url.hostname)) return null
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return { ...connection, connectionString: url.href }
}

/** Identifies the run of a server: a name may lead the coordinator to another machine than this server. */
const runText = `select concat_ws(' ', s.system_identifier, extract(epoch from pg_postmaster_start_time()), current_database()) as run
  from pg_control_system() s`

/** The run of the node that the coordinator has at an address. */
export async function runOf(coordinator: Client, { host, port }: NodeAddress): Promise<string | null> {
  const text = `select result from master_run_on_worker(array[$1::text], array[$2::int], array[$node$${runText}$node$], false)`
  const { rows } = await coordinator.query<{ result: string }>(text, [host, port])
  return rows[0]?.result ?? null
}

/** The run of the server at the end of a connection; null when there is none. */
export async function runAt(config: ClientConfig, limitMs: number): Promise<string | null> {
  const client = new Client({ ...config, connectionTimeoutMillis: limitMs, query_timeout: limitMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ run: string }>(runText)
    return rows[0]?.run ?? null
  } catch {
    return null
  } finally {
    void client.end().catch(() => {})
  }
}

/** The configuration of a connection that leads to the node which has this run; null when there is none. */
export async function reachNode(
  connection: ClientConfig,
  address: NodeAddress,
  limitMs: number,
  run: Promise<string | null>,
): Promise<ClientConfig | null> {
  const config = configAt(connection, address)
  const [here, there] = await Promise.all([config && runAt(config, limitMs), run.catch(() => null)])
  return here !== null && here === there ? config : null
}

// Starts a throw-away Citus cluster, a coordinator and two workers; plain JavaScript, since an old Node may run it.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, throwAway } from './start-postgres.mjs'

const missing = `Citus is not installed. The tests need a PostgreSQL with the extension: either its pg_config is in PATH, or
CLIENTELE_CITUS_BIN names the folder of its programs (docs/how-to/scale-out.md says how to build it).`

const workers = 2

const settings = [
  ...throwAway.filter(setting => !/^(max_connections|synchronous_commit)/.test(setting)),
  'max_connections=600',
  // A worker that is killed has what it has acknowledged: what the machine itself has is not lost with a program.
  'synchronous_commit=on',
  'shared_preload_libraries=citus',
  'citus.node_conninfo=sslmode=prefer',
  // A move copies shards by logical replication.
  'wal_level=logical',
  // Each database has a maintenance process of Citus.
  'max_worker_processes=200',
  // Each test file makes databases of its own, and the time that takes grows with the shards.
  'citus.shard_count=4',
  'citus.max_cached_conns_per_worker=2',
]
/** A statement that leaves its shard fails, unless it says that it is about all tenants. */
const strict = 'citus.multi_task_query_log_level=error'

/** The folder of PostgreSQL's programs, when that PostgreSQL has Citus. */
function citusPrograms() {
  const given = process.env.CLIENTELE_CITUS_BIN
  const config = given ? join(given, 'pg_config') : 'pg_config'
  const ask = flag => spawnSync(config, [flag], { encoding: 'utf8' }).stdout?.trim() ?? ''
  const [bin, share] = [given || ask('--bindir'), ask('--sharedir')]
  return share !== '' && existsSync(join(share, 'extension', 'citus.control')) ? bin : null
}

/** Newer servers name the libraries by which shards may be split and moved. */
function outputPlugins(bin) {
  const known = spawnSync(join(bin, 'postgres'), ['--describe-config'], { encoding: 'utf8' }).stdout ?? ''
  return known.includes('output_plugin_libraries') ? ['output_plugin_libraries=pgoutput,citus'] : []
}

/** Why there is no cluster to be had here; null when there is one. */
export const citusMissing = () => (citusPrograms() === null ? missing : null)

/**
 * @returns {Promise<{ url: string, bin: string, workers: { url: string, kill(): Promise<void>, start(): Promise<void>, hang(): void, goOn(): void }[], stop: () => Promise<void> }>}
 */
export async function startCitus() {
  const bin = citusPrograms()
  if (bin === null) throw new Error(missing)
  const folder = mkdtempSync(join(tmpdir(), 'clientele-citus-'))
  // The servers run as another user, who enters their folders.
  chmodSync(folder, 0o755)
  const password = randomBytes(12).toString('hex')
  const all = [...settings, ...outputPlugins(bin)]
  const begin = (name, more = [], port = undefined) =>
    startPostgres({ folder: join(folder, name), settings: [...all, ...more], bin, password, port })
  const coordinator = await begin('coordinator', [strict])
  const started = []
  for (let i = 0; i < workers; i++) started.push(await worker(port => begin(`worker-${i}`, [], port)))
  return {
    url: coordinator.url,
    bin,
    workers: started,
    stop: async () => {
      await Promise.all([coordinator, ...started].map(server => server.stop()))
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}

/** A worker that can be killed and started again at its address, and stopped for a while. */
async function worker(begin) {
  let server = await begin()
  const port = Number(new URL(server.url).port)
  return {
    url: server.url,
    kill: () => server.kill(),
    hang: () => server.hang(),
    goOn: () => server.goOn(),
    start: async () => {
      server = await begin(port)
    },
    stop: () => server.stop(),
  }
}

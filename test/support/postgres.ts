// Finds or starts the PostgreSQL server of the test run, and creates databases on it.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

let server: Promise<string> | undefined

/** The URL of the server's maintenance database: the runner's server, or one that lives as long as this process. */
function postgresServer(): Promise<string> {
  server ??= find()
  return server
}

async function find(): Promise<string> {
  const given = process.env.CLIENTELE_TEST_POSTGRES
  if (given) return given
  const { startPostgres } = await import('./start-postgres.mjs')
  return (await startPostgres()).url
}

/** The workers of the cluster, when the server is the coordinator of one (`npm run citus`). */
export const citusWorkers: readonly string[] = JSON.parse(process.env.CLIENTELE_TEST_CITUS ?? '[]')

/** Creates a database, empty or a copy of another one, and gives its URL. It goes with the server. */
export async function freshDatabase(template = 'template0'): Promise<string> {
  const url = new URL(await postgresServer())
  const name = `test_${randomBytes(8).toString('hex')}`
  await everywhere(client =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' LOCALE 'C' STRATEGY FILE_COPY`),
  )
  url.pathname = `/${name}`
  if (citusWorkers.length > 0 && template === 'template0') await joinNodes(url)
  return url.href
}

/** Makes the databases of one name on all servers one of Citus. */
async function joinNodes(coordinator: URL): Promise<void> {
  const workers = citusWorkers.map(url => Object.assign(new URL(url), { pathname: coordinator.pathname }))
  const extend = (client: Client) => client.query('CREATE EXTENSION citus')
  await Promise.all([coordinator, ...workers].map(url => onServer(url.href, extend)))
  await onServer(coordinator.href, async client => {
    await client.query(`SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
    for (const { port } of workers) await client.query(`SELECT citus_add_node('127.0.0.1', ${port})`)
  })
}

export async function dropDatabase(url: string): Promise<void> {
  await everywhere(client => client.query(`DROP DATABASE IF EXISTS ${databaseName(url)} WITH (FORCE)`))
}

/** Has the server end all connections to this database, and to no other: the files of a run share the server. */
export async function endConnections(url: string): Promise<void> {
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName(url)}'`)
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Makes the database that others are copied from, unless the server has it. Other processes wait for the first one. */
export async function makeTemplate(name: string, fill: (url: string) => Promise<void>): Promise<void> {
  await onServer(await postgresServer(), async client => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rows.length > 0) return
    const url = await freshDatabase()
    await fill(url)
    const made = databaseName(url)
    // Autovacuum, or the maintenance of Citus, would hold a connection, and a database with connections cannot be copied.
    await everywhere(async server => {
      await server.query(`ALTER DATABASE ${made} ALLOW_CONNECTIONS false`)
      await server.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [made])
      await server.query(`ALTER DATABASE ${made} RENAME TO ${name}`)
    })
  })
}

/** Runs a statement on the server's maintenance database. */
export async function administer(sql: string): Promise<void> {
  await onServer(await postgresServer(), client => client.query(sql))
}

/** Works on the maintenance database of the server, and of the workers. */
async function everywhere(work: (client: Client) => Promise<unknown>): Promise<void> {
  const servers = [await postgresServer(), ...citusWorkers]
  await Promise.all(servers.map(url => onServer(url, work)))
}

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

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

/** Creates a database, empty or a copy of another one, and gives its URL. It goes with the server. */
export async function freshDatabase(template = 'template0'): Promise<string> {
  const url = new URL(await postgresServer())
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' LOCALE 'C'`)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(url: string): Promise<void> {
  await administer(`DROP DATABASE IF EXISTS ${databaseName(url)} WITH (FORCE)`)
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
  await onServer(async client => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rows.length > 0) return
    const url = await freshDatabase()
    await fill(url)
    // Autovacuum would hold a connection, and a database with connections cannot be copied.
    await client.query(`ALTER DATABASE ${databaseName(url)} ALLOW_CONNECTIONS false`)
    await client.query(`ALTER DATABASE ${databaseName(url)} RENAME TO ${name}`)
  })
}

/** Runs a statement on the server's maintenance database. */
export async function administer(sql: string): Promise<void> {
  await onServer(client => client.query(sql))
}

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: await postgresServer() })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

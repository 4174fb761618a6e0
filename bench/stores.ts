// Creates seeded stores with the product's commands and keeps them for the next run.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { tables } from '../src/app.ts'
import { digestOf } from '../src/base/secrets/digest.ts'
import { release } from '../src/storage/schema/migrations.ts'
import { startPostgres } from '../test/support/start-postgres.mjs'
import { command } from './children.ts'
import { type BenchTenant, fillTenants } from './many-tenants.ts'
import type { BenchOptions } from './options.ts'

export type Engine = 'sqlite' | 'postgres'

export interface BenchStore {
  readonly engine: Engine
  readonly entries: number
  readonly url: string
  /** Personal access tokens: of an ordinary user, to whom access rules apply, and of an administrator. */
  readonly token: string
  readonly adminToken: string
  readonly clientId: string
  readonly clientSecret: string
}

type Secrets = Pick<BenchStore, 'token' | 'adminToken' | 'clientId' | 'clientSecret'>

export const redirectUri = 'https://bench.example/callback'

/** A store is reused only if release and tables are unchanged. */
const fingerprint = digestOf(JSON.stringify([release.number, tables]))
  .slice(0, 8)
  .replaceAll(/[-_]/g, 'x')
  .toLowerCase()

export class Stores {
  readonly #options: Pick<BenchOptions, 'data' | 'postgresServer'>
  readonly #say: (line: string) => void
  readonly #copies: string[] = []
  #postgresPid: number | null = null
  #postgres: Promise<{ url: string; stop: () => Promise<void> }> | undefined

  constructor(options: Pick<BenchOptions, 'data' | 'postgresServer'>, say: (line: string) => void) {
    this.#options = options
    this.#say = say
    mkdirSync(options.data, { recursive: true })
  }

  /** A store of this size that is only read. */
  async get(engine: Engine, entries: number): Promise<BenchStore> {
    const name = `${engine}_${entries}_${fingerprint}`
    const { data, postgresServer } = this.#options
    const server = engine === 'postgres' && postgresServer ? `_${digestOf(postgresServer).slice(0, 8)}` : ''
    const notes = join(data, `${name}${server}.json`)
    const url = engine === 'sqlite' ? `sqlite:${this.#file(name)}` : await this.#postgresUrl(name)
    if (!existsSync(notes)) {
      this.#say(`seeding ${entries.toLocaleString('en')} entries on ${engine} (kept for the next run) ...`)
      if (engine === 'postgres') await this.#createDatabase(name)
      else for (const end of ['', '-wal', '-shm']) rmSync(this.#file(name) + end, { force: true })
      const started = performance.now()
      writeFileSync(notes, JSON.stringify(seed(url, entries)))
      this.#say(`  ... took ${((performance.now() - started) / 1000).toFixed(0)} s`)
    }
    const secrets = JSON.parse(readFileSync(notes, 'utf8')) as Secrets
    return { engine, entries, url, ...secrets }
  }

  /** The process of the PostgreSQL server; null before it runs, and for a server that the bench has not started. */
  get postgresPid(): number | null {
    return this.#postgresPid
  }

  /** A store of many small tenants that is only read. */
  async tenants(engine: Engine, count: number, entries: number): Promise<{ url: string; tenants: BenchTenant[] }> {
    const name = `${engine}_${count}x${entries}_${fingerprint}`
    const notes = join(this.#options.data, `${name}.json`)
    const url = engine === 'sqlite' ? `sqlite:${this.#file(name)}` : await this.#postgresUrl(name)
    if (!existsSync(notes)) {
      this.#say(`seeding ${count.toLocaleString('en')} tenants on ${engine} (kept for the next run) ...`)
      if (engine === 'postgres') await this.#createDatabase(name)
      else for (const end of ['', '-wal', '-shm']) rmSync(this.#file(name) + end, { force: true })
      command(url, ['migrate'])
      writeFileSync(notes, JSON.stringify(await fillTenants(url, count, entries)))
    }
    return { url, tenants: JSON.parse(readFileSync(notes, 'utf8')) as BenchTenant[] }
  }

  /** A copy of the store that may be written to; it is dropped at the end. */
  async copy(store: BenchStore): Promise<BenchStore> {
    const [from, to] = [`${store.engine}_${store.entries}_${fingerprint}`, `copy_${process.pid}_${this.#copies.length}`]
    this.#copies.push(to)
    if (store.engine === 'sqlite') {
      copyFileSync(this.#file(from), this.#file(to))
      return { ...store, url: `sqlite:${this.#file(to)}` }
    }
    await this.#createDatabase(to, from)
    return { ...store, url: await this.#postgresUrl(to) }
  }

  async close(): Promise<void> {
    for (const name of this.#copies)
      for (const end of ['', '-wal', '-shm']) rmSync(this.#file(name) + end, { force: true })
    if (!this.#postgres) return
    for (const name of this.#copies) await this.#command(`drop database if exists "${name}" with (force)`)
    await (await this.#postgres).stop()
  }

  #file(name: string): string {
    return join(this.#options.data, `${name}.db`)
  }

  async #postgresUrl(name: string): Promise<string> {
    const { data, postgresServer } = this.#options
    this.#postgres ??= postgresServer
      ? Promise.resolve({ url: postgresServer, stop: async () => {} })
      : startPostgres({ folder: join(data, 'postgres'), settings: durable })
    const url = new URL((await this.#postgres).url)
    if (!postgresServer) {
      const [pid] = readFileSync(join(data, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')
      this.#postgresPid = Number(pid)
    }
    url.pathname = `/${name}`
    return url.href
  }

  async #createDatabase(name: string, template = 'template0'): Promise<void> {
    await this.#command(`drop database if exists "${name}" with (force)`)
    // PostgreSQL may still list a connection of a server that has just ended, and a template must have none.
    await this.#command(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`)
    await this.#command(`create database "${name}" template "${template}"`)
  }

  async #command(sql: string): Promise<void> {
    const client = new pg.Client(await this.#postgresUrl('postgres'))
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
}

/** PostgreSQL settings of a production server: enough memory, durable commits. */
const durable = [
  'shared_buffers=512MB',
  'max_wal_size=4GB',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'random_page_cost=1.1',
]

export function seed(url: string, entries: number): Secrets {
  const password = 'a password for the bench'
  const inDatabase = ['--database', 'bench']
  command(url, ['database', 'create', 'bench'])
  for (const [uid, ...flags] of [['ADA', '--admin'], ['JOE']] as const) {
    const email = `${uid?.toLowerCase()}@bench.example`
    const who = ['--uid', uid as string, '--email', email, '--name', `${uid} Bench`]
    command(url, ['user', 'create', ...inDatabase, ...who, ...flags, '--password-stdin'], password)
  }
  const token = (uid: string) =>
    command(url, ['token', 'create', ...inDatabase, '--user', uid, '--name', 'bench']).token as string
  const app = command(url, ['app', 'create', '--name', 'Bench', '--redirect-uri', redirectUri])
  command(url, ['seed', ...inDatabase, '--entries', String(entries)])
  return {
    token: token('JOE'),
    adminToken: token('ADA'),
    clientId: app.client_id as string,
    clientSecret: app.client_secret as string,
  }
}

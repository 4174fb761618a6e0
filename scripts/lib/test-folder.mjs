// Makes the folder for everything that the tests write: in memory if possible, since SQLite waits for the disk on each commit, and
// PostgreSQL makes a thousand files for each database. Programs go elsewhere, since those in memory may not be executable.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** So much must be free, since the programs of the tests need memory too. */
const enough = 4 * 1024 ** 3

export function makeTestFolder() {
  const path = mkdtempSync(join(process.env.TMPDIR || !hasMemory() ? tmpdir() : memory, 'clientele-test-'))
  // PostgreSQL runs as another user when this one is root, and has folders here when a test starts a cluster.
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }) }
}

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enough
  } catch {
    return false
  }
}

// Makes the folder for everything that the tests write: in memory if possible, since SQLite waits for the disk on each commit.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** A run needs less than 1 GiB; the rest is for the programs, whose memory it is too. */
const enough = 4 * 1024 ** 3

export function makeTestFolder() {
  const path = mkdtempSync(join(process.env.TMPDIR || !hasMemory() ? tmpdir() : memory, 'clientele-test-'))
  // PostgreSQL runs as another user when root runs the tests.
  chmodSync(path, 0o755)
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

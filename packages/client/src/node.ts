// Keeps a token pair in a file that several processes share.
import { open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { sleep } from './retry.ts'
import type { TokenPair, TokenStore } from './tokens.ts'

/** Nobody holds the lock longer than it takes to read and rename a small file. */
const staleLockMs = 10_000
const lockDeadlineMs = 20_000

/**
 * A file has no compare-and-swap of its own, so a lock file is held over read, compare and rename, never over a request.
 * Only the owner may read the file.
 */
export function fileStore(path: string): TokenStore {
  const read = async (): Promise<TokenPair | null> => {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as TokenPair
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  return {
    read,
    replace: (refreshToken, next) =>
      locked(`${path}.lock`, async () => {
        if (((await read())?.refreshToken ?? null) !== refreshToken) return false
        const fresh = `${path}.${process.pid}.new`
        await writeFile(fresh, JSON.stringify(next), { mode: 0o600 })
        await rename(fresh, path)
        return true
      }),
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'

async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + lockDeadlineMs
  for (;;) {
    try {
      await (await open(path, 'wx', 0o600)).close()
      break
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST' || Date.now() > end) throw error
      await removeStale(path)
      await sleep(5 + Math.random() * 20)
    }
  }
  try {
    return await work()
  } finally {
    await unlink(path).catch(() => {})
  }
}

/** A process that died while it held the lock left the file behind. */
async function removeStale(path: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > staleLockMs) await unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

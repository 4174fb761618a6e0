// Keeps a token pair in a file that several processes share.
import { readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { sleep } from './retry.ts'
import type { TokenPair, TokenStore } from './tokens.ts'

/** A lock is held only to read and rename a small file, so an older one was left by a process that died. */
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
  /** Null when the lock was lost before the pair could be put in place. */
  const swap = (refreshToken: string | null, next: TokenPair): Promise<boolean | null> =>
    locked(`${path}.lock`, async isHeld => {
      if (((await read())?.refreshToken ?? null) !== refreshToken) return false
      const fresh = `${path}.${process.pid}.new`
      await writeFile(fresh, JSON.stringify(next), { mode: 0o600 })
      // A process that was stopped in the middle must not put its pair over a newer one.
      if (!(await isHeld())) return null
      await rename(fresh, path)
      return true
    })
  return {
    read,
    async replace(refreshToken, next) {
      for (;;) {
        const swapped = await swap(refreshToken, next)
        if (swapped !== null) return swapped
      }
    },
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT'

/** `work` can ask whether the lock is still its own: others remove a lock that is held too long. */
async function locked<T>(path: string, work: (isHeld: () => Promise<boolean>) => Promise<T>): Promise<T> {
  const holder = crypto.randomUUID()
  const isHeld = async () => (await readFile(path, 'utf8').catch(() => null)) === holder
  const end = Date.now() + lockDeadlineMs
  for (;;) {
    try {
      await writeFile(path, holder, { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST' || Date.now() > end) throw error
      await removeStale(path)
      await sleep(5 + Math.random() * 20)
    }
  }
  try {
    return await work(isHeld)
  } finally {
    if (await isHeld()) await unlink(path).catch(() => {})
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

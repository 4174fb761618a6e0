// Removes old mails from the outbox folder, since they hold sign-in codes and the addresses of people.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, systemClock } from '../base/clock.ts'
import type { Job } from '../base/scheduling/jobs.ts'

/** The names that the outbox gives, of complete mails and of those that a crash has left behind; other files stay. */
const ownName = /^\.?\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{12}(\.eml)?$/

/** Returns the number of mails removed. */
export async function cleanUpOutbox(folder: string, days: number, clock: Clock): Promise<number> {
  const before = clock.now() - days * 86_400_000
  let removed = 0
  for (const name of await namesIn(folder)) {
    if (!ownName.test(name)) continue
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs >= before) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

/** Before the first mail there is no folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** `address` is the value of the setting `mail`. The age of a file is one of real time. */
export const outboxJobs = (address: string, days: number): readonly Job[] =>
  address.startsWith('file:')
    ? [
        {
          name: 'cleaning up the outbox',
          everySeconds: 3600,
          firstAfterSeconds: 60,
          run: () => cleanUpOutbox(address.slice('file:'.length), days, systemClock),
        },
      ]
    : []

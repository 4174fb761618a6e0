// Rebuilds the word index in the background after an upgrade that changed the words of records.
import type { Log } from '../base/log/log.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import { recordWordsVersion, storedWordsVersion } from '../storage/nodes/installation.ts'
import { hasOlderNodes } from '../storage/nodes/node-presence.ts'
import type { Store } from '../storage/store.ts'
import { allDatabases, reindex } from './reindex.ts'
import { wordsVersion } from './search-words.ts'

const everySeconds = 5
/** A fifth of the time: requests go first. */
const busyMs = 1_000
const pieceRows = 50

/**
 * Rebuilds once no server of an earlier release is left that could still write its words. Every node runs the job; the positions
 * in the store let nodes share the work and let a restarted node go on.
 */
export function wordsUpgradeJob(store: Store, log: Pick<Log, 'info'>): Job {
  let isDone = false
  let isBegun = false
  const run = async () => {
    if (isDone) return
    const stored = await storedWordsVersion(store)
    if (stored === null) return
    if (stored >= wordsVersion && !isBegun) {
      isDone = true
      return
    }
    if (await hasOlderNodes(store, wordsVersion)) {
      isBegun = false
      return
    }
    if (!isBegun) log.info('rebuilding the word index after an upgrade')
    const end = performance.now() + busyMs
    const options = { restart: !isBegun, pieceRows, ends: () => performance.now() > end }
    isBegun = true
    const { finished } = await reindex(store, await allDatabases(store), options)
    if (!finished) return
    await recordWordsVersion(store, wordsVersion)
    isDone = true
    log.info('rebuilt the word index after an upgrade')
  }
  return { name: 'rebuilding the word index after an upgrade', everySeconds, run }
}

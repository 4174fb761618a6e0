// Implements the checks of `clientele doctor` on how PostgreSQL is reached: notifications, and the replica for scans.

import { setTimeout } from 'node:timers/promises'
import { withoutPassword } from '../../config/mask.ts'
import type { Settings } from '../../config/settings.ts'
import { type Finding, fail, ok, reasonOf, warn } from '../../model/store-check/finding.ts'
import { topics } from '../../storage/nodes/topics.ts'
import { withRawStore } from '../with-store.ts'
import { type Check, storePath } from './doctor-finding.ts'

export const behindPooler =
  'The address is that of a pooler: set --store-pooler transaction, and --listen-store to the address of the PostgreSQL server itself.'

/** How long a publication may take to arrive. */
const hearMs = 3_000

export const notifications: Check = async ({ settings }) => {
  if (storePath(settings) !== null) return [ok('one machine serves the store')]
  try {
    return [(await isHeard(settings)) ? ok('other nodes receive notifications of changes') : deaf(settings)]
  } catch {
    return [fail('cannot be checked without the store', 'Repair the store first.')]
  }
}

export const scanStore: Check = async ({ settings }) => {
  if (settings.scanStore === null) return [ok('none: scans run on the store')]
  const shown = withoutPassword(settings.scanStore)
  try {
    const replica = { ...settings, store: settings.scanStore, storePooler: 'none', listenStore: null } as const
    const [row] = await withRawStore(replica, async store =>
      store.read({ sql: 'select pg_is_in_recovery()::int4', params: [] }),
    )
    if (row?.[0] === 1) return [ok(`${shown} is a replica, read while it is at most ${settings.scanLag} s behind`)]
    return [fail(`${shown} is no streaming replica`, 'It is not read: set --scan-store to a standby of the store.')]
  } catch (error) {
    return [warn(`${shown}: ${reasonOf(error)}`, 'Until it answers, scans run on the store.')]
  }
}

const deaf = ({ storePooler }: Settings): Finding =>
  fail(
    'other nodes receive no notifications of changes: LISTEN leads to a pooler',
    storePooler === 'none' ? behindPooler : 'Set --listen-store to the address of the PostgreSQL server itself.',
  )

/** Whether a publication of one connection to the store reaches another one. */
function isHeard(settings: Settings): Promise<boolean> {
  return withRawStore(settings, listener =>
    withRawStore(settings, async speaker => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      let listening = false
      const unsubscribe = listener.subscribe(
        topics.doctor,
        () => resolve(true),
        () => {
          listening = true
        },
      )
      const end = performance.now() + hearMs
      while (!listening && performance.now() < end) await setTimeout(20)
      await speaker.write(async tx => tx.publish(topics.doctor, ''))
      const heard = await Promise.race([promise, setTimeout(hearMs, false)])
      unsubscribe()
      return heard
    }),
  )
}

// Verifies a backup and replaces a SQLite store that is not in use.
import { resolve } from 'node:path'
import { systemClock } from '../../base/clock.ts'
import { unlessUnavailable } from '../../base/errors.ts'
import type { Settings } from '../../config/settings.ts'
import { parseStoreUrl } from '../../storage/open.ts'
import { isInUse, replaceStore, whyNotRestorable } from '../../storage/sqlite/restore.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { withRawStore } from '../with-store.ts'
import { citusRestoreCommand, restoreCommand } from './postgres-commands.ts'

/** A server that cannot be reached is taken for plain PostgreSQL. */
const isDistributed = async (settings: Settings): Promise<boolean> =>
  (await unlessUnavailable(withRawStore(settings, async ({ placement }) => placement.distributed))) ?? false

export const restore: Action = async ({ output, loaded, args }) => {
  const file = resolve(args[0] as string)
  const address = parseStoreUrl(loaded.values.store)
  if (address.engine === 'postgres') {
    const distributed = await isDistributed(loaded.values)
    const command = (distributed ? citusRestoreCommand : restoreCommand)(address.url, file)
    output.object({ restored: false, command })
    output.note(
      `Nothing was restored: PostgreSQL restores its own backups. Stop the servers, then run:\n\n  ${command}\n`,
    )
    if (distributed) output.note('Then run "clientele migrate", which distributes the restored tables to the nodes.\n')
    return 3
  }
  const reason = await whyNotRestorable(file)
  if (reason !== null) throw new CommandError(`${reason} Nothing was changed.`)
  if (isInUse(address.path)) {
    throw new CommandError(`The store ${address.path} is in use. Stop the server, then restore. Nothing was changed.`)
  }
  const time = new Date(systemClock.now()).toISOString().replace(/\D/g, '').slice(0, 14)
  const aside = replaceStore(address.path, file, time)
  output.object({ restored: true, store: address.path, previous: aside })
  output.line(`Restored ${address.path} from ${file}.`)
  if (aside !== null) output.line(`The store that was there is kept as ${aside}.`)
  return 0
}

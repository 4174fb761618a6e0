// Verifies a backup and replaces a SQLite store that is not in use.
import { resolve } from 'node:path'
import { systemClock } from '../../base/clock.ts'
import { parseStoreUrl } from '../../storage/open.ts'
import { isInUse, replaceStore, whyNotRestorable } from '../../storage/sqlite/restore.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { restoreCommand } from './postgres-commands.ts'

export const restore: Action = async ({ output, loaded, args }) => {
  const file = resolve(args[0] as string)
  const address = parseStoreUrl(loaded.values.store)
  if (address.engine === 'postgres') {
    const command = restoreCommand(address.url, file)
    output.object({ restored: false, command })
    output.note(
      `Nothing was restored: PostgreSQL restores its own backups. Stop the servers, then run:\n\n  ${command}\n`,
    )
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

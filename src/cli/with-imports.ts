// Provides a command with the imports of a database on behalf of one of its users, without a server.
import { type Caller, createCallers } from '../accounts/caller.ts'
import { systemClock } from '../base/clock.ts'
import { silentLog } from '../base/log/log.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import { commonKey } from '../config/installation-key.ts'
import { limitsOf } from '../config/limits.ts'
import { redirectPolicyOf } from '../entities/rules/redirect-uri.ts'
import { createImports, type ImportRoom } from '../import/index.ts'
import { Catalogs } from '../model/catalog.ts'
import type { CommandContext } from './command.ts'
import { noSuchUser } from './records.ts'
import { withDatabase } from './with-store.ts'

interface ImportTools {
  readonly room: ImportRoom
  readonly caller: Caller
}

export const withImports = (context: CommandContext, work: (tools: ImportTools) => Promise<number>): Promise<number> =>
  withDatabase(context, async ({ store, database }) => {
    const settings = context.loaded.values
    const callers = createCallers(store)
    const catalogs = new Catalogs(store)
    const redirects = redirectPolicyOf(settings)
    const shared = { store, traces: [], clock: systemClock, catalogs, limits: limitsOf(settings) }
    const own = { newId: identifierMaker(systemClock), commonKey: commonKey(settings, store), redirects }
    const room = createImports({ operations: { ...shared, ...own }, callers, settings, log: silentLog })
    try {
      const uid = String(context.options.user)
      const person = await callers.find(database.id, uid)
      if (!person) throw noSuchUser(uid, database.name, 'enabled user')
      return await work({ room, caller: { ...person, application: null, chain: null, scope: ['data'] } })
    } finally {
      await room.runner.stop()
      catalogs.close()
      callers.close()
    }
  })

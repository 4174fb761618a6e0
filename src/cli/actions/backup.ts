// Copies a SQLite store in use, or prints the pg_dump command for PostgreSQL.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseStoreUrl } from '../../storage/open.ts'
import { backupSqlite } from '../../storage/sqlite/backup.ts'
import { verifySqlite } from '../../storage/sqlite/integrity.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { dumpCommand } from './postgres-commands.ts'
import { progress } from './progress.ts'

export const backup: Action = async ({ output, loaded, options, args }) => {
  const target = resolve(args[0] as string)
  const address = parseStoreUrl(loaded.values.store)
  if (address.engine === 'postgres') {
    const command = dumpCommand(address.url, target)
    output.object({ written: false, command })
    output.note(`Nothing was written: PostgreSQL makes its own backups. Run:\n\n  ${command}\n`)
    return 3
  }
  if (!existsSync(address.path)) throw new CommandError(`There is no store at ${address.path}.`)
  if (target === address.path) throw new CommandError('The backup cannot have the name of the store itself.')
  if (existsSync(target) && options.force !== true) {
    throw new CommandError(`${target} exists. Choose another name, or replace it with --force.`)
  }
  const bar = progress(output, 'Copying')
  await backupSqlite(address.path, target, bar.update)
  bar.end()
  const findings = await verifySqlite(target)
  if (findings.length > 0) throw new CommandError(`The copy is not sound: ${findings.join('; ')}`)
  const { size } = statSync(target)
  output.object({ written: true, file: target, bytes: size })
  output.line(`Wrote ${target} (${size.toLocaleString('en-US')} bytes) and verified it.`)
  return 0
}

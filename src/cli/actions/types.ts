// Writes the TypeScript types of a database, asked of a server or read from the store, or compares them with a file.
import { existsSync, writeFileSync } from 'node:fs'
import { databaseTypes } from '../../contracts/database-types.ts'
import { typeChanges } from '../../contracts/type-changes.ts'
import { readCatalog } from '../../model/catalog.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError, usageError } from '../failure.ts'
import { messageIn, readText, serverUrl, tokenOf, unreachable } from '../remote-server.ts'
import { onlyDatabase, withStore } from '../with-store.ts'

const answerMs = 30_000

export const types: Action = async context => {
  const { options, output } = context
  const file = options.out === undefined ? null : String(options.out)
  if (options.check && file === null) throw usageError('--check compares with a file; name it with --out.')
  const text = options.url === undefined ? await fromStore(context) : await fromServer(context)
  if (options.check) return compare(context, String(file), text)
  if (file === null) {
    output.object({ types: text })
    output.line(text.trimEnd())
    return 0
  }
  write(file, text)
  output.object({ file })
  output.line(`Wrote ${file}.`)
  return 0
}

const fromStore = (context: CommandContext): Promise<string> => {
  if (context.options.tokenFile !== undefined) throw usageError('--token-file belongs to --url, which is missing.')
  return withStore(context, async store => {
    const { id, name } = await onlyDatabase(store, context.options.database)
    return databaseTypes(await readCatalog(store, store.dialect, id), name)
  })
}

async function fromServer({ options }: CommandContext): Promise<string> {
  if (options.database !== undefined) throw usageError('--database belongs to a store; with --url the token decides.')
  const address = typesAddress(String(options.url))
  const headers = { authorization: `Bearer ${tokenOf(options.tokenFile, '--url')}` }
  let response: Response
  let text: string
  try {
    response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(answerMs) })
    text = await response.text()
  } catch (error) {
    throw new CommandError(unreachable(address, error))
  }
  if (response.ok && text.includes('export interface CrmModel ')) return text
  if (response.status === 401) throw new CommandError('The server does not accept the token.')
  if (response.status === 404) throw new CommandError(`There is no Clientele that has types at ${address}.`)
  throw new CommandError(`${address} answered HTTP ${response.status}${messageIn(text)}.`)
}

/** Below the address of the data API, which is at `/api` where the URL is an origin alone; as in the client. */
function typesAddress(url: string): string {
  const { origin, pathname } = serverUrl('--url', url)
  return `${origin}${pathname === '/' ? '/api' : pathname.replace(/\/$/, '')}/types.ts`
}

function compare({ output }: CommandContext, file: string, text: string): number {
  const kept = existsSync(file) ? readText('--out', file) : null
  const current = kept === text
  const changes = kept === null || current ? [] : typeChanges(kept, text)
  output.object({ file, current, changes })
  if (current) {
    output.line(`${file} is current.`)
    return 0
  }
  output.line(kept === null ? `${file} does not exist.` : `${file} is out of date:`)
  for (const change of changes) output.line(`  ${change}`)
  if (kept !== null && changes.length === 0)
    output.line('  no field or option has changed, but the text of the file has')
  output.line('Run the command again without --check to renew it.')
  return 1
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CommandError(`--out: ${file} cannot be written (${(error as Error).message}).`)
  }
}

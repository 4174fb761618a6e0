// Imports a file: shows its plan, writes it after a confirmation, and goes on with an import that was interrupted.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Refusal } from '../../base/errors.ts'
import { isEmpty } from '../../base/text/json.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError, refusalError } from '../failure.ts'
import { askLine } from '../read-secret.ts'
import { withImports } from '../with-imports.ts'
import { progress } from './progress.ts'

const formats: Readonly<Record<string, string>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.vcf': 'vcard',
  '.xlsx': 'xlsx',
}

type Tools = Parameters<Parameters<typeof withImports>[1]>[0]

interface ImportView {
  readonly id: string
  readonly status: string
  readonly rows: number
  readonly counts: Readonly<Record<string, number>>
  readonly planCounts: Readonly<Record<string, number>>
  readonly columns: readonly { readonly name: string; readonly suggestion: string | null }[]
  readonly problems: readonly { readonly Message: string }[]
}

const waitMs = 500
const labels: Readonly<Record<string, string>> = { planning: 'Planning', committing: 'Writing', undoing: 'Undoing' }

export const importFile: Action = context => {
  const file = context.args[0] as string
  return withImports(context, async tools => {
    try {
      return await run(file, tools, context)
    } catch (error) {
      throw error instanceof Refusal ? refusalError(error, message => message) : error
    }
  })
}

async function run(file: string, tools: Tools, context: CommandContext): Promise<number> {
  const { output, options } = context
  let view = (await interrupted(file, tools, context)) ?? (await upload(file, tools, context))
  if (view.status === 'uploaded') {
    const mapping = await mappingOf(view, context)
    view = (await tools.room.imports.map(tools.caller, view.id, mapping)) as ImportView
  }
  if (view.status === 'planning') view = await settled(view, tools, context)
  if (view.status === 'planned') {
    output.line(`Plan: ${summary(view.planCounts)}.`)
    const isWanted = options.plan !== true && (options.yes === true || (await confirm(context)))
    if (isWanted) view = (await tools.room.imports.commit(tools.caller, view.id)) as ImportView
  }
  if (view.status === 'committing') view = await settled(view, tools, context)
  output.object(view)
  if (view.status === 'failed') throw new CommandError(view.problems.map(({ Message }) => Message).join(' '))
  if (view.status === 'committed') output.line(`Done: ${summary(view.counts)}.`)
  if ((view.counts.reject ?? 0) > 0)
    output.note(`GET /import/v1/imports/${view.id}/rejected has the rejected rows with their reasons.`)
  return 0
}

/** Works on the import, or follows the process that does. */
async function settled(first: ImportView, { room, caller }: Tools, { output }: CommandContext): Promise<ImportView> {
  const bar = progress(output, labels[first.status] ?? first.status)
  let view = first
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
    void room.runner.stop()
  }
  process.once('SIGINT', interrupt)
  try {
    while (labels[view.status]) {
      if (isInterrupted) throw new CommandError('Interrupted. The same command goes on where this one has stopped.')
      const isHeld = await room.runner.drive({ db: caller.db, id: view.id }, stored => {
        bar.update((JSON.parse(stored.counts) as { done?: number }).done ?? 0, stored.rows)
      })
      if (!isHeld) await setTimeout(waitMs)
      view = (await room.imports.read(caller, view.id)) as ImportView
      bar.update(view.counts.done ?? 0, view.rows)
    }
  } finally {
    process.off('SIGINT', interrupt)
    bar.end()
  }
  return view
}

/** The import of the same file that was begun and not ended. */
async function interrupted(
  file: string,
  { room, caller }: Tools,
  { output, options }: CommandContext,
): Promise<ImportView | null> {
  const hash = createHash('sha256')
  for await (const bytes of await opened(file)) hash.update(bytes as Buffer)
  const id = await room.imports.begun(caller, { digest: hash.digest('base64url'), entity: String(options.entity) })
  if (id === null) return null
  const view = (await room.imports.read(caller, id)) as ImportView
  const hasMapping = [options.map, options.unidentified].some(one => one !== undefined) || matchIn(options).length > 0
  if (hasMapping && view.status !== 'committing') return null
  output.note(`Going on with the import ${id} of this file, which is ${view.status}.`)
  return view
}

async function upload(file: string, { room, caller }: Tools, { options, output }: CommandContext): Promise<ImportView> {
  const format = options.format ?? formats[extname(file).toLowerCase()]
  if (format === undefined) throw new CommandError(`${file} has no ending that says its format; --format names it.`)
  const { size } = await stat(file)
  const bar = progress(output, 'Reading')
  let read = 0
  const source = await opened(file)
  const body = (async function* () {
    for await (const bytes of source) {
      read += (bytes as Buffer).length
      bar.update(read, size)
      yield bytes as Buffer
    }
  })()
  const names = { entity: String(options.entity), format: String(format), name: basename(file) }
  try {
    return (await room.imports.create(caller, { ...names, body, expectedBytes: size })) as ImportView
  } finally {
    bar.end()
  }
}

/** A stream of the file; a failure that names it when it cannot be read. */
async function opened(file: string): Promise<AsyncIterable<unknown>> {
  try {
    await stat(file)
    return createReadStream(file)
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const matchIn = (options: CommandContext['options']): readonly string[] => options.match as string[]

/** The mapping of --map or the suggestions, with what the other flags say. */
async function mappingOf(view: ImportView, context: CommandContext): Promise<Record<string, unknown>> {
  const { options } = context
  const mapping = await fileOrSuggestions(view, context)
  const match = matchIn(options)
  if (match.length > 0) mapping.match = match
  if (options.unidentified === undefined) return mapping
  if (isEmpty(mapping.match))
    throw new CommandError(
      '--unidentified is for rows that are matched: --match names the fields, or the file of --map.',
    )
  return { ...mapping, unidentified: options.unidentified }
}

async function fileOrSuggestions(
  { columns }: ImportView,
  { options, output }: CommandContext,
): Promise<Record<string, unknown>> {
  if (options.map !== undefined) {
    const name = String(options.map)
    try {
      return JSON.parse(await readFile(name, 'utf8')) as Record<string, unknown>
    } catch (error) {
      throw new CommandError(`${name} is not a mapping: ${(error as Error).message}`)
    }
  }
  output.table(
    ['Column', 'Field'],
    columns.map(({ name, suggestion }) => [name, suggestion]),
  )
  const suggested = columns.map(({ name, suggestion }) => [name, suggestion] as const)
  // Else the rows of people whose companies are new would be rejected.
  const createParents = suggested.some(([, suggestion]) => suggestion === 'Parent/CompanyName')
  return { columns: Object.fromEntries(suggested), ...(createParents && { createParents }) }
}

const summary = ({ create = 0, update = 0, unchanged = 0, reject = 0 }: Readonly<Record<string, number>>): string =>
  `${create} to create, ${update} to update, ${unchanged} unchanged, ${reject} rejected`

async function confirm({ output }: CommandContext): Promise<boolean> {
  if (!output.interactive || output.json)
    throw new CommandError('The plan is stored and nothing is written. --yes writes it, --plan ends here.')
  return /^y(es)?$/i.test((await askLine('Write this? Type yes: ')).trim())
}

// Exports records to a file, which has its name when it is complete, and goes on with an export that was interrupted.
import { extname } from 'node:path'
import { Refusal } from '../../base/errors.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { version } from '../../base/version.ts'
import { type ExportPosition, startExport } from '../../export/export.ts'
import { splitPath } from '../../model/resolve.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError } from '../failure.ts'
import type { Output } from '../output.ts'
import { withOperations } from '../with-operations.ts'
import { PartialExport } from './partial-export.ts'

const formats: Readonly<Record<string, string>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.xlsx': 'xlsx',
  '.vcf': 'vcard',
}

const drawEvery = 1024 ** 2

export const exportRecords: Action = context => {
  const { args, options } = context
  const file = String(args[0])
  const format = String(options.format ?? formats[extname(file).toLowerCase()] ?? '')
  return withOperations(context, async tools => {
    if (format === '') throw new CommandError(`${file} has no ending that says its format; --format names it.`)
    const stop = new AbortController()
    const interrupt = () => stop.abort()
    process.once('SIGINT', interrupt)
    try {
      return await run({ file, format, gone: () => stop.signal }, tools, context)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code && /^E[A-Z]+$/.test(code))
        throw new CommandError(`${file} cannot be written: ${(error as Error).message}`)
      throw error
    } finally {
      process.off('SIGINT', interrupt)
    }
  })
}

interface Job {
  readonly file: string
  readonly format: string
  readonly gone: () => AbortSignal
}

type Tools = Parameters<Parameters<typeof withOperations>[1]>[0]

async function run({ file, format, gone }: Job, tools: Tools, context: CommandContext): Promise<number> {
  const { output } = context
  const { db, uid } = tools.caller
  const body = bodyOf(context)
  const part = await PartialExport.open(file, digestOf(JSON.stringify([version, db, uid, format, body])))
  const resumed = part.position !== null
  if (resumed) output.note(`Going on with ${file} after ${sizeOf(part.bytes)}, written before an interruption.`)
  try {
    await write({ format, body, gone }, part, tools, output)
  } catch (error) {
    const isKept = await part.close()
    const goOn = isKept ? 'The same command goes on where this one has stopped.' : `${file} was not written.`
    if (gone().aborted) throw new CommandError(`Interrupted: ${goOn}`)
    if (isKept) output.note(goOn)
    throw error
  }
  await part.finish()
  output.object({ file, format, bytes: part.bytes, resumed })
  output.line(`Wrote ${file}: ${sizeOf(part.bytes)}.`)
  return 0
}

async function write(
  asked: Pick<Job, 'format' | 'gone'> & { readonly body: object },
  part: PartialExport,
  { parts, caller }: Tools,
  output: Output,
): Promise<void> {
  let position: ExportPosition | null = null
  const onPage = (next: ExportPosition | null) => {
    position = next
  }
  const request = { ...asked, headings: [], judge: () => caller, onEntity: () => {}, onPage }
  const start = () => startExport(caller, { ...request, from: part.position }, parts)
  const { pieces } = await start().catch(async error => {
    // For example a field of the order is no more.
    if (part.position === null || !(error instanceof Refusal)) throw error
    output.note('The place where the export stopped is no more: it begins again.')
    await part.beginAgain()
    return start()
  })
  const drawn = output.interactive && !output.json
  for await (const piece of pieces) {
    const before = part.bytes
    await part.append(piece, asked.format === 'xlsx' ? null : position)
    const isDue = Math.floor(part.bytes / drawEvery) > Math.floor(before / drawEvery)
    if (isDue && drawn) output.draw(`\rExporting  ${sizeOf(part.bytes)}\x1b[K`)
    if (asked.gone().aborted && position !== null) throw new Error('interrupted')
  }
  if (drawn && part.bytes >= drawEvery) output.draw('\n')
}

const sizeOf = (bytes: number): string =>
  bytes < drawEvery ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / drawEvery).toFixed(1)} MiB`

function bodyOf({ options }: CommandContext): object {
  const paths = options.field as string[]
  let Fields: unknown = 1
  if (paths.length > 0) {
    Fields = {}
    for (const path of paths) select(Fields as Record<string, unknown>, splitPath(path))
  }
  return { [String(options.entity)]: { Scope: { Fields }, Criteria: { SearchQuery: queryOf(options.query) } } }
}

function queryOf(text: unknown): unknown {
  if (text === undefined) return {}
  try {
    return JSON.parse(String(text))
  } catch (error) {
    throw new CommandError(`--query is not JSON: ${(error as Error).message}`)
  }
}

function select(fields: Record<string, unknown>, [first = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) {
    fields[first] = 1
    return
  }
  const inner = fields[first]
  const nested = typeof inner === 'object' && inner !== null ? inner : {}
  fields[first] = nested
  select(nested as Record<string, unknown>, rest)
}

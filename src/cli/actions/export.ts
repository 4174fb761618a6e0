// Exports records to a file, which has its name when it is complete.
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startExport } from '../../export/export.ts'
import { splitPath } from '../../model/resolve.ts'
import type { Action, CommandContext } from '../command.ts'
import { CommandError } from '../failure.ts'
import { withOperations } from '../with-operations.ts'

const formats: Readonly<Record<string, string>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.xlsx': 'xlsx',
  '.vcf': 'vcard',
}

const drawEvery = 1024 ** 2

export const exportRecords: Action = context => {
  const { args, options, output } = context
  const file = String(args[0])
  const format = String(options.format ?? formats[extname(file).toLowerCase()] ?? '')
  return withOperations(context, async ({ parts, caller }) => {
    if (format === '') throw new CommandError(`${file} has no ending that says its format; --format names it.`)
    const stop = new AbortController()
    const interrupt = () => stop.abort()
    process.once('SIGINT', interrupt)
    const part = `${file}.part`
    let bytes = 0
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        const before = bytes
        bytes += chunk.length
        const isDue = Math.floor(bytes / drawEvery) > Math.floor(before / drawEvery)
        if (isDue && output.interactive && !output.json) output.draw(`\rExporting  ${sizeOf(bytes)}\x1b[K`)
        done(null, chunk)
      },
      flush: done => {
        if (bytes >= drawEvery && output.interactive && !output.json) output.draw('\n')
        done()
      },
    })
    try {
      const request = { format, headings: [], body: bodyOf(context), gone: () => stop.signal }
      const exported = await startExport(caller, { ...request, judge: () => caller, onEntity: () => {} }, parts)
      await pipeline(exported.stream, counted, createWriteStream(part), { signal: stop.signal })
      await rename(part, file)
    } catch (error) {
      await rm(part, { force: true })
      if (stop.signal.aborted) throw new CommandError(`Interrupted: ${file} was not written.`)
      const { code } = error as NodeJS.ErrnoException
      if (code && /^E[A-Z]+$/.test(code))
        throw new CommandError(`${file} cannot be written: ${(error as Error).message}`)
      throw error
    } finally {
      process.off('SIGINT', interrupt)
    }
    output.object({ file, format, bytes })
    output.line(`Wrote ${file}: ${sizeOf(bytes)}.`)
    return 0
  })
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

// Reads CSV, also with semicolons, tabs or bars between the cells.
import { refuse } from '../../base/errors.ts'
import { addSpare, type FileReader, RowGroup, withoutEmptyEnd } from './source.ts'
import { decoded, FileDecoder } from './text-decoder.ts'

const delimiters = [',', ';', '\t', '|']
/** So many characters decide on the delimiter. */
const sampleLength = 64 * 1024
/** The longest record of a file, in characters: broken quotes must not gather the whole file. */
const longestRecord = 512 * 1024

export const readCsv: FileReader = async function* (file, columns, facts) {
  const { parse } = await import('csv-parse')
  const decoder = new FileDecoder()
  const texts = decoded(file, decoder)
  let start = ''
  while (start.length < sampleLength) {
    const next = await texts.next()
    if (next.done) break
    start += next.value
  }
  const delimiter = delimiterOf(start)
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRecord,
    // A row may be millions of delimiters.
    on_record: (record: string[]) => withoutEmptyEnd(record),
  })
  const fed = feed(parser, start, texts)
  const group = new RowGroup()
  let hasHeader = false
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (!hasHeader) {
        for (const name of withoutSpareCells(record)) columns.add(name)
        hasHeader = true
        continue
      }
      if (record.length === 0) continue
      addSpare(record, columns)
      const full = group.add(record)
      if (full) yield full
    }
    await fed
  } catch (error) {
    throw clearError(error)
  }
  yield group.take()
  facts.delimiter = delimiter
  facts.encoding = decoder.encoding ?? 'utf-8'
}

type Parser = ReturnType<typeof import('csv-parse').parse>

/** Writes the text to the parser as it takes it. A failure of the source ends the parser with it. */
async function feed(parser: Parser, start: string, texts: AsyncGenerator<string>): Promise<void> {
  const write = (text: string): Promise<void> | undefined => {
    if (parser.destroyed || parser.write(text)) return undefined
    return new Promise(resolve => {
      const go = () => {
        parser.off('drain', go).off('close', go)
        resolve()
      }
      parser.on('drain', go).on('close', go)
    })
  }
  try {
    await write(start)
    for await (const text of texts) {
      if (parser.destroyed) return
      await write(text)
    }
    parser.end()
  } catch (error) {
    parser.destroy(error as Error)
  }
}

/** Spreadsheet programs write empty headings behind the last column. */
function withoutSpareCells(header: readonly string[]): readonly string[] {
  const last = header.findLastIndex(name => name.trim() !== '')
  if (last < 0) refuse('InvalidValue', 'file', 'The first line of the file has no headings.')
  return header.slice(0, last + 1)
}

/** The delimiter that most lines of the sample have equally often, outside quotes. */
function delimiterOf(sample: string): string {
  const lines = linesOf(sample).slice(0, 100)
  const scored = delimiters.map(delimiter => {
    const counts = lines.map(line => line.split(delimiter).length - 1)
    const first = counts[0] ?? 0
    return { delimiter, score: first === 0 ? 0 : counts.filter(count => count === first).length * 1000 + first }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

/** The lines of the sample without what stands in quotes. */
const linesOf = (sample: string): string[] =>
  sample
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter(line => line !== '')

interface ParserError extends Error {
  readonly code?: string
  readonly lines?: number
}

function clearError(error: unknown): unknown {
  const { code, lines } = error as ParserError
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error
  const reason =
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark is not closed'
      : code === 'CSV_MAX_RECORD_SIZE'
        ? 'a row is too long; perhaps a quotation mark is not closed'
        : 'the quotation marks are broken'
  try {
    return refuse('InvalidValue', 'file', `The file is not CSV near line ${lines ?? 1}: ${reason}.`)
  } catch (refusal) {
    return refusal
  }
}

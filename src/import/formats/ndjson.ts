// Reads NDJSON: one object on each line. Members of inner objects become columns such as `Address/City`.
import { refuse } from '../../base/errors.ts'
import { isObject, nameOf } from '../../base/text/json.ts'
import { type Cell, type ColumnNames, type FileReader, RowGroup, type SourceRow } from './source.ts'
import { decoded, FileDecoder } from './text-decoder.ts'

/** A line is parsed at once. */
const longestLine = 1024 * 1024
/** Objects within objects beyond this depth are refused. */
const deepest = 8

export const readNdjson: FileReader = async function* (file, columns, facts) {
  const decoder = new FileDecoder()
  const group = new RowGroup()
  let number = 0
  for await (const line of linesOf(decoded(file, decoder), longestLine)) {
    number++
    if (line.trim() === '') continue
    const full = group.add(rowOf(line, number, columns), line.length)
    if (full) yield full
  }
  yield group.take()
  facts.encoding = decoder.encoding ?? 'utf-8'
}

/** The lines of a text, however they end. */
export async function* linesOf(texts: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  let held = ''
  for await (const text of texts) {
    held += text
    if (!/[\r\n]/.test(text)) {
      if (held.length > longest)
        refuse('LimitExceeded', 'file', `A line of the file is longer than ${longest / 1024 ** 2} MiB.`)
      continue
    }
    const lines = held.split(/\r\n|\n|\r(?!$)/)
    held = lines.pop() ?? ''
    yield* lines
  }
  if (held !== '') yield held
}

function rowOf(line: string, number: number, columns: ColumnNames): SourceRow {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return refuse('InvalidValue', 'file', `Line ${number} of the file is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(value))
    return refuse('InvalidValue', 'file', `Line ${number} of the file is ${nameOf(value)}, not an object.`)
  const row: Cell[] = []
  flatten(value, '', row, { columns, number, depth: 0 })
  return Array.from(row, cell => cell ?? null)
}

function flatten(
  value: Readonly<Record<string, unknown>>,
  before: string,
  row: Cell[],
  place: { columns: ColumnNames; number: number; depth: number },
): void {
  if (place.depth > deepest)
    refuse('LimitExceeded', 'file', `Line ${place.number}: objects are at most ${deepest} deep.`)
  for (const [name, inner] of Object.entries(value)) {
    const path = `${before}${name}`
    if (isObject(inner)) flatten(inner, `${path}/`, row, { ...place, depth: place.depth + 1 })
    else row[place.columns.at(path)] = inner
  }
}

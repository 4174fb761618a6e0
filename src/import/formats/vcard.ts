// Reads vCard 2.1, 3.0 and 4.0: each card is a row of the fields that the address book has.
import { refuse } from '../../base/errors.ts'
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import { linesOf } from './ndjson.ts'
import { type Cell, type ColumnNames, type FileReader, RowGroup, type SourceRow } from './source.ts'
import { decoded, FileDecoder } from './text-decoder.ts'

interface CardLine {
  readonly name: string
  readonly types: ReadonlySet<string>
  readonly value: string
}

/** Longer cards are mostly photographs, which are left out before they are counted. */
const [mostLines, longestCard] = [20_000, 2 * 1024 ** 2]
/** A line of the file, and a joined line of a property that is read. */
const [longestLine, longestProperty] = [16 * 1024 ** 2, 256 * 1024]
/** Properties whose values are not read, whatever their length is. */
const ignored = /^(?:[\w-]{1,60}\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i

export const readVcard: FileReader = async function* (file, columns, facts) {
  const decoder = new FileDecoder()
  const group = new RowGroup()
  let card: CardLine[] | null = null
  let [number, length] = [0, 0]
  for await (const line of unfolded(linesOf(decoded(file, decoder), longestLine))) {
    const turn = nextTurnIfLong()
    if (turn) await turn
    const read = lineOf(line)
    if (!read) continue
    const { name, value } = read
    if (name === 'BEGIN' && value.trim().toUpperCase() === 'VCARD') {
      card = []
      length = 0
      number++
    } else if (!card) refuse('InvalidValue', 'file', `The file is not vCard: "${line.slice(0, 40)}" is outside a card.`)
    else if (name === 'END') {
      const full = group.add(rowOf(card, columns))
      if (full) yield full
      card = null
    } else {
      length += line.length
      if (card.push(read) > mostLines || length > longestCard)
        refuse(
          'LimitExceeded',
          'file',
          `Card ${number} has more than ${mostLines} lines or 2 MiB without its pictures.`,
        )
    }
  }
  if (card) refuse('InvalidValue', 'file', `Card ${number} of the file has no END:VCARD.`)
  yield group.take()
  facts.encoding = decoder.encoding ?? 'utf-8'
}

/** Joins continued lines: those that begin with a blank, and in quoted-printable those after a line that ends with `=`. */
async function* unfolded(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let held: FoldedLine | null = null
  for await (const line of lines) {
    if (held?.isContinuedBy(line)) held.add(line)
    else {
      if (held && !held.isIgnored) yield held.text()
      held = new FoldedLine(line)
    }
  }
  if (held && !held.isIgnored) yield held.text()
}

/** A line with those that continue it, which are joined once: to join each of them would copy the text as often. */
class FoldedLine {
  readonly isIgnored: boolean
  readonly #pieces: string[] = []
  readonly #isQuoted: boolean
  #length = 0

  constructor(first: string) {
    this.isIgnored = ignored.test(first)
    this.#isQuoted = isQuoted(first)
    this.#push(first)
  }

  isContinuedBy(line: string): boolean {
    return /^[ \t]/.test(line) || (this.#isQuoted && this.#pieces.at(-1)?.endsWith('=') === true)
  }

  add(line: string): void {
    if (/^[ \t]/.test(line)) this.#push(line.slice(1))
    else {
      this.#pieces.push(this.#pieces.pop()?.slice(0, -1) ?? '')
      this.#push(line)
    }
  }

  text(): string {
    return this.#pieces.join('')
  }

  #push(piece: string): void {
    if (this.isIgnored) this.#pieces.length = 0
    else this.#length += piece.length
    if (this.#length > longestProperty)
      refuse('LimitExceeded', 'file', `A property of a card is longer than ${longestProperty / 1024} KiB.`)
    this.#pieces.push(piece)
  }
}

const isQuoted = (line: string): boolean => /^[^:]*ENCODING=QUOTED-PRINTABLE/i.test(line.slice(0, 300))

const mostParameters = 100

/** Null for an empty line. */
function lineOf(line: string): CardLine | null {
  if (line.trim() === '') return null
  const colon = colonOf(line)
  const [head = '', ...parameters] = line.slice(0, Math.max(colon, 0)).split(';')
  const name = head.slice(head.lastIndexOf('.') + 1)
  if (colon < 1 || !/^[\w-]+$/.test(name))
    return refuse('InvalidValue', 'file', `The file is not vCard: "${line.slice(0, 40)}" has no property name.`)
  const raw = line.slice(colon + 1)
  const types = parameters
    .slice(0, mostParameters)
    .flatMap(parameter => parameter.toUpperCase().split(',', mostParameters))
    .map(parameter =>
      parameter
        .replace(/^TYPE=/, '')
        .replaceAll('"', '')
        .trim(),
    )
  const value = isQuoted(line) ? quotedPrintable(raw, parameters.join(';')) : raw
  return { name: name.toUpperCase(), types: new Set(types), value }
}

/** The first colon outside quotation marks. */
function colonOf(line: string): number {
  let isQuote = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuote = !isQuote
    else if (line[at] === ':' && !isQuote) return at
  }
  return -1
}

function quotedPrintable(text: string, parameters: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const isUtf8 = !/CHARSET=(?:ISO-8859-1|WINDOWS-1252)/i.test(parameters)
  return new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252').decode(Buffer.from(bytes, 'latin1'))
}

/** The parts of a structured value, at most ten. */
function partsOf(value: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < value.length && parts.length < 10; at++) {
    if (value[at] === '\\') at++
    else if (value[at] === ';') {
      parts.push(value.slice(from, at))
      from = at + 1
    }
  }
  if (parts.length < 10) parts.push(value.slice(from))
  return parts.map(unescaped)
}

const unescaped = (value: string): string =>
  value.replace(/\\(.)/gs, (_, one: string) => (one === 'n' || one === 'N' ? '\n' : one)).trim()

const addressParts = ['', 'AddressLine2', 'AddressLine1', 'City', 'StateProvince', 'ZipCode', 'Country']

function rowOf(card: readonly CardLine[], columns: ColumnNames): SourceRow {
  const row: Cell[] = []
  const put = (column: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') row[columns.at(column)] ??= value
  }
  const all = (name: string) => card.filter(line => line.name === name)
  const one = (name: string) => unescaped(all(name)[0]?.value ?? '')
  const [last, first, middle, prefix] = partsOf(all('N')[0]?.value ?? '')
  const [company, department] = partsOf(all('ORG')[0]?.value ?? '')
  const isCompany =
    one('KIND').toLowerCase() === 'org' || (`${last ?? ''}${first ?? ''}` === '' && (company ?? '') !== '')
  const hasName = [last, first, middle].some(part => part !== undefined && part !== '')
  put('Type', isCompany ? 'Company' : company ? 'Contact' : 'Individual')
  if (isCompany) put('CompanyName', company || one('FN'))
  else {
    put('Parent/CompanyName', company)
    put('FirstName', first)
    put('MiddleName', middle)
    put('LastName', hasName ? last || (first ? undefined : middle) : one('FN'))
    if (hasName && !last && first) {
      row[columns.at('LastName')] = first
      row[columns.at('FirstName')] = null
    }
    put('MrMs', prefix)
  }
  put('Department', department)
  put('Position', one('TITLE') || one('ROLE'))
  ranked(all('EMAIL')).forEach((line, i) => {
    if (i < 3) put(`Email${i === 0 ? '' : i + 1}`, unescaped(line.value).replace(/^mailto:/i, ''))
  })
  ranked(all('TEL')).forEach((line, i) => {
    if (i < 4) putPhone(put, `Phone${i === 0 ? '' : i + 1}`, unescaped(line.value).replace(/^tel:/i, ''))
  })
  const [address] = ranked(all('ADR'))
  for (const [i, part] of partsOf(address?.value ?? '').entries())
    if (addressParts[i]) put(`Address/${addressParts[i]}`, part)
  put('Website', one('URL'))
  put('UID', one('UID'))
  put('Note', one('NOTE'))
  return Array.from(row, cell => cell ?? null)
}

/** An extension stands behind the number. No telephone number is longer than a line. */
function putPhone(put: (column: string, value: string) => void, column: string, value: string): void {
  const found = value.length > 200 ? null : /^(.*?)(?:;ext=|\s+ext\.\s*)(\d+)$/i.exec(value)
  const [, number = value, extension = ''] = found ?? []
  put(`${column}/Number`, number)
  put(`${column}/Extension`, extension)
}

/** The preferred one first. */
const ranked = (lines: readonly CardLine[]): CardLine[] => {
  const isPreferred = ({ types }: CardLine) => types.has('PREF') || types.has('PREF=1')
  return [...lines.filter(isPreferred), ...lines.filter(line => !isPreferred(line))]
}

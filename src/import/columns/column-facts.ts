// Collects the facts of each column over all rows: examples, and what its dates, numbers and texts look like.
import { type ColumnNames, checkCell, type SourceRow } from '../formats/source.ts'

export type DateOrder = 'DMY' | 'MDY' | 'YMD'
export type DecimalMark = '.' | ','

/** What is kept of a column with its import. */
export interface ColumnFacts {
  readonly name: string
  /** Rows with a value. */
  readonly filled: number
  readonly samples: readonly string[]
  readonly emails: number
  readonly addresses: number
  readonly phones: number
  readonly dates: { readonly count: number; readonly fits: readonly DateOrder[] }
  /** `shown`: some number has a point or a comma. */
  readonly numbers: { readonly count: number; readonly shown: boolean; readonly fits: readonly DecimalMark[] }
  /** The different values while they are few; null for more. */
  readonly values: readonly string[] | null
}

const mostSamples = 3
const sampleLength = 120
const mostValues = 100
const valueLength = 100

const slashed = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?!\d)/
const numeric = /^[-+(]?\s*(?:[A-Z]{3}\s?|[$€£¥]\s?)?[\d.,'\s]*\d[\d.,'\s]*\s?(?:[A-Z]{3}|[$€£¥%])?\)?-?$/
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const webAddress = /^(?:https?:\/\/|www\.)\S+$/i
const phone = /^[+(\d][\d\s()./-]{6,24}$/

class Collector {
  filled = 0
  emails = 0
  addresses = 0
  phones = 0
  dates = 0
  numbers = 0
  /** Whether some date cannot be of the order, or some number cannot have the mark. */
  readonly #refuted = new Set<DateOrder | DecimalMark>()
  readonly #shown: { order: boolean; mark: boolean } = { order: false, mark: false }
  readonly samples: string[] = []
  values: Set<string> | null = new Set()

  /** `typed`: the file has a number, not the text of one. */
  add(text: string, typed: boolean): void {
    this.filled++
    this.#keep(text)
    if (typed) this.numbers++
    if (typed) return
    const first = text.charCodeAt(0)
    const begins = (first >= 48 && first <= 57) || '+-($€£¥'.includes(text[0] as string)
    if (begins || /^[A-Z]{3}\s?\d/.test(text)) this.#addNumeric(text)
    else if (text.length < 256 && text.includes('@') && email.test(text)) this.emails++
    else if (webAddress.test(text)) this.addresses++
  }

  #keep(text: string): void {
    if (this.samples.length < mostSamples && !this.samples.includes(text.slice(0, sampleLength)))
      this.samples.push(text.slice(0, sampleLength))
    if (!this.values) return
    if (text.length > valueLength) this.values = null
    else if (this.values.size < mostValues) this.values.add(text)
    else if (!this.values.has(text)) this.values = null
  }

  #addNumeric(text: string): void {
    if (text.length > 60) return
    const date = slashed.exec(text)
    if (date) this.#addDate(date)
    if (numeric.test(text)) {
      this.numbers++
      this.#addMarks(text)
    }
    if (phone.test(text)) this.phones++
    if (email.test(text)) this.emails++
  }

  #addDate([, a = '', b = '', c = '']: RegExpExecArray): void {
    this.dates++
    this.#shown.order = true
    if (a.length >= 3) this.#refute('DMY', 'MDY')
    else if (c.length >= 3) this.#refute('YMD')
    if (a.length < 3 && Number(a) > 31) this.#refute('DMY', 'MDY')
    if (a.length < 3 && Number(a) > 12) this.#refute('MDY')
    if (Number(b) > 12) this.#refute('DMY', 'YMD')
    if (c.length < 3 && Number(c) > 31) this.#refute('YMD')
  }

  #addMarks(text: string): void {
    const [commas, dots] = [text.split(',').length - 1, text.split('.').length - 1]
    if (commas + dots === 0) return
    this.#shown.mark = true
    if (commas > 0 && dots > 0) this.#refute(text.lastIndexOf(',') > text.lastIndexOf('.') ? '.' : ',')
    else if (commas > 1) this.#refute(',')
    else if (dots > 1) this.#refute('.')
    // A group has three digits: 12,5 and 0,125 have a decimal mark.
    else if (!/[1-9]\d{0,2}[.,]\d{3}(?!\d)/.test(text)) this.#refute(commas === 1 ? '.' : ',')
  }

  #refute(...choices: readonly (DateOrder | DecimalMark)[]): void {
    for (const choice of choices) this.#refuted.add(choice)
  }

  facts(name: string): ColumnFacts {
    const left = <C extends DateOrder | DecimalMark>(choices: readonly C[], isShown: boolean): C[] =>
      isShown ? choices.filter(choice => !this.#refuted.has(choice)) : []
    const { filled, samples, emails, addresses, phones, values } = this
    return {
      ...{ name, filled, samples, emails, addresses, phones },
      dates: { count: this.dates, fits: left(['DMY', 'MDY', 'YMD'], this.#shown.order) },
      numbers: { count: this.numbers, shown: this.#shown.mark, fits: left(['.', ','], this.#shown.mark) },
      values: values && [...values],
    }
  }
}

/** Checks the cells of a file and collects what its columns have. */
export class FactCollector {
  readonly #columns: ColumnNames
  readonly #collectors: Collector[] = []
  rows = 0

  constructor(columns: ColumnNames) {
    this.#columns = columns
  }

  add(row: SourceRow): void {
    this.rows++
    for (const [at, cell] of row.entries()) {
      if (cell === null || cell === undefined || cell === '') continue
      checkCell(cell, this.#columns.names[at] ?? '', this.rows)
      let collector = this.#collectors[at]
      if (!collector) {
        collector = new Collector()
        this.#collectors[at] = collector
      }
      collector.add(textOf(cell), typeof cell === 'number')
    }
  }

  facts(): ColumnFacts[] {
    return this.#columns.names.map((name, at) => (this.#collectors[at] ?? new Collector()).facts(name))
  }
}

/** A cell as a text, for facts and samples. */
export const textOf = (cell: unknown): string =>
  typeof cell === 'string' ? cell.trim() : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)

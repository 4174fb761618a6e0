// Keeps a sliding window over the pages of a list: the key of every page that was seen, and the rows of those near the view.
import type { Body, Row } from '../api/envelope.ts'
import type { RecordStore } from '../api/record-store.ts'

interface LoadedPage {
  readonly rows: readonly Row[]
  /** Where the next page begins; null on the last one. */
  readonly next: string | null
}

interface Source {
  /** Reads the page that begins at the key; null is the first one. */
  readonly load: (pageKey: string | null, signal: AbortSignal) => Promise<LoadedPage>
  readonly scope: Body
  readonly store: RecordStore
}

interface Page {
  readonly start: string | null
  /** Null where the rows were dropped. */
  keys: readonly string[] | null
  size: number
}

/** Pages whose rows are kept. */
const keptPages = 40
/** Pages whose rows are kept while the list is not shown. */
const restingPages = 4
/** Rows below the view that are read ahead. */
const readAhead = 30
/** Rows of grey lines below the last one that is known. */
const aheadRows = 30
/** Browsers end an element near 17 million pixels. */
const mostRows = 400_000

let windows = 0

export class PageWindow {
  readonly #source: Source
  readonly #id = `list${++windows}`
  #pages: Page[] = [{ start: null, keys: null, size: 0 }]
  #ended = false
  #loading = new Map<number, AbortController>()
  #error: unknown = null
  #version = 0
  #first = 0
  #last = 0
  readonly #listeners = new Set<() => void>()
  #hidden: ReadonlySet<string> = new Set()
  /** Records that the person has edited in the list: they stay where they are until the list is read anew. */
  readonly touched = new Set<string>()
  /** What others changed would move rows under the person's hands. */
  isOutdated = false

  constructor(source: Source) {
    this.#source = source
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly version = (): number => this.#version

  get isReady(): boolean {
    return (this.#pages[0] as Page).size > 0 || this.#ended || this.#error !== null
  }

  get error(): unknown {
    return this.#error
  }

  /** Rows that are known, dropped ones among them. */
  get known(): number {
    return this.#pages.reduce((sum, page) => sum + page.size, 0)
  }

  get isComplete(): boolean {
    return this.#ended
  }

  get isEmpty(): boolean {
    return this.#ended && this.known === 0
  }

  /** Rows to leave room for. */
  get rowCount(): number {
    const known = this.known
    return this.#ended ? known : Math.min(known + aheadRows, mostRows)
  }

  /** The key of the record in a row; null while it is not there. */
  keyAt(row: number): string | null {
    let before = 0
    for (const page of this.#pages) {
      if (row < before + page.size) return page.keys?.[row - before] ?? null
      before += page.size
    }
    return null
  }

  /** The row of a record whose page is loaded; -1 when it is not. */
  rowOf(key: string): number {
    let before = 0
    for (const page of this.#pages) {
      const at = page.keys?.indexOf(key) ?? -1
      if (at >= 0) return before + at
      before += page.size
    }
    return -1
  }

  /** The keys of a range of rows, as far as they are loaded. */
  keysBetween(from: number, to: number): string[] {
    const keys: string[] = []
    for (let row = Math.min(from, to); row <= Math.max(from, to); row++) {
      const key = this.keyAt(row)
      if (key !== null) keys.push(key)
    }
    return keys
  }

  /** Loads what is missing of the rows in view and shortly below, and drops rows that are far away. */
  show(first: number, last: number): void {
    this.#first = first
    this.#last = last
    const [from, to] = [this.#pageOf(first), this.#pageOf(last + readAhead)]
    for (let index = from; index <= to; index++) {
      const page = this.#pages[index] as Page
      if (page.keys === null && this.#error === null) void this.#load(index)
    }
    this.#drop(from, to, keptPages)
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#error = null
    this.#changed()
    this.show(this.#first, this.#last)
  }

  /** Gives memory back while another list is shown. */
  rest(): void {
    this.#drop(this.#pageOf(this.#first), this.#pageOf(this.#last), restingPages)
  }

  /** Hides records that were deleted from here, until the list is read again. */
  hide(keys: readonly string[]): void {
    const gone = new Set(keys)
    for (const page of this.#pages) {
      if (!page.keys?.some(key => gone.has(key))) continue
      page.keys = page.keys.filter(key => !gone.has(key))
      page.size = page.keys.length
    }
    this.#hidden = this.#hidden.union(gone)
    this.#changed()
  }

  /** Reads everything anew, from the first page on; rows in view stay until then. */
  async restart(): Promise<void> {
    this.#abort()
    this.#hidden = new Set()
    this.touched.clear()
    const first = await this.#read(null)
    if (!first) return
    for (let index = 0; index < this.#pages.length; index++) this.#release(index)
    this.#pages = [{ start: null, keys: null, size: 0 }]
    this.#ended = false
    this.isOutdated = false
    this.#take(0, first)
  }

  /** Reads the pages in view again, because records have changed. Rows move only where the person does not work on them. */
  async refresh(): Promise<void> {
    const [from, to] = [this.#pageOf(this.#first), this.#pageOf(this.#last)]
    const top = this.#first === 0 ? null : this.keyAt(this.#first)
    for (let index = from; index <= to && index < this.#pages.length; index++) {
      const page = this.#pages[index]
      if (!page?.keys) continue
      const again = await this.#read(page.start)
      if (!again || this.#pages[index] !== page || !page.keys) return
      const keys = again.rows.map(row => row.Key as string)
      if (sameKeys(page.keys, keys)) {
        this.#source.store.absorb(this.#holder(index), this.#source.scope, again.rows)
        continue
      }
      if (this.#wouldMove(page.keys, keys, top)) {
        this.isOutdated = true
        return this.#changed()
      }
      this.#cut(index)
      this.isOutdated = false
      return this.#take(index, again)
    }
    if (!this.isOutdated) return
    this.isOutdated = false
    this.#changed()
  }

  dispose(): void {
    this.#abort()
    for (let index = 0; index < this.#pages.length; index++) this.#release(index)
  }

  /**
   * Whether new keys of a page would move a row: one that stays changes its place, one that was edited here leaves, or the
   * first one in view would not be where it is. At the top of the list new rows come in.
   */
  #wouldMove(old: readonly string[], now: readonly string[], top: string | null): boolean {
    if (top !== null && old.includes(top) && old.indexOf(top) !== now.indexOf(top)) return true
    const [had, has] = [new Set(old), new Set(now)]
    if (old.some(key => this.touched.has(key) && !has.has(key))) return true
    return !sameKeys(
      old.filter(key => has.has(key)),
      now.filter(key => had.has(key)),
    )
  }

  #pageOf(row: number): number {
    let before = 0
    for (const [index, page] of this.#pages.entries()) {
      before += page.size
      if (row < before) return index
    }
    return this.#pages.length - 1
  }

  async #load(index: number): Promise<void> {
    if (this.#loading.has(index) || this.known >= mostRows) return
    const page = this.#pages[index] as Page
    const control = new AbortController()
    this.#loading.set(index, control)
    try {
      const loaded = await this.#source.load(page.start, control.signal)
      this.#error = null
      if (this.#pages[index] === page) this.#take(index, loaded)
    } catch (error) {
      if (control.signal.aborted) return
      this.#error = error
      this.#changed()
    } finally {
      if (this.#loading.get(index) === control) this.#loading.delete(index)
    }
  }

  async #read(start: string | null): Promise<LoadedPage | null> {
    try {
      return await this.#source.load(start, new AbortController().signal)
    } catch {
      return null
    }
  }

  #take(index: number, { rows, next }: LoadedPage): void {
    const page = this.#pages[index] as Page
    const keys = this.#source.store.absorb(this.#holder(index), this.#source.scope, rows)
    page.keys = this.#hidden.size > 0 ? keys.filter(key => !this.#hidden.has(key)) : keys
    page.size = page.keys.length
    const following = this.#pages[index + 1]
    if (following && following.start !== next) this.#cut(index)
    if (next === null) this.#ended = true
    else if (!this.#pages[index + 1]) {
      this.#ended = false
      this.#pages.push({ start: next, keys: null, size: 0 })
    }
    this.#changed()
    // The person may have scrolled on meanwhile.
    if (this.#last >= this.known - 1 && next !== null) this.show(this.#first, this.#last)
  }

  /** Forgets the pages behind one that now ends elsewhere. */
  #cut(index: number): void {
    for (let other = index + 1; other < this.#pages.length; other++) {
      this.#loading.get(other)?.abort()
      this.#release(other)
    }
    this.#pages.length = index + 1
    this.#ended = false
  }

  #drop(from: number, to: number, kept: number): void {
    const margin = Math.max(1, Math.floor((kept - (to - from + 1)) / 2))
    for (const [index, page] of this.#pages.entries()) {
      if (page.keys === null || (index >= from - margin && index <= to + margin)) continue
      page.keys = null
      this.#release(index)
    }
  }

  readonly #holder = (index: number): string => `${this.#id}.${index}`

  #release(index: number): void {
    this.#source.store.release(this.#holder(index))
  }

  #abort(): void {
    for (const control of this.#loading.values()) control.abort()
    this.#loading.clear()
  }

  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}

const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at])

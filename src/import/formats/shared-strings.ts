// Keeps the shared strings of a workbook packed in blocks, since sheets name them mostly in their order.
import { promisify } from 'node:util'
import { deflateRawSync, inflateRaw } from 'node:zlib'
import { BoundedMap } from '../../base/caches/bounded-map.ts'
import { refuse } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'

const perBlock = 1_000
/** Bytes of all packed blocks. */
const most = 96 * 1024 * 1024
const openBlocks = 16
/** Characters of a block. */
const longestBlock = 1_000_000

/** Characters that are unpacked in all, by sheets that name texts in no order: blocks are then unpacked again and again. */
const mostUnpacked = 8 * 1024 ** 3
const unpack = promisify(inflateRaw)

interface Block {
  readonly first: number
  readonly packed: Buffer
}

export class SharedStrings {
  readonly #blocks: Block[] = []
  readonly #open = new BoundedMap<readonly string[]>(openBlocks)
  #bytes = 0
  #unpacked = 0
  #count = 0
  #last: string[] = []
  #lastLength = 0

  add(text: string): void {
    this.#last.push(text)
    this.#count++
    this.#lastLength += text.length
    if (this.#last.length >= perBlock || this.#lastLength > longestBlock) this.#close()
  }

  /** A promise where the block of the text has to be unpacked, which others must not wait for. */
  at(index: number): MaybePromise<string> {
    const lastFirst = this.#count - this.#last.length
    if (index >= lastFirst) return this.#last[index - lastFirst] ?? ''
    const block = this.#blocks[this.#blockOf(index)]
    if (!block) return ''
    const texts = this.#open.get(String(block.first))
    if (texts) return texts[index - block.first] ?? ''
    return this.#opened(block).then(opened => opened[index - block.first] ?? '')
  }

  async #opened({ first, packed }: Block): Promise<readonly string[]> {
    const json = (await unpack(packed)).toString()
    this.#unpacked += json.length
    if (this.#unpacked > mostUnpacked)
      refuse('LimitExceeded', 'file', 'The sheet uses the texts of the workbook in too mixed an order. Save it as CSV.')
    const texts = JSON.parse(json) as string[]
    this.#open.set(String(first), texts)
    return texts
  }

  /** The last block that does not begin behind the index. */
  #blockOf(index: number): number {
    let [low, high] = [0, this.#blocks.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#blocks[middle]?.first ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  #close(): void {
    const packed = deflateRawSync(JSON.stringify(this.#last), { level: 1 })
    this.#bytes += packed.length
    if (this.#bytes > most)
      refuse('LimitExceeded', 'file', 'The workbook has too many different texts. Save the sheet as CSV.')
    this.#blocks.push({ first: this.#count - this.#last.length, packed })
    this.#last = []
    this.#lastLength = 0
  }
}

// Writes the records of an answer as their rows arrive, so that no row of a long answer is kept in memory.
import { LongText, pieceLength, type Text } from '../../base/text/long-text.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { PagePosition } from '../../query/page-key.ts'
import type { RecordPlan } from '../../query/plan/read-plan.ts'
import type { Scalar } from '../../storage/store.ts'
import type { AnswerBudget } from './answer-budget.ts'

export class RecordWriter {
  readonly #plan: RecordPlan
  readonly #render: RenderContext
  readonly #size: number
  readonly #budget: AnswerBudget | undefined
  #text = '{"Data":['
  /** Replaces the one text when the answer is long. */
  readonly #pieces: string[] = []
  /** Rows that were received, and those of them that were written. */
  count = 0
  #written = 0
  #length = 0
  /** The segment of the order that is being read. */
  segment = 0
  #lastRow: Scalar[] | undefined
  #lastSegment = 0

  /** Rows beyond `size` are not written. */
  constructor(plan: RecordPlan, render: RenderContext, size: number, budget?: AnswerBudget) {
    this.#budget = budget
    this.#plan = plan
    this.#render = render
    this.#size = size
  }

  readonly take = (rows: readonly Scalar[][]): void => {
    const most = this.#isFull ? 0 : Math.min(rows.length, this.#size - this.#written)
    if (most > 0) {
      const texts = this.#textsOf(rows, most)
      const added = texts.join()
      this.#budget?.take(added.length)
      this.#add(added)
      this.#written = this.#written === 0 ? texts.length : this.#written + texts.length - 1
      this.#lastRow = rows[this.#written - this.count - 1]
      this.#lastSegment = this.segment
    }
    this.count += rows.length
  }

  /** The page has reached its length. */
  get #isFull(): boolean {
    return this.#length >= (this.#budget?.pageLength ?? Number.POSITIVE_INFINITY)
  }

  /**
   * The texts of the first rows, to be joined rather than concatenated: a concatenated text keeps all its parts in memory until it
   * is read. An empty first text adds the comma after the previous records.
   */
  #textsOf(rows: readonly Scalar[][], most: number): string[] {
    const texts = this.#written === 0 ? [] : ['']
    for (let i = 0; i < most && !this.#isFull; i++) {
      const text = this.#plan.emit(rows[i] as Scalar[], this.#render)
      texts.push(text)
      this.#length += text.length
    }
    return texts
  }

  #add(text: string): void {
    if (this.#pieces.length === 0 && this.#text.length + text.length <= pieceLength) {
      this.#text += text
      return
    }
    if (this.#pieces.length === 0) this.#pieces.push(this.#text)
    this.#pieces.push(text)
  }

  /** `{"Data":[...` with what follows the last record. */
  endedBy(end: string): Text {
    return this.#pieces.length === 0 ? this.#text + end : new LongText([...this.#pieces, end])
  }

  /** More rows were received than may be written. */
  get more(): boolean {
    return this.count > this.#written
  }

  /** The position of the last written record in the order. */
  get last(): PagePosition {
    const { rememberedAt, keyAt } = this.#plan
    const row = this.#lastRow as Scalar[]
    const values = row.slice(rememberedAt)
    return { segment: this.#lastSegment, values: keyAt === undefined ? values : [...values, row[keyAt] as Scalar] }
  }
}

// The records of an answer, written as their rows come: of a long answer only the text is kept.
import { LongText, pieceLength, type Text } from '../../base/long-text.ts'
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
  /** Of a long answer, instead of the one text. */
  readonly #pieces: string[] = []
  /** Rows that have come. */
  count = 0
  /** The segment that rows come from now. */
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
    const most = Math.min(rows.length, this.#size - this.count)
    if (most > 0) {
      // Joined, and not added one to the other: a text that is put together from many keeps all of them until it is read.
      // An empty first text makes the comma between these records and those before.
      const before = this.count === 0 ? 0 : 1
      const texts = new Array<string>(before + most)
      if (before === 1) texts[0] = ''
      for (let i = 0; i < most; i++) texts[before + i] = this.#plan.emit(rows[i] as Scalar[], this.#render)
      const added = texts.join()
      this.#budget?.take(added.length)
      this.#add(added)
      this.#lastRow = rows[most - 1]
      this.#lastSegment = this.segment
    }
    this.count += rows.length
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

  /** There are more than were to be written. */
  get more(): boolean {
    return this.count > this.#size
  }

  /** Where the last one that was written stands in the order. */
  get last(): PagePosition {
    return { segment: this.#lastSegment, values: (this.#lastRow as Scalar[]).slice(this.#plan.rememberedAt) }
  }
}

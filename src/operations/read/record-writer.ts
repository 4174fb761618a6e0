// The records of an answer, written as their rows come: of a long answer only the text is kept.
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
  /** `{"Data":[...`, to which the end and more members are to be added. */
  text = '{"Data":['
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
      const texts = new Array<string>(most)
      for (let i = 0; i < most; i++) texts[i] = this.#plan.emit(rows[i] as Scalar[], this.#render)
      const added = texts.join()
      this.#budget?.take(added.length)
      this.text += (this.count === 0 ? '' : ',') + added
      this.#lastRow = rows[most - 1]
      this.#lastSegment = this.segment
    }
    this.count += rows.length
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

// Hands the writes of workers on one SQLite file to the worker that leads, so that it commits them as one group.
import type { SentFailure } from '../base/sent-failure.ts'
import type { HandedWrites, WriteOrder, WriteReport } from '../http/handed-writes.ts'

type Ask = (order: WriteOrder) => Promise<WriteReport>

/** While the leader owes an answer for longer, workers write by themselves: it may have stalled. */
const stalledMs = 1_000

const writerEnded: SentFailure = {
  kind: 'unavailable',
  message: 'The process that writes has ended before it has answered.',
  reason: 'the process that writes was restarted',
}

/** The side of the supervisor. */
export class WriteOffice {
  /** When each order was handed over that has no answer yet; the oldest is the first. */
  readonly #pending = new Map<number, number>()
  #count = 0

  /** Null while the leader has stalled. What it was doing when it ended may have been committed, so it is not done again. */
  async hand(order: WriteOrder, leader: Ask): Promise<WriteReport | null> {
    const now = performance.now()
    const [oldest = now] = this.#pending.values()
    if (now - oldest > stalledMs) return null
    const number = ++this.#count
    this.#pending.set(number, now)
    try {
      return await leader(order)
    } catch {
      return { entity: '', failure: writerEnded }
    } finally {
      this.#pending.delete(number)
    }
  }
}

/** The side of a worker. */
export function writeHandOver(ask: (order: WriteOrder) => Promise<WriteReport | null>, isLeading: () => boolean) {
  let run: Ask = async () => {
    throw new Error('This worker does not write yet.')
  }
  const handedWrites: HandedWrites = {
    hand: order => (isLeading() ? null : ask(order)),
    serve: by => {
      run = by
    },
  }
  return { handedWrites, write: (order: WriteOrder) => run(order) }
}

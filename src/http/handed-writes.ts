// Lets one process of a server write to a SQLite file: the others hand it their writes, and it commits them in groups.
import type { Caller } from '../accounts/caller.ts'
import { received, type SentFailure, toSend } from '../base/sent-failure.ts'
import type { ApiOperation } from '../entities/entity.ts'

/** A request of the data API that writes, after its caller was identified. */
export interface WriteOrder {
  readonly operation: ApiOperation
  /** The entity that the path names. */
  readonly entity: string | null
  readonly body: string
  readonly headers: { readonly 'idempotency-key'?: string | string[] | undefined }
  readonly caller: Caller
}

/** The text of the answer, or why there is none. */
export interface WriteReport {
  readonly text?: string
  readonly failure?: SentFailure
  /** The entity of the request, as soon as it is known to exist. */
  readonly entity: string
}

export interface HandedWrites {
  /** Null, or a promise of null, when this process is to run the order itself. */
  hand(order: WriteOrder): Promise<WriteReport | null> | null
  /** Sets the function that runs the orders of other processes. */
  serve(run: (order: WriteOrder) => Promise<WriteReport>): void
}

/** A longer request fills a commit group by itself, and would cost the process that writes more than the lock costs the others. */
export const longestHanded = 65_536

/** What a request is answered; `named` has its entity. */
type Run = (order: WriteOrder, named: { entity: string }) => Promise<string>

export class WriteDesk {
  readonly #run: Run
  readonly #underWay = new Set<Promise<WriteReport>>()

  constructor(run: Run) {
    this.#run = run
  }

  readonly serve = (order: WriteOrder): Promise<WriteReport> => {
    const report = this.#report(order)
    this.#underWay.add(report)
    void report.then(() => this.#underWay.delete(report))
    return report
  }

  /** Settles when no order of another process is under way. */
  async drained(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #report(order: WriteOrder): Promise<WriteReport> {
    const named = { entity: '' }
    try {
      return { text: await this.#run(order, named), ...named }
    } catch (error) {
      return { failure: toSend(error), ...named }
    }
  }
}

/** The text of an answer that another process has made; throws what it threw. */
export function textOf({ text, failure }: WriteReport): string {
  if (failure) throw received(failure)
  return text as string
}

// Writes one line for each finished request. Lines are made and written in batches, since a write costs as much as many lines.

/** The facts of a finished request. This list is all that is ever written of one: no headers, queries or bodies. */
export interface RequestEntry {
  readonly id: string
  readonly method: string
  /** The pattern of the route, never the address that was asked for. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** When the request was finished, by the clock that `ms` was taken with: performance.now(). */
  readonly at: number
  readonly operation?: string | undefined
  readonly entity?: string | undefined
  readonly uid?: string | undefined
  readonly db?: number | undefined
}

const holdMs = 250

export class RequestLog {
  readonly #write: (lines: string) => void
  readonly #batchSize: number
  readonly #worker: number | undefined
  #held: RequestEntry[] = []
  #timer: NodeJS.Timeout | null = null

  /** A batch is written when it is full, or a quarter of a second after its first request. */
  constructor(write: (lines: string) => void, batchSize: number, worker?: number) {
    this.#write = write
    this.#batchSize = batchSize
    this.#worker = worker
  }

  add(entry: RequestEntry): void {
    if (this.#held.push(entry) >= this.#batchSize) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), holdMs).unref()
  }

  /** Writes the batch as it is: before any other line of the log, so that the order stays, and at the end. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#held.length === 0) return
    const entries = this.#held
    this.#held = []
    this.#write(requestLines(entries, this.#worker))
  }
}

/** The same lines that pino would make of the entries. */
function requestLines(entries: readonly RequestEntry[], worker: number | undefined): string {
  const origin = Date.now() - performance.now()
  let lines = ''
  let moment = 0
  let time = ''
  for (const { id, method, route, status, ms, at, operation, entity, uid, db } of entries) {
    const finished = Math.floor(origin + at)
    if (finished !== moment) {
      moment = finished
      time = new Date(moment).toISOString()
    }
    const taken = Math.round(ms * 100) / 100
    const line = {
      level: 'info',
      time,
      worker,
      id,
      method,
      route,
      status,
      ms: taken,
      operation,
      entity,
      uid,
      db,
      msg: 'request',
    }
    lines += `${JSON.stringify(line)}\n`
  }
  return lines
}

// Exports records as a stream, and iterates over them as their lines arrive.
import type { Client, ReadOptions } from './client.ts'
import { TryLater } from './errors.ts'
import { configurationFor } from './operations.ts'
import type { CheckedOf, SelectedOf, SelectorOf } from './types.ts'

export interface ExportOptions<M, E extends keyof M> extends Omit<ReadOptions<M, E>, 'groupBy' | 'pageSize'> {}

/**
 * All records in one request, as a stream: for millions of them, and for a copy that the change feed keeps up to date from
 * `feed()` on. Iterate over them once; `all()` gives an array.
 */
export function exportAll<M, E extends keyof M & string, const S extends SelectorOf<M, E>>(
  client: Client<M>,
  entity: E,
  fields: S & CheckedOf<M, E, S>,
  options: ExportOptions<M, E> = {},
): ExportedRecords<SelectedOf<M, E, S>> {
  const { where = {}, orderBy = [], top, envelope, options: Options, ...limits } = options
  const content = {
    Scope: { Fields: fields },
    Criteria: { SearchQuery: where, Top: top },
    OrderBy: { Fields: orderBy },
    Options,
  }
  const call = {
    method: 'POST' as const,
    path: '/export/v1?format=ndjson',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [entity]: content, Configuration: configurationFor([entity]), ...envelope }),
    ...limits,
  }
  return new ExportedRecords(() => client.transport.call(call, async answer => answer), limits.signal)
}

/**
 * The records of an export, in constant memory. The request is sent with the first use, and gives its records once.
 * An export that breaks off throws TryLater: the records so far are not all.
 */
export class ExportedRecords<R> implements AsyncIterable<R> {
  readonly #send: () => Promise<Response>
  readonly #signal: AbortSignal | undefined
  #answer: Promise<Response> | null = null
  #isIterated = false

  constructor(send: () => Promise<Response>, signal?: AbortSignal) {
    this.#send = send
    this.#signal = signal
  }

  /** The place in the change feed from before the first record: keep it, and follow from it once the records are read. */
  async feed(): Promise<string> {
    return (await this.#sent()).headers.get('clientele-feed') ?? ''
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<R> {
    if (this.#isIterated) throw new Error('An export gives its records once: call exportAll again.')
    this.#isIterated = true
    const answer = await this.#sent()
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(error => this.#breakOff(answer, error))
        if (done) break
        const [first = '', ...lines] = decoder.decode(value, { stream: true }).split('\n')
        const last = lines.pop()
        rest += first
        if (last === undefined) continue
        lines.unshift(rest)
        rest = last
        for (const line of lines) yield JSON.parse(line) as R
      }
    } finally {
      // Ends the request of a consumer that takes no more.
      await reader.cancel().catch(() => {})
    }
    if (rest !== '') this.#breakOff(answer)
  }

  /** All records as one array. */
  async all(): Promise<R[]> {
    const records: R[] = []
    for await (const record of this) records.push(record)
    return records
  }

  #breakOff({ headers }: Response, cause?: unknown): never {
    this.#signal?.throwIfAborted()
    throw new TryLater('The export broke off.', null, headers.get('x-request-id'), { cause })
  }

  #sent(): Promise<Response> {
    this.#answer ??= this.#send()
    return this.#answer
  }
}

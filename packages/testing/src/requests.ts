// Reads what clients have sent to the server and what they were answered.
import type { Control } from './control.ts'

export interface RequestFilter {
  readonly method?: string
  /** `*` stands for any text. */
  readonly path?: string
  readonly database?: string
  /** A client id. */
  readonly client?: string
  readonly entity?: string
  readonly status?: number
}

/** A request, with secrets masked; equal tokens have equal marks. */
export interface RecordedRequest {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly database: string | null
  readonly user: string | null
  readonly client: string | null
  readonly entity: string | null
  readonly faults: readonly { readonly id: string; readonly do: string; readonly inapplicable: string | null }[]
  readonly status: number | null
  readonly answer: string | null
  readonly answerHeaders: Readonly<Record<string, string>>
  /** What the client got of the answer. */
  readonly delivered: 'whole' | 'late' | 'cut' | 'none'
  readonly ms: number | null
}

export class Requests {
  readonly #control: Control

  constructor(control: Control) {
    this.#control = control
  }

  async matching(filter: RequestFilter = {}): Promise<RecordedRequest[]> {
    return (await this.#control.get<{ requests: RecordedRequest[] }>('/requests', { ...filter })).requests
  }

  /** The requests as commands. Secrets are masked, so a token has to be put in. */
  curl(filter: RequestFilter = {}): Promise<string> {
    return this.#control.text('/requests', { ...filter, format: 'curl' })
  }

  /** The requests as HAR 1.2, which browsers and proxies open. */
  har(filter: RequestFilter = {}): Promise<{ log: { entries: unknown[] } }> {
    return this.#control.get('/requests', { ...filter, format: 'har' })
  }

  async clear(filter: RequestFilter = {}): Promise<void> {
    await this.#control.delete('/requests', { ...filter })
  }
}

// Reads what clients have sent to the server and what they were answered.
import type { Control } from './control.ts'
import type { RecordedRequest, RequestFilter } from './wire.ts'

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

// Asks the server for faults: before a request is executed, after it, or in what it relies on.
import type { Control } from './control.ts'
import type { FaultEffect, FaultFacts } from './wire.ts'

export interface NewFault {
  /** `POST /oauth/v1/token`, `/api/*`, or an operation such as `Create`. */
  readonly on: string
  readonly do: FaultEffect
  /** The first request to which it applies, counted among those that match from now on; 1 unless said. */
  readonly nth?: number
  /** To how many requests in a row; 1 unless said. */
  readonly times?: number | 'always'
  /** With which probability, drawn from `seed`, so that a run can be repeated. */
  readonly chance?: number
  readonly seed?: number
  /** Only requests of this client, this database, this entity, or with this text in their bodies. */
  readonly client?: string
  readonly database?: string
  readonly entity?: string
  readonly containing?: string
  /** Seconds, of 429, 503 and 3005. */
  readonly retryAfter?: number
  /** How late an answer is, in real time: `'3s'`. */
  readonly after?: string
  /** The fields that `change-record` writes. */
  readonly data?: Readonly<Record<string, unknown>>
}

export class Faults {
  readonly #control: Control

  constructor(control: Control) {
    this.#control = control
  }

  add(fault: NewFault): Promise<FaultFacts> {
    return this.#control.post('/faults', { ...fault, do: String(fault.do) })
  }

  async list(): Promise<FaultFacts[]> {
    return (await this.#control.get<{ faults: FaultFacts[] }>('/faults')).faults
  }

  async remove({ id }: Pick<FaultFacts, 'id'>): Promise<void> {
    await this.#control.delete(`/faults/${id}`)
  }

  async clear(): Promise<void> {
    await this.#control.delete('/faults')
  }
}

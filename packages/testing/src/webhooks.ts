// Waits for webhooks that the server sends, without a receiver that listens.
import type { Control } from './control.ts'
import type { Delivery } from './wire.ts'

export interface NewTarget {
  /** A receiver of your own on this machine; without it the server plays the receiver. */
  readonly url?: string
  readonly entities?: readonly string[]
  readonly operations?: readonly string[]
  readonly payload?: string
  readonly filter?: unknown
  /** Whose rights it has; ANN unless said. */
  readonly as?: string
  readonly database?: string
}

export interface Target {
  readonly id: string
  readonly url: string
  readonly secret: string
}

export class Webhooks {
  readonly #control: Control

  constructor(control: Control) {
    this.#control = control
  }

  target(settings: NewTarget = {}): Promise<Target> {
    return this.#control.post('/webhooks/targets', settings)
  }

  /** The oldest delivery of a type that was not asked for yet; fails after `wait` (5 s unless said). */
  next(type?: string, { wait }: { readonly wait?: string } = {}): Promise<Delivery> {
    return this.#control.get('/webhooks/next', { type, wait })
  }

  /** All deliveries so far, tries that failed included, once those that are due were made. */
  async list(type?: string): Promise<Delivery[]> {
    return (await this.#control.get<{ deliveries: Delivery[] }>('/webhooks', { type })).deliveries
  }

  /** What the receiver that the server plays answers to the next deliveries, one status for each; 204 after them. */
  async answer(...statuses: number[]): Promise<void> {
    await this.#control.post('/webhooks/answers', { status: statuses })
  }
}

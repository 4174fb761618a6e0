// Closes connections that node:cluster would forget: their clients would wait for ever.
import type { Worker } from 'node:cluster'

interface Connection {
  close(): void
}

interface ClusterMessage {
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
  readonly accepted?: boolean
}

/** The connections that are just being handed to a worker, by the number of the message. */
export class HandedConnections {
  readonly #underWay = new Map<number, { readonly to: Worker; readonly connection: Connection }>()
  #stopping = false

  /** From now on no worker takes connections: those that are handed back are closed. */
  stop(): void {
    this.#stopping = true
  }

  follow(worker: Worker): void {
    const child = worker.process
    const send = child.send.bind(child) as (...args: unknown[]) => boolean
    child.send = (message: ClusterMessage, handle?: unknown, ...rest: unknown[]) => {
      if (message.act === 'newconn' && message.seq !== undefined)
        this.#underWay.set(message.seq, { to: worker, connection: handle as Connection })
      return send(message, handle, ...rest)
    }
    // node:cluster has heard the message before: a connection that was handed back is under way to the next worker by now,
    // or waits for one.
    child.on('internalMessage', ({ ack, accepted }: ClusterMessage) => {
      if (ack !== undefined) this.#answered(ack, accepted === true)
    })
    // A worker that has died answers no more.
    child.once('exit', () => {
      for (const [seq, { to }] of this.#underWay) if (to === worker) this.#close(seq)
    })
  }

  #answered(seq: number, accepted: boolean): void {
    const connection = this.#underWay.get(seq)?.connection
    this.#underWay.delete(seq)
    if (accepted || !connection || !this.#stopping) return
    if (![...this.#underWay.values()].some(other => other.connection === connection)) connection.close()
  }

  #close(seq: number): void {
    this.#underWay.get(seq)?.connection.close()
    this.#underWay.delete(seq)
  }
}

// Hands the connections of a server to its workers in turn. A connection waits while no worker can take it.
import type { Socket } from 'node:net'

/** A process that serves connections. */
export interface ConnectionTaker {
  /** Sends the connection to the process, which answers with its number. */
  offer(number: number, socket: Socket): void
}

export interface ConnectionLimits {
  /** Connections that may wait for a worker; a further one is refused at once. */
  readonly mostWaiting: number
  readonly longestWaitMs: number
}

interface Connection {
  readonly socket: Socket
  /** When it is refused, by `performance.now()`, however many workers have died meanwhile. */
  readonly deadline: number
  /** Workers that have no room for the connection. */
  readonly refusedBy: Set<ConnectionTaker>
  /** Ends the wait. */
  timer?: NodeJS.Timeout
}

/** How long a refused client may take to read the answer. */
const farewellMs = 1_000
const sorry = 'The server is restarting. Try again in a few seconds.\n'
const unavailable = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: text/plain; charset=utf-8',
  `content-length: ${sorry.length}`,
  'retry-after: 5',
  'connection: close',
  '',
  sorry,
].join('\r\n')

/**
 * This process keeps its end of a connection until the worker has answered the offer. A worker answers before it reads the first
 * byte, so a connection whose worker died without an answer is offered to the next one, and no request is run twice.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #speaksTls: boolean
  readonly #takers = new Set<ConnectionTaker>()
  /** Takers without an open offer; the first one is next. */
  readonly #free = new Set<ConnectionTaker>()
  readonly #waiting: Connection[] = []
  readonly #offered = new Map<number, { readonly to: ConnectionTaker; readonly connection: Connection }>()
  #count = 0
  #stopped = false

  constructor(limits: ConnectionLimits, speaksTls: boolean) {
    this.#limits = limits
    this.#speaksTls = speaksTls
  }

  /** Takes a connection that was accepted and is not read yet. */
  readonly add = (socket: Socket): void => {
    // A client that leaves while it waits is noticed by its worker.
    socket.on('error', () => {})
    if (this.#stopped) socket.destroy()
    else if (this.#waiting.length >= this.#limits.mostWaiting) this.#refuse(socket)
    else {
      const deadline = performance.now() + this.#limits.longestWaitMs
      this.#wait({ socket, deadline, refusedBy: new Set() })
    }
  }

  /** The taker is sent connections from now on. */
  join(taker: ConnectionTaker): void {
    this.#takers.add(taker)
    this.#free.add(taker)
    this.#handOut()
  }

  /** The taker gets no more connections; it still answers an open offer. */
  leave(taker: ConnectionTaker): void {
    this.#takers.delete(taker)
    this.#free.delete(taker)
  }

  /** The taker has ended: the connection that it did not answer goes to another. */
  lose(taker: ConnectionTaker): void {
    this.leave(taker)
    for (const [number, { to, connection }] of this.#offered) {
      if (to !== taker) continue
      this.#offered.delete(number)
      this.#returned(connection)
    }
    this.#handOut()
  }

  answered(taker: ConnectionTaker, number: number, accepted: boolean): void {
    const connection = this.#offered.get(number)?.connection
    this.#offered.delete(number)
    if (this.#takers.has(taker)) this.#free.add(taker)
    // The worker has a handle of its own.
    if (accepted) connection?.socket.destroy()
    else if (connection) {
      connection.refusedBy.add(taker)
      this.#returned(connection)
    }
    this.#handOut()
  }

  /** No worker takes connections from now on: those that wait, and those that are refused, are closed. */
  stop(): void {
    this.#stopped = true
    for (const { socket, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      socket.destroy()
    }
  }

  #returned(connection: Connection): void {
    const isFull = this.#takers.size > 0 && [...this.#takers].every(taker => connection.refusedBy.has(taker))
    // A single process closes connections beyond its limit in the same way.
    if (this.#stopped || isFull) connection.socket.destroy()
    else this.#wait(connection, true)
  }

  #wait(connection: Connection, isFirst = false): void {
    if (isFirst) this.#waiting.unshift(connection)
    else this.#waiting.push(connection)
    this.#handOut()
    if (!this.#waiting.includes(connection)) return
    connection.timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(connection), 1)
      this.#refuse(connection.socket)
    }, connection.deadline - performance.now())
  }

  #handOut(): void {
    while (this.#waiting[0]) {
      const { refusedBy } = this.#waiting[0]
      const taker = [...this.#free].find(one => !refusedBy.has(one))
      if (!taker) return
      const connection = this.#waiting.shift() as Connection
      clearTimeout(connection.timer)
      this.#free.delete(taker)
      const number = ++this.#count
      this.#offered.set(number, { to: taker, connection })
      taker.offer(number, connection.socket)
    }
  }

  #refuse(socket: Socket): void {
    if (this.#speaksTls) {
      socket.destroy()
      return
    }
    // Reads what the client has sent: a close with unread bytes would destroy the answer on its way.
    socket.resume().end(unavailable)
    setTimeout(() => socket.destroy(), farewellMs).unref()
  }
}

// Connects two processes by an IPC channel: each sends the other requests, which are answered, and notices, which are not.

/** The requests and notices that a process handles: a function for each subject. */
type Calls = { readonly [subject: string]: (value: never) => unknown }

type Value<C extends Calls, K extends keyof C> = Parameters<C[K]>[0]
type Answer<C extends Calls, K extends keyof C> = Awaited<ReturnType<C[K]>>

export interface Message {
  readonly subject?: string
  readonly value?: unknown
  /** The number of a question; its answer has the same number. */
  readonly question?: number
  readonly answer?: number
  readonly error?: string
}

interface PendingAnswer {
  resolve(value: never): void
  reject(reason: Error): void
}

/** `Out` are the calls to the other process, `In` those from it. */
export class Peer<Out extends Calls, In extends Calls> {
  readonly #send: (message: Message) => void
  #calls: In | undefined
  readonly #waiting = new Map<number, PendingAnswer>()
  /** Messages that arrived before the handlers were set. */
  #early: Message[] = []
  #count = 0

  constructor(send: (message: Message) => void) {
    this.#send = send
  }

  /** Sets the handlers of this process. */
  serve(calls: In): void {
    this.#calls = calls
    for (const message of this.#early) this.receive(message)
    this.#early = []
  }

  tell<K extends keyof Out & string>(subject: K, value: Value<Out, K>): void {
    this.#send({ subject, value })
  }

  /** Fails when the other process has ended. */
  ask<K extends keyof Out & string>(subject: K, value: Value<Out, K>): Promise<Answer<Out, K>> {
    const question = ++this.#count
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Out, K>>()
    this.#waiting.set(question, { resolve, reject })
    this.#send({ subject, value, question })
    return promise
  }

  /** Takes a message of the other process. */
  readonly receive = (message: Message): void => {
    if (message.answer !== undefined) this.#settle(message.answer, message)
    else if (!this.#calls) this.#early.push(message)
    else if (message.subject !== undefined) void this.#serve(this.#calls, message.subject, message)
  }

  /** The other process has ended: no answer will come. */
  end(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('The other process has ended.'))
    this.#waiting.clear()
  }

  #settle(question: number, { value, error }: Message): void {
    const waiting = this.#waiting.get(question)
    this.#waiting.delete(question)
    if (error === undefined) waiting?.resolve(value as never)
    else waiting?.reject(new Error(error))
  }

  async #serve(calls: In, subject: string, { value, question }: Message): Promise<void> {
    const answer: { -readonly [K in keyof Message]: Message[K] } = question === undefined ? {} : { answer: question }
    try {
      answer.value = await calls[subject]?.(value as never)
    } catch (error) {
      answer.error = error instanceof Error ? error.message : String(error)
    }
    if (question !== undefined) this.#send(answer)
  }
}

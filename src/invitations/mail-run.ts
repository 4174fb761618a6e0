// Sends the mails of one request, a few at once, and stops when the mail server cannot be reached.
import type { Mailer } from '../mail/mailer.ts'
import type { Mail } from '../mail/transports.ts'

const atOnce = 3

export class MailRun {
  readonly #mailer: Pick<Mailer, 'send'>
  readonly #onFault: (error: unknown) => void
  readonly #waiting: Mail[] = []
  readonly #problems = new Map<string, string>()
  /** Why no further mail is tried. */
  #dead: string | null = null

  constructor(mailer: Pick<Mailer, 'send'>, onFault: (error: unknown) => void) {
    this.#mailer = mailer
    this.#onFault = onFault
  }

  add(mail: Mail): void {
    this.#waiting.push(mail)
  }

  /** Resolves when each mail was sent or has failed. */
  async done(): Promise<void> {
    const mails = this.#waiting.splice(0)
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let mail = mails.shift(); mail; mail = mails.shift()) await this.#send(mail)
      }),
    )
  }

  /** Why the mail to an address was not sent; null when it was. */
  problemOf(address: string): string | null {
    return this.#problems.get(address) ?? null
  }

  async #send(mail: Mail): Promise<void> {
    if (this.#dead !== null) {
      this.#problems.set(mail.to, this.#dead)
      return
    }
    try {
      await this.#mailer.send(mail)
    } catch (error) {
      this.#onFault(error)
      const reason = error instanceof Error ? error.message : String(error)
      this.#problems.set(mail.to, reason)
      // A server that answers refuses one mail; one that does not answer would let each of them wait.
      if (!isAnswer(error)) this.#dead = reason
    }
  }
}

const isAnswer = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Number((error as { responseCode?: number }).responseCode) > 0

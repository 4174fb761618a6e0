// What was wrong with what was typed: the message shown in place, and the status that goes with it.

export interface Fault {
  readonly message: string
  readonly answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
}

export const mistake = (message: string): Fault => ({ message, answer: { status: 400 } })

/** Too many tries: when to come back, for people and for programs. */
export function tooMany(seconds: number): Fault {
  const minutes = Math.ceil(seconds / 60)
  return {
    message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    answer: { status: 429, headers: { 'retry-after': String(seconds) } },
  }
}

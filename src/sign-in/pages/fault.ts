// Describes an input error: the message beside the field and the HTTP status.

export interface Fault {
  readonly message: string
  readonly answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
}

export const mistake = (message: string): Fault => ({ message, answer: { status: 400 } })

/** The fault of an exhausted allowance, with the time to wait in the text and in Retry-After. */
export function tooMany(seconds: number): Fault {
  const minutes = Math.ceil(seconds / 60)
  return {
    message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    answer: { status: 429, headers: { 'retry-after': String(seconds) } },
  }
}

// Declares the answer to which a face formats a failure: status, headers and body, ready to be sent.

export interface FailureAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

// Describes the answer that a face makes of a failure: status, headers and body, ready to be sent.

export interface FailureAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

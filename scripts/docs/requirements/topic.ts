// Types a topic of the requirements: a heading, and one sentence for each number.

export interface Topic {
  readonly title: string
  /** By number. A number is never used again for another sentence. */
  readonly requirements: Readonly<Record<string, string>>
}

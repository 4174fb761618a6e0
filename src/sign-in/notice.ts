// Declares the sentence that a step shows above its form, and puts it into a language.
import type { NoticeName, Texts } from './texts/en.ts'

/** What a form post leads to when the person stays at a step. */
export class Notice {
  readonly name: NoticeName
  /** The value inside the sentence; of `tooMany` the second at which the wait is over. */
  readonly value: string | number | null
  /** The person's input, shown again in its field. */
  readonly typed: string

  constructor(name: NoticeName, value: string | number | null = null, typed = '') {
    this.name = name
    this.value = value
    this.typed = typed
  }
}

/** The notice as a page shows it. */
export interface ShownNotice {
  readonly text: string
  /** Not an error. */
  readonly good: boolean
  readonly typed: string
  readonly answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
}

const goodNews: ReadonlySet<NoticeName> = new Set<NoticeName>(['codeSent', 'resetSent'])

export const minutesOf = (wait: number): number => Math.ceil(wait / 60)

export const sentence = (texts: Texts, name: NoticeName, value: string | number | null = null): string =>
  (texts.notices[name] as (value: string | number | null) => string)(value)

export const shown = (texts: Texts, { name, value, typed }: Notice): ShownNotice => ({
  text: sentence(texts, name, value),
  good: goodNews.has(name),
  typed,
  answer: { status: 200 },
})

// Declares the notice above the form of a sign-in page, and translates it.
import type { NoticeName, Texts } from './texts/en.ts'

/** A sentence by its name, for a person who stays at a step after a form post. */
export class Notice {
  readonly name: NoticeName
  /** The value inside the sentence; for `tooMany` the epoch second at which the wait ends. */
  readonly value: string | number | null
  /** The person's input, shown again in its field. */
  readonly typed: string

  constructor(name: NoticeName, value: string | number | null = null, typed = '') {
    this.name = name
    this.value = value
    this.typed = typed
  }
}

/** A notice in the language of the page. */
export interface PageNotice {
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

export const pageNotice = (texts: Texts, { name, value, typed }: Notice): PageNotice => ({
  text: sentence(texts, name, value),
  good: goodNews.has(name),
  typed,
  answer: { status: 200 },
})

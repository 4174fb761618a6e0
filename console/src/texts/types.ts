// Declares what a language has to have: the members of the English texts.
import type en from './en/index.ts'

export type Texts = typeof en

/** What a section of a language has to have. */
export type Section<Name extends keyof Texts> = Texts[Name]

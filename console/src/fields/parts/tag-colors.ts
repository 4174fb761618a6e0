// Knows the colours of tags, and keeps the tags of a record in the form in which they are read.
import { itemsOf, memberText } from '../field.ts'
import type { Choice } from './options.ts'

/** The colours that the server takes, with the hues of base.css. */
const hues = { Gray: 8, Red: 4, Orange: 2, Yellow: 6, Green: 3, Teal: 1, Blue: 0, Purple: 5, Pink: 7 } as const

export type TagColor = keyof typeof hues

export const tagColors = Object.keys(hues) as readonly TagColor[]

export const isTagColor = (text: string): text is TagColor => Object.hasOwn(hues, text)

export const hueOfTag = (color: string): number => (isTagColor(color) ? hues[color] : hues.Gray)

/** The tags of a record; one without a name cannot be read any more. */
export const shownTags = (value: unknown): readonly unknown[] =>
  itemsOf(value).filter(tag => memberText(tag, 'DisplayValue') !== '')

/** The chosen tags as they were read, with their colours. */
export const keptTags = (chosen: readonly Choice[], known: readonly unknown[]): readonly unknown[] =>
  chosen.map(
    ({ key, label }) =>
      known.find(tag => memberText(tag, 'Key') === key) ?? { Key: key, DisplayValue: label, Color: null },
  )

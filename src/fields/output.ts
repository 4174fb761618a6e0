// Holds the outputs that several kinds of field share: JSON text of one column, and the short form of a record.
import type { Scalar } from '../storage/store.ts'
import type { Output, Source } from './part.ts'
import type { RenderContext } from './render-context.ts'

/** Renders one column; null stays null. */
export const outputOf = (source: Source, json: (value: Scalar, context: RenderContext) => string): Output => ({
  sources: [source],
  json: (row, at, context) => {
    const value = row[at[0] as number] as Scalar
    return value === null ? 'null' : json(value, context)
  },
})

/** Most texts have no quotes, backslashes, control characters or surrogates, and need no escaping. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

const jsonText = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

export const textOutput = (source: Source): Output => outputOf(source, value => jsonText(value as string))
export const numberOutput = (source: Source): Output => outputOf(source, String)
export const flagOutput = (source: Source): Output => outputOf(source, value => (value === 0 ? 'false' : 'true'))

/** The short form of a record: its Key and DisplayValue, or null without a key. */
export const keyAndDisplay = (key: Output, display: Output): Output => {
  const width = key.sources.length
  return {
    sources: [...key.sources, ...display.sources],
    json: (row, at, context) => {
      const text = key.json(row, at.slice(0, width), context)
      return text === 'null' ? 'null' : `{"Key":${text},"DisplayValue":${display.json(row, at.slice(width), context)}}`
    },
  }
}

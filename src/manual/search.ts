// Searches the documents section by section.
import { fold } from '../base/text/fold.ts'
import type { SearchResult } from '../pages/manual/search-page.ts'
import { type Document, type Library, pathOf } from './library.ts'
import { anchorMaker } from './render.ts'

interface Section {
  readonly document: Document
  /** Null for what stands before the first heading. */
  readonly heading: { readonly title: string; readonly anchor: string } | null
  readonly text: string
  readonly foldedTitle: string
  readonly folded: string
}

/** What a search works on is this much at most, whatever was typed. */
const longestQuery = 200
const mostWords = 8
const mostResults = 30
/** Characters of a section that a result shows, and how many of them stand before the first word found. */
const excerptLength = 180
const excerptBefore = 50

/** Cuts the documents at their headings, once for all searches. */
export const sectionsOf = (library: Library): readonly Section[] =>
  library.sections.flatMap(({ documents }) => documents).flatMap(cut)

function cut(document: Document): Section[] {
  const anchorOf = anchorMaker()
  const parts = document.text.replace(/<!--.*?-->/gs, '').split(/^(?=#{1,4} )/m)
  return parts.map(part => {
    const [, marks = '', title = ''] = /^(#{1,4}) (.*)/.exec(part) ?? []
    const plain = title.replaceAll('`', '')
    const heading = marks.length > 1 ? { title: plain, anchor: anchorOf(plain) } : null
    const text = part.slice(marks ? part.indexOf('\n') : 0).replace(/[`*|#\s-]+/g, ' ')
    return { document, heading, text, foldedTitle: fold(`${document.title} ${plain}`), folded: fold(text) }
  })
}

/** The sections that have every word, those with the words in their title first. */
export function searchSections(sections: readonly Section[], query: string): readonly SearchResult[] {
  const words = fold(query.slice(0, longestQuery)).split(/\s+/).filter(Boolean).slice(0, mostWords)
  if (words.length === 0) return []
  const found = sections.flatMap((section, place) => {
    if (!words.every(word => section.foldedTitle.includes(word) || section.folded.includes(word))) return []
    const titled = words.filter(word => section.foldedTitle.includes(word)).length
    return [{ section, titled, place }]
  })
  return found
    .sort((a, b) => b.titled - a.titled || a.place - b.place)
    .slice(0, mostResults)
    .map(({ section }) => resultOf(section, words))
}

function resultOf({ document, heading, text, folded }: Section, words: readonly string[]): SearchResult {
  const first = Math.min(...words.map(word => folded.indexOf(word)).filter(at => at >= 0), folded.length)
  const begin = first === folded.length ? 0 : Math.max(0, first - excerptBefore)
  const excerpt = text.slice(begin, begin + excerptLength).trim()
  return {
    title: heading === null ? document.title : `${document.title}: ${heading.title}`,
    path: heading === null ? pathOf(document) : `${pathOf(document)}#${heading.anchor}`,
    excerpt: `${begin > 0 ? '… ' : ''}${excerpt}${begin + excerptLength < text.length ? ' …' : ''}`,
  }
}

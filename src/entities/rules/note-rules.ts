// Derives a note's plain and rich text from each other and sanitizes the rich text.
import sanitize from 'sanitize-html'
import { foldedPair } from '../../fields/kinds/text.ts'
import type { EntityRules } from './types.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const noteRules: EntityRules = {
  before: write => {
    const { row } = write
    row.date_time ??= write.now
    const [plain, rich] = [write.value('Text'), write.value('RichText')]
    if (isText(rich)) {
      const clean = sanitize(rich)
      Object.assign(row, foldedPair('rich_text', clean === '' ? null : clean))
      if (!isText(plain)) Object.assign(row, foldedPair('text', plainOf(clean) || null))
    } else if (isText(plain)) Object.assign(row, foldedPair('rich_text', richOf(plain.normalize('NFC'))))
    else if (write.sent('Text') || write.sent('RichText')) {
      Object.assign(row, foldedPair('text', null), foldedPair('rich_text', null))
    }
    // One of the two texts is enough; a refused one already has its own problem.
    const there = isText(plain) || isText(rich) || (row.text ?? null) !== null || (row.rich_text ?? null) !== null
    if (!isText(rich)) write.mandatory('Text', there)
  },
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const unescapes: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

const richOf = (text: string): string =>
  text
    .split(/\r?\n/)
    .map(line => line.replace(/[&<>"]/g, char => escapes[char] as string))
    .join('<br />')

/** Converts HTML blocks to lines. */
function plainOf(html: string): string {
  const lines = html.replace(/<br\s*\/?>|<\/(p|div|li|tr|h[1-6]|blockquote)>/gi, '\n')
  const bare = sanitize(lines, { allowedTags: [], allowedAttributes: {} })
  return bare.replace(/&(lt|gt|quot|#39|nbsp|amp);/g, entity => unescapes[entity] as string).trim()
}

// Sanitizes the HTML of rich text and derives plain text and HTML from each other.
import { loadPackage, onFirstUse } from '../../base/caches/on-first-use.ts'

const sanitizer = onFirstUse(() => loadPackage<typeof import('sanitize-html')>('sanitize-html'))

/** The most characters of a rich text. A longer text is not sanitized. */
export const richTextMax = 128_000

/** Elements deeper than this are dropped; their text is kept. */
const nestingLimit = 50
/** The sanitizer takes quadratic time in the number of open elements, so a text with more of them is refused. */
const mostOpen = 200
/** Each tag and each escape costs a hundred times as much as a letter. */
const mostMarkup = 16_000

export interface CleanText {
  readonly html: string
  readonly plain: string
}

class TooDeep extends Error {}

/** What is wrong with a text that is not sanitized, as the end of a message. */
export type RichTextFault = string

export function cleanRichText(dirty: string): CleanText | RichTextFault {
  if (hasMuchMarkup(dirty)) return `has more than ${mostMarkup} tags and escapes`
  let open = 0
  const onOpenTag = () => {
    if (++open > mostOpen) throw new TooDeep()
  }
  const onCloseTag = () => {
    open--
  }
  try {
    const html = sanitizer()(dirty, { nestingLimit, onOpenTag, onCloseTag })
    return { html, plain: plainOf(html) }
  } catch (error) {
    if (error instanceof TooDeep) return `has more than ${mostOpen} elements inside one another`
    throw error
  }
}

function hasMuchMarkup(text: string): boolean {
  let left = mostMarkup
  for (let at = 0; at < text.length && left >= 0; at++) {
    const letter = text[at]
    if (letter === '<' || letter === '&') left--
  }
  return left < 0
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

export const richOf = (text: string): string =>
  text
    .split(/\r?\n/)
    .map(line => line.replace(/[&<>"]/g, char => escapes[char] as string))
    .join('<br />')

/** Converts the blocks of sanitized HTML to lines. Its text and attributes have no angle brackets, so a tag ends at one. */
function plainOf(html: string): string {
  const lines = html.replace(/<br\s*\/?>|<\/(p|div|li|tr|h[1-6]|blockquote)>/gi, '\n')
  const bare = lines.replace(/<[^<>]*>/g, '')
  return bare.replace(/&(lt|gt|quot|#39|nbsp|amp);/g, entity => unescapes[entity] as string).trim()
}

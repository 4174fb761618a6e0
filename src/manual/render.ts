// Renders the Markdown of a document as HTML: headings with anchors, links between documents, tables that scroll.
import type { RendererObject, Tokens } from 'marked'
import { loadPackage, onFirstUse } from '../base/caches/on-first-use.ts'
import { Html, html } from '../base/text/html.ts'
import type { Heading } from '../pages/manual/document-page.ts'
import { type Document, type Library, pathOf } from './library.ts'

const markdown = onFirstUse(() => loadPackage<typeof import('marked')>('marked'))

/** Returns the content without the page's main heading. */
export function render(document: Document, library: Library): { content: Html; headings: readonly Heading[] } {
  const headings: Heading[] = []
  const renderer = { ...fixed, heading: headingsInto(headings), link: linksFrom(document, library) }
  const { Marked } = markdown()
  const text = new Marked({ gfm: true, renderer }).parse(document.text, { async: false })
  return { content: new Html(text), headings }
}

const escaped = (text: string): string => html`${text}`.text

/** HTML in a document is shown as text, except a line break in a table. */
const fixed: RendererObject = {
  html: ({ text }) => (/^<br>$/.test(text) ? text : /^<!--/.test(text) ? '' : escaped(text)),
  code: ({ text, lang }) =>
    `<pre tabindex="0"${lang ? ` data-language="${escaped(lang.split(' ', 1)[0] as string)}"` : ''}><code>${escaped(text)}</code></pre>\n`,
  image: ({ text }) => escaped(text),
  table({ header, rows }: Tokens.Table) {
    const cell = (tag: string, inner: Tokens.TableCell) => `<${tag}>${this.parser.parseInline(inner.tokens)}</${tag}>`
    const row = (tag: string, cells: readonly Tokens.TableCell[]) =>
      `<tr>${cells.map(each => cell(tag, each)).join('')}</tr>`
    const head = header.some(each => each.text !== '') ? `<thead>${row('th', header)}</thead>` : ''
    const body = `<tbody>${rows.map(cells => row('td', cells)).join('\n')}</tbody>`
    return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}${body}</table></div>\n`
  },
}

function headingsInto(headings: Heading[]): NonNullable<RendererObject['heading']> {
  const anchorOf = anchorMaker()
  return function ({ tokens, depth, text }: Tokens.Heading) {
    if (depth === 1) return ''
    const plain = text.replaceAll('`', '')
    const anchor = anchorOf(plain)
    headings.push({ depth, title: plain, anchor })
    const inner = this.parser.parseInline(tokens)
    return `<h${depth} id="${escaped(anchor)}">${inner} <a class="anchor" href="#${escaped(anchor)}" aria-label="Link to ${escaped(plain)}">#</a></h${depth}>\n`
  }
}

/** Gives the anchors of the headings of one document, in their order; equal titles are numbered. */
export function anchorMaker(): (title: string) => string {
  const taken = new Map<string, number>()
  return title => {
    const slug = slugOf(title)
    const before = taken.get(slug) ?? 0
    taken.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
}

/** Anchors are those of GitHub, so that links work in both places. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** A link to a file that is no document, such as a test, is shown as its text. */
function linksFrom(document: Document, library: Library): NonNullable<RendererObject['link']> {
  return function ({ href, tokens }: Tokens.Link) {
    const inner = this.parser.parseInline(tokens)
    if (href.startsWith('#') || /^https?:/.test(href)) return `<a href="${escaped(href)}">${inner}</a>`
    const target = library.follow(document, href)
    if (!target) return inner
    return `<a href="${escaped(pathOf(target))}${escaped(/#.*$/s.exec(href)?.[0] ?? '')}">${inner}</a>`
  }
}

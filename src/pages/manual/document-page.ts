// Renders the pages below /docs: a document, or the notice that there is none, beside the contents.
import { type Html, html } from '../../base/text/html.ts'
import { pageText } from '../frame.ts'
import { ownLook } from '../look.ts'
import { manualStyle } from './style.ts'

export interface Heading {
  readonly depth: number
  readonly title: string
  readonly anchor: string
}

/** The list of all documents, as one page shows it. */
export type Contents = readonly { readonly title: string; readonly links: readonly ContentsLink[] }[]

interface ContentsLink {
  readonly title: string
  readonly path: string
  /** `page` for the page itself, `true` for the page above it. */
  readonly current: 'page' | 'true' | null
}

interface DocumentFacts {
  readonly title: string
  readonly headings: readonly Heading[]
  readonly content: Html
}

export function documentPage({ title, headings, content }: DocumentFacts, contents: Contents): string {
  const body = html`<article><h1>${title}</h1>
${tableOfContents(headings)}${content}</article>`
  return manualPage(title, body, contents)
}

export function missingPage(contents: Contents): string {
  const body = html`<article><h1>There is no such page</h1>
<p>Look for it in the contents, or go to the <a href="/docs">first page</a>.</p></article>`
  return manualPage('There is no such page', body, contents)
}

/** `query` is what was searched for. */
export const manualPage = (title: string, body: Html, contents: Contents, query = ''): string =>
  pageText({
    title,
    sheet: manualStyle,
    body: html`<header><a href="/docs">${ownLook.brand}</a><form role="search" action="/docs/search"><input type="search" name="q" value="${query}" maxlength="200" placeholder="Search" aria-label="Search the documents"></form><nav aria-label="Site"><a href="/reference">API reference</a></nav><a class="jump" href="#contents">Contents</a></header>
<div class="manual">
${body}
<nav id="contents" aria-label="Contents">${contents.map(
      section => html`<h2>${section.title}</h2>
<ul>${section.links.map(contentsLine)}</ul>`,
    )}</nav>
</div>`,
  })

const contentsLine = ({ title, path, current }: ContentsLink): Html =>
  html`<li><a href="${path}"${current === null ? null : html` aria-current="${current}"`}>${title}</a></li>`

/** The sections of a long page; a short one is seen at a glance. */
function tableOfContents(headings: readonly Heading[]): Html | null {
  const sections = headings.filter(({ depth }) => depth === 2)
  if (sections.length < 4) return null
  return html`<nav class="toc" aria-label="On this page"><ul>${sections.map(
    ({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`,
  )}</ul></nav>`
}

// Builds the pages below /docs: a document, or the notice that there is none, beside the list of all documents.
import { type Html, html } from '../base/html.ts'
import { pageText } from '../pages/frame.ts'
import { ownLook } from '../pages/look.ts'
import { manualStyle } from '../pages/manual-style.ts'
import type { Document, Library } from './library.ts'
import { type Heading, pathOf, render } from './render.ts'

export function documentPage(document: Document, library: Library): string {
  const { content, headings } = render(document, library)
  const body = html`<article><h1>${document.title}</h1>
${tableOfContents(headings)}${content}</article>`
  return manualPage(document.title, body, document, library)
}

export function missingPage(library: Library): string {
  const body = html`<article><h1>There is no such page</h1>
<p>Look for it in the contents, or go to the <a href="/docs">first page</a>.</p></article>`
  return manualPage('There is no such page', body, null, library)
}

const manualPage = (title: string, body: Html, current: Document | null, library: Library): string =>
  pageText({
    title,
    sheet: manualStyle,
    body: html`<header><a href="/docs">${ownLook.brand}</a><nav aria-label="Site"><a href="/reference">API reference</a></nav><a class="jump" href="#contents">Contents</a></header>
<div class="manual">
${body}
<nav id="contents" aria-label="Contents">${library.sections.map(
      section => html`<h2>${section.title}</h2>
<ul>${section.documents.map(document => entry(document, current))}</ul>`,
    )}</nav>
</div>`,
  })

function entry(document: Document, current: Document | null): Html {
  const isAbove = document.address !== '' && current?.address.startsWith(`${document.address}/`) === true
  const mark = document === current ? html` aria-current="page"` : isAbove ? html` aria-current="true"` : null
  return html`<li><a href="${pathOf(document)}"${mark}>${document.title}</a></li>`
}

/** The sections of a long page; a short one is seen at a glance. */
function tableOfContents(headings: readonly Heading[]): Html | null {
  const sections = headings.filter(({ depth }) => depth === 2)
  if (sections.length < 4) return null
  return html`<nav class="toc" aria-label="On this page"><ul>${sections.map(
    ({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`,
  )}</ul></nav>`
}

// Renders the results of a search in the documents.
import { html } from '../../base/text/html.ts'
import { type Contents, manualPage } from './document-page.ts'

export interface SearchResult {
  readonly title: string
  readonly path: string
  readonly excerpt: string
}

export function searchPage(query: string, results: readonly SearchResult[], contents: Contents): string {
  const count = results.length === 1 ? '1 section' : `${results.length} sections`
  const about = query.trim() === '' ? 'Type a word above.' : `${count} with all the words of “${query}”.`
  const body = html`<article><h1>Search</h1>
<p role="status">${about}</p>
<ol class="results">${results.map(
    ({ title, path, excerpt }) => html`<li><a href="${path}">${title}</a><p>${excerpt}</p></li>`,
  )}</ol></article>`
  return manualPage('Search', body, contents, query)
}

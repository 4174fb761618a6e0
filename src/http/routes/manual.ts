// Answers the documents of the product below /docs, with an ETag, and searches in them.
import { header, redirect } from '../../base/web.ts'
import { contentsOf, type Library, openLibrary } from '../../manual/library.ts'
import { render } from '../../manual/render.ts'
import { searchSections, sectionsOf } from '../../manual/search.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import { documentPage, missingPage } from '../../pages/manual/document-page.ts'
import { searchPage } from '../../pages/manual/search-page.ts'
import { manualStyle } from '../../pages/manual/style.ts'
import type { Handler } from '../route.ts'
import { answerTagged, type TaggedPage, tagged } from '../tagged-page.ts'

/** The address of a server that was started without settings; pages show that of this server in its place. */
const usualOrigin = 'http://localhost:8080'

/** Documents are read at the first request, and each page is made once. `origin` is known when the server listens. */
export function manual(origin: () => string, open: () => Library = openLibrary): Handler {
  let library: Library | null = null
  let sections: ReturnType<typeof sectionsOf> | null = null
  const pages = new Map<string, TaggedPage>()
  const pageAt = (address: string): TaggedPage | null => {
    library ??= open()
    const known = pages.get(address)
    if (known) return known
    const document = library.find(address)
    if (!document) return null
    const text = document.text.replaceAll(usualOrigin, origin())
    const facts = { title: document.title, ...render({ ...document, text }, library) }
    const page = tagged(documentPage(facts, contentsOf(library, document)))
    pages.set(address, page)
    return page
  }
  const found = (query: string): string => {
    library ??= open()
    sections ??= sectionsOf(library)
    return searchPage(query, searchSections(sections, query), contentsOf(library, null))
  }
  return request => {
    const address = request.params['*'] ?? ''
    if (address === 'search') {
      return { status: 200, headers, body: found(new URLSearchParams(request.query).get('q') ?? '') }
    }
    const page = pageAt(address)
    if (page) return answerTagged(page, headers, header(request, 'if-none-match'))
    // A link that was copied from the repository.
    const withoutEnding = address.replace(/(?:\/?README)?\.md$/, '')
    if (withoutEnding !== address && pageAt(withoutEnding)) return redirect(`/docs/${withoutEnding}`, 302)
    return { status: 404, headers, body: missingPage(contentsOf(library as Library, null)) }
  }
}

const headers = { 'content-type': htmlType, 'content-security-policy': pagePolicy("'self'", manualStyle, '') }

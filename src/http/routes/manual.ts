// Answers the documents of the product below /docs, with an ETag.
import { header, redirect } from '../../base/web.ts'
import { type Library, openLibrary } from '../../manual/library.ts'
import { documentPage, missingPage } from '../../manual/page.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import { manualStyle } from '../../pages/manual-style.ts'
import type { Handler } from '../route.ts'
import { answerTagged, type TaggedPage, tagged } from '../tagged-page.ts'

/** Documents are read at the first request, and each page is made once. */
export function manual(open: () => Library = openLibrary): Handler {
  let library: Library | null = null
  const pages = new Map<string, TaggedPage>()
  const pageAt = (address: string): TaggedPage | null => {
    library ??= open()
    const known = pages.get(address)
    if (known) return known
    const document = library.find(address)
    if (!document) return null
    const page = tagged(documentPage(document, library))
    pages.set(address, page)
    return page
  }
  return request => {
    const address = request.params['*'] ?? ''
    const page = pageAt(address)
    if (page) return answerTagged(page, headers, header(request, 'if-none-match'))
    // A link that was copied from the repository.
    const withoutEnding = address.replace(/(?:\/?README)?\.md$/, '')
    if (withoutEnding !== address && pageAt(withoutEnding)) return redirect(`/docs/${withoutEnding}`, 302)
    return { status: 404, headers, body: missingPage(library as Library) }
  }
}

const headers = { 'content-type': htmlType, 'content-security-policy': pagePolicy(undefined, manualStyle) }

// Answers the documents of the product below /docs, with an ETag.
import { createHash } from 'node:crypto'
import { header, redirect, type WebAnswer } from '../../base/web.ts'
import { type Library, openLibrary } from '../../manual/library.ts'
import { documentPage, missingPage } from '../../manual/page.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import { manualStyle } from '../../pages/manual-style.ts'
import type { Handler } from '../route.ts'

interface ServedPage {
  readonly text: string
  readonly etag: string
}

/** Documents are read at the first request, and each page is made once. */
export function manual(open: () => Library = openLibrary): Handler {
  let library: Library | null = null
  const pages = new Map<string, ServedPage>()
  const pageAt = (address: string): ServedPage | null => {
    library ??= open()
    const known = pages.get(address)
    if (known) return known
    const document = library.find(address)
    if (!document) return null
    const text = documentPage(document, library)
    const page = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
    pages.set(address, page)
    return page
  }
  return request => {
    const address = request.params['*'] ?? ''
    const page = pageAt(address)
    if (page) return answer(page, header(request, 'if-none-match'))
    // A link that was copied from the repository.
    const withoutEnding = address.replace(/(?:\/?README)?\.md$/, '')
    if (withoutEnding !== address && pageAt(withoutEnding)) return redirect(`/docs/${withoutEnding}`, 302)
    return { status: 404, headers, body: missingPage(library as Library) }
  }
}

const headers = { 'content-type': htmlType, 'content-security-policy': pagePolicy(undefined, manualStyle) }

function answer({ text, etag }: ServedPage, known: string | undefined): WebAnswer {
  const all = { ...headers, etag, 'cache-control': 'no-cache' }
  return known?.includes(etag) ? { status: 304, headers: all, body: '' } : { status: 200, headers: all, body: text }
}

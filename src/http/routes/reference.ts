// Answers the pages below /reference, which show the OpenAPI document of the built-in model.
import { header, type WebAnswer } from '../../base/web.ts'
import type { Settings } from '../../config/settings.ts'
import type { Documents } from '../../openapi/documents.ts'
import { referenceFacts } from '../../openapi/reference-facts.ts'
import { htmlType, pagePolicy } from '../../pages/frame.ts'
import { Reference } from '../../pages/reference/reference.ts'
import { referenceScript, referenceStyle } from '../../pages/reference/style.ts'
import type { Handler } from '../route.ts'
import { answerTagged, type TaggedPage, tagged } from '../tagged-page.ts'

const headers = {
  'content-type': htmlType,
  'content-security-policy': pagePolicy("'self'", referenceStyle, referenceScript),
}

/** The document is read at the first request, and each page is made once. */
export function referencePages(documents: Documents, settings: Settings): Handler {
  let reference: Promise<Reference> | null = null
  const pages = new Map<string, TaggedPage>()
  return async request => {
    reference ??= documents.builtIn().then(({ text }) => new Reference(referenceFacts(text, settings.apiPrefix)))
    const made = await reference
    const address = request.params['*'] ?? ''
    if (address === 'search') return found(made.results(new URLSearchParams(request.query).get('q') ?? ''))
    const known = pages.get(address)
    if (known) return answerTagged(known, headers, header(request, 'if-none-match'))
    const text = made.page(address)
    if (text === null) return { status: 404, headers, body: made.missing() }
    const page = tagged(text)
    // Addresses are read in any letter case, so only the usual spelling is kept.
    if (pages.size < 200) pages.set(address, page)
    return answerTagged(page, headers, header(request, 'if-none-match'))
  }
}

const found = (body: string): WebAnswer => ({ status: 200, headers, body })

// Reads the name and the logo of the installation, which its pages and mails show.
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { Html, html } from '../base/text/html.ts'

export interface Look {
  readonly name: string
  /** The logo as a `data:` URL. */
  readonly logo: string
  /** The logo and the name, at the top of a page. */
  readonly brand: Html
}

/** The mark of the product, the same as console/src/ui/display/icon.svg. */
const markSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#5a56cf"/><path d="M21.6 12.2a6.6 6.6 0 1 0 0 7.6" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>'

const ownName = 'Clientele'

const brandOf = (logo: Html, name: string): Html => html`<p class="brand">${logo}<span>${name}</span></p>`

/** The look of pages that belong to the product, not to an installation of it. */
export const ownLook: Look = {
  name: ownName,
  logo: `data:image/svg+xml,${encodeURIComponent(markSvg)}`,
  brand: brandOf(new Html(markSvg), ownName),
}

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/** The logo travels with every page. */
const logoMaxBytes = 64 * 1024

/** Throws when the logo cannot be used, so that a start with a wrong setting fails at once. */
export function lookOf(settings: { readonly brandName: string | null; readonly brandLogo: string | null }): Look {
  const name = settings.brandName ?? ownName
  if (settings.brandLogo === null) {
    return name === ownName ? ownLook : { ...ownLook, name, brand: brandOf(new Html(markSvg), name) }
  }
  const type = types[extname(settings.brandLogo).toLowerCase()]
  if (type === undefined) throw new Error(`brand-logo: ${settings.brandLogo} is no SVG, PNG, JPEG or WebP file`)
  const bytes = readFileSync(settings.brandLogo)
  if (bytes.length > logoMaxBytes) {
    throw new Error(`brand-logo: ${settings.brandLogo} has ${bytes.length} bytes, more than ${logoMaxBytes}`)
  }
  const logo = `data:${type};base64,${bytes.toString('base64')}`
  return { name, logo, brand: brandOf(html`<img src="${logo}" alt="">`, name) }
}

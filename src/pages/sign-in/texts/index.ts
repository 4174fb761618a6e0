// Chooses the language of the sign-in pages by the Accept-Language header.
import { header, type WebRequest } from '../../../base/web.ts'
import { textsIn } from '../../../locale/texts-in.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

const languages: Readonly<Record<string, Texts>> = { en, de, fr, es }

/** Browsers name a handful of languages; ranges after the twentieth are ignored. */
const rangesRead = 20

/** The texts in the language that the browser prefers (RFC 9110, 12.5.4); English when we have none of its languages. */
export function textsFor(request: Pick<WebRequest, 'headers'>): Texts {
  let best: { texts: Texts; weight: number } | null = null
  for (const range of (header(request, 'accept-language') ?? '').split(',', rangesRead)) {
    const [tag = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const texts = textsIn(languages, tag)
    const quality = parameters.find(parameter => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (texts && weight > (best?.weight ?? 0)) best = { texts, weight }
  }
  return best?.texts ?? en
}

/** The texts in the language of a culture (`de-AT`). */
export const textsOf = (culture: string): Texts => textsFor({ headers: { 'accept-language': culture } })

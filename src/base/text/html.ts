// Provides an HTML template tag that escapes every value except Html.

/** Text that is already HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = Html | string | number | null | readonly HtmlPart[]

export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(strings.reduce((text, piece, i) => text + show(parts[i - 1] ?? null) + piece))

function show(part: HtmlPart): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(show).join('')
  return String(part).replace(/[&<>"'`]/g, letter => `&#${letter.charCodeAt(0)};`)
}

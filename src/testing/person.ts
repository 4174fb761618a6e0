// Plays a person with a browser over HTTP: a cookie jar, forms and redirects, without scripts.

export interface Page {
  readonly status: number
  readonly url: string
  readonly text: string
  readonly headers: Headers
  /** The target of the last redirect, which was not followed since it leaves the server. */
  readonly location: string | null
}

interface Form {
  readonly action: string
  readonly fields: Record<string, string>
}

export class Person {
  readonly origin: string
  readonly cookies = new Map<string, string>()
  readonly #more: Record<string, string>
  /** `more` are headers of every request. */
  constructor(origin: string, more: Record<string, string> = {}) {
    this.origin = origin
    this.#more = more
  }

  async go(url: string, init: RequestInit = {}): Promise<Page> {
    let next = new URL(url, this.origin).href
    let request = init
    for (let hops = 0; hops < 10; hops++) {
      const answer = await fetch(next, { ...request, redirect: 'manual', headers: this.#headers(request) })
      for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie)
      const location = answer.headers.get('location')
      const target = location === null ? null : new URL(location, next).href
      if (answer.status < 300 || answer.status >= 400 || target === null || !target.startsWith(`${this.origin}/`)) {
        return {
          status: answer.status,
          url: next,
          text: await answer.text(),
          headers: answer.headers,
          location: target,
        }
      }
      next = target
      request = {}
    }
    throw new Error('Too many redirects')
  }

  /** Submits the page's form whose address has this end, with these fields. */
  submit(page: Page, action: string, typed: Record<string, string> = {}): Promise<Page> {
    const form = formOf(page, action)
    return this.post(form.action, { ...form.fields, ...typed })
  }

  post(url: string, fields: Record<string, string>): Promise<Page> {
    return this.go(url, { method: 'POST', body: new URLSearchParams(fields) })
  }

  #headers(init: RequestInit): Headers {
    const headers = new Headers({ ...this.#more, ...(init.headers as Record<string, string> | undefined) })
    if (this.cookies.size > 0) headers.set('cookie', [...this.cookies].map(([n, v]) => `${n}=${v}`).join('; '))
    return headers
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map(part => part.trim())
    const at = pair.indexOf('=')
    if (attributes.some(a => /^max-age=0$/i.test(a))) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

const plainText = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

export function formOf(page: Page, action: string): Form {
  for (const [, attributes = '', content = ''] of page.text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const target = /action="([^"]*)"/.exec(attributes)?.[1] ?? ''
    if (!target.endsWith(action)) continue
    const fields: Record<string, string> = {}
    for (const [input] of content.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1]
      if (name !== undefined) fields[name] = plainText(/value="([^"]*)"/.exec(input)?.[1] ?? '')
    }
    return { action: plainText(target), fields }
  }
  throw new Error(`The page has no form ${action}:\n${page.text}`)
}

// A request and an answer without a web framework, so that rooms below http/ can say what they answer.

export interface WebRequest {
  readonly method: string
  /** The text after `?`, as it came. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as text; empty when there was none. */
  readonly body: string
  /** The client's address, as the proxy settings let us believe it. */
  readonly address: string
  /** What the path's placeholders matched. */
  readonly params: Readonly<Record<string, string>>
}

export interface WebAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
}

export type WebHandler = (request: WebRequest) => Promise<WebAnswer>

/** A header that may stand once; a repeated one counts as its first. */
export function header(request: WebRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

export const redirect = (location: string, status: 302 | 303 = 303): WebAnswer => ({
  status,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
})

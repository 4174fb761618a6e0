// Declares requests and responses without a web framework, for the rooms below http/.

export interface WebRequest {
  readonly method: string
  /** The text after `?`, still encoded. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as text; empty when there was none. */
  readonly body: string
  /** The client's IP address, according to the setting trusted-proxy. */
  readonly address: string
  /** The values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>
}

export interface WebAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
}

export type WebHandler = (request: WebRequest) => Promise<WebAnswer>

/** The first value of a header. */
export function header(request: WebRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

export const redirect = (location: string, status: 302 | 303 = 303): WebAnswer => ({
  status,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
})

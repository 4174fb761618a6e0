// Sends requests to the control API of a test server.

/** The control API has refused something; the message says what to change. */
export class TestServerError extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.name = 'TestServerError'
    this.status = status
  }
}

type Query = Readonly<Record<string, string | number | undefined>>

export class Control {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.#json<T>('GET', path + queryOf(query))
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.#json<T>('POST', path, body)
  }

  delete<T>(path: string, query: Query = {}): Promise<T> {
    return this.#json<T>('DELETE', path + queryOf(query))
  }

  async text(path: string, query: Query): Promise<string> {
    return (await this.#send('GET', path + queryOf(query))).text()
  }

  async #json<T>(method: string, path: string, body?: object): Promise<T> {
    return (await (await this.#send(method, path, body)).json()) as T
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(this.#url + path, { method, ...init })
    if (response.ok) return response
    const { Msg = [] } = (await response.json().catch(() => ({}))) as { Msg?: string[] }
    throw new TestServerError(Msg.join('\n') || `${method} ${path}: HTTP ${response.status}`, response.status)
  }
}

function queryOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

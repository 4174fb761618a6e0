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
  /** Members of every request: the database that it is about, or none. */
  readonly #scope: Query

  constructor(url: string, scope: Query = {}) {
    this.#url = url
    this.#scope = scope
  }

  /** The same for one database; a request may name another. */
  within(database: string): Control {
    return new Control(this.#url, { database })
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.#json<T>('GET', path + this.#queryOf(query))
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.#json<T>('POST', path, { ...this.#scope, ...body })
  }

  delete<T>(path: string, query: Query = {}): Promise<T> {
    return this.#json<T>('DELETE', path + this.#queryOf(query))
  }

  async text(path: string, query: Query): Promise<string> {
    return (await this.#send('GET', path + this.#queryOf(query))).text()
  }

  #queryOf(query: Query): string {
    const given = Object.entries({ ...this.#scope, ...query }).filter(([, value]) => value !== undefined)
    return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
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

// Sends requests with a token, repeats those that may be repeated, and turns failures into errors of the client.
import { Broken, ClienteleError, problemsIn, Refused, SignInAgain, TryLater } from './errors.ts'
import { Again, type RetryOptions, retryAfter, withRetries } from './retry.ts'
import type { Auth } from './tokens.ts'

export interface Connection {
  /** The origin of the server, or the whole address of its data API when that is not at `/api`. */
  readonly url: string
  /** `personalToken(...)`, or `pair(...)`. */
  readonly auth: Auth
  /** Another fetch than that of the runtime. */
  readonly fetch?: typeof fetch
  /** Milliseconds for a request with all its repeats; 30,000 unless said. */
  readonly deadlineMs?: number
}

export interface Call extends RetryOptions {
  readonly method: 'GET' | 'POST'
  /** Below the address of the data API, or of the server when it begins with a slash. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestInit['body'] | undefined
  /** The body can be sent once only, so the request is not repeated. */
  readonly once?: boolean
}

export class Transport {
  readonly #connection: Connection
  readonly #api: string

  constructor(connection: Connection) {
    this.#connection = connection
    const { origin, pathname } = new URL(connection.url)
    this.#api = origin + (pathname === '/' ? '/api' : pathname.replace(/\/$/, ''))
  }

  /** `take` reads the answer of a call that succeeded. An answer that breaks off is asked for again. */
  async call<T>(call: Call, take: (response: Response) => Promise<T>): Promise<T> {
    const { auth, deadlineMs = 30_000 } = this.#connection
    const limits = { deadlineMs: call.deadlineMs ?? deadlineMs, signal: call.signal }
    let token: string | null = null
    let renewed = false
    return withRetries(async signal => {
      token ??= await auth.token(signal)
      let response = await this.#try(call, token, signal)
      if (response instanceof Response && response.status === 401 && !renewed) {
        renewed = true
        const refused = response
        await refused.body?.cancel()
        token = await auth.rejected(token, signal)
        if (call.once)
          throw new TryLater('The access token has been renewed. Send the request again.', 0, idOf(refused))
        response = await this.#try(call, token, signal)
      }
      if (response instanceof Again) return response
      const failure = await failureIn(response)
      if (failure instanceof TryLater && !call.once) return new Again(failure)
      if (failure) throw failure
      try {
        return await take(response)
      } catch (error) {
        if (error instanceof ClienteleError || call.once) throw error
        call.signal?.throwIfAborted()
        return new Again(new TryLater('The answer broke off.', null, idOf(response), { cause: error }))
      }
    }, limits)
  }

  /** The JSON answer of an operation of the data API. */
  envelope<T>(call: Call): Promise<T> {
    return this.call(call, async response => {
      const body = (await response.json()) as { readonly Code?: unknown }
      if (body.Code === 0) return body as T
      if (body.Code === undefined) throw new Broken('The answer has no Code.', response.status, idOf(response))
      throw new Refused(response.status, problemsIn(body), idOf(response), body)
    })
  }

  async #try(call: Call, token: string, signal: AbortSignal): Promise<Response | Again> {
    const { fetch: send = fetch } = this.#connection
    const url = call.path.startsWith('/') ? new URL(call.path, this.#api) : `${this.#api}/${call.path}`
    try {
      return await send(url, {
        method: call.method,
        headers: { ...call.headers, authorization: `Bearer ${token}` },
        body: call.body ?? null,
        signal,
        redirect: 'error',
        ...(call.once ? { duplex: 'half' } : {}),
      } as RequestInit)
    } catch (error) {
      call.signal?.throwIfAborted()
      const later =
        error instanceof TryLater ? error : new TryLater('The server cannot be reached.', null, null, { cause: error })
      if (call.once) throw later
      return new Again(later)
    }
  }
}

const idOf = ({ headers }: Response): string | null => headers.get('x-request-id')

/** What is wrong with an answer; null for one of success. */
async function failureIn(response: Response): Promise<ClienteleError | null> {
  const { status, headers } = response
  const id = idOf(response)
  if (status < 300) return null
  const body: unknown = await response.json().catch(() => null)
  const problems = problemsIn(body)
  const text = problems[0]?.message ?? `The server answered HTTP ${status}.`
  if (status === 429 || status === 503) return new TryLater(text, retryAfter(headers), id)
  if (status === 401) return new SignInAgain('not-accepted', text, null, id)
  return status >= 500 || problems.length === 0 ? new Broken(text, status, id) : new Refused(status, problems, id, body)
}

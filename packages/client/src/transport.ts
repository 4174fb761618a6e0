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
  /** Milliseconds before each repeat, as many as there may be; unless said, a backoff with jitter until the deadline. */
  readonly pausesMs?: readonly number[]
  /** Called with each error before it is thrown: the one place to ask a person to sign in. */
  readonly onError?: (error: ClienteleError) => void
}

export interface Call extends RetryOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the address of the data API, or of the server when it begins with a slash. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestInit['body'] | undefined
  /** The request is not repeated, because its body can be sent once only or its effect would come twice. */
  readonly once?: boolean
  /** Sends this call, in the place of the fetch of the connection. */
  readonly fetch?: typeof fetch | undefined
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
    const { deadlineMs = 30_000, pausesMs, onError } = this.#connection
    const limits = { deadlineMs: call.deadlineMs ?? deadlineMs, signal: call.signal }
    try {
      return await withRetries(this.#attempt(call, take), limits, pausesMs)
    } catch (error) {
      if (error instanceof ClienteleError) onError?.(error)
      throw error
    }
  }

  /** The JSON answer of an operation of the data API. */
  envelope<T>(call: Call): Promise<T> {
    return this.call(call, async response => {
      const body = (await response.json()) as { readonly Code?: unknown }
      if (body.Code === undefined) throw new Broken('The answer has no Code.', response.status, idOf(response))
      return accepted<T>(body, response)
    })
  }

  /** The JSON answer of any other route; null when it has no body. */
  json<T>(call: Call): Promise<T> {
    return this.call(call, async response => {
      const text = await response.text()
      return accepted<T>(text === '' ? null : JSON.parse(text), response)
    })
  }

  /** Sends a call once and gives the answer as it is, that of a refusal too. Throws when the server cannot be reached. */
  async exchange(call: Call): Promise<Response> {
    const { auth, onError } = this.#connection
    const response = await this.#try(call, await auth.token(call.signal), call.signal)
    if (response instanceof Again) throw response.error
    const failure = await failureIn(response.clone())
    if (failure) onError?.(failure)
    return response
  }

  /** One try of a call. A token that the server does not accept is replaced once. */
  #attempt<T>(call: Call, take: (response: Response) => Promise<T>): (signal: AbortSignal) => Promise<T | Again> {
    const { auth } = this.#connection
    let token: string | null = null
    let renewed = false
    return async signal => {
      token ??= await auth.token(signal)
      let response = await this.#try(call, token, signal)
      if (response instanceof Response && response.status === 401 && !renewed) {
        renewed = true
        const failure = await failureIn(response)
        token = await auth.rejected(token, signal)
        if (token === null) throw failure
        if (call.body instanceof ReadableStream)
          throw new TryLater('The access token has been renewed. Send the request again.', 0, idOf(response))
        response = await this.#try(call, token, signal)
      }
      if (response instanceof Again) return retriable(call, response.error)
      const failure = await failureIn(response)
      if (failure instanceof TryLater) return retriable(call, failure)
      if (failure) throw failure
      try {
        return await take(response)
      } catch (error) {
        if (error instanceof ClienteleError || call.once) throw error
        call.signal?.throwIfAborted()
        return new Again(new TryLater('The answer broke off.', null, idOf(response), { cause: error }))
      }
    }
  }

  async #try(call: Call, token: string, signal: AbortSignal | undefined): Promise<Response | Again> {
    const { auth, fetch: usual = fetch } = this.#connection
    const send = call.fetch ?? usual
    const url = call.path.startsWith('/') ? new URL(call.path, this.#api) : `${this.#api}/${call.path}`
    try {
      return await send(url, {
        method: call.method,
        headers: { ...call.headers, ...(auth.headers?.(token) ?? { authorization: `Bearer ${token}` }) },
        body: call.body ?? null,
        signal: signal ?? null,
        redirect: 'error',
        ...(call.body instanceof ReadableStream ? { duplex: 'half' } : {}),
      } as RequestInit)
    } catch (error) {
      call.signal?.throwIfAborted()
      if (error instanceof TryLater) return new Again(error)
      return new Again(new TryLater('The server cannot be reached.', null, null, { cause: error }))
    }
  }
}

/** Repeats the call, unless it is sent once only. */
function retriable({ once }: Call, error: TryLater): Again {
  if (once) throw error
  return new Again(error)
}

/** The body of an answer that is no refusal. */
function accepted<T>(body: unknown, response: Response): T {
  const code = (body as { readonly Code?: unknown } | null)?.Code
  if (code === undefined || code === 0) return body as T
  throw new Refused(response.status, problemsIn(body), idOf(response), body)
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

// Connects the client package with the session of the browser for one database.
import {
  type AnyModel,
  type Auth,
  Client,
  type ClienteleError,
  type Connection,
  Transport,
} from '../../../packages/client/src/index.ts'
import { type Body, parsedJson } from './envelope.ts'
import { type Problem, problemsIn, Refused, SignInAgain, TryLater } from './errors.ts'
import { fetchWithProgress } from './upload.ts'

/** A request of the explorer: its answer, and how long it took. */
export interface Exchange {
  readonly status: number
  readonly text: string
  /** The JSON of the text; null when it is none. */
  readonly answer: unknown
  readonly problems: readonly Problem[]
  readonly requestId: string | null
  readonly ms: number
}

/** Why the person has to sign in before work goes on: the session has ended, or is too old for the request. */
export type Interruption = 'signed-out' | 'fresh-proof'

/** Pauses before the repeats of a request that got no answer. */
const pausesMs = [300, 1000, 3000]
/** The server ends long queries itself; this ends what a broken connection leaves open. */
const deadlineMs = 10 * 60_000
/** For files, which may be large. */
const fileDeadlineMs = 60 * 60_000

const jsonType = { 'content-type': 'application/json' }

export class Api {
  readonly database: string
  /** Called when a person has to sign in before work goes on. */
  onInterruption: (kind: Interruption) => void = () => {}
  /** Called when a request got no answer. */
  onLost: () => void = () => {}

  readonly #client: Client<AnyModel>
  readonly #session: SessionAuth
  readonly #connection: Connection

  /** `connection` has what differs outside of a browser. */
  constructor(database: string, connection: Partial<Connection> = {}) {
    this.database = database
    this.#session = sessionAuth(database)
    this.#connection = {
      url: connection.url ?? `${location.origin}/console/api`,
      auth: this.#session.auth,
      pausesMs,
      deadlineMs,
      onError: error => this.#interrupt(error),
      ...connection,
    }
    this.#client = new Client(this.#connection)
  }

  /** Runs an operation of the data API: `call('Read', { AbEntry: ... })`. A write is done once, however often it is sent. */
  call<T = Body>(operation: string, body: Body, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<T> {
    return this.#client.call<T>(operation, body, { signal })
  }

  /** Other routes by their path below `/console/api/`: `get('webhooks/v1/targets')`. */
  get<T = Body>(path: string, signal?: AbortSignal): Promise<T> {
    return this.#client.transport.json<T>({ method: 'GET', path, signal })
  }

  send<T = Body>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: Body): Promise<T> {
    return this.#client.transport.json<T>(write(method, path, body))
  }

  /** Posts a request by which the server replaces the session. Requests that were sent with the old session are repeated. */
  replaceSession(path: string, body: Body): Promise<unknown> {
    // This request itself must not wait for its own end.
    const auth: Auth = { ...this.#session.auth, rejected: async () => null }
    const transport = new Transport({ ...this.#connection, auth })
    return this.#session.replaceBy(transport.json(write('POST', path, body)))
  }

  /** Runs an operation with a text as it is, and gives the text of the answer, also of a refusal. */
  async exchange(operation: string, body: string, signal?: AbortSignal): Promise<Exchange> {
    const began = performance.now()
    const call = { method: 'POST', path: operation, headers: jsonType, body, signal } as const
    const response = await this.#client.transport.exchange(call)
    const text = await response.text()
    const answer = parsedJson(text)
    return {
      status: response.status,
      text,
      answer,
      problems: problemsIn(answer),
      requestId: response.headers.get('x-request-id'),
      ms: performance.now() - began,
    }
  }

  download(path: string): Promise<Blob> {
    return this.#client.transport.call({ method: 'GET', path }, response => response.blob())
  }

  /** The file of an export, as it arrives; `onProgress` is called with the bytes so far. */
  exportFile(path: string, body: Body, onProgress: (bytes: number) => void): Promise<Blob> {
    const call = {
      method: 'POST',
      path,
      headers: jsonType,
      body: JSON.stringify(body),
      deadlineMs: fileDeadlineMs,
    } as const
    return this.#client.transport.call(call, response => collected(response, onProgress))
  }

  /** Uploads bytes, and reports which share of them was sent; the result is their BinaryDataId. */
  upload(file: Blob, onProgress: (share: number) => void, signal?: AbortSignal): Promise<string> {
    const fetch = fetchWithProgress(onProgress)
    return this.#client.upload(file, { signal, deadlineMs: fileDeadlineMs, fetch })
  }

  /** Posts a file to a route of its own, and gives what the route answers. */
  sendFile<T = Body>(path: string, file: Blob, onProgress: (share: number) => void, signal?: AbortSignal): Promise<T> {
    const limits = { signal, deadlineMs: fileDeadlineMs, once: true } as const
    const headers = { 'content-type': 'application/octet-stream' }
    const fetch = fetchWithProgress(onProgress)
    return this.#client.transport.json<T>({ method: 'POST', path, headers, body: file, fetch, ...limits })
  }

  #interrupt(error: ClienteleError): void {
    if (error instanceof TryLater && error.retryAfterMs === null) this.onLost()
    if (error instanceof SignInAgain) this.onInterruption('signed-out')
    if (error instanceof Refused && error.problem('FreshProof')) this.onInterruption('fresh-proof')
  }
}

/** The bytes of an answer as one file, which the browser may put on the disk. */
async function collected(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const parts: Blob[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    parts.push(new Blob([piece as BlobPart]))
    bytes += piece.byteLength
    onProgress(bytes)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

const write = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: Body) =>
  ({ method, path, once: true, ...(body ? { headers: jsonType, body: JSON.stringify(body) } : {}) }) as const

interface SessionAuth {
  readonly auth: Auth
  /** Counts this request as a replacement of the session. */
  replaceBy<T>(request: Promise<T>): Promise<T>
}

/**
 * Authenticates by the cookie of the session, which no script can read, and by the header that names the database. The token of a
 * request is the number of the session that it was sent with: it is rejected for good unless a replacement began since.
 */
function sessionAuth(database: string): SessionAuth {
  let begun = 0
  let settled = 0
  let last: Promise<void> = Promise.resolve()
  const token = async (): Promise<string> => String(settled)
  const auth: Auth = {
    token,
    rejected: async sent => {
      if (begun === Number(sent)) return null
      await last
      return token()
    },
    headers: () => ({ 'x-clientele-console': database }),
  }
  return {
    auth,
    replaceBy(request) {
      begun++
      const settle = (): void => {
        settled = begun
      }
      last = request.then(settle, settle)
      return request
    },
  }
}

/** Where the browser signs in, and comes back from to this page. */
export function signInAddress(database: string, { fresh = false, to = '' } = {}): string {
  const query = new URLSearchParams({ database, to: to || location.pathname + location.search })
  if (fresh) query.set('fresh', '1')
  return `/console/sign-in?${query}`
}

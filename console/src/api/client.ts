// Sends the requests of one database through the session of the browser.
import { type Body, parsedJson } from './envelope.ts'
import { ApiError, codes, type Problem, problemsIn } from './errors.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Makes a repeated write harmless: the server does it once and answers the same. */
  readonly idempotencyKey?: string | undefined
}

/** A request of the explorer: what came back, and after how long. */
export interface Exchange {
  readonly status: number
  readonly text: string
  /** The JSON of the text; null when it is none. */
  readonly answer: unknown
  readonly problems: readonly Problem[]
  readonly requestId: string | null
  readonly ms: number
}

/** Why a request was not done: nobody is signed in any more, or the sign-in is too long ago for what was asked. */
export type Interruption = 'signed-out' | 'fresh-proof'

/** Waits between the tries of a request whose connection dropped. */
const pausesMs = [300, 1000, 3000]

export class Api {
  readonly database: string
  /** Told when a person has to sign in before work goes on. */
  onInterruption: (kind: Interruption) => void = () => {}

  #replacements = { begun: 0, settled: 0, path: '', last: Promise.resolve() }

  constructor(database: string) {
    this.database = database
  }

  /** Runs an operation of the data API: `call('Read', { AbEntry: ... })`. */
  call<T = Body>(operation: string, body: Body, { signal, idempotencyKey }: CallOptions = {}): Promise<T> {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    return this.#json(operation, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null })
  }

  /** Other routes by their path below `/console/api/`: `get('webhooks/v1/targets')`. */
  get<T = Body>(path: string, signal?: AbortSignal): Promise<T> {
    return this.#json(path, { signal: signal ?? null })
  }

  send<T = Body>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: Body): Promise<T> {
    const content = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
    return this.#json(path, { method, ...content })
  }

  /**
   * Posts something by which the server replaces the session. A request that is under way then has the old one and is refused;
   * it is sent again.
   */
  replaceSession(path: string, body: Body): Promise<unknown> {
    const sent = this.send('POST', path, body)
    const settle = (): void => {
      this.#replacements = { ...this.#replacements, settled: this.#replacements.begun }
    }
    this.#replacements = {
      ...this.#replacements,
      begun: this.#replacements.begun + 1,
      path,
      last: sent.then(settle, settle),
    }
    return sent
  }

  /** Runs an operation with a text as it is, and gives the text of the answer, also of a refusal. */
  async exchange(operation: string, body: string, signal?: AbortSignal): Promise<Exchange> {
    const began = performance.now()
    const headers = { 'x-clientele-console': this.database, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body, signal: signal ?? null }
    const response = await fetch(address(operation), init).catch((error: unknown) => {
      throw signal?.aborted ? error : unreachable()
    })
    const text = await response.text()
    const requestId = response.headers.get('x-request-id')
    const answer = parsedJson(text)
    // Those who have to sign in first are asked to.
    const problems = this.#failure(response.status, answer, requestId).problems
    return { status: response.status, text, answer, problems, requestId, ms: performance.now() - began }
  }

  async download(path: string): Promise<Blob> {
    return (await this.#fetch(path, {})).blob()
  }

  /** Sends bytes, and tells how much of them has left; the answer has their BinaryDataId. */
  upload(file: Blob, onProgress: (share: number) => void, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      // fetch tells nothing of the progress of a request.
      const request = new XMLHttpRequest()
      request.open('POST', address('BinaryUpload'))
      request.setRequestHeader('x-clientele-console', this.database)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onerror = () => reject(unreachable())
      request.onabort = () => reject(new DOMException('', 'AbortError'))
      request.onload = () => {
        const answer = parsedJson(request.responseText) as {
          Code?: number
          BinaryData?: { Data: { BinaryDataId: string } }
        }
        if (answer?.BinaryData) resolve(answer.BinaryData.Data.BinaryDataId)
        else reject(this.#failure(request.status, answer, request.getResponseHeader('x-request-id')))
      }
      signal?.addEventListener('abort', () => request.abort())
      request.send(file)
    })
  }

  async #json<T>(path: string, init: RequestInit): Promise<T> {
    const response = await this.#fetch(path, init)
    const answer = parsedJson(await response.text())
    if ((answer as { Code?: number } | null)?.Code === -1)
      throw this.#failure(response.status, answer, response.headers.get('x-request-id'))
    return answer as T
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = { 'x-clientele-console': this.database, ...init.headers }
    const isRepeatable = (init.method ?? 'GET') === 'GET' || path === 'Read' || 'idempotency-key' in headers
    for (let tries = 0; ; tries++) {
      const { settled } = this.#replacements
      const response = await fetch(address(path), { ...init, headers }).catch((error: unknown) => {
        if (init.signal?.aborted) throw error
        return null
      })
      if (response?.ok) return response
      const { begun, path: replacing, last } = this.#replacements
      if (response?.status === 401 && begun > settled && path !== replacing) {
        await last
        continue
      }
      const pause = pausesMs[tries]
      const isPassing = response === null || response.status === 503
      if (!isPassing || !isRepeatable || pause === undefined) {
        if (!response) throw unreachable()
        throw this.#failure(response.status, parsedJson(await response.text()), response.headers.get('x-request-id'))
      }
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }

  #failure(status: number, body: unknown, requestId: string | null): ApiError {
    const error = new ApiError(status, problemsIn(body), requestId)
    if (status === 401) this.onInterruption('signed-out')
    if (error.has(codes.freshProof)) this.onInterruption('fresh-proof')
    return error
  }
}

const address = (path: string): string => `/console/api/${path}`
const unreachable = (): ApiError => new ApiError(0, [], null)

/** Where the browser signs in, and comes back from to this page. */
export function signInAddress(database: string, { fresh = false, to = '' } = {}): string {
  const query = new URLSearchParams({ database, to: to || location.pathname + location.search })
  if (fresh) query.set('fresh', '1')
  return `/console/sign-in?${query}`
}

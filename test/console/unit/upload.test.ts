// Proves that an upload reports its progress, answers like fetch, and ends when it is aborted.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fetchWithProgress } from '../../../console/src/api/upload.ts'

/** The part of a browser's XMLHttpRequest that an upload uses; the test ends the request. */
class FakeRequest {
  static last: FakeRequest | null = null
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  readonly sent: [string, string][] = []
  status = 0
  response: Blob | null = null
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  constructor() {
    FakeRequest.last = this
  }
  open(method: string, url: string): void {
    this.sent.push([method, url])
  }
  setRequestHeader(name: string, value: string): void {
    this.sent.push([name, value])
  }
  send(): void {}
  abort(): void {
    this.onabort?.()
  }
  getAllResponseHeaders(): string {
    return 'content-type: application/json\r\nx-request-id: r1\r\n'
  }
}

const before = Object.getOwnPropertyDescriptor(globalThis, 'XMLHttpRequest')
beforeEach(() => Object.defineProperty(globalThis, 'XMLHttpRequest', { value: FakeRequest, configurable: true }))
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'XMLHttpRequest', before)
  else Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
})

const start = (signal?: AbortSignal) => {
  const shares: number[] = []
  const init = { method: 'POST', headers: { 'x-clientele-console': 'acme' }, body: 'bytes', signal: signal ?? null }
  const answer = fetchWithProgress(share => shares.push(share))('http://127.0.0.1/console/api/BinaryUpload', init)
  return { shares, answer, request: FakeRequest.last as FakeRequest }
}

describe('an upload', () => {
  test('reports its progress and answers like fetch', async () => {
    const { shares, answer, request } = start()
    request.upload.onprogress?.({ loaded: 1, total: 4 })
    request.upload.onprogress?.({ loaded: 0, total: 0 })
    request.status = 200
    request.response = new Blob(['{"Code":0}'])
    request.onload?.()
    const response = await answer
    assert.deepEqual(shares, [0.25, 0])
    assert.deepEqual([response.status, response.headers.get('x-request-id')], [200, 'r1'])
    assert.deepEqual(await response.json(), { Code: 0 })
    assert.deepEqual(request.sent, [
      ['POST', 'http://127.0.0.1/console/api/BinaryUpload'],
      ['x-clientele-console', 'acme'],
    ])
  })

  test('fails when the connection does, and with the reason of an abort', async () => {
    const failed = start()
    failed.request.onerror?.()
    await assert.rejects(failed.answer, TypeError)
    const end = new AbortController()
    const aborted = start(end.signal)
    end.abort(new Error('enough'))
    await assert.rejects(aborted.answer, /enough/)
  })
})

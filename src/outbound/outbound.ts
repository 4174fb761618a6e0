// Sends requests to URLs that clients chose: to public addresses only, without redirects, within limits of time and size.
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { parseNetworks } from '../base/networks.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'
import { isPublicAddress } from './special-addresses.ts'

interface OutboundRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** How many bytes of the answer's body are read. */
  readonly maxBytes: number
  /** What happens to a longer body: the answer has its beginning, or the request fails. */
  readonly longer: 'cut' | 'fail'
  readonly signal?: AbortSignal
}

interface OutboundAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly isCut: boolean
}

export interface Outbound {
  /** Why the URL is refused, independent of what its host resolves to; null when it is not. */
  complaint(url: string): string | null
  /** Throws an OutboundFailure when no whole answer came. Redirects are answers like any other. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  close(): void
}

/** The message is for the person who chose the URL: it does not reveal what the name resolved to. */
export class OutboundFailure extends Error {
  readonly reason: 'refused' | 'unreachable' | 'timeout' | 'too-long'

  constructor(reason: OutboundFailure['reason'], message: string) {
    super(message)
    this.name = 'OutboundFailure'
    this.reason = reason
  }
}

interface OutboundOptions {
  readonly outboundNetworks: string | null
  readonly outboundHttp: boolean
  readonly resolveHost?: ResolveHost
  /** Further trusted certificates, PEM. */
  readonly ca?: string
  readonly connectMs?: number
  readonly answerMs?: number
}

const urlMaxLength = 2_000
/** How long an idle connection is kept, and how many to one host; each was checked when it was made. */
const idle = { keepAlive: true, maxFreeSockets: 256, timeout: 4_000 }

export function createOutbound(options: OutboundOptions): Outbound {
  const { outboundHttp, connectMs = 5_000, answerMs = 15_000, resolveHost = createResolveHost() } = options
  const inner = options.outboundNetworks === null ? null : parseNetworks(options.outboundNetworks)
  const permits = (address: string): boolean =>
    isPublicAddress(address) || (inner?.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6') ?? false)
  const lookup = guardedLookup(resolveHost, permits)
  const agents = {
    http: new http.Agent(idle),
    https: new https.Agent({ ...idle, ...(options.ca ? { ca: options.ca } : {}) }),
  }

  const complaint = (text: string): string | null => {
    const url = text.length <= urlMaxLength && URL.canParse(text) ? new URL(text) : null
    if (url === null) return `it is not a URL of at most ${urlMaxLength} characters`
    const isHttp = url.protocol === 'http:' && outboundHttp
    if (url.protocol !== 'https:' && !isHttp) {
      if (outboundHttp) return 'it is neither https nor http'
      return url.protocol === 'http:' ? 'it is not https, and the setting outbound-http is off' : 'it is not https'
    }
    if (url.username !== '' || url.password !== '') return 'it has a user name or a password'
    const host = hostOf(url)
    if (isIP(host) !== 0 && !permits(host))
      return 'its address is not a public one, nor in the setting outbound-networks'
    return null
  }

  return {
    complaint,
    send(request) {
      const wrong = complaint(request.url)
      if (wrong !== null) {
        return Promise.reject(new OutboundFailure('refused', `The URL is refused: ${wrong}.`))
      }
      const url = new URL(request.url)
      const { method, headers, body, signal } = request
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const isTls = url.protocol === 'https:'
      const sent = (isTls ? https : http).request(url, {
        method,
        headers: { ...headers, ...length, 'accept-encoding': 'identity' },
        agent: isTls ? agents.https : agents.http,
        lookup,
        ...(signal ? { signal } : {}),
      })
      const answer = answerOf(sent, { ...request, isTls, connectMs, answerMs, permits })
      sent.end(body)
      return answer
    },
    close: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

/** The one resolution of a request: the connection is made to the very addresses that were checked. */
const guardedLookup =
  (resolveHost: ResolveHost, permits: (address: string) => boolean): LookupFunction =>
  (host, { all }, done) => {
    resolveHost(host).then(
      found => {
        const [first, ...rest] = found.filter(({ address }) => permits(address))
        if (!first) done(refusedHost, '')
        else if (all) done(null, [first, ...rest])
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }

const refusedHost = new OutboundFailure('refused', 'The host has no public address, and none in outbound-networks.')

interface Terms extends Pick<OutboundRequest, 'maxBytes' | 'longer'> {
  readonly isTls: boolean
  readonly connectMs: number
  readonly answerMs: number
  permits(address: string): boolean
}

/** Waits for the whole answer. Each phase has its own time: until the connection is made, and from there to the end. */
function answerOf(sent: ClientRequest, terms: Terms): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const fail = (error: Error) => {
    clearTimeout(timer)
    reject(failureOf(error))
    sent.destroy()
  }
  const within = (ms: number, what: string) =>
    setTimeout(() => fail(new OutboundFailure('timeout', `${what} within ${ms / 1000} s.`)), ms)
  let timer = within(terms.connectMs, 'No connection')
  const connected = (socket: Socket) => {
    clearTimeout(timer)
    const { remoteAddress } = socket
    if (remoteAddress !== undefined && !terms.permits(remoteAddress)) fail(refusedHost)
    else timer = within(terms.answerMs, 'No whole answer')
  }
  sent.on('socket', socket => {
    if (sent.reusedSocket || !isConnecting(socket)) connected(socket)
    else socket.once(terms.isTls ? 'secureConnect' : 'connect', () => connected(socket))
  })
  sent.on('error', fail)
  const ended = () => fail(new OutboundFailure('unreachable', 'The connection ended without an answer.'))
  sent.on('close', ended)
  sent.on('response', response => {
    sent.off('close', ended)
    readBody(response, terms).then(({ body, isCut }) => {
      clearTimeout(timer)
      resolve({ status: response.statusCode as number, headers: response.headers, body, isCut })
      if (isCut) sent.destroy()
    }, fail)
  })
  return promise
}

/** A TLS socket has no protocol before its handshake. */
const isConnecting = (socket: Socket | TLSSocket): boolean =>
  socket.connecting || ('getProtocol' in socket && socket.getProtocol() === null)

async function readBody(
  response: IncomingMessage,
  { maxBytes, longer }: Terms,
): Promise<Pick<OutboundAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += (chunk as Buffer).length
    chunks.push(chunk as Buffer)
    if (length <= maxBytes) continue
    if (longer === 'fail') throw new OutboundFailure('too-long', `The answer is longer than ${maxBytes} bytes.`)
    return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true }
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

function failureOf(error: Error): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  // Of several addresses each has its own error; the first is as good as the others.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error]
  const { code } = (first ?? error) as NodeJS.ErrnoException
  if (error.name === 'AbortError') return new OutboundFailure('unreachable', 'The request was aborted.')
  return new OutboundFailure('unreachable', `No connection to the host (${code ?? error.message}).`)
}

// Runs a program that receives webhooks and keeps what it was sent; a test decides what it answers.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

export interface Received {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: events are whatever the service sends; the tests say what they expect.
  readonly event: any
}

interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
  /** When the receiver dies: before it answers, within the head of its answer, within the body; `never`: it does not answer. */
  readonly dies?: 'before' | 'head' | 'half' | 'never'
}

export interface Receiver {
  readonly url: string
  /** What was received, also what was answered with a failure. */
  readonly received: Received[]
  /** Requests that are being answered. */
  readonly open: number
  /** False: it dies when it has the headers of the request, and before it has the body. */
  accepts: (headers: IncomingHttpHeaders) => boolean
  /** What it answers to each request; a good answer unless said. */
  reply: (received: Received) => Reply | Promise<Reply>
  /** Waits until `count` requests have come that the test accepts. */
  has(count: number, accepts?: (received: Received) => boolean): Promise<Received[]>
  close(): void
}

/** Settings of a server that may send to this machine. */
export const receiverNearby = { outboundNetworks: '127.0.0.1', outboundHttp: true }

export async function startReceiver(port = 0): Promise<Receiver> {
  let open = 0
  const server = createServer(async (request, response) => {
    open++
    response.on('close', () => open--)
    if (!receiver.accepts(request.headers)) {
      request.socket.destroy()
      return
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { path: request.url, headers: request.headers, body, event: JSON.parse(body) }
    receiver.received.push(one)
    const { status = 204, headers = {}, body: text = '', dies } = await receiver.reply(one)
    if (dies === 'before') request.socket.destroy()
    else if (dies === 'head') request.socket.end(`HTTP/1.1 ${status} OK\r\ncontent-len`)
    else if (dies === 'half') {
      response.writeHead(status, { ...headers, 'content-length': '1000' })
      response.write('half')
      setImmediate(() => request.socket.destroy())
    } else if (dies !== 'never') response.writeHead(status, headers).end(text)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  // A test that fails before it closes its receiver must not keep the process alive.
  server.unref()
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    get open() {
      return open
    },
    accepts: () => true,
    reply: () => ({}),
    has: async (count, accepts = () => true) => {
      await until(() => receiver.received.filter(accepts).length >= count, `${count} requests`)
      return receiver.received.filter(accepts)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

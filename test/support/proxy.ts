// Forwards requests to several nodes, round robin, as a load balancer does.

import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { textTopic } from '../../src/storage/nodes/topics.ts'
import type { Store } from '../../src/storage/store.ts'

interface Node {
  readonly store: Store
  /** Where it listens: `127.0.0.1:51234`. */
  readonly address: string
}

const settledTopic = textTopic('settled')

export async function roundRobinProxy(port: number, nodes: readonly Node[]): Promise<{ close(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true })
  const settle = settlement(nodes.map(({ store }) => store))
  let count = 0
  const forward = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const { address } = nodes[count++ % nodes.length] as Node
    const [host, to] = address.split(':')
    const { method, url, rawHeaders } = incoming
    const headers = ['X-Forwarded-For', incoming.socket.remoteAddress ?? '', ...rawHeaders]
    const outgoing = request({ host, port: to, method, path: url, headers, agent, setHost: false }, response => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }
  // Nodes tell clients that they keep idle connections for 65 s, so this one must not close them earlier.
  const server = createServer({ keepAliveTimeout: 70_000 }, (incoming, answer) => {
    settle().then(
      () => forward(incoming, answer),
      () => forward(incoming, answer),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Nodes receive a change a moment later, as test/contract/publish.test.ts shows. Tests of what is answered need not wait for
 * that: before each request every node has heard what the others have published.
 */
function settlement(stores: readonly Store[]): () => Promise<void> {
  let count = 0
  const waiting = new Map<string, () => void>()
  for (const [i, store] of stores.entries()) {
    store.subscribe(settledTopic, text => waiting.get(`${text} ${i}`)?.())
  }
  return async () => {
    const round = String(++count)
    const heard = stores.flatMap((_, from) =>
      stores.map((_, to) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const key = `${round}.${from} ${to}`
        waiting.set(key, resolve)
        return promise.finally(() => waiting.delete(key))
      }),
    )
    await Promise.all(stores.map((store, i) => store.write(tx => tx.publish(settledTopic, `${round}.${i}`))))
    await Promise.all(heard)
  }
}

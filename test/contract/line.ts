// A line to a PostgreSQL server that tests can cut: real connections through a relay of our own.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Line {
  readonly url: string
  /** Ends all connections and takes no new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Drops all bytes, those of new connections too, without ending any; `thaw` forwards what is sent from then on. */
  freeze(): void
  thaw(): void
  /** Cuts the connection that next sends this text, after the server has got it and before its answer comes back. */
  cutAfter(text: string): void
  close(): Promise<void>
}

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let trap: string | undefined
  let frozen = false
  const relay = (near: Socket) => {
    const far = connect(Number(port), hostname)
    let muted = false
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    near.on('data', data => {
      if (frozen) return
      far.write(data)
      if (trap === undefined || !data.includes(trap)) return
      trap = undefined
      muted = true
      setTimeout(() => near.destroy(), 100)
    })
    far.on('data', data => {
      if (!muted && !frozen) near.write(data)
    })
  }
  let server: Server = createServer(relay)
  const listen = async (at: number) => {
    server = createServer(relay).listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const url = new URL(target)
  url.port = String(own)
  return {
    url: url.href,
    cut,
    restore: () => listen(own),
    freeze: () => {
      frozen = true
    },
    thaw: () => {
      frozen = false
    },
    cutAfter: text => {
      trap = text
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}

// Binds servers to the socket that systemd holds, or to the addresses of the settings: `localhost` is one of each family, and a demo takes the next free port.
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import type { Settings } from '../config/settings.ts'

/** Ports that a demo tries, one after the other. */
const demoPorts = 20

type ListenSettings = Pick<Settings, 'host' | 'port' | 'demo'>

/** Servers that listen, all at the same port, and their addresses in the order of the servers. */
interface Bound {
  readonly servers: readonly Server[]
  readonly addresses: readonly string[]
}

/** `create` makes a server for each address. */
export async function listenAt({ host, port, demo }: ListenSettings, create: () => Server): Promise<Bound> {
  const socket = heldSocket()
  if (socket !== null) {
    const server = create()
    server.listen({ fd: socket })
    await once(server, 'listening')
    return { servers: [server], addresses: [addressOf(server)] }
  }
  const hosts = await addressesOf(host)
  for (let at = port; ; at++) {
    try {
      return await bindAll(hosts, at, create)
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!demo || !isTaken || at >= Math.min(port + demoPorts, 65_535)) throw error
    }
  }
}

/** The descriptor of the one socket that systemd has opened for this process; null without one. */
function heldSocket(): number | null {
  const { LISTEN_FDS: count, LISTEN_PID: pid } = process.env
  return Number(pid) === process.pid && Number(count) >= 1 ? 3 : null
}

export const portOf = (address: string | undefined): number => Number(address?.split(':').at(-1))

/** Any other name than `localhost` is left to the system. */
async function addressesOf(host: string): Promise<[string, ...string[]]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))] as [string, ...string[]]
}

async function bindAll(
  [first, ...others]: [string, ...string[]],
  wanted: number,
  create: () => Server,
): Promise<Bound> {
  const main = await bind(create(), first, wanted)
  const { port } = main.address() as AddressInfo
  const servers = [main]
  // The machine may name an address that it does not have.
  for (const other of others)
    await bind(create(), other, port).then(
      server => servers.push(server),
      () => {},
    )
  return { servers, addresses: servers.map(addressOf) }
}

async function bind(server: Server, host: string, port: number): Promise<Server> {
  server.listen({ host, port })
  await once(server, 'listening')
  return server
}

function addressOf(server: Server): string {
  const { family, address, port } = server.address() as AddressInfo
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

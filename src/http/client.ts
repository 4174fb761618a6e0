// Finds the address and the protocol of a client behind trusted proxies.
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import proxyAddress from '@fastify/proxy-addr'

export interface ClientOf {
  address(request: IncomingMessage): string
  protocol(request: IncomingMessage): 'http' | 'https'
}

/** X-Forwarded headers are used only when the connection comes from an address in `trusted`, a list separated by commas. */
export function clientOf(trusted: string | null): ClientOf {
  const own = ({ socket }: IncomingMessage) => ((socket as Partial<TLSSocket>).encrypted ? 'https' : 'http')
  if (trusted === null) return { address: ({ socket }) => socket.remoteAddress ?? '', protocol: own }
  const trust = proxyAddress.compile(trusted.split(',').map(part => part.trim()))
  return {
    address: request => proxyAddress(request, trust),
    protocol: request => {
      const forwarded = request.headers['x-forwarded-proto']
      if (forwarded === undefined || !trust(request.socket.remoteAddress ?? '', 0)) return own(request)
      // Each proxy adds its own: the last one is of the proxy that we trust.
      return String(forwarded).split(',').at(-1)?.trim() === 'https' ? 'https' : 'http'
    },
  }
}

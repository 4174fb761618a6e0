// Parses networks in CIDR notation, as settings list them.
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Null when one of the networks, which commas separate, is not one: `10.1.0.0/16`, `fd00::/8`, or a single address. */
export function parseNetworks(text: string): BlockList | null {
  const list = new BlockList()
  for (const network of text.split(',')) {
    const [address = '', prefix, ...rest] = network.trim().split('/')
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const length = prefix === undefined ? longest : Number(prefix)
    if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(prefix ?? '0') || length > longest) return null
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** The networks of this machine alone. */
export const loopbackNetworks = '127.0.0.0/8,::1'

/** Whether an address is in one of the networks; also an IPv4 address that is written as an IPv6 one. */
export const isWithin = (networks: BlockList, address: string): boolean =>
  networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

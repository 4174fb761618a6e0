// Distinguishes public addresses from special ones: inner networks, loopback, tunnels, documentation, multicast.
import { type BlockList, isIP } from 'node:net'
import { parseNetworks } from '../base/networks.ts'

/** The special-purpose registry of IANA for IPv4, and the address at which Azure serves the secrets of its machines. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * What is special inside 2000::/3. Everything outside is: loopback, link-local, ULA, multicast, and the forms that hold an
 * IPv4 address (mapped, compatible, NAT64).
 */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const listOf = (networks: readonly string[]): BlockList => parseNetworks(networks.join()) as BlockList
const blocked4 = listOf(specialIpv4)
const blocked6 = listOf(specialIpv6)
const unicast6 = listOf(['2000::/3'])

/** True for an address of the public internet; false for a special one, and for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !blocked4.check(address, 'ipv4')
  return version === 6 && unicast6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}

// Maps a client's IP address to the network under which its failed tries are counted.
import { isIPv6 } from 'node:net'

/** The IPv4 address itself, or the /64 prefix of an IPv6 address, since one household usually has a whole /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [bare = ''] = address.toLowerCase().split('%', 1)
  const [left = [], right = []] = bare.split('::').map(half => (half === '' ? [] : half.split(':')))
  // An embedded IPv4 address at the end takes the place of two groups.
  const zeros = 8 - left.length - right.length - (bare.includes('.') ? 1 : 0)
  const all = bare.includes('::') ? [...left, ...Array<string>(zeros).fill('0'), ...right] : left
  return all.map(group => group.replace(/^0+(?=.)/, ''))
}

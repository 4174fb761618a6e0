// The network that a client's address stands for when its tries are counted.
import { isIPv6 } from 'node:net'

/** An IPv4 address itself; of an IPv6 address the first 64 bits, since every home has all of the rest to itself. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** The eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  const [bare = ''] = address.toLowerCase().split('%', 1)
  const [left = [], right = []] = bare.split('::').map(half => (half === '' ? [] : half.split(':')))
  // An IPv4 address at the end stands for two groups.
  const zeros = 8 - left.length - right.length - (bare.includes('.') ? 1 : 0)
  const all = bare.includes('::') ? [...left, ...Array<string>(zeros).fill('0'), ...right] : left
  return all.map(group => group.replace(/^0+(?=.)/, ''))
}

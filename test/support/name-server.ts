// Runs a DNS server on the loopback address whose answers a test writes itself, another at each question if it likes.
import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import { once } from 'node:events'

interface NameServer {
  /** How often each name was asked for, by type: `a.test A`. */
  readonly asked: Map<string, number>
  readonly resolver: dns.promises.Resolver
  close(): void
}

/** Gives the addresses of a name: IPv4 for type A, IPv6 for AAAA. `nth` counts the questions of this name and type. */
type Answers = (name: string, type: 'A' | 'AAAA', nth: number) => readonly string[]

export async function startNameServer(answers: Answers): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const asked = new Map<string, number>()
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = questionIn(message)
    const key = `${name} ${type}`
    const nth = asked.get(key) ?? 0
    asked.set(key, nth + 1)
    const records = answers(name, type, nth).map(one => recordOf(type, one))
    const header = Buffer.from(message.subarray(0, 12))
    // A recursive answer without error, with one question and these records.
    header.writeUInt16BE(records.length === 0 ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, message.subarray(12, end), ...records]), port, address)
  })
  const resolver = new dns.promises.Resolver({ timeout: 500, tries: 2 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { asked, resolver, close: () => socket.close() }
}

function questionIn(message: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] as number; length > 0; length = message[at] as number) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A', end: at + 5 }
}

/** A record with a pointer to the name of the question, class IN, and no time to live. */
function recordOf(type: 'A' | 'AAAA', address: string): Buffer {
  const bytes = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type === 'A' ? 1 : 28, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

function ipv6Bytes(address: string): Buffer {
  // URL writes an embedded IPv4 address as two groups.
  const [left = '', right = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = [left, right].map(half => (half === '' ? [] : half.split(':')))
  const zeros = Array<string>(8 - (groups[0]?.length ?? 0) - (groups[1]?.length ?? 0)).fill('0')
  return Buffer.from(
    [...(groups[0] ?? []), ...zeros, ...(groups[1] ?? [])].map(g => g.padStart(4, '0')).join(''),
    'hex',
  )
}

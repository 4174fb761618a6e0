// Resolves host names for outbound requests without occupying the thread pool that password hashing and files need.
import dns, { type LookupAddress } from 'node:dns'

/** Gives the addresses of a host, or throws. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

/** Time-out and tries of a name server: the owner of a name can make it silent. */
const asked = { timeout: 1500, tries: 2 }

/** The system's own look-up blocks a thread of the pool, of which there are four. */
const systemLookups = 2
const waitingLookups = 100

/** Asks the name servers, and for a name that they do not know (hosts file, search domain) the system. */
export function createResolveHost(resolver = new dns.promises.Resolver(asked)): ResolveHost {
  const lookup = limited(systemLookups, waitingLookups, (host: string) => dns.promises.lookup(host, { all: true }))
  return async host => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = found.flatMap((answer, i) =>
      answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family: i === 0 ? 4 : 6 })) : [],
    )
    return addresses.length > 0 ? addresses : lookup(host)
  }
}

/** Runs at most `running` calls at a time; beyond `waiting` further ones a call is refused. */
function limited<A, R>(
  running: number,
  waiting: number,
  call: (argument: A) => Promise<R>,
): (argument: A) => Promise<R> {
  const queue: (() => void)[] = []
  let active = 0
  return async argument => {
    if (active >= running) {
      if (queue.length >= waiting) throw new Error('Too many host names are being looked up')
      await new Promise<void>(turn => queue.push(turn))
    }
    active++
    try {
      return await call(argument)
    } finally {
      active--
      queue.shift()?.()
    }
  }
}

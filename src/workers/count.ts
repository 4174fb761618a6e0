// Decides how many workers serve, and which part of each limit a worker has.
import { availableParallelism, hostname, networkInterfaces } from 'node:os'
import type { Settings } from '../config/settings.ts'

/** More workers than this read fewer records by key from one PostgreSQL: each has connections of its own, and batches fewer reads. */
const mostByDefault = 8

export interface WorkerCount {
  readonly count: number
  readonly reason: string
}

/** What `auto` goes by. */
interface Machine {
  readonly processors: number
  /** Names and addresses of this machine, besides those that every machine has. */
  readonly hosts: ReadonlySet<string>
}

const thisMachine = (): Machine => ({
  processors: availableParallelism(),
  hosts: new Set([
    hostname(),
    ...Object.values(networkInterfaces()).flatMap(list => list?.map(one => one.address) ?? []),
  ]),
})

/** A demo keeps the data of its pages in the memory of one process. */
export function workersOf(
  { workers, store, demo }: Pick<Settings, 'workers' | 'store' | 'demo'>,
  machine: () => Machine = thisMachine,
): WorkerCount {
  if (workers !== 'auto') return { count: workers, reason: 'as set' }
  if (demo) return { count: 1, reason: 'a demo has one process' }
  if (store.startsWith('sqlite:'))
    return { count: 1, reason: 'SQLite has one process unless set; more of them read more' }
  const { processors, hosts } = machine()
  const named = `${processors} ${processors === 1 ? 'processor' : 'processors'}`
  // PostgreSQL needs about as much of a processor as the workers that ask it.
  if (isHere(hostOf(store), hosts)) {
    return { count: bounded(processors / 2), reason: `PostgreSQL shares the ${named} of this machine` }
  }
  return { count: bounded(processors), reason: `PostgreSQL is on another machine, and this one has ${named}` }
}

const bounded = (count: number): number => Math.max(1, Math.min(mostByDefault, Math.floor(count)))

/** The host of an address, in small letters; empty when it names none, which is a socket of this machine. */
function hostOf(store: string): string {
  const address = URL.parse(store)
  const host = address?.searchParams.get('host') ?? decodeURIComponent(address?.hostname ?? '')
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
}

const isHere = (host: string, hosts: ReadonlySet<string>): boolean =>
  host === '' ||
  host.startsWith('/') ||
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  /^127(\.\d+){3}$/.test(host) ||
  [...hosts].some(own => own.toLowerCase() === host)

/** The limits of a server are divided among its workers. */
export function shareOf(settings: Settings, count: number): Settings {
  const part = (whole: number) => Math.ceil(whole / count)
  return {
    ...settings,
    poolSize: part(settings.poolSize),
    maxConnections: part(settings.maxConnections),
    answerMemory: part(settings.answerMemory),
  }
}

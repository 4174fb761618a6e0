// Connects a worker with its supervisor, and so with its siblings.
import cluster from 'node:cluster'
import type { SharedCounts } from '../http/rate-limits.ts'
import type { TeamState } from '../http/routes/probes.ts'
import type { Siblings } from '../storage/siblings.ts'
import type { Publication } from '../storage/transaction.ts'
import type { Assignment, MetricValues, Stop, SupervisorCalls, WorkerCalls } from './calls.ts'
import { Peer } from './peer.ts'
import { workerFile } from './worker-file.ts'

/** What a process of a server with several workers has in common with the others. */
export interface Team {
  /** Names the server among others. */
  readonly server: string
  readonly siblings: Siblings
  state(): TeamState
  /** Calls the function when this process is to do the background work of the server. */
  whenLeading(begin: () => void): void
  /** This process does the background work no more; called after the last of it. */
  resign(): void
  /** The metrics of all workers, added up. */
  metrics(): Promise<string>
  /** Gives others the metrics of this process. */
  measure(values: () => Promise<MetricValues>): void
  readonly rates: SharedRates
}

/** Counts that limits of all workers are compared with. */
interface SharedRates {
  tell(counts: SharedCounts): void
  hear(add: (counts: SharedCounts) => void): void
}

interface WorkerLink<Report> extends Team {
  readonly assignment: Assignment
  /** Says that this worker takes requests. */
  ready(report: Report): void
  /** Says why this worker cannot serve; settles when the supervisor has heard it. */
  failed(message: string): Promise<void>
  /** Settles when the supervisor tells this worker to stop. */
  readonly stopped: Promise<Stop>
}

/** Publications that nobody waits for are passed on together. */
const gatherMs = 5

/** Reports to the supervisor, and comes back with what it says. */
export async function joinTeam<Report>(): Promise<WorkerLink<Report>> {
  const stop = Promise.withResolvers<Stop>()
  let state: TeamState = { wanted: 1, ready: 0 }
  let [leading, begin] = [false, () => {}]
  let hear: (publications: readonly Publication[]) => void = () => {}
  let measured: () => Promise<MetricValues> = async () => []
  let addRates: (counts: SharedCounts) => void = () => {}
  const peer = new Peer<SupervisorCalls<Report>, WorkerCalls>(send)
  process.on('message', peer.receive)
  const assignment = await peer.ask('hello', null)
  const { shared, news } = workerFile(peer, assignment)
  peer.serve({
    ...news,
    heard: publications => hear(publications),
    measure: () => measured(),
    team: now => {
      state = now
    },
    rates: counts => addRates(counts),
    lead: () => {
      leading = true
      begin()
    },
    stop: how => stop.resolve(how),
  })
  const publish = publisher(peer)
  return {
    assignment,
    server: assignment.server,
    siblings: {
      file: shared,
      publish,
      hear: deliver => {
        hear = deliver
      },
    },
    state: () => state,
    whenLeading: work => {
      begin = work
      if (leading) begin()
    },
    resign: () => peer.tell('resign', null),
    metrics: () => peer.ask('metrics', null),
    measure: values => {
      measured = values
    },
    rates: {
      tell: counts => peer.tell('rates', counts),
      hear: add => {
        addRates = add
      },
    },
    ready: report => peer.tell('ready', report),
    failed: message => peer.ask('failed', message),
    stopped: stop.promise,
  }
}

/** Whether this process is a worker. */
export const isWorker = (): boolean => cluster.isWorker

function send(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

function publisher<Report>(peer: Peer<SupervisorCalls<Report>, WorkerCalls>): Siblings['publish'] {
  const held = new Map<string, Publication>()
  const flush = () => {
    peer.tell('publish', [...held.values()])
    held.clear()
  }
  return publications => {
    if (publications.some(({ background }) => !background)) return peer.ask('publish', publications).catch(() => {})
    if (held.size === 0 && publications.length > 0) setTimeout(flush, gatherMs).unref()
    for (const publication of publications) held.set(`${publication.topic}\n${publication.payload}`, publication)
    return undefined
  }
}

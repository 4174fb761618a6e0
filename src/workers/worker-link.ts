// Connects a worker with its supervisor, and so with its siblings.
import cluster from 'node:cluster'
import type { Socket } from 'node:net'
import type { HandedWrites } from '../http/handed-writes.ts'
import type { SharedCounts } from '../http/rate-limits.ts'
import type { TeamState } from '../http/routes/probes.ts'
import type { Siblings } from '../storage/nodes/siblings.ts'
import type { Publication } from '../storage/transaction.ts'
import type { Assignment, ConnectionOffer, MetricValues, Stop, SupervisorCalls, WorkerCalls } from './calls.ts'
import { type Message, Peer } from './peer.ts'
import { workerFile } from './worker-file.ts'
import { writeHandOver } from './write-hand-over.ts'

/** What the workers of one server share. */
export interface Team {
  /** Names the server among others. */
  readonly server: string
  readonly siblings: Siblings
  state(): TeamState
  /** Passes on the connections that the supervisor accepts; returns its addresses. */
  takeConnections(accept: (connection: Socket) => boolean): readonly string[]
  /** Calls the function when this process is to do the background work of the server. */
  whenLeading(begin: () => void): void
  /** Returns the background work to the supervisor; called after the last of it. */
  resign(): void
  /** The metrics of all workers, added up. */
  metrics(): Promise<string>
  /** Sends the metrics of this process on request. */
  measure(values: () => Promise<MetricValues>): void
  readonly rates: SharedRates
  /** Null where each worker writes by itself. */
  readonly handedWrites: HandedWrites | null
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
  /** Reports why this worker cannot serve; settles when the supervisor has received it. */
  failed(message: string): Promise<void>
  /** Settles when the supervisor stops this worker. */
  readonly stopped: Promise<Stop>
}

/** Publications that no writer waits for are sent in batches. */
const gatherMs = 5

/** Reports to the supervisor, and resolves with its answer. */
export async function joinTeam<Report>(): Promise<WorkerLink<Report>> {
  const stop = Promise.withResolvers<Stop>()
  let state: TeamState = { wanted: 1, ready: 0 }
  let [leading, begin] = [false, () => {}]
  let hear: (publications: readonly Publication[]) => void = () => {}
  let measured: () => Promise<MetricValues> = async () => []
  let addRates: (counts: SharedCounts) => void = () => {}
  const peer = new Peer<SupervisorCalls<Report>, WorkerCalls>(send)
  let accept: (connection: Socket) => boolean = () => false
  listen(peer, socket => accept(socket))
  const assignment = await peer.ask('hello', null)
  const { shared, news } = workerFile(peer, assignment)
  const { handedWrites, write } = writeHandOver(
    order => peer.ask('handWrite', order),
    () => leading,
  )
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
    write,
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
    takeConnections: into => {
      accept = into
      peer.tell('open', null)
      return assignment.addresses
    },
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
    handedWrites: assignment.handsWrites ? handedWrites : null,
    ready: report => peer.tell('ready', report),
    failed: message => peer.ask('failed', message),
    stopped: stop.promise,
  }
}

function listen<Report>(peer: Peer<SupervisorCalls<Report>, WorkerCalls>, accept: (socket: Socket) => boolean): void {
  process.on('message', (message: Message | ConnectionOffer, handle?: unknown) => {
    if (!('connection' in message)) return peer.receive(message)
    const socket = handle as Socket | undefined
    const accepted = socket === undefined || accept(socket)
    // Sent before a byte of the connection is read: one that was not answered for is offered to another worker.
    peer.tell('took', { connection: message.connection, accepted })
    if (!accepted) socket.destroy()
  })
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

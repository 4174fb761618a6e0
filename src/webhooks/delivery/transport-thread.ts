// Makes the requests of webhooks in a worker thread; see transport.ts.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createOutbound } from '../../outbound/outbound.ts'
import { attemptDelivery } from './attempt.ts'
import type { FinishedRequest, RequestJob, ThreadMessage, TransportSettings } from './transport.ts'

// Linux has a priority for each thread, other systems one for the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const outbound = createOutbound(workerData as TransportSettings)
const lines = new Map<number, { readonly end: AbortController; open: number }>()
let finished: FinishedRequest[] = []

async function send({ number, line, addressee, id, body, at }: RequestJob): Promise<void> {
  const mine = lines.getOrInsertComputed(line, () => ({ end: new AbortController(), open: 0 }))
  mine.open++
  const attempt = await attemptDelivery(addressee, id, body, { outbound, at }, mine.end.signal)
  if (--mine.open === 0) lines.delete(line)
  // The results of one turn of the event loop are one message.
  if (finished.push({ number, attempt }) === 1) setImmediate(report)
}

function report(): void {
  parentPort?.postMessage(finished)
  finished = []
}

parentPort?.on('message', ({ jobs, ended }: ThreadMessage) => {
  for (const job of jobs) void send(job)
  if (ended !== null) lines.get(ended)?.end.abort()
})

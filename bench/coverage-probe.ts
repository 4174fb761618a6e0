// Counts what the server executes: loaded before the server by --import, it sends the V8 coverage since the last message.
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

process.on('message', async () => {
  // Taking the coverage sets all counters back to 0.
  const { result } = await session.post('Profiler.takePreciseCoverage')
  process.send?.(result.filter(({ url }) => url.startsWith('file:')))
})

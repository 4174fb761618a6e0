// Generates load with autocannon and records latencies more finely than its histogram.
import autocannon from 'autocannon'

export interface LoadRequest {
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Distributed over the connections; each connection sends its share in order, repeatedly. */
  readonly bodies: readonly string[]
  /** Replaces `bodies` and `headers`: requests of several clients. */
  readonly requests?: readonly { readonly headers: Readonly<Record<string, string>>; readonly body: string }[]
  readonly connections: number
  readonly seconds: number
  /** A server under overload may refuse requests by 503; they are not counted as answers. */
  readonly mayRefuse?: boolean
  /** Requests a second, all connections together; without it each connection sends the next one at once. */
  readonly offered?: number
  /**
   * Replaces `bodies`: each connection begins with its own refresh token and continues with the token of each answer.
   * `form` is the rest of the body.
   */
  readonly chains?: { readonly form: string; readonly tokens: readonly string[] }
}

export interface LoadResult {
  /** Answers per second. */
  readonly rate: number
  readonly count: number
  readonly p50: number
  readonly p99: number
  /** The last refresh token of each connection, for the next round. */
  readonly tokens: readonly string[]
}

type Client = {
  on(event: 'response', heard: (status: number, bytes: number, ms: number) => void): void
  on(event: 'body', heard: (chunk: Buffer) => void): void
  setBody(body: string): void
  setRequests(requests: readonly object[]): void
}

process.on('message', ({ number, request }: { number: number; request: LoadRequest }) => {
  run(request).then(
    result => process.send?.({ number, result }),
    error => process.send?.({ number, error: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))

async function run({
  url,
  path,
  headers,
  bodies,
  requests,
  connections,
  seconds,
  mayRefuse = false,
  offered,
  chains,
}: LoadRequest): Promise<LoadResult> {
  const latencies: number[] = []
  const tokens = [...(chains?.tokens ?? [])]
  let next = 0
  let failures = 0
  let first = 0
  let last = 0
  const setupClient = (client: Client) => {
    const mine = next++
    client.on('response', (status, _bytes, ms) => {
      if (status === 503 && mayRefuse) return
      if (status !== 200) failures++
      last = performance.now()
      if (latencies.push(ms) === 1) first = last
    })
    if (!chains) {
      const all = requests ?? bodies.map(body => ({ headers, body }))
      const own = all.filter((_, i) => i % connections === mine % connections)
      const sent = own.length > 0 ? own : all
      client.setRequests(sent.map(request => ({ method: 'POST', path, ...request })))
      return
    }
    client.setBody(`${chains.form}&refresh_token=${tokens[mine]}`)
    client.on('body', chunk => {
      const token = /"refresh_token":"([^"]+)"/.exec(chunk.toString('latin1'))?.[1]
      if (token === undefined) return
      tokens[mine] = token
      client.setBody(`${chains.form}&refresh_token=${token}`)
    })
  }
  const result = await autocannon({
    url: url + path,
    method: 'POST',
    headers,
    body: bodies[0] ?? requests?.[0]?.body ?? '',
    connections,
    duration: seconds,
    ...(offered === undefined ? {} : { overallRate: Math.round(offered) }),
    // Autocannon checks the clock at this interval, so a run lasts at least as long.
    sampleInt: Math.min(1000, Math.round(seconds * 500)),
    setupClient,
  } as never)
  if (failures > 0 || result.errors > 0) {
    throw new Error(`${path}: ${failures} answers other than 200 and ${result.errors} errors`)
  }
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    rate: ((latencies.length - 1) * 1000) / (last - first),
    count: latencies.length,
    p50: at(0.5),
    p99: at(0.99),
    tokens,
  }
}

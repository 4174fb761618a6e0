// Measures how long a server keeps a trivial request waiting while it works on another one.

interface Stalled<T> {
  readonly result: T
  /** The longest that the other request waited, in milliseconds. */
  readonly longestMs: number
  /** The same in processor time of this process, which other programs on the machine do not add to. */
  readonly busyMs: number
}

const everyMs = 10

/** Asks for the server's health. */
const health = (url: string) => async (): Promise<void> => {
  await (await fetch(`${url}/healthz`)).text()
}

/** Runs the work and sends the other request all the while: for an address, the question for the server's health. */
export async function stalledBy<T>(other: string | (() => Promise<void>), work: () => Promise<T>): Promise<Stalled<T>> {
  const ask = typeof other === 'string' ? health(other) : other
  let working = true
  let longestMs = 0
  let busyMs = 0
  const watch = async () => {
    while (working) {
      const started = performance.now()
      const before = process.cpuUsage()
      await ask()
      const { user, system } = process.cpuUsage(before)
      longestMs = Math.max(longestMs, performance.now() - started)
      busyMs = Math.max(busyMs, (user + system) / 1000)
      await new Promise(resolve => setTimeout(resolve, everyMs))
    }
  }
  const watching = watch()
  try {
    const result = await work()
    return { result, longestMs, busyMs }
  } finally {
    working = false
    await watching
  }
}

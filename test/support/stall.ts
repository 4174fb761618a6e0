// Measures how long a server keeps a trivial request waiting while it works on another one.

interface Stalled<T> {
  readonly result: T
  /** The longest that `GET /healthz` waited, in milliseconds. */
  readonly longestMs: number
}

const everyMs = 10

/** Runs the work and asks for the server's health all the while. */
export async function stalledBy<T>(url: string, work: () => Promise<T>): Promise<Stalled<T>> {
  let working = true
  let longestMs = 0
  const watch = async () => {
    while (working) {
      const started = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      longestMs = Math.max(longestMs, performance.now() - started)
      await new Promise(resolve => setTimeout(resolve, everyMs))
    }
  }
  const watching = watch()
  try {
    const result = await work()
    return { result, longestMs }
  } finally {
    working = false
    await watching
  }
}

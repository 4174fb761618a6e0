// Measures how long a server keeps a trivial request waiting while it works on another one.

interface Stalled<T> {
  readonly result: T
  /**
   * The most that this thread, which client and server share, computed while the other request waited, in milliseconds.
   * Unlike the wait itself it does not grow with the load of the machine.
   */
  readonly busyMs: number
}

const everyMs = 10

/** Runs the work and asks for the health of the server all the while. */
export async function stalledBy<T>(url: string, work: () => Promise<T>): Promise<Stalled<T>> {
  let working = true
  let busyMs = 0
  const watch = async () => {
    while (working) {
      const before = process.threadCpuUsage()
      await (await fetch(`${url}/healthz`)).text()
      const { user, system } = process.threadCpuUsage(before)
      busyMs = Math.max(busyMs, (user + system) / 1000)
      await new Promise(resolve => setTimeout(resolve, everyMs))
    }
  }
  const watching = watch()
  try {
    const result = await work()
    return { result, busyMs }
  } finally {
    working = false
    await watching
  }
}

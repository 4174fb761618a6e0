// Measures how long a server keeps a trivial request waiting while it works on another one.
import { pause } from './until.ts'

interface Waits<T> {
  readonly result: T
  readonly wallMs: number
  /** What the server computed meanwhile. Unlike the wait itself it does not grow with the load of the machine. */
  readonly busyMs: number
}

/** The request that waits, and the processor time of the thread that answers it, where the system tells. */
interface Watched {
  ask(): Promise<void>
  cpuMs(): number | null
}

const everyMs = 5

/** Runs the work, sends the other request all the while, and gives its longest waits. */
export async function waitsDuring<T>({ ask, cpuMs }: Watched, work: () => Promise<T>): Promise<Waits<T>> {
  let working = true
  let [wallMs, busyMs] = [0, 0]
  const watch = async () => {
    while (working) {
      const [started, before] = [performance.now(), cpuMs()]
      await ask()
      wallMs = Math.max(wallMs, performance.now() - started)
      if (before !== null) busyMs = Math.max(busyMs, (cpuMs() ?? before) - before)
      await pause(everyMs)
    }
  }
  const watching = watch()
  try {
    const result = await work()
    return { result, wallMs, busyMs }
  } finally {
    working = false
    await watching
  }
}

/** The same for a server of this process, which is asked for its health: client and server share the thread. */
export const stalledBy = <T>(url: string, work: () => Promise<T>): Promise<Waits<T>> =>
  waitsDuring({ ask: async () => void (await (await fetch(`${url}/healthz`)).text()), cpuMs: ownCpuMs }, work)

function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

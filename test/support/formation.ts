// Starts a service as one process, as a server with workers (CLIENTELE_TEST_WORKERS), or as nodes behind a proxy (CLIENTELE_TEST_NODES).
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from '../../src/app.ts'
import type { Clock, ManualClock } from '../../src/base/clock.ts'
import type { Log } from '../../src/base/log/log.ts'
import type { App } from '../../src/cli/product.ts'
import { loadSettings } from '../../src/config/load.ts'
import type { Settings } from '../../src/config/settings.ts'
import { SupervisedFile } from '../../src/workers/supervised-file.ts'
import { Supervisor } from '../../src/workers/supervisor.ts'
import type { Team } from '../../src/workers/worker-link.ts'
import { freePort } from './free-port.ts'
import { roundRobinProxy } from './proxy.ts'

interface Started {
  /** The part of the service that runs in this process. */
  readonly app: App
  readonly url: string
  readonly addresses: readonly string[]
  close(): Promise<void>
}

interface FormationOptions {
  readonly flags: Readonly<Record<string, unknown>>
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
}

const workers = Number(process.env.CLIENTELE_TEST_WORKERS ?? 1)
const nodes = Number(process.env.CLIENTELE_TEST_NODES ?? 1)

/** Processes that answer requests. Each counts by itself, and their keys of one millisecond come in any order. */
export const processes = workers * nodes

export function startFormation(options: FormationOptions): Promise<Started> {
  if (workers > 1) return startWorkers(options)
  return nodes > 1 ? startNodes(options) : startAlone(options)
}

async function startAlone({ settings, clock, log }: FormationOptions): Promise<Started> {
  const app = await createApp({ settings, clock, log })
  await app.prepare()
  const addresses = await app.listen()
  return { app, url: app.origin(), addresses, close: () => app.close() }
}

/** This process supervises the workers, and its store is a sibling of theirs: tests write by it. */
async function startWorkers({ flags, clock, log }: FormationOptions): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-workers-'))
  const clockFile = join(folder, 'clock')
  const port = await freePort()
  const settings = loadSettings({ flags: { ...flags, port } }).values
  const supervisor = new Supervisor<null>({
    count: workers,
    settings,
    program: {
      exec: fileURLToPath(new URL('./test-worker.ts', import.meta.url)),
      args: [JSON.stringify({ flags: { ...flags, port }, clockFile: shareClock(clock, clockFile) })],
    },
    log,
    output: { logFormat: 'json', terminal: false },
    file: settings.store.startsWith('sqlite:')
      ? new SupervisedFile(settings.store.slice('sqlite:'.length), settings.scanProcesses)
      : null,
    stopMs: 30_000,
  })
  const app = await createApp({ settings, clock, log, team: teamOf(supervisor) })
  await app.prepare()
  await supervisor.start()
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    addresses: [`127.0.0.1:${port}`],
    close: async () => {
      await supervisor.stop()
      await app.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const teamOf = (supervisor: Supervisor<null>): Team => ({
  server: 'test',
  siblings: supervisor.siblings(),
  state: () => supervisor.state,
  takeConnections: () => supervisor.addresses,
  whenLeading: () => {},
  resign: () => {},
  metrics: async () => '',
  measure: () => {},
  rates: { tell: () => {}, hear: () => {} },
  handedWrites: null,
})

/**
 * Workers read the time of a clock that the test moves from a file. Null for the clock of the system. A test of both
 * engines may have one clock for two servers, the first of which has taken its file away.
 */
function shareClock(clock: Clock, file: string): string | null {
  if (!('advance' in clock)) return null
  const manual = clock as { -readonly [K in keyof ManualClock]: ManualClock[K] }
  const { advance, set } = manual
  const share = () => {
    if (existsSync(dirname(file))) writeFileSync(file, String(manual.now()))
  }
  manual.advance = ms => {
    advance(ms)
    share()
  }
  manual.set = ms => {
    set(ms)
    share()
  }
  share()
  return file
}

async function startNodes({ flags, settings, clock, log }: FormationOptions): Promise<Started> {
  const port = await freePort()
  // All nodes have the same public address and the same key.
  const shared = { secretKey: 'the same key on all nodes of a test', ...flags, publicUrl: `http://127.0.0.1:${port}` }
  const all = loadSettings({ flags: { ...shared, trustedProxy: settings.trustedProxy ?? 'loopback' } }).values
  const apps = await Promise.all(Array.from({ length: nodes }, () => createApp({ settings: all, clock, log })))
  for (const app of apps) await app.prepare()
  const addresses = await Promise.all(apps.map(app => app.listen()))
  const proxy = await roundRobinProxy(
    port,
    apps.map((app, i) => ({ store: app.store, address: addresses[i]?.[0] as string })),
  )
  return {
    app: apps[0] as App,
    url: `http://127.0.0.1:${port}`,
    addresses: [`127.0.0.1:${port}`],
    close: async () => {
      await proxy.close()
      await Promise.all(apps.map(app => app.close()))
    },
  }
}

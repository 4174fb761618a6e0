// Serves as a worker of a test's server, by the clock of the test.
import { closeSync, openSync, readSync } from 'node:fs'
import { createApp } from '../../src/app.ts'
import { type Clock, systemClock } from '../../src/base/clock.ts'
import { createLog } from '../../src/base/log/log.ts'
import { loadSettings } from '../../src/config/load.ts'
import { shareOf } from '../../src/workers/count.ts'
import { joinTeam } from '../../src/workers/worker-link.ts'

const { flags, clockFile } = JSON.parse(process.argv[2] as string) as {
  flags: Record<string, unknown>
  clockFile: string | null
}

function clockOf(file: string): Clock {
  const bytes = Buffer.alloc(32)
  return {
    now: () => {
      const opened = openSync(file, 'r')
      const length = readSync(opened, bytes, 0, bytes.length, 0)
      closeSync(opened)
      return Number(bytes.toString('utf8', 0, length))
    },
  }
}

const link = await joinTeam<null>()
const { worker, count } = link.assignment
const log = createLog({ level: 'debug', format: 'json', to: process.stdout, worker })
const app = await createApp({
  settings: shareOf(loadSettings({ flags }).values, count),
  clock: clockFile === null ? systemClock : clockOf(clockFile),
  log,
  team: link,
})
await app.prepare()
await app.listen()
link.ready(null)
await app.close((await link.stopped).replaced)
await log.flush()
process.disconnect?.()

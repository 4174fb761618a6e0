// The supervisor of workers that die at once, and of a first worker that cannot start.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createLog } from '../../src/base/log.ts'
import { Supervisor, type WorkerReport } from '../../src/workers/supervisor.ts'
import { runCli } from '../support/cli.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-supervisor-'))
after(() => rmSync(folder, { recursive: true }))
const link = fileURLToPath(new URL('../../src/workers/worker-link.ts', import.meta.url))

function supervise(name: string, work: string) {
  const exec = join(folder, `${name}.ts`)
  writeFileSync(exec, `import { joinTeam } from '${link}'\nconst link = await joinTeam()\n${work}\n`)
  const lines: string[] = []
  const supervisor = new Supervisor<WorkerReport>({
    count: 2,
    settings: { host: '127.0.0.1', port: 0 },
    program: { exec, args: [] },
    log: createLog({ level: 'info', format: 'json', to: line => void lines.push(line) }),
    output: { logFormat: 'json', terminal: false },
    file: null,
    stopMs: 5000,
  })
  return { supervisor, lines }
}

describe('the supervisor', () => {
  test('starts a worker that dies at once again and again after pauses that double', async () => {
    const starts = join(folder, 'starts')
    const work = `
      import { appendFileSync } from 'node:fs'
      link.ready({ port: 1 })
      if (link.assignment.worker === 2) {
        appendFileSync(${JSON.stringify(starts)}, 'x')
        process.exit(3)
      }
      await link.stopped
      process.disconnect()`
    const { supervisor, lines } = supervise('dying', work)
    await supervisor.start()
    const pauses = () => lines.map(line => JSON.parse(line).pauseMs).filter(ms => ms !== undefined)
    await until(() => pauses().length >= 3, 'Three ends')
    await supervisor.stop()
    assert.deepEqual(pauses().slice(0, 3), [100, 200, 400])
    assert.ok(readFileSync(starts, 'utf8').length >= 3)
    assert.ok(lines.every(line => !line.includes('"status":3') || line.includes('"worker":2')))
  })

  test('fails with the reason when the first worker cannot start', async () => {
    const { supervisor } = supervise('failing', `link.failed('It is broken.')\nprocess.exit(1)`)
    await assert.rejects(supervisor.start(), /It is broken/)
    await supervisor.stop()
  })

  test('a setting that is not a number is refused', async () => {
    const { status, stderr } = await runCli(['serve', '--workers', 'many'])
    assert.equal(status, 1)
    assert.match(stderr, /Bad setting workers: "many".*Allowed: auto, or a whole number from 1 to 64/)
  })
})

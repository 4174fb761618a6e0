// The supervisor of workers that die at once, its connections meanwhile, and a first worker that cannot start.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createLog } from '../../src/base/log/log.ts'
import type { ConnectionLimits } from '../../src/workers/connections.ts'
import { Supervisor } from '../../src/workers/supervisor.ts'
import { runCli } from '../support/cli.ts'
import { arrives, until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-supervisor-'))
after(() => rmSync(folder, { recursive: true }))
const link = fileURLToPath(new URL('../../src/workers/worker-link.ts', import.meta.url))

function supervise(name: string, work: string, limits?: ConnectionLimits) {
  const exec = join(folder, `${name}.ts`)
  writeFileSync(exec, `import { joinTeam } from '${link}'\nconst link = await joinTeam()\n${work}\n`)
  const lines: string[] = []
  const supervisor = new Supervisor<null>({
    count: 2,
    settings: { host: '127.0.0.1', port: 0, demo: false, tlsCert: null },
    program: { exec, args: [] },
    log: createLog({ level: 'info', format: 'json', to: line => void lines.push(line) }),
    output: { logFormat: 'json', terminal: false },
    file: null,
    stopMs: 5000,
    ...(limits ? { limits } : {}),
  })
  return { supervisor, lines }
}

/** Serves connections, and ends when it is stopped. */
const serving = `
  import { createServer } from 'node:http'
  const server = createServer((request, response) => response.end('worker ' + link.assignment.worker))
  link.takeConnections(socket => server.emit('connection', socket))
  link.ready(null)
  await link.stopped
  process.exit(0)`

/** Connects, sends a request, and gives all that is answered until the end. */
async function answerOf({ addresses: [address = ''] }: Supervisor<null>): Promise<string> {
  const socket = connect(Number(address.split(':')[1]), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', data => {
    text += data
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await arrives(new Promise(resolve => socket.once('close', resolve)), 'The end of the connection')
  return text
}

describe('the supervisor', () => {
  test('starts a worker that dies at once again and again after pauses that double', async () => {
    const starts = join(folder, 'starts')
    const work = `
      import { appendFileSync } from 'node:fs'
      link.ready(null)
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

  test('a connection that a worker did not answer for before it died is served by another', async () => {
    const died = join(folder, 'died')
    const work = `
      import { existsSync, writeFileSync } from 'node:fs'
      if (!existsSync(${JSON.stringify(died)})) {
        process.prependListener('message', (message, handle) => {
          if (!handle) return
          writeFileSync(${JSON.stringify(died)}, '')
          process.kill(process.pid, 'SIGKILL')
        })
      }
      ${serving}`
    const { supervisor } = supervise('vanishing', work)
    await supervisor.start()
    assert.match(await answerOf(supervisor), /^HTTP\/1.1 200 .*worker [12]$/s)
    assert.ok(existsSync(died))
    await supervisor.stop()
  })

  test('without a worker connections wait; those beyond the bounds of number and time are answered 503', async () => {
    const work = `
      import { existsSync, writeFileSync } from 'node:fs'
      const lived = ${JSON.stringify(join(folder, 'lived'))} + link.assignment.worker
      if (existsSync(lived)) process.exit(3)
      writeFileSync(lived, '')
      link.takeConnections(() => true)
      link.ready(null)
      setTimeout(() => process.exit(3), 50)`
    const { supervisor } = supervise('empty', work, { mostWaiting: 1, longestWaitMs: 1_000 })
    await supervisor.start()
    await until(() => supervisor.state.ready === 0, 'The end of the workers')
    const ends: string[] = []
    const ask = async (name: string) => {
      const text = await answerOf(supervisor)
      ends.push(name)
      return text
    }
    const answers = await Promise.all([ask('waits'), ask('one too many')])
    for (const text of answers) assert.match(text, /^HTTP\/1.1 503 .*retry-after: 5.*The server is restarting/s)
    assert.deepEqual(ends, ['one too many', 'waits'])
    await supervisor.stop()
  })

  test('a connection for which no worker has room is closed', async () => {
    const work = `link.takeConnections(() => false)\nlink.ready(null)\nawait link.stopped\nprocess.exit(0)`
    const { supervisor } = supervise('full', work)
    await supervisor.start()
    assert.equal(await answerOf(supervisor), '')
    await supervisor.stop()
  })

  test('a setting that is not a number is refused', async () => {
    const { status, stderr } = await runCli(['serve', '--workers', 'many'])
    assert.equal(status, 1)
    assert.match(stderr, /Bad setting workers: "many".*Allowed: auto, or a whole number from 1 to 64/)
  })
})

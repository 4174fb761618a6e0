// Stopping: a real server process gets SIGTERM while requests are in flight.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { olderNode, runCli, type ServingChild, serveChild } from '../support/cli.ts'
import { pause, until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-drain-'))
after(() => rmSync(folder, { recursive: true }))
let count = 0
const serve = (...args: string[]) => serveChild(['--data-dir', join(folder, String(count++)), ...args])

/** Sends half a request and waits until the server has it. */
async function halfRequest(server: ServingChild): Promise<{ socket: Socket; rest: string; answer: Promise<string> }> {
  const body = '{"Token":"none"}'
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const head = `POST /api/TokenValid HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 5))
  const answer = new Promise<string>(resolve => {
    let text = ''
    socket.setEncoding('utf8').on('data', data => {
      text += data
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  await pause(200)
  return { socket, rest: body.slice(5), answer }
}

/** Comes back when no new connection is taken any more. */
async function refused(server: ServingChild): Promise<void> {
  await until(async () => {
    const answer = await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } }).catch(() => null)
    await answer?.text()
    return answer === null
  }, 'The refusal of a new connection')
}

describe('draining', () => {
  test('SIGTERM: no new connections, what is in flight is answered, idle connections go, and the exit status is 0', async () => {
    const server = await serve()
    await fetch(`${server.url}/healthz`)
    const { socket, rest, answer } = await halfRequest(server)
    const stopped = performance.now()
    process.kill(server.pid, 'SIGTERM')
    await refused(server)
    socket.write(rest)
    assert.match(await answer, /^HTTP\/1.1 200 .*Token is invalid/s)
    assert.equal(await server.ended, 0)
    assert.ok(performance.now() - stopped < 3000)
    assert.match(server.log(), /"signal":"SIGTERM"/)
  })

  test('a client that never finishes its request holds the end up no longer than the drain timeout', async () => {
    const server = await serve('--drain-timeout', '1')
    const { socket } = await halfRequest(server)
    const stopped = performance.now()
    process.kill(server.pid, 'SIGTERM')
    assert.equal(await server.ended, 0)
    const took = performance.now() - stopped
    assert.ok(took > 800 && took < 4000, `${took} ms`)
    socket.destroy()
  })

  test('started by an older Node, the server goes with the process that started it, even if that is killed', async t => {
    const node = olderNode()
    if (node === null) return t.diagnostic('this machine has no older Node')
    const server = await serveChild(['--data-dir', join(folder, String(count++))], { node })
    assert.notEqual(server.child.pid, server.pid)
    server.child.kill('SIGKILL')
    assert.equal(await server.ended, 'SIGKILL')
    await refused(server)
  })

  test('started by an older Node, signals and exit statuses pass through', async t => {
    const node = olderNode()
    if (node === null) return t.diagnostic('this machine has no older Node')
    const server = await serveChild(['--data-dir', join(folder, String(count++))], { node })
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.equal((await runCli(['nonsense'], { node })).status, 2)
  })
})

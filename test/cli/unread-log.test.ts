// A log whose reader has stopped: the service goes on, lines are dropped and counted, and the server still shuts down cleanly.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type ServingChild, serveChild } from '../support/cli.ts'
import { arrives, until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-log-'))
after(() => rmSync(folder, { recursive: true }))
let count = 0
const serve = () => serveChild(['--data-dir', join(folder, String(count++)), '--drain-timeout', '2'])

const dropped = async ({ url }: ServingChild) =>
  Number(/^clientele_log_lines_dropped_total (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])

const ask = async ({ url }: ServingChild) => {
  const headers = { 'x-request-id': 'x'.repeat(100) }
  const answer = await fetch(`${url}/api/TokenValid`, { method: 'POST', body: '{"Token":"none"}', headers })
  await answer.text()
  return answer.status
}

/** Sends many requests on one connection, each of which is one line of the log, and waits for their answers. */
function flood({ url }: ServingChild, requests: number): Promise<void> {
  const one = `GET /nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${'x'.repeat(100)}\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answers = 0
    socket.setEncoding('latin1').on('data', (text: string) => {
      answers += text.split('HTTP/1.1 404').length - 1
      if (answers >= requests) socket.end(resolve)
    })
    socket.on('error', reject)
    socket.write(one.repeat(requests))
  })
}

/** Stops reading the log and asks until lines are dropped. */
async function fill(server: ServingChild): Promise<void> {
  server.child.stderr.pause()
  await until(async () => {
    await flood(server, 2_000)
    return (await dropped(server)) > 0
  }, 'dropped lines')
}

describe('an unread log', () => {
  test('does not stop the service; a line gives the number of dropped lines once the log is read again', async () => {
    const server = await serve()
    try {
      await fill(server)
      assert.equal(await ask(server), 200)
      server.child.stderr.resume()
      await until(() => /"dropped":\d+,"msg":"lines of this log were dropped/.test(server.log()), 'the line')
      const before = await dropped(server)
      assert.equal(await ask(server), 200)
      await until(() => server.log().trimEnd().endsWith('"msg":"request"}'), 'a line after that')
      assert.equal(await dropped(server), before)
    } finally {
      await server.close()
    }
  })

  test('does not keep the server from stopping', async () => {
    const server = await serve()
    await fill(server)
    const exited = new Promise(resolve => server.child.once('exit', resolve))
    server.child.kill('SIGTERM')
    assert.equal(await arrives(exited, 'The end of the server'), 0)
    server.child.stderr.resume()
  })

  test('whose reader has closed the pipe does not stop the service either', async () => {
    const server = await serve()
    try {
      server.child.stderr.destroy()
      for (let i = 0; i < 200; i++) assert.equal(await ask(server), 200)
    } finally {
      await server.close()
    }
  })
})

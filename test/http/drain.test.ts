// Stopping: a real server process gets SIGTERM while requests are in flight.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { olderNode, runCli, serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import { halfRequest, refused } from '../support/half-request.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { arrives, pause, until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-drain-'))
after(() => rmSync(folder, { recursive: true }))
let count = 0
const serve = (...args: string[]) => serveChild(['--data-dir', join(folder, String(count++)), ...args])

/** Serves a SQLite store with a user; `scan` sends a Read with so many conditions that it runs apart from short ones. */
async function servingScans() {
  const dataDir = join(folder, String(count++))
  const storeUrl = `sqlite:${dataDir}/clientele.db`
  const crm = await startCrm({ engine: 'sqlite', storeUrl })
  await crm.close()
  const server = await serveChild(['--data-dir', dataDir])
  const conditions = Array.from({ length: 60 }, (_, i) => ({ CompanyName: { $LIKE: `%${i}%` } }))
  const body = JSON.stringify({
    AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { $OR: conditions } } },
  })
  const scan = async () => {
    const headers = { authorization: `Bearer ${crm.user.token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/api/Read`, { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.text() }
  }
  return { server, scan }
}

describe('draining', () => {
  test('SIGTERM: no new connections, what is in flight is answered, idle connections go, and the exit status is 0', async () => {
    const server = await serve('--drain-timeout', '9')
    const idle = connect(Number(new URL(server.url).port), '127.0.0.1')
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    const idleEnd = once(idle, 'close')
    const { socket, rest, answer } = await halfRequest(server)
    process.kill(server.pid, 'SIGTERM')
    await refused(server)
    // At the end of the timeout all connections are closed: this one goes earlier, while the request in flight still can.
    await arrives(idleEnd, 'The end of the idle connection')
    socket.write(rest)
    assert.match(await answer, /^HTTP\/1.1 200 .*Token is invalid/s)
    assert.equal(await arrives(server.ended, 'The end of the server'), 0)
    assert.match(server.log(), /"signal":"SIGTERM"/)
  })

  for (const [who, others] of [
    ['the server alone', false],
    ['the whole process group', true],
  ] as const) {
    test(`SIGTERM to ${who}: a scan in flight is answered`, async t => {
      if (process.platform !== 'linux') return t.diagnostic('child processes are found on Linux only')
      const { server, scan } = await servingScans()
      assert.equal((await scan()).status, 200)
      const processes = childrenOf(server.pid)
      assert.ok(processes.length > 0, 'the scan runs in a process of its own')
      // A stopped process makes a scan of any length.
      for (const pid of processes) process.kill(pid, 'SIGSTOP')
      const answer = scan()
      await pause(200)
      for (const pid of [server.pid, ...(others ? processes : [])]) process.kill(pid, 'SIGTERM')
      await refused(server)
      for (const pid of processes) process.kill(pid, 'SIGCONT')
      const { status, body } = await answer
      assert.equal(status, 200, body)
      assert.match(body, /"Code":0/)
      assert.equal(await server.ended, 0)
      for (const pid of processes) await until(() => !isRunning(pid), 'The end of the scan process')
    })
  }

  test('a client that never finishes its request holds the end up no longer than the drain timeout', async () => {
    const server = await serve('--drain-timeout', '1')
    const { socket } = await halfRequest(server)
    const stopped = performance.now()
    process.kill(server.pid, 'SIGTERM')
    assert.equal(await arrives(server.ended, 'The end of the server'), 0)
    assert.ok(performance.now() - stopped > 800, 'sooner than the drain timeout')
    socket.destroy()
  })

  for (const script of [undefined, 'scripts/start.mjs']) {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      test(`${signal} to ${script ?? 'bin/clientele'} of an older Node: the server drains and ends, too`, async t => {
        const node = olderNode()
        if (node === null) return t.diagnostic('this machine has no older Node')
        const server = await serveChild(['--data-dir', join(folder, String(count++))], { node, script })
        assert.notEqual(server.child.pid, server.pid)
        const { socket, rest, answer } = await halfRequest(server)
        server.child.kill(signal)
        await refused(server)
        socket.write(rest)
        assert.match(await answer, /^HTTP\/1.1 200 .*Token is invalid/s)
        assert.equal(await server.ended, signal === 'SIGKILL' ? signal : 0)
        if (process.platform === 'linux') await until(() => !isRunning(server.pid), 'The end of the server')
      })
    }
  }

  test('scripts/start.mjs of a new Node is the server itself', async () => {
    const server = await serveChild(['--data-dir', join(folder, String(count++))], { script: 'scripts/start.mjs' })
    assert.equal(server.child.pid, server.pid)
    await server.close()
    assert.equal(await server.ended, 0)
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

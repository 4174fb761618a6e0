// Tests the service of systemd: its units, readiness and watchdog, and the socket that systemd holds; and the check for upgrades.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { version } from '../../src/base/version.ts'
import { cleanEnv, root } from '../support/cli.ts'
import { lineJson, runLine } from '../support/cli-batch.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-service-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Serves in a process whose number the shell puts into `variables` as $$. */
function serveWith(variables: string, more: { env?: Record<string, string>; fd?: number }) {
  const program = [process.execPath, join(root, 'src', 'main.ts'), 'serve', '--json', '--port', '0']
  const own = ['--host', '127.0.0.1', '--data-dir', mkdtempSync(join(folder, 'data-'))]
  const words = [...program, ...own].map(word => `'${word}'`).join(' ')
  const stdio = ['ignore', 'pipe', 'pipe', more.fd ?? 'ignore'] as const
  const child = spawn('sh', ['-c', `${variables} exec ${words}`], { env: cleanEnv(more.env), stdio: [...stdio] })
  const texts = { out: '', log: '' }
  child.stdout?.setEncoding('utf8').on('data', text => {
    texts.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', text => {
    texts.log += text
  })
  const stop = async () => {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  }
  return { texts, stop }
}

describe('the service', () => {
  const units = join(folder, 'units')

  test('is printed, and written with --yes, as systemd understands it', async () => {
    const printed = await runLine(['service', 'install', '--directory', units])
    assert.match(printed.stdout, /^NoNewPrivileges=yes$/m)
    assert.match(printed.stdout, /Nothing was written/)
    assert.ok(!existsSync(units))
    const flags = ['--directory', units, '--socket', '127.0.0.1:8080', '--user', 'crm', '--json']
    const { units: made } = await lineJson<{ units: { path: string; text: string }[] }>([
      'service',
      'install',
      ...flags,
    ])
    const [service = '', socket = ''] = made.map(({ text }) => text)
    assert.match(service, /^User=crm$/m)
    assert.match(service, /^Requires=clientele\.socket$/m)
    assert.match(service, /^ExecStart=\S+.* serve$/m)
    assert.match(socket, /^ListenStream=127\.0\.0\.1:8080$/m)
    for (const { path, text } of made) {
      // The test runs in a folder that the service would not see, which --yes refuses.
      assert.ok(path.startsWith(units))
      writeFileSync(join(folder, path.slice(units.length + 1)), text.replace('User=crm', 'User=root'))
    }
    const verified = spawnSync('systemd-analyze', ['verify', join(folder, 'clientele.service')], { encoding: 'utf8' })
    if (verified.error === undefined) assert.doesNotMatch(verified.stderr, /clientele\.(service|socket):\d+:/)
  })

  test('is listed, and removed with --yes', async () => {
    writeFileSync(join(folder, 'clientele.service'), '')
    writeFileSync(join(folder, 'clientele.socket'), '')
    assert.match((await runLine(['service', 'uninstall', '--directory', folder])).stdout, /Nothing was removed/)
    assert.ok(existsSync(join(folder, 'clientele.service')))
    await lineJson(['service', 'uninstall', '--directory', folder, '--yes'])
    assert.deepEqual(
      readdirSync(folder).filter(name => name.startsWith('clientele.')),
      [],
    )
    assert.match((await runLine(['service', 'uninstall', '--directory', folder])).stdout, /There is no service/)
  })

  test('says that it is ready, well and stopping, or that it cannot', async () => {
    const socket = join(folder, 'notify')
    const heard = join(folder, 'heard')
    const listen = `import socket,sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind(${JSON.stringify(socket)})
f = open(${JSON.stringify(heard)}, 'w', buffering=1)
while True: f.write(s.recvmsg(4096, 4096)[0].decode() + '\\n')`
    const listener = spawn('python3', ['-c', listen], { stdio: 'ignore' })
    await until(() => existsSync(heard), 'The listener')
    const env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' }
    const { texts, stop } = serveWith('', { env })
    const text = () => readFileSync(heard, 'utf8')
    try {
      if (existsSync('/usr/bin/systemd-notify')) {
        await until(() => /READY=1/.test(text()) && /WATCHDOG=1/.test(text()), 'The notices')
      } else await until(() => texts.log.includes('systemd cannot be notified'), 'The warning')
    } finally {
      await stop()
    }
    if (existsSync('/usr/bin/systemd-notify')) await until(() => /STOPPING=1/.test(text()), 'The last notice')
    listener.kill()
  })

  test('serves at the socket that systemd has opened', async () => {
    const held = createServer()
    await once(held.listen(0, '127.0.0.1'), 'listening')
    const { fd } = (held as unknown as { _handle: { fd: number } })._handle
    const { port } = held.address() as { port: number }
    const { texts, stop } = serveWith('LISTEN_PID=$$ LISTEN_FDS=1', { fd })
    try {
      await until(() => texts.out.includes('\n'), 'The server')
      assert.equal(JSON.parse(texts.out).url, `http://127.0.0.1:${port}`)
      assert.equal(texts.log.includes('EADDRINUSE'), false)
    } finally {
      await stop()
      held.close()
    }
  })
})

describe('the check for upgrades', () => {
  const releases = mkdtempSync(join(folder, 'releases-'))
  const check = () => lineJson<Record<string, unknown>>(['upgrade', '--check', releases])

  test('names the newest release for this installation, in the order of numbers', async () => {
    const none = await runLine(['upgrade', '--check', releases])
    assert.deepEqual([none.status, /has no release for this installation/.test(none.stderr)], [1, true])
    writeFileSync(join(releases, `clientele-${version}.tgz`), 'this')
    assert.equal((await check()).upgrade, false)
    for (const other of ['9.9.0', '9.10.0']) writeFileSync(join(releases, `clientele-${other}.tgz`), other)
    const { newest, upgrade, checksum } = await check()
    assert.deepEqual([newest, upgrade, checksum], ['9.10.0', true, 'unknown'])
  })

  test('verifies its file, and refuses one that differs from its digest', async () => {
    const sum = (text: string) => createHash('sha256').update(text).digest('hex')
    writeFileSync(join(releases, 'SHA256SUMS'), `${sum('9.10.0')}  clientele-9.10.0.tgz\n`)
    assert.equal((await check()).checksum, 'verified')
    writeFileSync(join(releases, 'clientele-9.10.0.tgz'), 'damaged')
    const refused = await runLine(['upgrade', '--check', releases])
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /differs from its digest/)
  })
})

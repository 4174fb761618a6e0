// Tests the command line end to end; what is about the process itself, such as its status, runs as one.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { verifySqlite } from '../../src/storage/sqlite/integrity.ts'
import { cliJson, runCli, type ServingChild, serveChild, startCli } from '../support/cli.ts'
import { lineJson, runLine } from '../support/cli-batch.ts'
import { eachEngine } from '../support/engines.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-cli-'))
after(() => rmSync(folder, { recursive: true }))
const inFolder = { cwd: folder }

interface Findings {
  ok: boolean
  findings: { check: string; state: string; text: string; todo?: string }[]
}

eachEngine('commands', (_engine, fresh) => {
  let url = ''
  let server: ServingChild
  before(() => {
    url = fresh.url()
  })
  after(() => server?.close())

  test('migrate says what it would do, does it once, and then has nothing to do', async () => {
    const plan = await lineJson<{ state: string; pending: string[] }>(
      ['migrate', '--dry-run', '--store', url],
      inFolder,
    )
    assert.equal(plan.state, 'pending')
    assert.ok(plan.pending.includes('create table database'))
    const { done } = await cliJson<{ done: string[] }>(['migrate', '--store', url], inFolder)
    assert.deepEqual(done, plan.pending)
    assert.deepEqual(await lineJson(['migrate', '--store', url], inFolder), { done: [] })
    const again = await runLine(['migrate', '--store', url, '--dry-run'], inFolder)
    assert.deepEqual([again.status, again.stdout], [0, 'The store is up to date.\n'])
  })

  test('doctor finds a sound store, and its words are without the password', async () => {
    const { ok, findings } = await lineJson<Findings>(['doctor', '--store', url], inFolder)
    assert.equal(ok, true)
    for (const name of ['runtime', 'store', 'migrations', 'clock', 'mail', 'public address', 'disk', 'files']) {
      assert.ok(
        findings.some(finding => finding.check === name),
        name,
      )
    }
    assert.equal(findings.find(finding => finding.check === 'migrations')?.state, 'ok')
    const key = findings.find(finding => finding.check === 'secret key')?.state
    assert.equal(key, url.startsWith('postgres') ? 'warn' : 'ok')
    const password = URL.parse(url)?.password
    if (password) assert.ok(!JSON.stringify(findings).includes(password))
  })

  test('serve answers, without the pages of the demo', async () => {
    server = await serveChild(['--store', url], inFolder)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
    for (const path of ['/demo/sign-in', '/demo/callback?code=x', '/demo/console']) {
      assert.equal((await fetch(server.url + path)).status, 404)
    }
  })

  test('doctor knows its own server, tells that of another store, and warns of a proxy that is not trusted', async () => {
    const address = async (...more: string[]) => {
      const { stdout } = await runLine(['doctor', '--json', '--public-url', server.url, ...more], inFolder)
      const { findings } = JSON.parse(stdout) as Findings
      return findings.filter(({ check }) => check === 'public address').map(({ state, text }) => `${state} ${text}`)
    }
    const port = ['--port', new URL(server.url).port]
    assert.deepEqual(await address('--store', url, ...port), [`ok ${server.url} answers`])
    const other = ['--store', `sqlite:${join(folder, 'other-doctor.db')}`]
    await lineJson(['migrate', ...other], inFolder)
    assert.deepEqual(await address(...other, ...port), [`fail ${server.url} is answered by a server of another store`])
    const proxied = await address('--store', url, '--port', '9')
    assert.match(proxied[0] ?? '', /^warn .* is not where the server listens, and no proxy is trusted/)
    assert.deepEqual((await address('--store', url, '--port', '9', '--trusted-proxy', 'loopback')).length, 1)
  })

  test('serve ends well on SIGTERM', async () => {
    process.kill(server.pid, 'SIGTERM')
    assert.equal(await server.ended, 0)
  })
})

describe('settings on the command line', () => {
  test('settings lists each with its value and source, and hides what is secret', async () => {
    const env = { CLIENTELE_STORE: 'postgres://ann:hunter2@db/x', CLIENTELE_SECRET_KEY: 'k'.repeat(40) }
    const { settings } = await lineJson<{ settings: { name: string; value: unknown; source: string }[] }>(
      ['settings', '--port', '99'],
      { ...inFolder, env },
    )
    const of = (name: string) => settings.find(setting => setting.name === name)
    assert.deepEqual([of('port')?.value, of('port')?.source], [99, 'flag --port'])
    assert.deepEqual([of('store')?.value, of('store')?.source], ['postgres://ann:***@db/x', 'variable CLIENTELE_STORE'])
    assert.deepEqual([of('secret-key')?.value, of('host')?.source], ['***', 'default'])
    const text = await runLine(['settings'], { ...inFolder, env })
    assert.ok(text.stdout.includes('body-limit') && !text.stdout.includes('hunter2') && !text.stdout.includes('kkkk'))
  })

  test('bad settings stop the start, each named on standard error, and as JSON with --json', async () => {
    const env = { CLIENTELE_BODY_LIMIT: 'huge', CLIENTELE_PORT: 'x' }
    const result = await runCli(['serve', '--json'], { ...inFolder, env })
    assert.equal(result.status, 1)
    assert.match(result.stderr, /^Bad setting body-limit: "huge" \(from variable CLIENTELE_BODY_LIMIT\)/m)
    const { error } = JSON.parse(result.stdout) as { error: { message: string; problems: { message: string }[] } }
    assert.deepEqual(
      error.problems.map(({ message }) => message.slice(0, 22)),
      ['Bad setting port: "x" ', 'Bad setting body-limit'],
    )
    assert.equal(result.stderr.trim(), error.message)
    assert.equal((await runLine(['serve'], { ...inFolder, env })).stdout, '')
  })

  test('a file is read from --config; an unknown variable is only a warning', async () => {
    writeFileSync(join(folder, 'my.json'), '{"port": 4321}')
    const result = await runLine(['settings', '--config', 'my.json', '--json'], {
      ...inFolder,
      env: { CLIENTELE_PROT: '1' },
    })
    assert.equal(result.status, 0)
    assert.match(result.stderr, /Did you mean CLIENTELE_PORT\?/)
    assert.match(result.stdout, /"value":4321,"source":"file my.json"/)
  })

  test('wrong usage is status 2 with a hint; help is status 0 for every command', async () => {
    const [first, ...wrong] = [['serv'], ['backup'], ['migrate', '--nope'], []]
    const results = [runCli(first ?? [], inFolder), ...wrong.map(args => runLine(args, inFolder))]
    for (const { status, stderr } of await Promise.all(results)) {
      assert.equal(status, 2, stderr)
      assert.notEqual(stderr, '')
    }
    const helped = ['serve', 'settings', 'doctor', 'migrate', 'backup', 'restore'].map(async name => {
      const { status, stdout } = await runLine([name, '--help'], inFolder)
      assert.equal(status, 0)
      assert.ok(stdout.includes('--json') && stdout.includes('--store'), name)
    })
    await Promise.all(helped)
  })

  test('a reader that closes the pipe early gets no complaint', async () => {
    for (const args of [['serve', '--help'], ['settings'], ['completion', 'bash'], ['nonsense']]) {
      const child = startCli(args, { cwd: folder })
      child.stdout.destroy()
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      const status = await new Promise(resolve => child.once('close', resolve))
      assert.doesNotMatch(said, /EPIPE|\bat \S+:\d+/, args.join(' '))
      assert.equal(status, args[0] === 'nonsense' ? 2 : 0, `${args.join(' ')}: ${said}`)
    }
  })

  test('a store that cannot be reached is one clear line', async () => {
    const away = await runLine(['migrate', '--store', 'postgres://u:hunter2@127.0.0.1:1/x'], inFolder)
    assert.equal(away.status, 1)
    assert.ok(!away.stderr.includes('hunter2'))
    assert.equal(away.stderr.trim().split('\n').length, 1)
    const doctor = await runLine(['doctor', '--json', '--store', 'postgres://u:hunter2@127.0.0.1:1/x'], inFolder)
    assert.equal(doctor.status, 1)
    const { findings } = JSON.parse(doctor.stdout) as Findings
    assert.ok(findings.some(finding => finding.check === 'store' && finding.state === 'fail' && finding.todo))
    assert.ok(!doctor.stdout.includes('hunter2'))
  })
})

describe('a running server, backup and restore', () => {
  const store = `sqlite:${join(folder, 'live', 'clientele.db')}`
  const at = (path: string) => join(folder, path)

  let server: ServingChild
  before(async () => {
    server = await serveChild(['--store', store], inFolder)
  })
  after(() => server?.close())

  test('a port in use is one clear line', async () => {
    const { port } = new URL(server.url)
    const second = await runCli(
      ['serve', '--host', '127.0.0.1', '--port', port, '--data-dir', join(folder, 'other')],
      inFolder,
    )
    assert.deepEqual([second.status, second.stderr.trim().split('\n').length], [1, 1], second.stderr)
    assert.match(second.stderr, /is in use/)
  })

  test('a backup made while the server runs is sound, one file, and not overwritten by accident', async () => {
    const made = await lineJson<{ file: string; bytes: number }>(['backup', 'copy.db', '--store', store], inFolder)
    assert.deepEqual(made, { written: true, file: at('copy.db'), bytes: readFileSync(at('copy.db')).length })
    assert.ok(!existsSync(at('copy.db-wal')))
    const second = await runLine(['backup', 'copy.db', '--store', store], inFolder)
    assert.match(second.stderr, /exists\. Choose another name/)
    assert.equal((await runLine(['backup', 'copy.db', '--force', '--store', store], inFolder)).status, 0)
    const busy = await runCli(['restore', 'copy.db', '--store', store], inFolder)
    assert.equal(busy.status, 1)
    assert.match(busy.stderr, /is in use\. Stop the server.*Nothing was changed/)
    process.kill(server.pid, 'SIGTERM')
    await server.ended
  })

  test('a backup of a store that is written to without pause ends, and only its owner can read it', async () => {
    const busy = join(folder, 'busy.db')
    const writer = new DatabaseSync(busy)
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)')
    const add = writer.prepare('INSERT INTO t (b) VALUES (zeroblob(4000))')
    writer.exec('BEGIN')
    for (let i = 0; i < 20_000; i++) add.run()
    writer.exec('COMMIT')
    const timer = setInterval(() => add.run(), 1)
    const old = process.umask(0o022)
    try {
      const made = await cliJson<{ file: string }>(
        ['backup', 'deep/er/busy-copy.db', '--store', `sqlite:${busy}`],
        inFolder,
      )
      assert.equal(statSync(made.file).mode & 0o777, 0o600)
      assert.equal(statSync(dirname(made.file)).mode & 0o777, 0o700)
      assert.deepEqual(readdirSync(dirname(made.file)), ['busy-copy.db'])
      assert.deepEqual(await verifySqlite(made.file), [])
    } finally {
      process.umask(old)
      clearInterval(timer)
      writer.close()
    }
  })

  test('restore brings the backup back and keeps what was there', async () => {
    const live = new DatabaseSync(at('live/clientele.db'))
    live.exec("INSERT INTO migration (number, name, applied) VALUES (77, 'after the backup', 0)")
    live.close()
    const result = await lineJson<{ previous: string }>(['restore', 'copy.db', '--store', store], inFolder)
    const count = (file: string) => {
      const database = new DatabaseSync(file, { readOnly: true })
      const row = database.prepare('SELECT count(*) AS n FROM migration WHERE number = 77').get()
      database.close()
      return row?.n
    }
    assert.equal(count(at('live/clientele.db')), 0)
    assert.equal(count(result.previous), 1)
    assert.deepEqual(await lineJson(['migrate', '--store', store], inFolder), { done: [] })
  })

  test('restore refuses a damaged file, a stranger, a newer one and none, and changes nothing', async () => {
    const bytes = readFileSync(at('copy.db'))
    const damaged = Buffer.from(bytes)
    damaged.fill(0x5a, 4096, Math.min(damaged.length, 40_000))
    writeFileSync(at('damaged.db'), damaged)
    const stranger = new DatabaseSync(at('stranger.db'))
    stranger.exec('CREATE TABLE t (a)')
    stranger.close()
    writeFileSync(at('newer.db'), bytes)
    const newer = new DatabaseSync(at('newer.db'))
    newer.exec('UPDATE schema_version SET number = 1000')
    newer.close()
    const before = readFileSync(at('live/clientele.db'))
    const reasons = {
      'damaged.db': /not a sound/,
      'stranger.db': /not a store of this/,
      'newer.db': /newer release/,
      'none.db': /no file/,
    }
    for (const [file, reason] of Object.entries(reasons)) {
      const result = await runLine(['restore', file, '--store', store], inFolder)
      assert.equal(result.status, 1, file)
      assert.match(result.stderr, reason)
    }
    assert.deepEqual(readFileSync(at('live/clientele.db')), before)
    assert.equal(readdirSync(at('live')).filter(name => name.includes('.before-')).length, 1)
  })

  test('for PostgreSQL both give the command to run, without the password, and say that nothing was done', async () => {
    const url = 'postgres://ann:hunter2@db.example:5433/crm'
    const dump = await runCli(['backup', '/backups/crm.dump', '--store', url, '--json'], inFolder)
    assert.equal(dump.status, 3)
    assert.deepEqual(JSON.parse(dump.stdout), {
      written: false,
      command:
        'pg_dump --format=custom --no-owner --no-privileges --file=/backups/crm.dump --dbname=postgres://ann@db.example:5433/crm',
    })
    const restore = await runLine(['restore', "it's.dump", '--store', url], inFolder)
    assert.equal(restore.status, 3)
    assert.match(
      restore.stderr,
      /Nothing was restored.*pg_restore --clean .*--dbname=postgres:\/\/ann@db\.example:5433\/crm '/s,
    )
    assert.ok(!(dump.stdout + dump.stderr + restore.stderr).includes('hunter2'))
  })
})

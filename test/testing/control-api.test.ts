// Tests the program `clientele test-server` and its control API, which no other server has.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { type Clientele, startClientele } from '../../packages/testing/src/index.ts'
import { runCli, startCli } from '../support/cli.ts'
import { eachCrm } from '../support/crm.ts'

eachCrm('a normal server', crm => {
  test('has no control API, whatever its method and path', async () => {
    for (const path of ['/_test', '/_test/', '/_test/clock', '/_test/faults', '/_test/sign-in', '/_test/databases']) {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS']) {
        const body = method === 'POST' || method === 'PUT' ? { body: '{}' } : {}
        const response = await fetch(crm().server.url + path, { method, ...body })
        assert.equal(response.status, 404, `${method} ${path}`)
      }
    }
  })
})

describe('the control API', () => {
  let crm: Clientele
  before(async () => {
    crm = await startClientele()
  })
  after(() => crm.close())

  /** A request whose Host header can be chosen. */
  const ask = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(`${crm.controlUrl}/clock`, { headers }, response => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.on('error', reject).end()
    })

  test('answers programs of this machine, not pages of a browser, nor other names of this machine', async () => {
    assert.equal(await ask({}), 200)
    assert.equal(await ask({ host: 'rebound.example.com' }), 404)
    assert.equal(await ask({ origin: 'https://page.example.com' }), 404)
  })

  test('tells what is wrong with a request', async () => {
    const post = async (path: string, body: string) => {
      const response = await fetch(crm.controlUrl + path, { method: 'POST', body })
      return [response.status, ((await response.json()) as { Msg: string[] }).Msg.join(' ')] as const
    }
    assert.deepEqual(await post('/clock', '{}'), [
      400,
      'The clock takes one of advance ("181d") and set ("2026-01-05T09:00:00Z").',
    ])
    assert.deepEqual(await post('/clock', '[1]'), [400, 'The body is a JSON object, not an array.'])
    assert.deepEqual(await post('/databases', '{"data":"huge"}'), [400, 'data is one of empty, small, demo.'])
    assert.deepEqual(await post('/sign-in', '{}'), [400, 'clientId is that of an application.'])
    assert.deepEqual(await post('/applications', '{"public":"yes"}'), [400, 'public is true or false, not a string.'])
    const unknown = await fetch(`${crm.controlUrl}/faults/99`, { method: 'DELETE' })
    assert.equal(unknown.status, 404)
  })

  test('a further server in one process has a clock and databases of its own', async () => {
    const other = await startClientele({ clock: '2026-01-05T09:00:00Z' })
    try {
      assert.notEqual(other.url, crm.url)
      const days = await Promise.all(
        [other, crm].map(async ({ clock }) => (await clock.now()).toISOString().slice(0, 10)),
      )
      assert.equal(days[0], '2026-01-05')
      assert.notEqual(days[1], '2026-01-05')
      // A name is free in the one server, whatever databases the other has.
      for (const { name } of await Promise.all([other, crm].map(one => one.database({ name: 'northwind' }))))
        assert.equal(name, 'northwind')
    } finally {
      await other.close()
    }
  })

  test('steers a server that listens on this machine only', async () => {
    assert.match(crm.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  })
})

describe('clientele test-server', () => {
  test('prints one line of JSON, and ends with its standard input', async () => {
    const child = startCli(['test-server', '--json', '--watch-stdin', '--clock', '2026-01-05T09:00Z'])
    const ended = new Promise(resolve => child.on('close', resolve))
    let out = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      out += text
      if (out.includes('\n')) break
    }
    const facts = JSON.parse(out) as { control: string; now: string; database: { users: { BEN: { token: string } } } }
    assert.equal(facts.now, '2026-01-05T09:00:00.000Z')
    assert.ok(facts.database.users.BEN.token.startsWith('clp_'))
    const { now } = (await (await fetch(`${facts.control}/clock`)).json()) as { now: string }
    assert.equal(now, facts.now)
    child.stdin.end()
    assert.equal(await ended, 0)
  })

  test('takes no store from variables and files, which are those of a server that people use', async () => {
    const run = ['test-server', '--json', '--watch-stdin']
    const used = await runCli(run, { env: { CLIENTELE_STORE: 'postgres://nobody@127.0.0.1:1/none' } })
    assert.deepEqual([used.status, JSON.parse(used.stdout).database.name], [0, 'test'])
    const named = await runCli([...run, '--store', 'sqlite:./data/clientele.db'])
    assert.equal(named.status, 1)
    assert.match(named.stderr, /A test server makes its own SQLite store/)
    assert.match((await runCli([...run, '--faults', 'no-such.json'])).stderr, /--faults: no-such.json cannot be read/)
  })

  test('the package starts it as a child process', async () => {
    await using crm = await startClientele({ run: 'child', clock: '2026-01-05', settings: { userRate: 1 } })
    assert.equal((await crm.clock.now()).toISOString(), '2026-01-05T00:00:00.000Z')
    const read = () => fetch(`${crm.api}/VerifyToken`, { headers: { authorization: `Bearer ${crm.main.token}` } })
    assert.equal((await read()).status, 200)
    await assert.rejects(startClientele({ run: 'child', clock: 'noon' }), /clock is a moment such as/)
  })
})

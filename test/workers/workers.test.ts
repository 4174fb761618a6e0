// A server with two workers: one address, one log, one set of metrics; workers that die, are replaced, and stop.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { SignedInUser } from '../../src/sign-in/attempt.ts'
import { type ServingChild, serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import { type Engine, eachEngine } from '../support/engines.ts'
import { halfRequest, refused } from '../support/half-request.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { sizeOf } from '../support/report.ts'
import { startServer } from '../support/server.ts'
import { arrives, pause, until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-workers-'))
after(() => rmSync(folder, { recursive: true }))

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect.
  readonly body: any
}

/** Each request has a connection of its own, so that workers take them in turn. */
async function ask(url: string, token?: string, body?: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { connection: 'close', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

const readAll = { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {}, Top: 1 } } }

const workersOf = (server: ServingChild): number[] => childrenOf(server.pid).filter(isRunning)
const allReady = ({ url }: ServingChild) =>
  until(async () => (await ask(`${url}/readyz`)).body.status === 'ready', 'All workers')

/** Begins a session by another node of the store, and gives its cookie. */
async function sessionOf(storeUrl: string, engine: Engine, who: SignedInUser): Promise<string> {
  const node = await startServer({ engine, storeUrl })
  try {
    const { sessions } = node.app
    const cookie = await node.store.write(tx => sessions.begin(tx, who, { headers: {} }))
    return cookie.split(';', 1)[0] as string
  } finally {
    await node.close()
  }
}

eachEngine('a server with two workers', (engine, fresh) => {
  const world = fresh.use(async () => {
    const crm = await startCrm({ engine, storeUrl: fresh.url() })
    await crm.close()
    const serve = (...more: string[]) =>
      serveChild(['--workers', '2', '--store', fresh.url(), '--data-dir', folder, ...more])
    const server = await serve()
    return { user: crm.user, database: crm.database, serve, server, close: () => server.close() }
  })

  test('has one log with the number of the worker, and metrics of all workers at one address', async () => {
    const { user, server } = world()
    for (let i = 0; i < 6; i++) assert.equal((await ask(`${server.url}/api/Read`, user.token, readAll)).status, 200)
    const lines = await until(() => {
      const found = server.log().match(/"worker":\d[^\n]*"operation":"Read"/g) ?? []
      return found.length === 6 && found
    }, 'Six lines')
    assert.deepEqual([...new Set(lines.map(line => line.slice(0, 10)))].sort(), ['"worker":1', '"worker":2'])
    for (const line of server.log().trimEnd().split('\n')) JSON.parse(line)
    assert.match(server.log(), /"workers":2,"why":"as set"/)
    for (let i = 0; i < 2; i++) {
      const { body } = await ask(`${server.url}/metrics`)
      assert.match(body, /clientele_request_duration_seconds_count\{.*operation="Read".*\} 6\n/)
      assert.match(body, /clientele_workers\{state="ready"\} 2\n/)
    }
    assert.deepEqual((await ask(`${server.url}/readyz`)).body, { status: 'ready' })
  })

  test('a token that was revoked is refused by all workers before the revocation is answered', async () => {
    const { user, server } = world()
    const api = `${server.url}/api`
    const { body } = await ask(`${api}/Create`, user.token, { PersonalAccessToken: { Data: { Name: 'short' } } })
    const { Token, Key } = body.PersonalAccessToken.Data
    for (let i = 0; i < 4; i++) assert.equal((await ask(`${api}/Read`, Token, readAll)).status, 200)
    const revoked = await ask(`${api}/Update`, user.token, { PersonalAccessToken: { Data: { Key, Status: 2 } } })
    assert.equal(revoked.body.Code, 0, JSON.stringify(revoked.body))
    for (let i = 0; i < 4; i++) assert.equal((await ask(`${api}/Read`, Token, readAll)).status, 401)
  })

  test('a session of the console that was revoked is refused by all workers at once', async () => {
    const { user, database, server } = world()
    // As the end of a sign-in makes it.
    const cookie = await sessionOf(fresh.url(), engine, { db: database.id, database: database.name, uid: user.uid })
    const headers = {
      'x-clientele-console': database.name,
      'sec-fetch-site': 'same-origin',
      cookie,
      connection: 'close',
    }
    const statusOf = async () => (await fetch(`${server.url}/console/api/session`, { headers })).status
    for (let i = 0; i < 4; i++) assert.equal(await statusOf(), 200)
    const { body } = await ask(`${server.url}/oauth/v1/grants`, user.token)
    const [session] = body.Grants.filter((grant: { Kind: string }) => grant.Kind === 'session')
    const revoked = await fetch(`${server.url}/oauth/v1/grants/${session.Id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${user.token}` },
    })
    assert.equal(((await revoked.json()) as { Code: number }).Code, 0)
    for (let i = 0; i < 4; i++) assert.equal(await statusOf(), 401)
  })

  test('limits of requests hold for all workers together, and those of a connection in each', async () => {
    const { user, serve } = world()
    const server = await serve('--user-rate', '6', '--header-timeout', '1')
    try {
      const slow = connect(Number(new URL(server.url).port), '127.0.0.1')
      slow.write('GET /healthz HTTP/1.1\r\nHost')
      const answered = arrives(once(slow.setEncoding('utf8'), 'data'), 'The answer to a slow client')
      const statuses: number[] = []
      for (let i = 0; i < 9; i++) {
        statuses.push((await ask(`${server.url}/api/Read`, user.token, readAll)).status)
        // Workers tell each other every 50 ms.
        await new Promise(resolve => setTimeout(resolve, 150))
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429, 429])
      assert.match(String(await answered), /^HTTP\/1.1 408 /)
    } finally {
      await server.close()
    }
  })

  test('a write is answered alike whichever worker has its connection: with a record, a refusal, or the answer of its key', async () => {
    const { user, server } = world()
    const create = async (entity: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${server.url}/api/${entity}Create`, {
        method: 'POST',
        headers: { connection: 'close', authorization: `Bearer ${user.token}`, ...headers },
        body: JSON.stringify(body),
      })
      return `${answer.status} ${await answer.text()}`
    }
    const alike = async (...asked: Parameters<typeof create>) => {
      const answers = new Set<string>()
      for (let i = 0; i < 4; i++) answers.add(await create(...asked))
      assert.equal(answers.size, 1, [...answers].join('\n'))
      return [...answers][0] as string
    }
    const acme = { AbEntry: { Data: { CompanyName: 'Of one key' } } }
    assert.match(await alike('AbEntry', acme, { 'idempotency-key': `once-${engine}` }), /^200 \{"Code":0,"AbEntry":/)
    const other = { AbEntry: { Data: { CompanyName: 'Of another body' } } }
    assert.match(await alike('AbEntry', other, { 'idempotency-key': `once-${engine}` }), /Idempotency/)
    const wrong = { AbEntry: { Data: { CompanyNam: 'x', FirstName: 1 } } }
    assert.match(await alike('AbEntry', wrong), /Did you mean \\"CompanyName\\"\?.*"Suggestion":"CompanyName"/s)
    assert.match(await alike('Opportunity', acme), /The path is for Opportunity/)
    assert.match(await alike('AbEntry', acme, { authorization: 'Bearer clp_unknown' }), /^401 /)
    const long = { AbEntry: { Data: { CompanyName: 'Long', Website: `https://${'x'.repeat(70_000)}.example` } } }
    assert.match(await alike('AbEntry', long), /AbEntry\.Data\.Website/)
  })

  test('a worker that is killed while others write through it loses nothing that was acknowledged', async () => {
    const { user, server } = world()
    const fate = new Map<string, number | string>()
    let done = false
    const writer = async (number: number) => {
      for (let i = 0; !done; i++) {
        const name = `Killed ${engine} ${number} ${i}`
        const body = { AbEntry: { Data: { CompanyName: name } } }
        const answer = await ask(`${server.url}/api/Create`, user.token, body).catch((error: Error) => error)
        fate.set(name, answer instanceof Error ? 'broken' : answer.body.Code === 0 ? 'written' : answer.status)
      }
    }
    const writers = Array.from({ length: 8 }, (_, number) => writer(number))
    const written = () => [...fate.values()].filter(one => one === 'written').length
    for (let round = 1; round <= sizeOf('CLIENTELE_KILLS', 2); round++) {
      const enough = written() + 20
      await until(() => written() >= enough, 'Writes')
      // The first worker of the server writes for all of them.
      process.kill(workersOf(server)[0] as number, 'SIGKILL')
    }
    const after = written() + 10
    await until(() => written() >= after, 'Writes after the last kill')
    done = true
    await Promise.all(writers)
    await allReady(server)
    const SearchQuery = { CompanyName: { $LIKE: `Killed ${engine}%` } }
    const read = { AbEntry: { Scope: { Fields: { CompanyName: 1 } }, Criteria: { SearchQuery, Top: 5000 } } }
    const { body } = await ask(`${server.url}/api/Read`, user.token, read)
    const found = body.AbEntry.Data.map(({ CompanyName }: { CompanyName: string }) => CompanyName) as string[]
    assert.equal(new Set(found).size, found.length)
    for (const [name, what] of fate) {
      if (what === 'written') assert.ok(found.includes(name), name)
      else assert.ok(what === 'broken' || what === 503, `${name} ${what}`)
    }
  })

  test('kill -9 of a worker that does the background work: another takes its place, and events go on', async () => {
    const { user, server } = world()
    const before = workersOf(server)
    const { body } = await ask(`${server.url}/webhooks/v1/events?after=now`, user.token)
    process.kill(before[0] as number, 'SIGKILL')
    await until(
      async () => (await ask(`${server.url}/readyz`).catch(() => null))?.body.workers?.ready === 1,
      'The loss',
    )
    await allReady(server)
    assert.equal(workersOf(server).length, 2)
    assert.notDeepEqual(workersOf(server), before)
    const created = await ask(`${server.url}/api/Create`, user.token, { AbEntry: { Data: { CompanyName: 'Acme' } } })
    const feed = await ask(`${server.url}/webhooks/v1/events?after=${body.next}&wait=20`, user.token)
    assert.equal(feed.body.events[0].data.key, created.body.AbEntry.Data.Key)
    assert.match(server.log(), /a worker has ended; another one takes its place/)
  })

  test('workers that are killed again and again: connections wait for the next worker, and none is refused', async () => {
    const { server } = world()
    let done = false
    const failures: string[] = []
    let answered = 0
    const client = async () => {
      while (!done) {
        const began = performance.now()
        try {
          const { status } = await ask(`${server.url}/healthz`)
          // Workers that die again and again are started after pauses: a connection waits for one, up to 15 s.
          assert.ok(status === 200 || (status === 503 && performance.now() - began > 14_000), `${status} too early`)
          answered++
        } catch (error) {
          const { cause } = error as { cause?: NodeJS.ErrnoException }
          failures.push(cause?.code ?? String(error))
        }
        await pause(5)
      }
    }
    const clients = [client(), client(), client()]
    for (let round = 0; round < sizeOf('CLIENTELE_KILLS', 2); round++) {
      for (const pid of workersOf(server)) process.kill(pid, 'SIGKILL')
      await pause(1_500)
    }
    const before = answered
    await until(() => answered > before, 'An answer after the last kill')
    done = true
    await Promise.all(clients)
    // Requests that a killed worker had begun may fail: their connections break.
    assert.deepEqual(
      failures.filter(code => !['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(code)),
      [],
    )
    await allReady(server)
  })

  test('SIGHUP replaces the workers one by one, and no request fails', async () => {
    const { user, server } = world()
    const before = workersOf(server)
    let done = false
    let answered = 0
    const client = async (keep: boolean) => {
      while (!done) {
        const answer = await fetch(`${server.url}/api/Read`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.token}`, ...(keep ? {} : { connection: 'close' }) },
          body: JSON.stringify(readAll),
        })
        assert.equal(answer.status, 200, await answer.text())
        answered++
        await pause(5)
      }
    }
    const writer = async () => {
      for (let i = 0; !done; i++) {
        const { status, body } = await ask(`${server.url}/api/Create`, user.token, {
          AbEntry: { Data: { CompanyName: `Replaced ${i}` } },
        })
        assert.deepEqual([status, body.Code], [200, 0], JSON.stringify(body))
      }
    }
    const clients = Promise.all([client(true), client(true), client(false), client(false), writer(), writer()])
    process.kill(server.pid, 'SIGHUP')
    await Promise.race([until(() => /workers have been replaced/.test(server.log()), 'The end'), clients])
    done = true
    await clients
    assert.ok(answered > 0)
    assert.deepEqual(
      workersOf(server).filter(pid => before.includes(pid)),
      [],
    )
    await allReady(server)
  })

  test('SIGTERM: what is in flight is answered by all workers, and all of them end', async () => {
    const { server } = world()
    const workers = workersOf(server)
    const requests = [await halfRequest(server), await halfRequest(server)]
    process.kill(server.pid, 'SIGTERM')
    await refused(server)
    for (const { socket, rest, answer } of requests) {
      socket.write(rest)
      assert.match(await answer, /^HTTP\/1.1 200 .*Token is invalid/s)
    }
    assert.equal(await server.ended, 0)
    for (const pid of workers) assert.ok(!isRunning(pid))
  })
})

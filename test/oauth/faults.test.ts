// A crash between commit and answer, and a store that is away: the client can always go on.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../src/base/clock.ts'
import { StoreUnavailable } from '../../src/base/errors.ts'
import {
  type AuthWorld,
  authorizePath,
  authWorld,
  codeFields,
  newCode,
  newTokens,
  oauthPost,
  refreshFields,
  tokenValid,
} from '../support/auth.ts'
import { engines, freshStoreUrl } from '../support/engines.ts'
import { Person } from '../support/person.ts'

for (const engine of engines) {
  describe(`faults on ${engine}`, () => {
    let world: AuthWorld
    before(async () => {
      world = await authWorld(engine)
    })
    after(() => world.close())

    test('killed between the commit and the response: the retry gets the pair that was committed', async () => {
      // Real time for this one, since the other process has its own clock.
      world.clock.set(systemClock.now())
      const first = await newTokens(world)
      const script = fileURLToPath(new URL('../support/dying-server.ts', import.meta.url))
      const child = spawn(process.execPath, [script, world.server.settings.store, world.outbox], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const ended = once(child, 'exit')
      const fields = refreshFields(world.app, first.refresh_token)
      await assert.rejects(oauthPost(line.toString().trim(), 'token', fields))
      assert.deepEqual(await ended, [null, 'SIGKILL'])
      const rows = await world.server.store.rows<{ n: number }>({
        sql: 'select count(*) as n from oauth_pair where used is not null',
        params: [],
      })
      assert.equal(rows[0]?.n, 1)
      world.clock.set(systemClock.now())
      const retry = await oauthPost(world.url, 'token', fields)
      assert.equal(retry.status, 200)
      assert.deepEqual((await oauthPost(world.url, 'token', fields)).body, retry.body)
      assert.ok(await tokenValid(world.url, retry.body.access_token))
      assert.equal(
        (await oauthPost(world.url, 'token', refreshFields(world.app, retry.body.refresh_token))).status,
        200,
      )
    })

    test('while the store is away token requests get 3005 and consume nothing; tokens in memory stay good', async () => {
      const tokens = await newTokens(world)
      const code = await newCode(world)
      assert.ok(await tokenValid(world.url, tokens.access_token))
      const { store } = world.server
      const { rows, write } = store
      const away = () => Promise.reject(new StoreUnavailable('The store is away'))
      const unavailable = async (fields: Record<string, string>) => {
        const { status, body } = await oauthPost(world.url, 'token', fields)
        assert.deepEqual([status, body.error, body.error_code], [400, 'temporarily_unavailable', 3005])
      }
      try {
        store.write = away
        await unavailable(refreshFields(world.app, tokens.refresh_token))
        await unavailable(codeFields(world.app, code))
        store.rows = away
        await unavailable(refreshFields(world.app, tokens.refresh_token))
        await unavailable(codeFields(world.app, code))
        assert.ok(await tokenValid(world.url, tokens.access_token))
        const answer = await new Person(world.url).go(authorizePath(world.app, { state: 's' }))
        assert.match(answer.location ?? '', /error=temporarily_unavailable.*state=s/)
      } finally {
        Object.assign(store, { rows, write })
      }
      assert.equal((await oauthPost(world.url, 'token', refreshFields(world.app, tokens.refresh_token))).status, 200)
      assert.equal((await oauthPost(world.url, 'token', codeFields(world.app, code))).status, 200)
    })
  })
}

describe('a PostgreSQL that cannot be reached', () => {
  test('a cut line gives 3005 within the time that a client waits, and all goes on when it is back', async () => {
    const fresh = await freshStoreUrl('postgres')
    const line = await cuttableLine(fresh.url)
    const world = await authWorld('postgres', {}, line.url)
    try {
      const tokens = await newTokens(world)
      assert.ok(await tokenValid(world.url, tokens.access_token))
      line.cut()
      const { status, body } = await oauthPost(world.url, 'token', refreshFields(world.app, tokens.refresh_token))
      assert.deepEqual([status, body.error, body.error_code], [400, 'temporarily_unavailable', 3005])
      assert.ok(await tokenValid(world.url, tokens.access_token))
      line.mend()
      assert.equal((await oauthPost(world.url, 'token', refreshFields(world.app, tokens.refresh_token))).status, 200)
    } finally {
      await world.close()
      await line.close()
      await fresh.remove()
    }
  })
})

/** A way to PostgreSQL that can be cut, as a network can. */
async function cuttableLine(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer(near => {
    if (!whole) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
    return undefined
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = () => {
    whole = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    cut,
    mend: () => {
      whole = true
    },
    close: async () => {
      cut()
      server.close()
    },
  }
}

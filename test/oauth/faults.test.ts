// Tests that a client can go on after a crash between commit and answer, and after an outage of the store.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../src/base/clock.ts'
import { sourceImports } from '../../src/base/programs/source-imports.ts'
import { type Line, openLine } from '../contract/line.ts'
import { testAccounts } from '../support/accounts.ts'
import {
  type AuthWorld,
  authorizePath,
  codeFields,
  eachAuth,
  newCode,
  newTokens,
  oauthPost,
  refreshFields,
  startAuth,
  type Tokens,
  tokenValid,
} from '../support/auth.ts'
import { freshStoreUrl } from '../support/engines.ts'
import { Person } from '../support/person.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

eachAuth('faults', world => {
  test('killed between the commit and the response: the retry gets the pair that was committed', async () => {
    // Real time for this one, since the other process has its own clock.
    world().clock.set(systemClock.now())
    const first = await newTokens(world())
    const script = fileURLToPath(new URL('../support/dying-server.ts', import.meta.url))
    const child = spawn(process.execPath, [...sourceImports, script, world().server.settings.store, world().outbox], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const early = ended.then(([code]) => assert.fail(`the other process ended with ${code} before it listened`))
    early.catch(() => {})
    const [line] = (await Promise.race([once(child.stdout, 'data'), early])) as [Buffer]
    const fields = refreshFields(world().app, first.refresh_token)
    await assert.rejects(oauthPost(line.toString().trim(), 'token', fields))
    assert.deepEqual(await ended, [null, 'SIGKILL'])
    const rows = await world().server.store.rows<{ n: number }>({
      sql: 'select count(*) as n from oauth_pair where used is not null',
      params: [],
    })
    assert.equal(rows[0]?.n, 1)
    world().clock.set(systemClock.now())
    const retry = await oauthPost(world().url, 'token', fields)
    assert.equal(retry.status, 200)
    assert.deepEqual((await oauthPost(world().url, 'token', fields)).body, retry.body)
    assert.ok(await tokenValid(world().url, retry.body.access_token))
    assert.equal(
      (await oauthPost(world().url, 'token', refreshFields(world().app, retry.body.refresh_token))).status,
      200,
    )
  })
})

/** What a client asks of a store that is away: each is to be asked again, and nothing is consumed. */
async function unavailable(world: AuthWorld, tokens: Tokens, code: string): Promise<void> {
  const [refreshed, exchanged, authorize] = await Promise.all([
    oauthPost(world.url, 'token', refreshFields(world.app, tokens.refresh_token)),
    oauthPost(world.url, 'token', codeFields(world.app, code)),
    new Person(world.url).go(authorizePath(world.app, { state: 's' })),
  ])
  for (const { status, body } of [refreshed, exchanged]) {
    assert.deepEqual([status, body.error, body.error_code], [400, 'temporarily_unavailable', 3005])
  }
  assert.match(authorize.location ?? '', /error=temporarily_unavailable.*state=s/)
  assert.ok(await tokenValid(world.url, tokens.access_token), 'tokens in memory stay good')
}

async function goesOn(world: AuthWorld, tokens: Tokens, code: string): Promise<void> {
  assert.equal((await oauthPost(world.url, 'token', refreshFields(world.app, tokens.refresh_token))).status, 200)
  assert.equal((await oauthPost(world.url, 'token', codeFields(world.app, code))).status, 200)
}

describe('a SQLite file that another process has locked', () => {
  test('gives 3005 and consumes nothing; all goes on when it is free [C-7.1-04]', async () => {
    const world = await startAuth('sqlite')
    const other = new DatabaseSync(world.server.settings.store.replace('sqlite:', ''))
    try {
      const tokens = await newTokens(world)
      const code = await newCode(world)
      assert.ok(await tokenValid(world.url, tokens.access_token))
      other.exec('BEGIN IMMEDIATE')
      await unavailable(world, tokens, code)
      other.exec('ROLLBACK')
      await goesOn(world, tokens, code)
    } finally {
      other.close()
      await world.close()
    }
  })
})

describe('a PostgreSQL that cannot be reached', () => {
  const withLine = async (work: (world: AuthWorld, line: Line, directUrl: string) => Promise<void>) => {
    const fresh = await freshStoreUrl('postgres')
    const line = await openLine(fresh.url)
    const world = await startAuth('postgres', { storeUrl: line.url })
    try {
      await work(world, line, fresh.url)
    } finally {
      await world.close()
      await line.close()
      await fresh.remove()
    }
  }

  test('gives 3005 within the time that a client waits and consumes nothing; all goes on when it is back [C-7.1-04]', () =>
    withLine(async (world, line) => {
      const tokens = await newTokens(world)
      const code = await newCode(world)
      assert.ok(await tokenValid(world.url, tokens.access_token))
      await line.cut()
      await unavailable(world, tokens, code)
      await line.restore()
      await goesOn(world, tokens, code)
    }))

  test('a token that another server revoked during the outage is refused once the line is back', () =>
    withLine(async (world, line, directUrl) => {
      const tokens = await newTokens(world)
      const { token } = await world.accounts.personalToken(world.db, 'ANN', 'data', 4_000_000_000)
      for (const good of [tokens.access_token, token]) assert.ok(await tokenValid(world.url, good))
      const other = await startServer({ engine: 'postgres', clock: world.clock, storeUrl: directUrl })
      try {
        await line.cut()
        const client = { client_id: world.app.clientId, client_secret: world.app.clientSecret }
        await oauthPost(other.url, 'revoke', { ...client, token: tokens.refresh_token })
        await testAccounts(other.store, world.clock).setUser(world.db, 'ANN', { enabled: 0 })
        assert.ok(await tokenValid(world.url, tokens.access_token), 'the revocation is not known here yet')
        await line.restore()
        for (const dead of [tokens.access_token, token]) {
          await until(async () => !(await tokenValid(world.url, dead)), 'The end of the token')
        }
      } finally {
        await other.close()
      }
    }))
})

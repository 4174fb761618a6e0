// Tests that sessions stand among the grants, and end as tokens do, on every node.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endDatabase, findDatabase } from '../../src/accounts/databases.ts'
import { seconds, systemClock } from '../../src/base/clock.ts'
import { cleanUp } from '../../src/oauth/tokens/cleanup.ts'
import { compile } from '../../src/storage/statement.ts'
import { type AuthWorld, eachAuth, email, password } from '../support/auth.ts'
import { lineJson } from '../support/cli-batch.ts'
import type { Json } from '../support/crm.ts'
import { mailFor, Person } from '../support/person.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { browserOf, type ConsoleBrowser, consoleSignIn } from './console.ts'

const sessionsIn = ({ body }: { body: Json }): Json[] => body.Grants.filter((grant: Json) => grant.Kind === 'session')
const isIn = async (browser: ConsoleBrowser): Promise<boolean> => (await browser.get('session')).status === 200

/** Signs in with a browser of a certain name. */
const signInAs = (world: AuthWorld, agent: string): Promise<ConsoleBrowser> =>
  consoleSignIn(world, { database: 'acme' }, new Person(world.url, { 'user-agent': agent }))

const removeAll = async (browser: ConsoleBrowser): Promise<void> => {
  const others = sessionsIn(await browser.get('auth/v1/grants')).filter(grant => !grant.Current)
  for (const { Id } of others) await revoke(browser, Id)
}

const revoke = (browser: ConsoleBrowser, id: string) => browser.send('DELETE', `auth/v1/grants/${id}`)

eachAuth('the end of sessions', (world, engine) => {
  test('people see their sessions and end them; others do not', async () => {
    const first = await signInAs(world(), 'First browser')
    await removeAll(first)
    const second = await signInAs(world(), 'Second browser')
    const listed = sessionsIn(await first.get('auth/v1/grants'))
    const shown = ({ Agent, Current, Application, ClientId, Scope }: Json) => [
      Agent,
      Current,
      Application,
      ClientId,
      Scope,
    ]
    assert.deepEqual(listed.map(shown).sort(), [
      ['First browser', true, 'console', null, 'data webaccess'],
      ['Second browser', false, 'console', null, 'data webaccess'],
    ])
    const { accounts, db } = world()
    await accounts.user(db, 'EVE', 'eve@example.com', password, { name: 'Eve' })
    const eve = await consoleSignIn(world(), { database: 'acme' }, undefined, { email: 'eve@example.com', password })
    const id = listed.find(({ Current }) => !Current)?.Id
    assert.equal((await revoke(eve, id)).body.Errors[0].ErrorCode, -3007)
    assert.ok(await isIn(second))
    assert.equal((await revoke(first, id)).body.Code, 0)
    assert.ok(!(await isIn(second)))
    assert.ok(await isIn(first))
  })

  test('the command line lists and ends them while the server runs', async () => {
    // Commands have the machine's clock, so the server is given the same time.
    world().clock.set(systemClock.now())
    const browser = await signInAs(world(), 'Listed browser')
    const on = { env: { CLIENTELE_STORE: world().server.settings.store } }
    const user = ['--database', 'acme', '--user', 'ANN']
    const { grants } = await lineJson<{ grants: Json[] }>(['grants', 'list', ...user], on)
    const own = grants.find(({ agent }) => agent === 'Listed browser')
    assert.deepEqual([own?.kind, own?.application, own?.scope], ['session', 'console', ['data', 'webaccess']])
    assert.deepEqual(await lineJson(['grants', 'revoke', ...user, '--grant', own?.id], on), { revoked: 1 })
    assert.ok(!(await isIn(browser)), 'the command returns when the server knows')
  })

  test('a disabled user, a new password and a deleted database end them', async () => {
    const { accounts, db, clock, server } = world()
    const disabled = await consoleSignIn(world())
    await accounts.setUser(db, 'ANN', { enabled: 0 })
    assert.ok(!(await isIn(disabled)))
    await accounts.setUser(db, 'ANN', { enabled: 1 })
    assert.ok(await isIn(disabled))
    // The clock stands still: the session began in the second of the new password, and the next one begins in it too.
    await accounts.setUser(db, 'ANN', { sessions_from: seconds(clock) })
    assert.ok(!(await isIn(disabled)))
    const later = await consoleSignIn(world())
    assert.deepEqual(
      sessionsIn(await later.get('auth/v1/grants')).map(({ Current }) => Current),
      [true],
    )
    const other = await accounts.database('shortlived')
    await accounts.user(other, 'ANN', email, password)
    const gone = await consoleSignIn(world(), { database: 'shortlived' }, later.person)
    assert.ok(await isIn(gone))
    const database = await findDatabase(server.store, 'shortlived')
    await endDatabase(server.store, database ?? assert.fail(), clock)
    assert.ok(!(await isIn(gone)))
  })

  test('a session that ended on one node ends on the others', async () => {
    const { clock, server, url } = world()
    const browser = await consoleSignIn(world())
    const other = await startServer({ engine, clock, storeUrl: server.settings.store, settings: { publicUrl: url } })
    try {
      const there = browserOf({ ...world(), url: other.url }, browser.person, 'acme')
      assert.ok(await isIn(there), 'the other node knows the session')
      await browser.ask('sign-out')
      await until(async () => !(await isIn(there)), 'The end of the session')
    } finally {
      await other.close()
    }
  })

  test('rows of sessions that expired a month ago are removed', async () => {
    const { clock, server } = world()
    const browser = await consoleSignIn(world())
    assert.ok(await isIn(browser))
    const rowsAfter = async (days: number): Promise<number> => {
      clock.advance(days * 86_400_000)
      await cleanUp(server.store, clock, { storeClock: { common: now => now }, retrySeconds: 60 })
      const all = server.store.dialect.dynamicBuilder.selectFrom('console_session').selectAll()
      return (await server.store.rows(compile(all))).length
    }
    assert.notEqual(await rowsAfter(29), 0, 'people still see why it ended')
    assert.equal(await rowsAfter(2), 0)
  })
})

eachAuth(
  'the log of sign-ins',
  world => {
    test('says who signed in to what, and what was wrong, without what was typed', async () => {
      const { server, outbox } = world()
      const person = new Person(world().url)
      let page = await person.submit(await person.go('/console/sign-in?database=acme'), '/email', { email })
      page = await person.submit(page, '/confirm', { code: '000000' })
      page = await person.submit(page, '/confirm', { code: (await mailFor(outbox, page)).code })
      page = await person.submit(page, '/password', { password: 'wrong horse' })
      await person.submit(page, '/password', { password })
      const events = server.logLines.map(line => JSON.parse(line)).filter(line => 'purpose' in line)
      assert.deepEqual(
        events.map(({ msg, db, uid, purpose }) => [msg, db, uid, purpose]),
        [
          ['a wrong code was given', undefined, undefined, 'session'],
          ['a wrong password was given', world().db, 'ANN', 'session'],
          ['signed in', world().db, 'ANN', 'session'],
        ],
      )
      assert.ok(!server.logLines.some(line => line.includes('wrong horse') || line.includes(email)))
    })
  },
  { logged: true },
)

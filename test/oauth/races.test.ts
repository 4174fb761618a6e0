// Tests races for one code and one refresh token, in one server and between two server processes on one store.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { newPasswordLink } from '../../src/accounts/password-links.ts'
import { systemClock } from '../../src/base/clock.ts'
import { passwordLinkPath } from '../../src/sign-in/steps/password-link.ts'
import { type TestApplication, testAccounts } from '../support/accounts.ts'
import {
  codeFields,
  codeIn,
  eachAuth,
  email,
  newCode,
  newTokens,
  type OAuthAnswer,
  oauthPost,
  password,
  refreshFields,
  signIn,
  tokenValid,
} from '../support/auth.ts'
import { serveChild } from '../support/cli.ts'
import { eachMigrated } from '../support/engines.ts'
import { Person } from '../support/person.ts'
import { until } from '../support/until.ts'

const many = 100

function oneWon(answers: readonly OAuthAnswer[]): void {
  const won = answers.filter(answer => answer.status === 200)
  assert.equal(won.length, 1)
  const lost = answers.filter(answer => answer.status !== 200)
  assert.ok(lost.every(answer => answer.status === 400 && answer.body.error_code === 3010))
}

function allAlike(answers: readonly OAuthAnswer[]): string {
  const bodies = new Set(answers.map(answer => JSON.stringify(answer.body)))
  assert.deepEqual([bodies.size, answers.every(a => a.status === 200)], [1, true], [...bodies].join('\n'))
  return answers[0]?.body.refresh_token ?? ''
}

eachAuth('races', world => {
  const parallel = (fields: Record<string, string>) =>
    Promise.all(Array.from({ length: many }, () => oauthPost(world().url, 'token', fields)))

  test('of 100 parallel exchanges of one code exactly one succeeds [C-3.1-01]', async () => {
    oneWon(await parallel(codeFields(world().app, await newCode(world()))))
  })

  test('100 parallel refreshes with one token all get one and the same pair, and there is one chain [C-3.1-08]', async () => {
    const first = await newTokens(world())
    const next = allAlike(await parallel(refreshFields(world().app, first.refresh_token)))
    const again = allAlike(await parallel(refreshFields(world().app, next)))
    const [row] = await world().server.store.rows<{ n: number }>({
      sql: 'select count(*) as n from oauth_pair where used is null and revoked is null',
      params: [],
    })
    assert.equal(row?.n, 1)
    assert.equal((await oauthPost(world().url, 'token', refreshFields(world().app, again))).status, 200)
  })

  test('a refresh that races with a revocation leaves no living token behind', async () => {
    for (let round = 0; round < 10; round++) {
      const first = await newTokens(world())
      const { clientId: client_id, clientSecret: client_secret } = world().app
      const [refreshed] = await Promise.all([
        oauthPost(world().url, 'token', refreshFields(world().app, first.refresh_token)),
        oauthPost(world().url, 'revoke', { client_id, client_secret, token: first.refresh_token }),
      ])
      if (refreshed.status === 200) assert.equal(await tokenValid(world().url, refreshed.body.access_token), false)
      assert.equal(await tokenValid(world().url, first.access_token), false)
    }
  })

  test('of 20 parallel submissions of the right password one gets a code', async () => {
    const { passwordPage } = await import('../support/auth.ts')
    const person = new Person(world().url)
    const page = await passwordPage(world(), world().app, {}, person)
    const jar = new Map(person.cookies)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const twin = new Person(world().url)
        for (const [name, value] of jar) twin.cookies.set(name, value)
        return twin.submit(page, '/password', { password })
      }),
    )
    assert.equal(answers.filter(answer => answer.location?.includes('code=')).length, 1)
  })
})

eachMigrated('two server processes', (_engine, fresh) => {
  // Each of the racing requests is to be answered, however busy the machine is.
  const flags = ['--log-level', 'error', '--overload-turn', '60000']
  const serve = () => serveChild(['--store', fresh.url(), '--mail', `file:${outbox}`, ...flags])
  const servers = [fresh.use(serve), fresh.use(serve)] as const
  let app: TestApplication
  let db: number
  const outbox = mkdtempSync(join(tmpdir(), 'clientele-outbox-'))
  before(async () => {
    const store = await fresh.open()
    const accounts = testAccounts(store, systemClock)
    db = await accounts.database('acme')
    await accounts.user(db, 'ANN', email, password)
    app = await accounts.application()
  })
  const both = (fields: Record<string, string>) =>
    Promise.all(Array.from({ length: many }, (_, i) => oauthPost(servers[(i % 2) as 0 | 1]().url, 'token', fields)))
  const person = () => new Person(servers[0]().url)

  test('one code: one success; one refresh token: one pair; a revocation is seen by both', async () => {
    const world = { url: servers[0]().url, outbox }
    const browser = person()
    oneWon(await both(codeFields(app, codeIn(await signIn(world, app, {}, browser)))))
    const code = codeIn(await signIn(world, app, {}, browser))
    const first = await oauthPost(world.url, 'token', codeFields(app, code))
    const answers = await both(refreshFields(app, first.body.refresh_token))
    const next = allAlike(answers)
    const access = answers[0]?.body.access_token ?? ''
    for (const server of servers) assert.ok(await tokenValid(server().url, access))
    const credentials = { client_id: app.clientId, client_secret: app.clientSecret }
    await oauthPost(servers[1]().url, 'revoke', { ...credentials, token: next })
    assert.equal(await tokenValid(servers[1]().url, access), false)
    await until(async () => !(await tokenValid(servers[0]().url, access)), 'The end of the token')
  })

  test('of 50 uses of one invitation on both, one sets the password', async () => {
    const store = await fresh.open()
    await testAccounts(store, systemClock).user(db, 'IVY', 'ivy@example.com', null)
    const key = await newPasswordLink(
      { store, clock: systemClock },
      { db, uid: 'IVY', email: 'ivy@example.com' },
      'invitation',
    )
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        new Person(servers[(i % 2) as 0 | 1]().url).post(passwordLinkPath('/oauth', key), {
          password: 'seven blue horses',
        }),
      ),
    )
    assert.deepEqual(
      [
        answers.filter(({ url }) => url.endsWith('/d/acme')).length,
        answers.filter(({ status }) => status === 400 || status === 503).length,
      ],
      [1, 49],
    )
  })
})

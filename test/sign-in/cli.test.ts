// Tests the commands about sign-in and grants, beside a server in another process.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import {
  authorizePath,
  codeFields,
  codeIn,
  eachAuth,
  email,
  newTokens,
  oauthPost,
  password,
  passwordPage,
  signIn,
  tokenValid,
} from '../support/auth.ts'
import { lineJson, runLine } from '../support/cli-batch.ts'
import { Person } from '../support/person.ts'

eachAuth('commands', world => {
  const dataDir = mkdtempSync(join(tmpdir(), 'clientele-data-'))
  const on = () => ({ env: { CLIENTELE_STORE: world().server.settings.store, CLIENTELE_DATA_DIR: dataDir } })

  test('sso set, show and remove; the secret comes by standard input and is never shown', async () => {
    const args = ['--database', 'ACME', '--issuer', 'https://login.example.com', '--client-id', 'crm']
    const options = { ...on(), input: 'top secret\n' }
    const made = await lineJson(['sso', 'set', ...args, '--only', '--client-secret-stdin'], options)
    const expected = {
      issuer: 'https://login.example.com',
      clientId: 'crm',
      claim: 'email',
      only: true,
      trustEmail: false,
      groupsClaim: null,
      hasSecret: true,
      domains: [],
      newUsers: false,
      newUserGroups: [],
      firstNameClaim: 'given_name',
      lastNameClaim: 'family_name',
    }
    assert.deepEqual(made, { database: 'acme', ...expected })
    const shown = await runLine(['sso', 'show', '--database', 'acme'], on())
    assert.match(shown.stdout, /issuer: https:\/\/login\.example\.com/)
    assert.ok(!shown.stdout.includes('top secret'))
    assert.deepEqual(await lineJson(['sso', 'remove', '--database', 'acme'], on()), {
      database: 'acme',
      removed: true,
    })
    assert.deepEqual(await lineJson(['sso', 'show', '--database', 'acme'], on()), { database: 'acme', sso: null })
  })

  test('what cannot be set up is refused with a clear line', async () => {
    const [bad, unknown] = await Promise.all([
      runLine(['sso', 'set', '--database', 'acme', '--issuer', 'http://login.example.com', '--client-id', 'crm'], on()),
      runLine(['sso', 'show', '--database', 'nowhere'], on()),
    ])
    assert.notEqual(bad.status, 0)
    assert.match(bad.stderr, /issuer is an https address/)
    assert.deepEqual([unknown.status, /no database nowhere/.test(unknown.stderr)], [1, true])
  })

  test('grants are listed and ended while the server runs, and have ended when the command returns', async () => {
    // Commands have the machine's clock, so the server is given the same time.
    world().clock.set(systemClock.now())
    const one = await newTokens(world())
    const two = await newTokens(world(), world().app, { scope: 'data.readonly' })
    const user = ['--database', 'acme', '--user', 'ANN']
    const listed = async () =>
      (
        await lineJson<{ grants: { id: string; application: string; scope: string[] }[] }>(
          ['grants', 'list', ...user],
          on(),
        )
      ).grants
    const before = await listed()
    assert.deepEqual(before.map(grant => grant.scope.join(' ')).sort(), ['data', 'data.readonly'])
    for (const { access_token } of [one, two]) assert.ok(await tokenValid(world().url, access_token))
    const narrow = before.find(grant => grant.scope[0] === 'data.readonly')?.id ?? ''
    assert.deepEqual(await lineJson(['grants', 'revoke', ...user, '--grant', narrow], on()), { revoked: 1 })
    assert.equal(await tokenValid(world().url, two.access_token), false)
    assert.ok(await tokenValid(world().url, one.access_token))
    const strange = await runLine(['grants', 'revoke', ...user, '--grant', 'NONE'], on())
    assert.deepEqual([strange.status, /has no grant NONE/.test(strange.stderr)], [1, true])
    assert.deepEqual(await lineJson(['grants', 'revoke', ...user], on()), { revoked: 1 })
    assert.equal(await tokenValid(world().url, one.access_token), false)
    assert.deepEqual(await listed(), [])
  })

  test('grants forget makes a remembered browser confirm its e-mail again', async () => {
    const person = new Person(world().url)
    await signIn(world(), world().app, {}, person)
    const next = async () =>
      (await person.submit(await person.go(authorizePath(world().app)), '/email', { email })).text
    assert.match(await next(), /Enter your password/)
    const { accounts } = await lineJson<{ accounts: object[] }>(
      ['grants', 'forget', '--email', 'ANN@example.com'],
      on(),
    )
    assert.deepEqual(accounts, [{ database: 'acme', uid: 'ANN' }])
    assert.match(await next(), /6-digit code/)
  })

  test('a user and an application made by commands sign in and read', async () => {
    const made = await lineJson<{ id?: number }>(['database', 'create', 'Shop'], on())
    assert.ok(made)
    const user = ['--database', 'shop', '--uid', 'OLGA', '--email', 'olga@example.com', '--name', 'Olga Ost', '--admin']
    await lineJson(['user', 'create', ...user, '--password-stdin'], { ...on(), input: `${password}\n` })
    const uri = 'https://shop.example.com/cb'
    const app = await lineJson<{ client_id: string; client_secret: string }>(
      ['app', 'create', '--name', 'Shop App', '--redirect-uri', uri],
      on(),
    )
    const application = { clientId: app.client_id, clientSecret: app.client_secret, redirectUri: uri }
    assert.deepEqual([app.client_id.length, app.client_secret.length], [20, 64])
    const person = new Person(world().url)
    const page = await passwordPage(world(), application, {}, person, 'olga@example.com')
    const done = await person.submit(page, '/password', { password })
    const back = new URL(done.location ?? '')
    assert.equal(back.searchParams.get('login_hint'), 'd Shop u OLGA')
    const { body } = await oauthPost(world().url, 'token', codeFields(application, codeIn(back)))
    const read = await fetch(`${world().url}/api/Read`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.access_token}` },
      body: JSON.stringify({ User: { Scope: { Fields: { Uid: 1 } }, Criteria: { SearchQuery: {} } } }),
    })
    assert.deepEqual(await read.json(), { Code: 0, User: { Data: [{ Uid: 'OLGA' }] } })
    const personal = await lineJson<{ token: string }>(
      ['token', 'create', '--database', 'shop', '--user', 'OLGA', '--name', 'script'],
      on(),
    )
    assert.ok(await tokenValid(world().url, personal.token))
  })
})

// Tests that changes of users and applications through the data API take effect in the authorization server at once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ConsoleBrowser, consoleSignIn } from '../sessions/console.ts'
import type { TestApplication } from '../support/accounts.ts'
import {
  authorizePath,
  codeFields,
  codeIn,
  type OAuthAnswer,
  oauthPost,
  passwordPage,
  refreshFields,
  type Tokens,
  tokenValid,
} from '../support/auth.ts'
import { type Crm, startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { mailsTo, type Page, Person } from '../support/person.ts'

const password = 'correct horse battery'

eachMigrated('administration', (engine, fresh) => {
  let crm: Crm
  let world: { url: string; outbox: string }
  let olga: string
  let appKey: string
  let app: TestApplication
  const folder = mkdtempSync(join(tmpdir(), 'clientele-administration-'))
  before(async () => {
    const outbox = join(folder, 'outbox')
    crm = await startCrm({
      engine,
      storeUrl: fresh.url(),
      settings: { mail: `file:${outbox}`, dataDir: folder, throttleEmail: 1000 },
    })
    world = { url: crm.server.url, outbox }
    const data = { Uid: 'OLGA', LastName: 'Ost', Email: 'olga@example.com', Password: password }
    olga = await crm.create('User', data)
    const redirectUri = 'https://crm.example.com/callback'
    const made = await crm.ok('Create', { Application: { Data: { Name: 'Field Sales', RedirectUri: redirectUri } } })
    const { Key, ClientId: clientId, ClientSecret: clientSecret } = made.Application.Data
    appKey = Key
    app = { clientId, clientSecret, redirectUri }
  })
  after(async () => {
    await crm.server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const person = () => new Person(world.url)
  const atPassword = (email = 'olga@example.com', who = person()): Promise<Page> =>
    passwordPage(world, app, {}, who, email)
  const enter = async (typed: string, email?: string): Promise<Page> => {
    const who = person()
    return who.submit(await atPassword(email, who), '/password', { password: typed })
  }
  const exchange = async (): Promise<OAuthAnswer> =>
    oauthPost(world.url, 'token', codeFields(app, codeIn(new URL((await enter(password)).location ?? ''))))
  const tokens = async (): Promise<Tokens> => {
    const { status, body } = await exchange()
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const refresh = (token: string) => oauthPost(world.url, 'token', refreshFields(app, token))
  const update = (entity: string, data: object, options?: object) =>
    crm.ok('Update', { [entity]: { Data: data, ...(options ? { Options: options } : {}) } })

  test('a user and an application made through the API sign in', async () => {
    const { access_token } = await tokens()
    assert.ok(await tokenValid(world.url, access_token))
  })

  test('a password that an administrator sets, or a user disabled, ends personal tokens unless EndTokens is false', async () => {
    const token = async (): Promise<string> => {
      const made = await crm.ok('Create', { PersonalAccessToken: { Data: { Name: 'Sync', UserKey: olga } } })
      return made.PersonalAccessToken.Data.Token
    }
    const write = (data: object, Options: object = {}) =>
      crm.ok('Update', { User: { Data: { Key: olga, ...data }, Options } })
    const kept = await token()
    await write({ Password: 'yet another one' }, { EndTokens: false })
    await write({ Enabled: false }, { EndTokens: false })
    assert.equal(await tokenValid(world.url, kept), false)
    await write({ Enabled: true })
    assert.ok(await tokenValid(world.url, kept))
    await write({ Enabled: false })
    await write({ Enabled: true })
    assert.equal(await tokenValid(world.url, kept), false)
    const second = await token()
    assert.ok(await tokenValid(world.url, second))
    await write({ Password: password })
    assert.equal(await tokenValid(world.url, second), false)
  })

  test('a new client secret counts at once, and the old one no more; tokens live on', async () => {
    const { refresh_token, access_token } = await tokens()
    const answer = await update('Application', { Key: appKey }, { NewSecret: true })
    const clientSecret = answer.Application.Data.ClientSecret
    assert.match(clientSecret, /^[A-Za-z0-9]{64}$/)
    assert.equal((await refresh(refresh_token)).body.error_code, 3002)
    app = { ...app, clientSecret }
    assert.equal((await refresh(refresh_token)).status, 200)
    assert.ok(await tokenValid(world.url, access_token))
  })

  test('a changed redirect URI counts at once', async () => {
    const old = app.redirectUri
    const redirectUri = 'https://crm.example.com/elsewhere'
    await update('Application', { Key: appKey, RedirectUri: redirectUri })
    assert.equal((await person().go(authorizePath(app))).status, 400)
    app = { ...app, redirectUri }
    const { refresh_token } = await tokens()
    const stale = await oauthPost(world.url, 'token', refreshFields({ ...app, redirectUri: old }, refresh_token))
    assert.equal(stale.body.error_code, 3011)
  })

  test('a changed password and a changed e-mail count at once', async () => {
    await update('User', { Key: olga, Password: 'another password' })
    assert.equal((await enter(password)).text.includes('not right'), true)
    assert.equal((await enter('another password')).status, 303)
    await update('User', { Key: olga, Password: password, Email: 'olga@example.org' })
    assert.equal((await enter(password, 'olga@example.org')).status, 303)
    const who = person()
    const first = await who.go(authorizePath(app))
    const before = mailsTo(world.outbox, 'olga@example.com').length
    assert.match((await who.submit(first, '/email', { email: 'olga@example.com' })).text, /6-digit code/)
    await crm.server.app.signIn.idle()
    assert.equal(mailsTo(world.outbox, 'olga@example.com').length, before)
    await update('User', { Key: olga, Email: 'olga@example.com' })
  })

  test('a new password ends grants and remembered browsers, unless EndSessions is false', async () => {
    const kept = await tokens()
    const change = (Password: string, Options?: object) =>
      crm.call('Update', { User: { Data: { Key: olga, Password }, ...(Options ? { Options } : {}) } })
    assert.equal((await change('yet another one', { EndSessions: false })).Code, 0)
    assert.ok(await tokenValid(world.url, kept.access_token))
    assert.equal((await change(password)).Code, 0)
    assert.equal(await tokenValid(world.url, kept.access_token), false)
    assert.equal((await refresh(kept.refresh_token)).body.error_code, 4)
    const { access_token } = await tokens()
    assert.ok(await tokenValid(world.url, access_token))
  })

  test('sessions of the console that began in the second of a new password end with it, and the next one does not', async () => {
    const signIn = () => consoleSignIn(world, { database: 'acme' }, person(), { email: 'olga@example.com', password })
    const isIn = async (browser: ConsoleBrowser) => (await browser.get('session')).status === 200
    for (let i = 0; i < 3; i++) {
      // Without a pause: mostly all three are in one second.
      const early = await signIn()
      assert.ok(await isIn(early))
      await update('User', { Key: olga, Password: password })
      assert.ok(!(await isIn(early)))
      const late = await signIn()
      assert.ok(await isIn(late))
    }
  })

  test('a common password, and one made of the names of the user, the database or the product, is refused', async () => {
    const known = [
      'olga@example.com',
      'OLGA@example.com',
      'Clientele1',
      'clientele2026!',
      'acme-acme-1',
      'Olga.Ost.2026',
    ]
    for (const common of ['password', '12345678', 'aaaaaaaa', 'Qwertyuiop', ...known]) {
      const { Code, Msg } = await crm.call('Update', { User: { Data: { Key: olga, Password: common } } })
      assert.equal(Code, -1, common)
      assert.match(String(Msg), /Password is (one of the most common|made of the names)/)
    }
  })

  test('a user who becomes SSO-only sees no password form, also in a sign-in that has begun', async () => {
    const who = person()
    const page = await atPassword(undefined, who)
    await update('User', { Key: olga, SsoOnly: true })
    const forced = await who.submit(page, '/password', { password })
    assert.equal(forced.location, null)
    assert.doesNotMatch(forced.text, /type="password"/)
    await update('User', { Key: olga, SsoOnly: false })
  })

  test('a disabled user’s tokens stop at once and no sign-in that has begun ends well; enabled again they work', async () => {
    const { access_token, refresh_token } = await tokens()
    const who = person()
    const page = await atPassword(undefined, who)
    await update('User', { Key: olga, Enabled: false })
    assert.equal(await tokenValid(world.url, access_token), false)
    assert.equal((await refresh(refresh_token)).body.error_code, 4)
    assert.equal((await who.submit(page, '/password', { password })).text.includes('not right'), true)
    await update('User', { Key: olga, Enabled: true })
    assert.ok(await tokenValid(world.url, access_token))
    assert.equal((await refresh(refresh_token)).status, 200)
  })

  test('a token that may only read cannot make itself one that may write', async () => {
    const who = person()
    const page = await passwordPage(world, app, { scope: 'data.readonly' }, who, 'olga@example.com')
    const done = await who.submit(page, '/password', { password })
    const { body } = await oauthPost(world.url, 'token', codeFields(app, codeIn(new URL(done.location ?? ''))))
    const answer = await fetch(`${world.url}/api/Create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.access_token}` },
      body: JSON.stringify({ PersonalAccessToken: { Data: { Name: 'more', Scope: 'data' } } }),
    })
    assert.equal(answer.status, 403)
  })

  test('a deleted user and a deleted application end their tokens', async () => {
    const { access_token, refresh_token } = await tokens()
    await crm.ok('Delete', { User: { Data: { Key: olga } } })
    assert.equal(await tokenValid(world.url, access_token), false)
    assert.equal((await refresh(refresh_token)).body.error_code, 4)
    await crm.ok('Restore', { User: { Data: { Key: olga } } })
    assert.ok(await tokenValid(world.url, access_token))
    await crm.ok('Delete', { Application: { Data: { Key: appKey } } })
    assert.equal(await tokenValid(world.url, access_token), false)
    assert.equal((await refresh(refresh_token)).body.error_code, 3002)
    assert.equal((await person().go(authorizePath(app))).status, 400)
  })
})

// Tests that what lets others in is changed through the console after a recent sign-in only, and how that is renewed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuthWorld, eachAuth, password } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { consoleSignIn, sessionCookieOf } from './console.ts'

const minutes = 60_000
const admin = { email: 'root@example.com', password }

async function adminOf({ accounts, db }: AuthWorld): Promise<void> {
  await accounts.user(db, 'ROOT', admin.email, password, { name: 'Root', admin: true })
}

const sensitive: Readonly<Record<string, Json>> = {
  PersonalAccessToken: { Key: null, Name: 'Mine' },
  Application: { Key: null, Name: 'New', RedirectUri: 'https://app.example.com/callback' },
  User: { Key: null, Uid: 'NEW', Email: 'new@example.com', LastName: 'New' },
}

eachAuth('fresh proof', world => {
  test('is asked for after 15 minutes, and given by another sign-in, which replaces the session', async () => {
    await adminOf(world())
    const browser = await consoleSignIn(world(), { database: 'acme' }, undefined, admin)
    const create = (entity: string) => browser.ask('Create', { [entity]: { Data: sensitive[entity] } })
    assert.equal((await create('PersonalAccessToken')).body.Code, 0)
    world().clock.advance(15 * minutes)
    assert.equal((await browser.get('session')).body.fresh, false)
    for (const entity of Object.keys(sensitive)) {
      const refused = await create(entity)
      assert.deepEqual([refused.status, refused.body.Errors[0].ErrorCode], [403, -2008], entity)
      assert.equal(refused.body.Errors[0].Path, entity)
      // What only checks, reads or writes something else goes on.
      const validated = await browser.ask('Validate', { [entity]: { Data: sensitive[entity] } })
      assert.equal(validated.status, 200, entity)
      const read = { [entity]: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {}, Top: 1 } } }
      assert.equal((await browser.ask('Read', read)).body.Code, 0, entity)
    }
    const entry = { AbEntry: { Data: { Key: null, Type: 'Company', CompanyName: 'Acme' } } }
    assert.equal((await browser.ask('Create', entry)).body.Code, 0)

    const [name, old] = sessionCookieOf(browser.person)
    const again = await browser.person.go('/console/sign-in?database=acme&fresh=1&to=/d/acme/setup')
    const page = await browser.person.submit(again, '/email', { email: admin.email })
    const done = await browser.person.submit(page, '/password', { password })
    assert.equal(new URL(done.url).pathname, '/d/acme/setup')
    const [, next] = sessionCookieOf(browser.person)
    assert.notEqual(next, old)
    assert.equal((await browser.get('session')).body.fresh, true)
    for (const entity of Object.keys(sensitive)) assert.equal((await create(entity)).body.Code, 0, entity)
    assert.equal((await browser.get('session', { cookie: `${name}=${old}` })).status, 401)
  })

  test('is not asked of a token, and not given by what another person signs in', async () => {
    const { accounts, db, clock, url } = world()
    const { token } = await accounts.personalToken(db, 'ANN', 'data', clock.now() / 1000 + 86_400)
    clock.advance(60 * minutes)
    const answer = await fetch(`${url}/api/Create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ PersonalAccessToken: { Data: sensitive.PersonalAccessToken } }),
    })
    assert.equal(((await answer.json()) as Json).Code, 0)
    const browser = await consoleSignIn(world())
    clock.advance(15 * minutes)
    await consoleSignIn(world())
    const refused = await browser.ask('Create', { PersonalAccessToken: { Data: sensitive.PersonalAccessToken } })
    assert.equal(refused.status, 403)
  })

  test('a cancelled sign-in leaves the session as it is', async () => {
    const browser = await consoleSignIn(world())
    const page = await browser.person.go('/console/sign-in?database=acme&fresh=1')
    const done = await browser.person.submit(page, '/cancel')
    assert.equal(new URL(done.url).pathname, '/')
    assert.equal((await browser.get('session')).status, 200)
  })

  test('a token made in the console outlives its session', async () => {
    const browser = await consoleSignIn(world())
    const made = await browser.ask('Create', { PersonalAccessToken: { Data: { Key: null, Name: 'Mine' } } })
    await browser.ask('sign-out')
    const answer = await fetch(`${world().url}/api/VerifyToken`, {
      headers: { authorization: `Bearer ${made.body.PersonalAccessToken.Data.Token}` },
    })
    assert.equal(answer.status, 200)
  })
})

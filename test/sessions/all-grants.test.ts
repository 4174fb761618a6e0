// Tests that administrators see the sessions and grants of all users, with the reason of their end and of the last refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '../../src/base/clock.ts'
import { type AuthWorld, eachAuth, newTokens, oauthPost, password, refreshFields } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { Person } from '../support/person.ts'
import { type ConsoleBrowser, consoleSignIn } from './console.ts'

const minute = 60_000
const root = { email: 'root@example.com', password }
const eve = { email: 'eve@example.com', password }

const signInAs = (world: AuthWorld, agent: string, who?: typeof root): Promise<ConsoleBrowser> =>
  consoleSignIn(world, { database: 'acme' }, new Person(world.url, { 'user-agent': agent }), who)

const grantsIn = async (browser: ConsoleBrowser, query: string): Promise<Json[]> =>
  (await browser.get(`auth/v1/grants?${query}`)).body.Grants
const ofAgent = async (browser: ConsoleBrowser, agent: string): Promise<Json> =>
  (await grantsIn(browser, 'User=*&Ended=true')).find(grant => grant.Agent === agent)

eachAuth('sessions and grants of all users', world => {
  const start = async (): Promise<ConsoleBrowser> => {
    const { accounts, db } = world()
    await accounts.user(db, 'ROOT', root.email, password, { name: 'Root', admin: true })
    await accounts.user(db, 'EVE', eve.email, password, { name: 'Eve' })
    return signInAs(world(), 'Root one', root)
  }
  let admin: ConsoleBrowser

  test('are one list for administrators alone, in pages, and can be revoked from it', async () => {
    admin = await start()
    const ann = await signInAs(world(), 'Ann one')
    const other = await signInAs(world(), 'Eve one', eve)
    await newTokens(world())
    const all = await grantsIn(admin, 'User=*')
    assert.deepEqual(
      all.map(({ User, UserName, Kind, EndReason }) => [User, UserName, Kind, EndReason]),
      [
        ['ANN', 'Ann Archer', 'application', null],
        ['EVE', 'Eve', 'session', null],
        ['ANN', 'Ann Archer', 'session', null],
        ['ROOT', 'Root', 'session', null],
      ],
    )
    const paged: Json[] = []
    for (let next: string | null = ''; next !== null; ) {
      const { body }: { body: Json } = await admin.get(`auth/v1/grants?User=*&Limit=1&After=${next}`)
      paged.push(...body.Grants)
      next = body.Next
    }
    assert.deepEqual(paged, all)
    assert.deepEqual(
      (await grantsIn(admin, 'User=EVE')).map(({ Agent }) => Agent),
      ['Eve one'],
    )
    const kinds = async (kind: string) => (await grantsIn(admin, `User=*&Kind=${kind}`)).map(({ Kind }) => Kind)
    assert.deepEqual(await kinds('application'), ['application'])
    assert.deepEqual(await kinds('session'), ['session', 'session', 'session'])
    assert.equal((await grantsIn(admin, 'User=*&Kind=application'))[0].Resource, 'api')
    for (const query of ['User=*', 'User=ROOT']) {
      const refused = await ann.get(`auth/v1/grants?${query}`)
      assert.equal(refused.body.Errors[0].ErrorCode, -2002, query)
    }
    for (const query of ['Limit=0', 'Limit=501', 'Limit=x', 'Ended=maybe', 'Kind=robot']) {
      assert.equal((await admin.get(`auth/v1/grants?${query}`)).body.Errors[0].ErrorCode, -3004, query)
    }
    const { Id } = await ofAgent(admin, 'Eve one')
    assert.equal((await ann.send('DELETE', `auth/v1/grants/${Id}`)).body.Errors[0].ErrorCode, -3007)
    const tooLong = await admin.send('DELETE', `auth/v1/grants/${Id}?reason=${'x'.repeat(201)}`)
    assert.equal(tooLong.body.Errors[0].ErrorCode, -3005)
    assert.equal((await admin.send('DELETE', `auth/v1/grants/${Id}?reason=Laptop%20lost`)).body.Code, 0)
    assert.equal((await other.get('session')).status, 401)
    assert.equal((await admin.send('DELETE', `auth/v1/grants/${Id}`)).body.Errors[0].ErrorCode, -3007)
    const ended = await ofAgent(admin, 'Eve one')
    assert.deepEqual(
      [ended.EndReason, ended.EndedBy, typeof ended.Ended, ended.Reason],
      ['revoked', 'ROOT', 'string', 'Laptop lost'],
    )
    assert.ok(!(await grantsIn(admin, 'User=*')).some(({ Agent }) => Agent === 'Eve one'))
  })

  test('sessions say why they ended: signed out, replaced, disabled, a new password, expired', async () => {
    const { accounts, db, clock } = world()
    const reasonOf = async (agent: string) => (await ofAgent(admin, agent)).EndReason
    const out = await signInAs(world(), 'Signed out')
    await out.ask('sign-out')
    assert.equal(await reasonOf('Signed out'), 'signed-out')
    const person = new Person(world().url, { 'user-agent': 'Twice' })
    await consoleSignIn(world(), { database: 'acme' }, person)
    await consoleSignIn(world(), { database: 'acme', fresh: '1' }, person)
    const twice = (await grantsIn(admin, 'User=*&Ended=true')).filter(({ Agent }) => Agent === 'Twice')
    assert.deepEqual(
      twice.map(({ EndReason }) => EndReason),
      [null, 'replaced'],
    )
    await signInAs(world(), 'Eve two', eve)
    await accounts.setUser(db, 'EVE', { enabled: 0 })
    assert.equal(await reasonOf('Eve two'), 'user-disabled')
    await accounts.setUser(db, 'EVE', { enabled: 1 })
    assert.equal(await reasonOf('Eve two'), null)
    clock.advance(1000)
    await accounts.setUser(db, 'EVE', { sessions_from: seconds(clock) })
    assert.equal(await reasonOf('Eve two'), 'password-changed')
    clock.advance(13 * 60 * minute)
    admin = await signInAs(world(), 'Root two', root)
    assert.equal(await reasonOf('Twice'), 'expired')
    assert.equal(await reasonOf('Eve two'), 'password-changed')
    assert.equal(await reasonOf('Signed out'), 'signed-out')
  })

  test('applications say why they ended, and why their last refresh was refused', async () => {
    const { accounts, db, clock, url, app } = world()
    const newest = async () =>
      (await grantsIn(admin, 'User=ANN&Ended=true')).find(({ Kind }) => Kind === 'application') as Json
    const refresh = (token: string) => oauthPost(url, 'token', refreshFields(app, token))
    const told = async () => {
      const { EndReason, EndedBy, LastRefusal } = await newest()
      return [EndReason, EndedBy, LastRefusal?.Reason ?? null]
    }
    const one = await newTokens(world())
    assert.deepEqual(await told(), [null, null, null])
    await admin.send('DELETE', `auth/v1/grants/${(await newest()).Id}`)
    assert.deepEqual(await told(), ['revoked', 'ROOT', null])
    assert.equal((await refresh(one.refresh_token)).status, 400)
    assert.deepEqual(await told(), ['revoked', 'ROOT', 'revoked'])

    const two = await newTokens(world())
    assert.equal((await refresh(two.refresh_token)).status, 200)
    clock.advance(5 * minute)
    assert.equal((await refresh(two.refresh_token)).body.error_code, 4)
    assert.deepEqual(await told(), ['refresh-token-reused', null, 'refresh-token-reused'])

    const three = await newTokens(world())
    await oauthPost(url, 'revoke', { ...refreshFields(app, ''), token: three.refresh_token })
    assert.deepEqual(await told(), ['revoked-by-application', null, null])

    const four = await newTokens(world())
    await accounts.setUser(db, 'ANN', { enabled: 0 })
    assert.equal((await refresh(four.refresh_token)).status, 400)
    assert.deepEqual(await told(), ['user-disabled', null, 'user-disabled'])
    await accounts.setUser(db, 'ANN', { enabled: 1 })
    assert.deepEqual(await told(), [null, null, 'user-disabled'])
    clock.advance(1000)
    await accounts.setUser(db, 'ANN', { sessions_from: seconds(clock) })
    assert.equal((await refresh(four.refresh_token)).status, 400)
    assert.deepEqual(await told(), ['password-changed', null, 'password-changed'])
  })

  test('a database sees nothing of another one', async () => {
    const { accounts } = world()
    const other = await accounts.database('elsewhere')
    await accounts.user(other, 'ROOT', root.email, password, { name: 'Root', admin: true })
    const there = await consoleSignIn(world(), { database: 'elsewhere' }, undefined, root)
    const seen = await grantsIn(there, 'User=*&Ended=true')
    assert.equal(seen.length, 1)
    const { Id } = await ofAgent(admin, 'Root two')
    assert.equal((await there.send('DELETE', `auth/v1/grants/${Id}`)).body.Errors[0].ErrorCode, -3007)
    assert.equal((await admin.get('session')).status, 200)
  })
})

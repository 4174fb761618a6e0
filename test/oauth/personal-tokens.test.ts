// Tests that personal tokens made through an application end with its grant, and that no personal token outlives a year.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AuthWorld,
  eachAuth,
  newTokens,
  oauthPost,
  refreshFields,
  type Tokens,
  tokenValid,
} from '../support/auth.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const day = 86_400

interface Created {
  readonly Code: number
  readonly Errors?: { ErrorCode: number; Path: string }[]
  readonly PersonalAccessToken?: { Data: { Key: string; Token: string } }
}

async function create(world: AuthWorld, token: string, data: object = {}): Promise<Created> {
  const answer = await fetch(`${world.url}/api/Create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ PersonalAccessToken: { Data: { Name: 'made', ...data } } }),
  })
  return (await answer.json()) as Created
}

async function made(world: AuthWorld, token: string): Promise<string> {
  const answer = await create(world, token)
  assert.equal(answer.Code, 0, JSON.stringify(answer))
  return answer.PersonalAccessToken?.Data.Token ?? ''
}

const revoke = (world: AuthWorld, { refresh_token }: Tokens) => {
  const { clientId, clientSecret } = world.app
  return oauthPost(world.url, 'revoke', { client_id: clientId, client_secret: clientSecret, token: refresh_token })
}

eachAuth('personal tokens made through an application', (world, engine) => {
  test('end at once when the grant is revoked, with the tokens that they made, on this and on another server', async () => {
    const tokens = await newTokens(world())
    const personal = await made(world(), tokens.access_token)
    const byPersonal = await made(world(), personal)
    const { token: own } = await world().accounts.personalToken(world().db, 'ANN', 'data', 4_000_000_000)
    const other = await startServer({ engine, clock: world().clock, storeUrl: world().server.settings.store })
    for (const token of [personal, byPersonal, own]) {
      assert.ok(await tokenValid(world().url, token))
      assert.ok(await tokenValid(other.url, token))
    }
    assert.equal((await revoke(world(), tokens)).status, 200)
    for (const token of [personal, byPersonal]) {
      assert.equal(await tokenValid(world().url, token), false)
      await until(async () => !(await tokenValid(other.url, token)))
    }
    assert.ok(await tokenValid(world().url, own))
    await other.close()
  })

  test('live on while the grant is refreshed, and end with a refresh token that is used again', async () => {
    const first = await newTokens(world())
    const personal = await made(world(), first.access_token)
    const refreshed = await oauthPost(world().url, 'token', refreshFields(world().app, first.refresh_token))
    assert.equal(refreshed.status, 200)
    assert.ok(await tokenValid(world().url, personal))
    world().clock.advance(3600_000)
    assert.ok(await tokenValid(world().url, personal))
    assert.equal((await oauthPost(world().url, 'token', refreshFields(world().app, first.refresh_token))).status, 400)
    assert.equal(await tokenValid(world().url, personal), false)
  })

  test('end with the password and the application of the grant', async () => {
    const personal = await made(world(), (await newTokens(world())).access_token)
    const now = Math.floor(world().clock.now() / 1000)
    await world().accounts.setUser(world().db, 'ANN', { sessions_from: now + 1 })
    assert.equal(await tokenValid(world().url, personal), false)
    await world().accounts.setUser(world().db, 'ANN', { sessions_from: 0 })
    assert.ok(await tokenValid(world().url, personal))
    const app = await world().accounts.application({ name: 'Short-lived' })
    const through = await made(world(), (await newTokens(world(), app)).access_token)
    await world().accounts.removeApplication(app.clientId)
    assert.equal(await tokenValid(world().url, through), false)
  })

  test('live a year at most, also when a token that lives longer makes them', async () => {
    const { token } = await world().accounts.personalToken(world().db, 'ANN', 'data', 4_000_000_000)
    const now = Math.floor(world().clock.now() / 1000)
    const at = (days: number) => ({ ExpirationDate: new Date((now + days * day) * 1000).toISOString() })
    assert.equal((await create(world(), token, at(366))).Code, 0)
    for (const days of [367, 3650]) {
      const { Errors } = await create(world(), token, at(days))
      assert.deepEqual(
        Errors?.map(error => [error.ErrorCode, error.Path]),
        [[-3004, 'PersonalAccessToken.Data.ExpirationDate']],
      )
    }
  })

  test('end when the refresh token has ended', async () => {
    const personal = await made(world(), (await newTokens(world())).access_token)
    world().clock.advance(179 * day * 1000)
    assert.ok(await tokenValid(world().url, personal))
    world().clock.advance(2 * day * 1000)
    assert.equal(await tokenValid(world().url, personal), false)
  })
})

// Tests how the client package keeps a grant alive: refresh on need, many processes with one file, lost answers.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  type Application,
  connect,
  exchangeCode,
  memoryStore,
  newProofKey,
  newState,
  pair,
  SignInAgain,
  signInUrl,
  type TokenPair,
  type TokenStore,
} from '../../packages/client/src/index.ts'
import { fileStore } from '../../packages/client/src/node.ts'
import { type AuthWorld, eachAuth, email, oauthPost, password } from '../support/auth.ts'
import { mailFor, Person } from '../support/person.ts'

eachAuth('tokens of the client package', world => {
  const application = ({ url, app }: AuthWorld, fetch?: typeof globalThis.fetch): Application => ({
    authUrl: `${url}/oauth`,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    redirectUri: app.redirectUri,
    ...(fetch ? { fetch } : {}),
  })
  let known: Person | null = null

  /** Signs in through the pages, by the address that the package builds. */
  const signIn = async (): Promise<TokenPair> => {
    const who = known ?? new Person(world().url)
    known = who
    const { verifier, challenge } = await newProofKey()
    const state = newState()
    let page = await who.go(signInUrl(application(world()), { state, challenge, loginHint: email }))
    page = await who.submit(page, '/email', { email })
    if (page.text.includes('6-digit code')) {
      const { code } = await mailFor(world().outbox, page)
      page = await who.submit(page, '/confirm', { code })
    }
    const done = await who.submit(page, '/password', { password })
    const back = new URL(done.location ?? '')
    assert.equal(back.searchParams.get('state'), state)
    return exchangeCode(application(world()), { code: back.searchParams.get('code') ?? '', verifier })
  }
  const clientOf = (store: TokenStore, fetch?: typeof globalThis.fetch) =>
    connect({ url: world().url, auth: pair(store, application(world(), fetch)) })
  const ask = (client: ReturnType<typeof clientOf>) => client.read('AbEntry', { Key: 1 }, { top: 1 }).all()

  test('a pair is used as it is, and refreshed when the server no longer accepts it', async () => {
    const first = await signIn()
    const store = memoryStore(first)
    const client = clientOf(store)
    await ask(client)
    assert.equal(await store.read(), first)
    world().clock.advance(11 * 60_000)
    await Promise.all([ask(client), ask(client), ask(client)])
    const second = await store.read()
    assert.notEqual(second?.refreshToken, first.refreshToken)
    await ask(client)
    assert.equal(await store.read(), second)
  })

  test('a pair that is older than its use allows is refreshed before the call', async () => {
    const fresh = await signIn()
    const store = memoryStore({ ...fresh, issuedAt: Date.now() - 10 * 60_000 })
    await ask(clientOf(store))
    assert.notEqual((await store.read())?.refreshToken, fresh.refreshToken)
  })

  test('programs that share a file refresh at the same time, lose answers, and stay signed in with one pair', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clientele-sdk-'))
    const path = join(folder, 'tokens.json')
    const store = fileStore(path)
    assert.equal(await store.replace(null, await signIn()), true)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    let count = 0
    /** Every third answer of the token endpoint is lost after it was sent. */
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (++count % 3 !== 0) return response
      await response.text()
      throw new TypeError('fetch failed')
    }
    const programs = Array.from({ length: 12 }, () => clientOf(fileStore(path), lossy))
    for (let round = 0; round < 5; round++) {
      world().clock.advance(11 * 60_000)
      await Promise.all(programs.map(ask))
      const kept = await store.read()
      assert.ok(kept && (await ask(clientOf(memoryStore(kept)))))
    }
    rmSync(folder, { recursive: true })
  })

  test('a grant that was revoked, and an empty store, ask for a new sign-in with their reason', async () => {
    const mine = await signIn()
    const { clientId, clientSecret } = world().app
    const fields = { client_id: clientId, client_secret: clientSecret, token: mine.refreshToken }
    assert.equal((await oauthPost(world().url, 'revoke', fields)).status, 200)
    const error = await ask(clientOf(memoryStore(mine))).catch((e: unknown) => e)
    assert.ok(error instanceof SignInAgain)
    assert.deepEqual([error.reason, error.code], ['revoked-or-used', 4])
    await assert.rejects(ask(clientOf(memoryStore())), (e: unknown) => e instanceof SignInAgain && e.reason === 'none')
  })

  test('a refused refresh looks into the store once more before it gives up', async () => {
    const mine = await signIn()
    const newer = await signIn()
    world().clock.advance(11 * 60_000)
    const used = await exchange(mine)
    assert.equal(used.status, 200)
    world().clock.advance(120_000)
    // The store still had the used token when the refresh began; meanwhile somebody puts a newer pair there.
    let reads = 0
    const store: TokenStore = {
      read: async () => (++reads < 3 ? mine : newer),
      replace: async () => false,
    }
    const refreshed = pair(store, application(world()))
    assert.equal(await refreshed.rejected(mine.accessToken), newer.accessToken)
  })

  const exchange = ({ refreshToken }: TokenPair) => {
    const { clientId, clientSecret, redirectUri } = world().app
    return oauthPost(world().url, 'token', {
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
      refresh_token: refreshToken,
    })
  }
})

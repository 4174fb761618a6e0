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

  /** A fetch for the token endpoint that records the refresh tokens sent; `fault` answers in place of the nth request. */
  const recorded = (fault: (nth: number, go: () => Promise<Response>) => Promise<Response> = (_, go) => go()) => {
    const sent: (string | null)[] = []
    const send: typeof fetch = (input, init) => {
      sent.push(new URLSearchParams(String(init?.body)).get('refresh_token'))
      return fault(sent.length, () => fetch(input, init))
    }
    return { sent, send }
  }
  const lost = async (go: () => Promise<Response>): Promise<Response> => {
    await (await go()).text()
    throw new TypeError('fetch failed')
  }
  const idle = () => world().clock.advance(11 * 60_000)

  test('rule 2: a pair that another process has refreshed is adopted, not refreshed again', async () => {
    const store = memoryStore(await signIn())
    const [mine, other] = [recorded(), recorded()]
    const [first, second] = [clientOf(store, mine.send), clientOf(store, other.send)]
    await Promise.all([ask(first), ask(second)])
    idle()
    await ask(first)
    await ask(second)
    assert.deepEqual([mine.sent.length, other.sent.length], [1, 0])
  })

  test('rule 3: one refresh per process; a caller that gives up does not end it for the others', async () => {
    const store = memoryStore(await signIn())
    const { sent, send } = recorded()
    const client = clientOf(store, send)
    await ask(client)
    idle()
    const gone = new AbortController()
    const first = client.read('AbEntry', { Key: 1 }, { top: 1, signal: gone.signal }).all()
    const others = [ask(client), ask(client), ask(client)]
    setTimeout(() => gone.abort(new Error('enough')), 1)
    await first.catch((error: unknown) => assert.match(String(error), /enough/))
    await Promise.all(others)
    assert.equal(sent.length, 1)
  })

  test('rule 4: a new pair is stored before it is used, and a pair that another process stored first is used instead', async () => {
    const old = await signIn()
    const kept = memoryStore(old)
    const steps: string[] = []
    const store: TokenStore = {
      read: () => kept.read(),
      replace: async (refreshToken, next) => {
        steps.push('stored')
        return kept.replace(refreshToken, next)
      },
    }
    const send: typeof fetch = (input, init) => {
      steps.push(new Headers(init?.headers).get('authorization') === `Bearer ${old.accessToken}` ? 'old' : 'new')
      return fetch(input, init)
    }
    idle()
    const auth = pair(store, application(world()))
    await connect({ url: world().url, auth, fetch: send }).read('AbEntry', { Key: 1 }, { top: 1 }).all()
    assert.deepEqual(steps, ['old', 'stored', 'new'])
    const theirs = { accessToken: 'theirs', refreshToken: 'theirs', issuedAt: Date.now() }
    const slow: TokenStore = {
      read: () => kept.read(),
      replace: async () => {
        const now = await kept.read()
        assert.equal(await kept.replace(now?.refreshToken ?? null, theirs), true)
        return false
      },
    }
    const late = pair(slow, application(world()))
    assert.equal(await late.rejected(await late.token()), 'theirs')
  })

  test('rule 5: a lost answer and error 3005 are repeated with the same token', async () => {
    const old = await signIn()
    const store = memoryStore(old)
    const busy = async () => Response.json({ error: 'temporarily_unavailable', error_code: 3005 }, { status: 400 })
    const { sent, send } = recorded((nth, go) => (nth === 1 ? lost(go) : nth === 2 ? busy() : go()))
    idle()
    await ask(clientOf(store, send))
    assert.deepEqual(sent, [old.refreshToken, old.refreshToken, old.refreshToken])
    assert.notEqual((await store.read())?.refreshToken, old.refreshToken)
  })

  test('rule 7: a pair is used as it is, and refreshed when the server no longer accepts it', async () => {
    const first = await signIn()
    const store = memoryStore(first)
    const { sent, send } = recorded()
    const client = clientOf(store, send)
    for (let uses = 0; uses < 3; uses++) {
      await ask(client)
      world().clock.advance(8 * 60_000)
    }
    assert.equal(await store.read(), first)
    assert.equal(sent.length, 0)
    idle()
    await Promise.all([ask(client), ask(client), ask(client)])
    const second = await store.read()
    assert.notEqual(second?.refreshToken, first.refreshToken)
    await ask(client)
    assert.equal(await store.read(), second)
    assert.equal(sent.length, 1)
  })

  test('rule 7: a pair that is older than its use allows, or than a day, is refreshed before the call', async () => {
    const fresh = await signIn()
    const store = memoryStore({ ...fresh, issuedAt: Date.now() - 10 * 60_000 })
    await ask(clientOf(store))
    const renewed = await store.read()
    assert.notEqual(renewed?.refreshToken, fresh.refreshToken)
    const old = memoryStore(renewed && { ...renewed, issuedAt: Date.now() - 24 * 3_600_000 })
    await ask(clientOf(old))
    assert.notEqual((await old.read())?.refreshToken, renewed?.refreshToken)
  })

  test('rule 1: programs that share a file refresh at the same time, lose answers, and stay signed in with one pair', async () => {
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

  test('rule 6: a refused refresh looks into the store once more before it gives up', async () => {
    const mine = await signIn()
    const newer = await signIn()
    world().clock.advance(11 * 60_000)
    const used = await exchange(mine)
    assert.equal(used.status, 200)
    world().clock.advance(120_000)
    // The store still had the used token when the refresh began; meanwhile another process stores a newer pair.
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

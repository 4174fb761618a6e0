// Tests clients that describe themselves by a document: what is fetched, what is refused, and the redirects of known assistants.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as jose from 'jose'
import { eachAuth } from '../support/auth.ts'
import { documentHost } from '../support/document-host.ts'
import { Person } from '../support/person.ts'
import { regularBrowser, signedAssertion, signedIn, standardPost, standardRequest } from '../support/standard.ts'

const host = documentHost()
before(() => host.start())
after(() => host.close())

/** What known assistants register, and where their browser goes back to. */
const assistants: readonly (readonly [string, string, string])[] = [
  ['Claude', 'https://claude.ai/api/mcp/auth_callback', 'https://claude.ai/api/mcp/auth_callback'],
  ['Claude Code', 'http://localhost/callback', 'http://localhost:51234/callback'],
  ['VS Code', 'https://vscode.dev/redirect', 'https://vscode.dev/redirect'],
  ['VS Code, local', 'http://127.0.0.1/', 'http://127.0.0.1:51235/'],
  ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
  ['Codex', 'http://127.0.0.1/callback/1a2b3c', 'http://127.0.0.1:51236/callback/1a2b3c'],
  ['IPv6', 'http://[::1]/callback', 'http://[::1]:51237/callback'],
]

const settings = { standardLane: 'any', outboundNetworks: '127.0.0.0/8' } as const

eachAuth(
  'clients that describe themselves',
  (world, engine) => {
    const begin = (clientId: string, redirectUri: string) =>
      standardRequest(world(), { clientId, redirectUri }, { resource: `${world().url}/mcp` })
    const statusOf = async (clientId: string, redirectUri = 'https://app.example/cb') =>
      (await fetch(begin(clientId, redirectUri).url, { redirect: 'manual' })).status

    for (const [name, registered, sent] of assistants) {
      test(`${name} comes from its document to a token`, async () => {
        const id = host.publish(`/${encodeURIComponent(name)}.json`, {
          client_name: name,
          redirect_uris: [registered],
          token_endpoint_auth_method: 'none',
        })
        const request = begin(id, sent)
        const page = await signedIn(world(), request.url, regularBrowser(world()))
        assert.ok(page.text.includes(`Allow ${name} (127.0.0.1:`), page.text)
        const policy = page.headers.get('content-security-policy') ?? ''
        const { protocol } = new URL(sent)
        assert.match(policy, new RegExp(`form-action 'self' [^;]*${protocol}`))
        const done = await regularBrowser(world()).submit(page, '/allow')
        assert.ok(done.location?.startsWith(`${sent}?code=`), done.location ?? '')
        const { body, status } = await standardPost(world(), 'token', {
          grant_type: 'authorization_code',
          client_id: id,
          redirect_uri: sent,
          code: new URL(done.location ?? '').searchParams.get('code') ?? '',
          code_verifier: request.pkce.verifier,
          resource: `${world().url}/mcp`,
        })
        assert.equal(status, 200, JSON.stringify(body))
        const call = await fetch(`${world().url}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${body.access_token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'initialize',
            params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
          }),
        })
        assert.equal(call.status, 200, await call.text())
      })
    }

    test('a document that is wrong is no client', async () => {
      const good = { redirect_uris: ['https://app.example/cb'] }
      const cases: [string, string][] = [
        ['another id', host.publish('/other.json', { ...good, client_id: 'https://app.example/client' })],
        ['no redirect URI', host.publish('/none.json', { redirect_uris: [] })],
        ['a plain http redirect URI', host.publish('/http.json', { redirect_uris: ['http://app.example/cb'] })],
        ['an unlisted scheme', host.publish('/scheme.json', { redirect_uris: ['evil://app/cb'] })],
        ['a secret', host.publish('/secret.json', { ...good, token_endpoint_auth_method: 'client_secret_post' })],
        ['no JSON type', host.publish('/type.json', good, { type: 'text/html' })],
        ['too long', host.publish('/long.json', { ...good, more: 'x'.repeat(6000) })],
        ['no document', `${new URL(host.publish('/x.json', good)).origin}/missing.json`],
        ['no path', new URL(host.publish('/x.json', good)).origin],
        ['http', 'http://127.0.0.1:1/client.json'],
        ['a fragment', `${host.publish('/x.json', good)}#part`],
      ]
      for (const [what, id] of cases) assert.equal(await statusOf(id), 400, what)
      assert.equal(await statusOf(host.publish('/good.json', good)), 302)
      assert.equal(await statusOf(host.publish('/good.json', good), 'https://app.example/other'), 400)
    })

    test('a document is kept for its time, five minutes at least', async () => {
      const path = `/kept-${engine}.json`
      const id = host.publish(path, { redirect_uris: ['https://app.example/cb'] })
      const times = () => host.asked.filter(each => each === path).length
      assert.equal(await statusOf(id), 302)
      assert.equal(await statusOf(id), 302)
      assert.equal(times(), 1)
      host.remove(path)
      world().clock.advance(299_000)
      assert.equal(await statusOf(id), 302)
      world().clock.advance(2_000)
      assert.equal(await statusOf(id), 400)
      assert.equal(await statusOf(id), 400)
      assert.equal(times(), 2)
    })

    test('such a client proves itself by a key at its own address, and gets no token without', async () => {
      const { publicKey, privateKey } = await jose.generateKeyPair('ES256', { extractable: true })
      const keys = [{ ...(await jose.exportJWK(publicKey)), kid: 'one', alg: 'ES256' }]
      const jwks_uri = host.publish('/keys.json', { keys })
      const redirect = 'https://app.example/cb'
      const method = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri }
      const id = host.publish('/keyed.json', { redirect_uris: [redirect], ...method })
      const request = begin(id, redirect)
      const page = await signedIn(world(), request.url, regularBrowser(world()))
      const done = await regularBrowser(world()).submit(page, '/allow')
      const fields = {
        grant_type: 'authorization_code',
        redirect_uri: redirect,
        code: new URL(done.location ?? '').searchParams.get('code') ?? '',
        code_verifier: request.pkce.verifier,
      }
      assert.equal((await standardPost(world(), 'token', { ...fields, client_id: id })).status, 401)
      const signed = await signedAssertion(world(), id, privateKey, { kid: 'one' })
      const { status, body } = await standardPost(world(), 'token', { ...fields, ...signed })
      assert.equal(status, 200, JSON.stringify(body))
    })

    test('a wrong request of such a client is a page, not a redirect', async () => {
      const id = host.publish('/trusted.json', { redirect_uris: ['https://app.example/cb'] })
      const { url } = standardRequest(
        world(),
        { clientId: id, redirectUri: 'https://app.example/cb' },
        { resource: null },
      )
      assert.equal((await fetch(url, { redirect: 'manual' })).status, 400)
    })

    test('the issuer of the specification does not know it', async () => {
      const id = host.publish('/literal.json', { redirect_uris: ['https://app.example/cb'] })
      assert.equal(await statusOf(id), 302)
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: id,
        redirect_uri: 'https://app.example/cb',
      })
      const answer = await fetch(`${world().url}/oauth/v1/authorize?${query}`, { redirect: 'manual' })
      assert.equal(answer.status, 400)
    })
  },
  { settings },
)

eachAuth(
  'clients of listed hosts',
  world => {
    test('a host that is not listed is not asked', async () => {
      const id = host.publish('/unlisted.json', { redirect_uris: ['https://app.example/cb'] })
      const { url } = standardRequest(world(), { clientId: id, redirectUri: 'https://app.example/cb' })
      const page = await new Person(world().url).go(url)
      assert.equal(page.status, 400)
      assert.equal(host.asked.includes('/unlisted.json'), false)
    })
  },
  { settings: { ...settings, standardLane: 'listed' } },
)

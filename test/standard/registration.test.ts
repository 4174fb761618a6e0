// Tests clients that register themselves (RFC 7591): what is taken and refused, the walk to a token, limits and expiry.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { type AuthWorld, eachAuth } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { allowed, regularBrowser, signedIn, standardPost, standardRequest } from '../support/standard.ts'

/** What VS Code sends. */
const vscode = {
  client_name: 'Visual Studio Code',
  client_uri: 'https://code.visualstudio.com',
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  redirect_uris: ['https://insiders.vscode.dev/redirect', 'https://vscode.dev/redirect', 'http://127.0.0.1/'],
  scope: 'data',
  token_endpoint_auth_method: 'none',
  application_type: 'native',
}

const register = async (world: Pick<AuthWorld, 'url'>, metadata: unknown): Promise<{ status: number; body: Json }> => {
  const answer = await fetch(`${world.url}/oauth/standard/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  })
  return { status: answer.status, body: await answer.json() }
}

const day = 86_400_000

eachAuth(
  'clients that register themselves',
  world => {
    const registered = async (more: object = {}): Promise<Json> => {
      const { status, body } = await register(world(), { ...vscode, ...more })
      assert.equal(status, 201, JSON.stringify(body))
      return body
    }
    const statusOf = async (client_id: string, redirectUri = 'https://vscode.dev/redirect') =>
      (await fetch(standardRequest(world(), { clientId: client_id, redirectUri }).url, { redirect: 'manual' })).status
    /** The pair of a client that the person lets in. */
    const tokensOf = async (clientId: string, secret: Record<string, string> = {}): Promise<Json> => {
      const redirectUri = 'http://127.0.0.1:50123/'
      const request = standardRequest(world(), { clientId, redirectUri }, { resource: `${world().url}/mcp` })
      const code = (await allowed(world(), request.url)).searchParams.get('code') ?? ''
      const fields = { grant_type: 'authorization_code', code, code_verifier: request.pkce.verifier }
      const sent = { ...fields, client_id: clientId, redirect_uri: redirectUri, ...secret }
      const { status, body } = await standardPost(world(), 'token', sent)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }

    test('what VS Code sends becomes a client, whose name says that it registered itself', async () => {
      const client = await registered()
      assert.match(client.client_id, /^self-[A-Za-z0-9]{24}$/)
      assert.equal(client.client_secret, undefined)
      assert.deepEqual(client.redirect_uris, vscode.redirect_uris)
      assert.deepEqual(client.grant_types, ['authorization_code', 'refresh_token'])
      const request = standardRequest(world(), {
        clientId: client.client_id,
        redirectUri: 'https://vscode.dev/redirect',
      })
      const page = await signedIn(world(), request.url, regularBrowser(world()))
      assert.ok(page.text.includes('Allow Visual Studio Code (registered itself)?'), page.text)
      assert.ok(page.text.includes('vscode.dev'), page.text)
      const { access_token } = await tokensOf(client.client_id)
      const asked = await fetch(`${world().url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      assert.notEqual(asked.status, 401)
    })

    test('oauth4webapi registers by discovery alone; the secret that it gets is asked for', async () => {
      const issuer = new URL(`${world().url}/oauth/standard`)
      const insecure = { [oauth.allowInsecureRequests]: true }
      const found = await oauth.discoveryRequest(issuer, insecure)
      const server = await oauth.processDiscoveryResponse(issuer, found)
      const wanted = {
        client_name: 'Kept\u202e secret',
        redirect_uris: ['http://127.0.0.1/'],
        token_endpoint_auth_method: 'client_secret_post',
      }
      const answer = await oauth.dynamicClientRegistrationRequest(server, wanted, insecure)
      const client = await oauth.processDynamicClientRegistrationResponse(answer)
      assert.equal(client.client_name, 'Kept secret')
      assert.equal(client.client_secret_expires_at, 0)
      const secret = client.client_secret as string
      const { refresh_token } = await tokensOf(client.client_id, { client_secret: secret })
      const refresh = (client_secret: string) =>
        standardPost(world(), 'token', {
          ...{ grant_type: 'refresh_token', refresh_token, client_id: client.client_id, client_secret },
        })
      assert.equal((await refresh(`${secret.slice(1)}x`)).status, 401)
      assert.equal((await refresh(secret)).status, 200)
    })

    test('what is wrong is named, with the error of RFC 7591', async () => {
      const cases: [unknown, string, RegExp][] = [
        ['no json', 'invalid_client_metadata', /JSON object/],
        [[vscode], 'invalid_client_metadata', /JSON object/],
        [{ ...vscode, redirect_uris: undefined }, 'invalid_redirect_uri', /redirect_uris/],
        [{ ...vscode, redirect_uris: [] }, 'invalid_redirect_uri', /one URI at least/],
        [{ ...vscode, redirect_uris: [7] }, 'invalid_redirect_uri', /redirect_uris\[0\]/],
        [
          { ...vscode, redirect_uris: ['http://127.0.0.1/', 'http://app.example/'] },
          'invalid_redirect_uri',
          /\[1\].*https/,
        ],
        [{ ...vscode, redirect_uris: ['evil://app/'] }, 'invalid_redirect_uri', /https/],
        [
          { ...vscode, redirect_uris: ['https://app.example/cb'] },
          'invalid_redirect_uri',
          /app\.example.*standard-hosts/,
        ],
        [{ ...vscode, redirect_uris: Array(51).fill('http://127.0.0.1/') }, 'invalid_redirect_uri', /50/],
        [
          { ...vscode, token_endpoint_auth_method: 'tls_client_auth' },
          'invalid_client_metadata',
          /none or client_secret/,
        ],
        [{ ...vscode, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata', /JSON Web Key Set/],
        [{ ...vscode, grant_types: ['implicit'] }, 'invalid_client_metadata', /grant_types/],
        [{ ...vscode, response_types: ['token'] }, 'invalid_client_metadata', /response_types/],
      ]
      for (const [metadata, error, description] of cases) {
        const { status, body } = await register(world(), metadata)
        assert.equal(status, 400)
        assert.equal(body.error, error, JSON.stringify(metadata))
        assert.match(body.error_description, description)
      }
    })

    test('known assistants register what they are redirected to, and another address is none of it', async () => {
      const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback'
      const redirects: readonly (readonly [string, string])[] = [
        ['https://claude.ai/api/mcp/auth_callback', 'https://claude.ai/api/mcp/auth_callback'],
        ['https://claude.com/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
        ['http://localhost/callback', 'http://localhost:50001/callback'],
        ['https://vscode.dev/redirect', 'https://vscode.dev/redirect'],
        ['https://insiders.vscode.dev/redirect', 'https://insiders.vscode.dev/redirect'],
        ['http://127.0.0.1/', 'http://127.0.0.1:50002/'],
        [cursor, cursor],
        ['https://www.cursor.com/agents/mcp/oauth/callback', 'https://www.cursor.com/agents/mcp/oauth/callback'],
        ['http://127.0.0.1:1455/callback/1a2b3c', 'http://127.0.0.1:50003/callback/1a2b3c'],
      ]
      const { client_id } = await registered({ redirect_uris: redirects.map(([uri]) => uri) })
      for (const [, sent] of redirects) assert.equal(await statusOf(client_id, sent), 302, sent)
      assert.equal(await statusOf(client_id, `${cursor}/other`), 400)
      assert.equal(await statusOf(`${client_id}x`, cursor), 400)
    })

    test('one that no person lets in is gone after 30 days; one that is used lives on', async () => {
      const unused = await registered()
      const used = await registered()
      let { refresh_token } = await tokensOf(used.client_id)
      world().clock.advance(29 * day)
      assert.equal(await statusOf(unused.client_id), 302)
      for (const days of [2, 170, 170]) {
        world().clock.advance(days * day)
        const fields = { grant_type: 'refresh_token', refresh_token, client_id: used.client_id }
        const { status, body } = await standardPost(world(), 'token', fields)
        assert.equal(status, 200, JSON.stringify(body))
        refresh_token = body.refresh_token
      }
      assert.equal(await statusOf(unused.client_id), 400)
      const gone = { grant_type: 'refresh_token', refresh_token, client_id: unused.client_id }
      const { status, body } = await standardPost(world(), 'token', gone)
      assert.equal(status, 401)
      assert.equal(body.error, 'invalid_client')
    })

    test('one address may register so many in a window, and has to wait then', async () => {
      let last: { status: number; body: Json } = { status: 201, body: {} }
      for (let more = 0; last.status === 201 && more <= 20; more++) last = await register(world(), vscode)
      assert.equal(last.status, 429)
      assert.match(last.body.error_description, /from this address/)
      world().clock.advance(day)
      assert.equal((await register(world(), vscode)).status, 201)
    })
  },
  { settings: { standardLane: 'listed', standardRegistrations: 20 } },
)

eachAuth(
  'without registration',
  world => {
    test('neither the endpoint nor its place in the metadata is there', async () => {
      const answer = await fetch(`${world().url}/oauth/standard/register`, { method: 'POST', body: '{}' })
      assert.equal(answer.status, 404)
      const found = await fetch(`${world().url}/.well-known/oauth-authorization-server/oauth/standard`)
      assert.equal(((await found.json()) as Json).registration_endpoint, undefined)
    })
  },
  { settings: { standardLane: 'any' } },
)

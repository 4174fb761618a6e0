// Tests that unmodified client libraries complete the exchange of a code and a refresh.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import OAuth2Strategy from 'passport-oauth2'
import { AuthorizationCode } from 'simple-oauth2'
import type { TestApplication } from '../support/accounts.ts'
import { eachAuth, signInAt, tokenValid } from '../support/auth.ts'

eachAuth('client libraries', world => {
  const visit = (url: string): Promise<URL> => signInAt(world(), url)

  const insecure = { [oauth.allowInsecureRequests]: true }
  const complete = async (app: TestApplication, authentication: oauth.ClientAuth, method: string | null) => {
    const issuer = new URL(`${world().url}/oauth`)
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth.processDiscoveryResponse(issuer, found)
    const client: oauth.Client = { client_id: app.clientId }
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      response_type: 'code',
      scope: 'data',
      state,
      ...(method === null
        ? {}
        : { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: method }),
    }).toString()
    const params = oauth.validateAuthResponse(server, client, await visit(url.href), state)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      params,
      app.redirectUri,
      method === null ? oauth.nopkce : verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer)
    assert.ok(await tokenValid(world().url, tokens.access_token))
    const again = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      tokens.refresh_token ?? '',
      insecure,
    )
    const next = await oauth.processRefreshTokenResponse(server, client, again)
    assert.ok(await tokenValid(world().url, next.access_token))
    const asked = await oauth.revocationRequest(server, client, authentication, next.refresh_token ?? '', insecure)
    await oauth.processRevocationResponse(asked)
    assert.equal(await tokenValid(world().url, next.access_token), false)
  }

  test('oauth4webapi, confidential, secret in the body, challenge method SHA256 [C-5-03]', () =>
    complete(world().app, oauth.ClientSecretPost(world().app.clientSecret), 'SHA256'))
  test('oauth4webapi, confidential, HTTP Basic, without PKCE', () =>
    complete(world().app, oauth.ClientSecretBasic(world().app.clientSecret), null))
  test('oauth4webapi, public, challenge method SHA256 [C-5-03]', () =>
    complete(world().publicApp, oauth.None(), 'SHA256'))
  test('oauth4webapi, public, registered for S256', async () =>
    complete(await world().accounts.application({ isPublic: true, allowS256: true }), oauth.None(), 'S256'))

  for (const authorizationMethod of ['header', 'body'] as const) {
    test(`simple-oauth2, credentials in the ${authorizationMethod}`, async () => {
      const { clientId, clientSecret, redirectUri } = world().app
      const client = new AuthorizationCode({
        client: { id: clientId, secret: clientSecret },
        auth: {
          tokenHost: world().url,
          tokenPath: '/oauth/v1/token',
          authorizePath: '/oauth/v1/authorize',
          revokePath: '/oauth/v1/revoke',
        },
        options: { authorizationMethod },
      })
      const url = client.authorizeURL({ redirect_uri: redirectUri, scope: 'data', state: 'abc' })
      const back = await visit(url)
      const code = back.searchParams.get('code') ?? ''
      const first = await client.getToken({ code, redirect_uri: redirectUri })
      assert.ok(await tokenValid(world().url, first.token.access_token as string))
      const next = await first.refresh()
      assert.notEqual(next.token.access_token, first.token.access_token)
      assert.ok(await tokenValid(world().url, next.token.access_token as string))
      await next.revokeAll()
      assert.equal(await tokenValid(world().url, next.token.access_token as string), false)
    })
  }

  for (const pkce of [false, true]) {
    test(`passport-oauth2 ${pkce ? 'with its own PKCE, registered for S256' : 'without PKCE'}`, async () => {
      const app = pkce ? await world().accounts.application({ allowS256: true }) : world().app
      const strategy = new OAuth2Strategy(
        {
          authorizationURL: `${world().url}/oauth/v1/authorize`,
          tokenURL: `${world().url}/oauth/v1/token`,
          clientID: app.clientId,
          clientSecret: app.clientSecret,
          callbackURL: app.redirectUri,
          scope: 'data',
          state: true,
          pkce,
          skipUserProfile: true,
        },
        (access, refresh, _profile, done) => done(null, { access, refresh }),
      )
      const session = {}
      const url = await new Promise<string>((resolve, reject) => {
        Object.assign(strategy, { redirect: resolve, error: reject, fail: reject })
        strategy.authenticate({ query: {}, session })
      })
      const back = await visit(url)
      const user = await new Promise<{ access: string; refresh: string }>((resolve, reject) => {
        Object.assign(strategy, { success: resolve, error: reject, fail: reject })
        strategy.authenticate({ query: Object.fromEntries(back.searchParams), session })
      })
      assert.ok(await tokenValid(world().url, user.access))
      const next = await new Promise<string>((resolve, reject) =>
        strategy._oauth2.getOAuthAccessToken(user.refresh, { grant_type: 'refresh_token' }, (error, access) =>
          error ? reject(error) : resolve(access),
        ),
      )
      assert.ok(await tokenValid(world().url, next))
    })
  }
})

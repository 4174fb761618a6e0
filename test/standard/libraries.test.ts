// Tests that unmodified client libraries sign in, refresh and revoke at the standard issuer, by discovery alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import OAuth2Strategy from 'passport-oauth2'
import { AuthorizationCode } from 'simple-oauth2'
import { eachAuth, email, pkce, tokenValid } from '../support/auth.ts'
import { allowed, apiResource, regularBrowser, standardTokens } from '../support/standard.ts'

eachAuth(
  'client libraries at the standard issuer',
  world => {
    const issuer = () => new URL(`${world().url}/oauth/standard`)
    const insecure = { [oauth.allowInsecureRequests]: true }

    for (const kind of ['basic', 'post', 'none'] as const) {
      test(`oauth4webapi, client authentication ${kind}`, async () => {
        const app = kind === 'none' ? world().publicApp : world().app
        const { clientSecret } = app
        const method = { basic: oauth.ClientSecretBasic, post: oauth.ClientSecretPost, none: oauth.None }[kind]
        const authentication = method(clientSecret)
        // Without an option the library asks for the metadata of OpenID Connect; that of RFC 8414 is the same.
        const where = kind === 'none' ? ({ algorithm: 'oauth2' } as const) : {}
        const found = await oauth.discoveryRequest(issuer(), { ...where, ...insecure })
        const server = await oauth.processDiscoveryResponse(issuer(), found)
        const client: oauth.Client = { client_id: app.clientId }
        const verifier = oauth.generateRandomCodeVerifier()
        const state = oauth.generateRandomState()
        const url = new URL(server.authorization_endpoint ?? '')
        url.search = new URLSearchParams({
          client_id: app.clientId,
          redirect_uri: app.redirectUri,
          response_type: 'code',
          resource: apiResource(world()),
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).toString()
        // The library refuses a redirect without the issuer, since the metadata announces it.
        const params = oauth.validateAuthResponse(server, client, await allowed(world(), url.href), state)
        const answer = await oauth.authorizationCodeGrantRequest(
          ...([server, client, authentication, params, app.redirectUri, verifier, insecure] as const),
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer)
        assert.ok(await tokenValid(world().url, tokens.access_token))
        const again = await oauth.refreshTokenGrantRequest(
          ...([server, client, authentication, tokens.refresh_token ?? '', insecure] as const),
        )
        const next = await oauth.processRefreshTokenResponse(server, client, again)
        const asked = await oauth.revocationRequest(
          ...([server, client, authentication, next.refresh_token ?? '', insecure] as const),
        )
        await oauth.processRevocationResponse(asked)
        assert.equal(await tokenValid(world().url, next.access_token), false)
      })
    }

    test('openid-client, by discovery', async () => {
      const { app } = world()
      const options = { execute: [openid.allowInsecureRequests] }
      const config = await openid.discovery(issuer(), app.clientId, app.clientSecret, undefined, options)
      const verifier = openid.randomPKCECodeVerifier()
      const state = openid.randomState()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: app.redirectUri,
        resource: apiResource(world()),
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const location = await allowed(world(), url.href)
      const checks = { pkceCodeVerifier: verifier, expectedState: state }
      const tokens = await openid.authorizationCodeGrant(config, location, checks)
      assert.equal(tokens.scope, 'data')
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      assert.ok(await tokenValid(world().url, next.access_token))
    })

    test('passport-oauth2 with its own PKCE', async () => {
      const { app } = world()
      const strategy = new OAuth2Strategy(
        {
          authorizationURL: `${issuer()}/authorize?resource=${encodeURIComponent(apiResource(world()))}`,
          tokenURL: `${issuer()}/token`,
          clientID: app.clientId,
          clientSecret: app.clientSecret,
          callbackURL: app.redirectUri,
          scope: 'data',
          state: true,
          pkce: true,
          skipUserProfile: true,
        },
        (access, refresh, _profile, done) => done(null, { access, refresh }),
      )
      const session = {}
      const url = await new Promise<string>((resolve, reject) => {
        Object.assign(strategy, { redirect: resolve, error: reject, fail: reject })
        strategy.authenticate({ query: {}, session })
      })
      const back = await allowed(world(), url)
      const user = await new Promise<{ access: string }>((resolve, reject) => {
        Object.assign(strategy, { success: resolve, error: reject, fail: reject })
        strategy.authenticate({ query: Object.fromEntries(back.searchParams), session })
      })
      assert.ok(await tokenValid(world().url, user.access))
    })

    test('simple-oauth2, with a challenge of the caller', async () => {
      const { clientId, clientSecret, redirectUri } = world().app
      const path = '/oauth/standard'
      const client = new AuthorizationCode({
        client: { id: clientId, secret: clientSecret },
        auth: {
          ...{ tokenHost: world().url, tokenPath: `${path}/token` },
          ...{ authorizePath: `${path}/authorize`, revokePath: `${path}/revoke` },
        },
      })
      const { verifier, challenge } = pkce()
      const proof = { code_challenge: challenge, code_challenge_method: 'S256', resource: apiResource(world()) }
      const asked = { redirect_uri: redirectUri, scope: 'data', state: 'abc', ...proof }
      const code = (await allowed(world(), client.authorizeURL(asked))).searchParams.get('code') ?? ''
      const first = await client.getToken({ code, redirect_uri: redirectUri, code_verifier: verifier } as never)
      const next = await first.refresh()
      assert.ok(await tokenValid(world().url, next.token.access_token as string))
      await next.revokeAll()
      assert.equal(await tokenValid(world().url, next.token.access_token as string), false)
    })

    test('openid-client signs a person in by discovery alone, and out', async () => {
      const { app } = world()
      // Http on the loopback address is the only thing that has to be allowed; signatures are verified.
      const execute = [openid.allowInsecureRequests, openid.enableNonRepudiationChecks]
      const config = await openid.discovery(issuer(), app.clientId, app.clientSecret, undefined, { execute })
      const checks = {
        pkceCodeVerifier: openid.randomPKCECodeVerifier(),
        expectedState: openid.randomState(),
        expectedNonce: openid.randomNonce(),
        maxAge: 600,
      }
      // The library compares auth_time with the clock of this machine.
      world().clock.set(Date.now())
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: app.redirectUri,
        scope: 'openid profile email',
        state: checks.expectedState,
        nonce: checks.expectedNonce,
        max_age: '600',
        code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
        code_challenge_method: 'S256',
      })
      const tokens = await openid.authorizationCodeGrant(config, await allowed(world(), url.href), checks)
      const { sub = '', ...claims } = tokens.claims() ?? {}
      assert.equal((claims as { email?: string }).email, email)
      const person = await openid.fetchUserInfo(config, tokens.access_token, sub)
      assert.equal(person.name, 'Ann Archer')
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      assert.equal(next.claims()?.sub, sub)
      const leaving = openid.buildEndSessionUrl(config, {
        id_token_hint: next.id_token ?? '',
        post_logout_redirect_uri: app.redirectUri,
      })
      assert.equal((await regularBrowser(world()).go(leaving.href)).location, app.redirectUri)
    })

    test('oauth4webapi verifies the ID token by the published keys', async () => {
      const { app } = world()
      world().clock.set(Date.now())
      const found = await oauth.discoveryRequest(issuer(), insecure)
      const server = await oauth.processDiscoveryResponse(issuer(), found)
      const client: oauth.Client = { client_id: app.clientId }
      const tokens = await standardTokens(world(), app, { scope: 'openid', resource: null, nonce: 'a nonce' })
      const answer = Response.json(tokens)
      const checks = { expectedNonce: 'a nonce', requireIdToken: true }
      await oauth.processAuthorizationCodeResponse(server, client, answer, checks)
      await oauth.validateApplicationLevelSignature(server, answer, insecure)
      const asked = await oauth.userInfoRequest(server, client, tokens.access_token, insecure)
      const person = await oauth.processUserInfoResponse(server, client, `${world().db}.ANN`, asked)
      assert.equal(person.sub, `${world().db}.ANN`)
    })
  },
  { settings: { standardLane: 'listed' } },
)

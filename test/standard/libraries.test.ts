// Tests that unmodified client libraries sign in, refresh and revoke at the standard issuer, by discovery alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { eachAuth, tokenValid } from '../support/auth.ts'
import { allowed, apiResource } from '../support/standard.ts'

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
        const found = await oauth.discoveryRequest(issuer(), { algorithm: 'oauth2', ...insecure })
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
      const options: openid.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] }
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
  },
  { settings: { standardLane: 'listed' } },
)

// Tests tokens that are bound to a key of their client (RFC 9449): at the issuer, at each resource, and what is refused.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import * as jose from 'jose'
import * as openid from 'openid-client'
import { eachAuth, tokenValid } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { allowed, apiResource, clientFields, standardPost, standardRequest } from '../support/standard.ts'

let own: jose.GenerateKeyPairResult
let other: jose.GenerateKeyPairResult
before(async () => {
  own = await jose.generateKeyPair('ES256', { extractable: true })
  other = await jose.generateKeyPair('ES256', { extractable: true })
})

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
const thumbprint = async ({ publicKey }: jose.GenerateKeyPairResult) =>
  jose.calculateJwkThumbprint(await jose.exportJWK(publicKey))

eachAuth(
  'bound tokens at the standard issuer',
  world => {
    const now = () => Math.floor(world().clock.now() / 1000)
    const proofOf = async (method: string, path: string, claims: object = {}, pair = own, typ = 'dpop+jwt') =>
      new jose.SignJWT({ jti: randomUUID(), htm: method, htu: world().url + path, iat: now(), ...claims })
        .setProtectedHeader({ alg: 'ES256', typ, jwk: await jose.exportJWK(pair.publicKey) })
        .sign(pair.privateKey)
    const tokenPath = '/oauth/standard/token'
    const posted = async (fields: Record<string, string>, proof: string | null) => {
      const { status, body } = await standardPost(world(), 'token', fields, proof === null ? {} : { dpop: proof })
      return { status, body: body as unknown as Json }
    }
    const exchange = async (more: Record<string, string | null> = {}, proof?: string | null, app = world().app) => {
      const request = standardRequest(world(), app, more)
      const location = await allowed(world(), request.url)
      const fields = {
        ...clientFields(app, app === world().publicApp),
        grant_type: 'authorization_code',
        redirect_uri: app.redirectUri,
        code: location.searchParams.get('code') ?? '',
        code_verifier: request.pkce.verifier,
      }
      return posted(fields, proof === undefined ? await proofOf('POST', tokenPath) : proof)
    }
    const refresh = (refresh_token: string, proof: string | null, app = world().app) =>
      posted({ ...clientFields(app, app === world().publicApp), grant_type: 'refresh_token', refresh_token }, proof)
    /** Reads the own profile at the data API. */
    const profile = (token: string, proof: string | null, scheme = 'DPoP') =>
      fetch(`${world().url}/oauth/v1/profile?x=1`, {
        headers: { authorization: `${scheme} ${token}`, ...(proof === null ? {} : { dpop: proof }) },
      })
    const profilePath = '/oauth/v1/profile'

    test('a bound token works with a proof for the very request, and as no bearer token', async () => {
      const { status, body } = await exchange()
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.token_type, 'DPoP')
      const ath = digest(body.access_token)
      const proof = await proofOf('GET', profilePath, { ath })
      assert.equal((await profile(body.access_token, proof)).status, 200)
      const again = await profile(body.access_token, proof)
      assert.equal(again.status, 401)
      assert.match(again.headers.get('www-authenticate') ?? '', /^DPoP .*error="invalid_dpop_proof", algs="ES256/)
      assert.equal((await profile(body.access_token, null, 'Bearer')).status, 401)
      assert.equal(await tokenValid(world().url, body.access_token), false)
      const wrong = [
        null,
        await proofOf('GET', profilePath),
        await proofOf('GET', profilePath, { ath: digest('another token') }),
        await proofOf('POST', profilePath, { ath }),
        await proofOf('GET', '/oauth/v1/grants', { ath }),
        await proofOf('GET', profilePath, { ath, iat: now() - 61 }),
        await proofOf('GET', profilePath, { ath, iat: now() + 11 }),
        await proofOf('GET', profilePath, { ath, jti: '' }),
        await proofOf('GET', profilePath, { ath }, other),
        await proofOf('GET', profilePath, { ath }, own, 'JWT'),
        'a.b.c',
      ]
      for (const [at, each] of wrong.entries()) {
        assert.equal((await profile(body.access_token, each)).status, 401, `proof ${at}`)
      }
      const posting = await fetch(`${world().url}/api/Read`, {
        method: 'POST',
        headers: { authorization: `DPoP ${body.access_token}`, dpop: await proofOf('POST', '/api/Read', { ath }) },
        body: '{"User":{"Scope":{"Fields":{"Uid":1}}}}',
      })
      assert.equal(posting.status, 200)
      assert.equal(((await posting.json()) as Json).Code, 0)
    })

    test('a token without a key is refused in the scheme of bound ones', async () => {
      const { body } = await exchange({}, null)
      assert.equal(body.token_type, 'Bearer')
      const proof = await proofOf('GET', profilePath, { ath: digest(body.access_token) })
      assert.equal((await profile(body.access_token, proof)).status, 401)
      assert.equal((await profile(body.access_token, null, 'Bearer')).status, 200)
    })

    test('a bound token is for its resource alone', async () => {
      const { body } = await exchange({ resource: `${world().url}/mcp`, scope: 'data openid' })
      const ath = digest(body.access_token)
      const call = (path: string, init: RequestInit, proof: string) =>
        fetch(world().url + path, { ...init, headers: { authorization: `DPoP ${body.access_token}`, dpop: proof } })
      assert.equal((await call(profilePath, {}, await proofOf('GET', profilePath, { ath }))).status, 401)
      const post = { method: 'POST', body: '{}' }
      assert.notEqual((await call('/mcp', post, await proofOf('POST', '/mcp', { ath }))).status, 401)
      const info = '/oauth/standard/userinfo'
      assert.equal((await call(info, {}, await proofOf('GET', info, { ath }))).status, 200)
      assert.equal((await call(info, {}, await proofOf('GET', '/mcp', { ath }))).status, 401)
    })

    test('the grant of a public client stays with its key, that of another client with the client', async () => {
      const { publicApp } = world()
      const first = await exchange({}, undefined, publicApp)
      const bound = await thumbprint(own)
      assert.equal((await refresh(first.body.refresh_token, null, publicApp)).body.error, 'invalid_dpop_proof')
      const foreign = await proofOf('POST', tokenPath, {}, other)
      assert.equal((await refresh(first.body.refresh_token, foreign, publicApp)).body.error, 'invalid_dpop_proof')
      const next = await refresh(first.body.refresh_token, await proofOf('POST', tokenPath), publicApp)
      assert.equal(next.status, 200, JSON.stringify(next.body))
      const again = await refresh(first.body.refresh_token, await proofOf('POST', tokenPath), publicApp)
      assert.equal(again.body.access_token, next.body.access_token)
      const secret = await exchange()
      const moved = await refresh(secret.body.refresh_token, await proofOf('POST', tokenPath, {}, other))
      const token = { ...clientFields(world().app), token: moved.body.access_token }
      const said = (await standardPost(world(), 'introspect', token)).body as unknown as Json
      assert.deepEqual([said.token_type, said.cnf], ['DPoP', { jkt: await thumbprint(other) }])
      assert.notEqual(said.cnf.jkt, bound)
      const bare = await exchange({}, null)
      const late = await refresh(bare.body.refresh_token, await proofOf('POST', tokenPath))
      assert.equal(late.body.error, 'invalid_dpop_proof')
    })

    test('a code can be bound before it is issued, by dpop_jkt or with a request that is sent ahead', async () => {
      const dpop_jkt = await thumbprint(own)
      assert.equal((await exchange({ dpop_jkt })).status, 200)
      const foreign = await proofOf('POST', tokenPath, {}, other)
      assert.equal((await exchange({ dpop_jkt }, foreign)).body.error, 'invalid_dpop_proof')
      assert.equal((await exchange({ dpop_jkt }, null)).body.error, 'invalid_dpop_proof')
      const { url } = standardRequest(world(), world().app)
      const fields = { ...Object.fromEntries(new URL(url).searchParams), ...clientFields(world().app) }
      const path = '/oauth/standard/par'
      const push = async (more: object) =>
        standardPost(world(), 'par', { ...fields, ...more }, { dpop: await proofOf('POST', path) })
      assert.equal((await push({})).status, 201)
      assert.equal((await push({ dpop_jkt: await thumbprint(other) })).body.error, 'invalid_dpop_proof')
    })

    test('a proof is taken once at the issuer too, and nothing is consumed by a wrong one', async () => {
      const proof = await proofOf('POST', tokenPath)
      const first = await exchange({}, proof)
      assert.equal(first.status, 200)
      const repeated = await refresh(first.body.refresh_token, proof)
      assert.equal(repeated.body.error, 'invalid_dpop_proof')
      assert.equal((await refresh(first.body.refresh_token, await proofOf('POST', tokenPath))).status, 200)
    })

    test('openid-client binds its tokens by discovery alone', async () => {
      world().clock.set(Date.now())
      const { app } = world()
      const issuer = new URL(`${world().url}/oauth/standard`)
      const execute = [openid.allowInsecureRequests]
      const config = await openid.discovery(issuer, app.clientId, app.clientSecret, undefined, { execute })
      const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair())
      const verifier = openid.randomPKCECodeVerifier()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: app.redirectUri,
        resource: apiResource(world()),
        scope: 'openid data',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const location = await allowed(world(), url.href)
      const checks = { pkceCodeVerifier: verifier }
      const tokens = await openid.authorizationCodeGrant(config, location, checks, undefined, { DPoP })
      assert.equal(tokens.token_type, 'dpop')
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
      const target = new URL(`${world().url}${profilePath}`)
      const read = () =>
        openid.fetchProtectedResource(config, next.access_token, target, 'GET', undefined, undefined, { DPoP })
      assert.equal((await read()).status, 200)
      const person = await openid.fetchUserInfo(config, next.access_token, tokens.claims()?.sub ?? '', { DPoP })
      assert.equal(person.sub, `${world().db}.ANN`)
    })
  },
  { settings: { standardLane: 'listed' } },
)

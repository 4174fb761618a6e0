// Runs the steps of a sign-in at the standard issuer, with its consent, and calls its endpoints.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import * as jose from 'jose'
import type { TestApplication } from './accounts.ts'
import { type AuthWorld, email, type OAuthAnswer, type Pkce, password, pkce } from './auth.ts'
import { mailFor, type Page, Person } from './person.ts'

export const apiResource = (world: Pick<AuthWorld, 'url'>): string => `${world.url}/api`

interface StandardRequest {
  readonly pkce: Pkce
  readonly url: string
}

export function standardRequest(
  world: Pick<AuthWorld, 'url'>,
  app: Pick<TestApplication, 'clientId' | 'redirectUri'>,
  more: Readonly<Record<string, string | null>> = {},
): StandardRequest {
  const made = pkce()
  const fields: Record<string, string | null> = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    state: 'a state',
    code_challenge: made.challenge,
    code_challenge_method: 'S256',
    resource: apiResource(world),
    ...more,
  }
  const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== null)
  return { pkce: made, url: `${world.url}/oauth/standard/authorize?${new URLSearchParams(given)}` }
}

/** Through e-mail, code and password: to the consent page, or to the redirect when there is nothing to ask. */
export async function signedIn(
  world: Pick<AuthWorld, 'url' | 'outbox'>,
  url: string,
  person: Person,
  who = { email, password },
): Promise<Page> {
  const first = await person.go(url)
  // OpenID Connect signs a person in once for all clients.
  if (!first.url.includes('/sign-in/')) return first
  let page = await person.submit(first, '/email', { email: who.email })
  if (page.text.includes('6-digit code')) {
    page = await person.submit(page, '/confirm', { code: (await mailFor(world.outbox, page)).code })
  }
  return person.submit(page, '/password', { password: who.password })
}

/** A browser that is remembered, one for each world. */
const browsers = new WeakMap<object, Person>()
export function regularBrowser(world: Pick<AuthWorld, 'url'>): Person {
  const known = browsers.get(world) ?? new Person(world.url)
  browsers.set(world, known)
  return known
}

/** Signs in and allows what is asked; returns the redirect to the client. */
export async function allowed(
  world: AuthWorld,
  url: string,
  answer: 'allow' | 'allow-reading' = 'allow',
  person = regularBrowser(world),
): Promise<URL> {
  const page = await signedIn(world, url, person)
  const done = page.location === null ? await person.submit(page, `/${answer}`) : page
  assert.ok(done.status === 303 || done.status === 302, done.text)
  return new URL(done.location ?? assert.fail('no redirect'))
}

export async function standardPost(
  world: Pick<AuthWorld, 'url'>,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<OAuthAnswer & { readonly body: { readonly scope?: string } }> {
  const answer = await fetch(`${world.url}/oauth/standard/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

export const clientFields = (app: TestApplication, isPublic = false): Record<string, string> =>
  isPublic ? { client_id: app.clientId } : { client_id: app.clientId, client_secret: app.clientSecret }

/** A pair for what the request asks, by the whole walk. */
export async function standardTokens(
  world: AuthWorld,
  app: TestApplication,
  more: Readonly<Record<string, string | null>> = {},
  isPublic = false,
) {
  const request = standardRequest(world, app, more)
  const location = await allowed(world, request.url)
  const answer = await standardPost(world, 'token', {
    ...clientFields(app, isPublic),
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code: location.searchParams.get('code') ?? assert.fail(location.href),
    code_verifier: request.pkce.verifier,
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** The parameters by which a client with a key authenticates. */
export async function signedAssertion(
  world: Pick<AuthWorld, 'url' | 'clock'>,
  clientId: string,
  key: jose.CryptoKey,
  { kid, ...claims }: { readonly kid?: string; readonly [claim: string]: unknown } = {},
): Promise<{ readonly client_assertion: string; readonly client_assertion_type: string }> {
  const now = Math.floor(world.clock.now() / 1000)
  const audience = `${world.url}/oauth/standard`
  const own = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat: now, exp: now + 60 }
  const signed = new jose.SignJWT({ ...own, ...claims })
  return {
    client_assertion: await signed.setProtectedHeader({ alg: 'ES256', ...(kid ? { kid } : {}) }).sign(key),
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  }
}

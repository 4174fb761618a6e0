// Starts an authorization server with a database, a user and applications, and runs the steps of a sign-in.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ManualClock, manualClock } from '../../src/base/clock.ts'
import type { Settings } from '../../src/config/settings.ts'
import { type TestAccounts, type TestApplication, testAccounts } from './accounts.ts'
import { type Engine, eachMigrated } from './engines.ts'
import { mailFor, type Page, Person } from './person.ts'
import { startServer, type TestServer } from './server.ts'

export const email = 'ann@example.com'
export const password = 'correct horse battery'

export interface Tokens {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly refresh_token: string
}

export interface OAuthAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Tokens & { error?: string; error_code?: number; error_description?: string; active?: boolean }
}

export interface AuthWorld {
  readonly server: TestServer
  readonly url: string
  readonly clock: ManualClock
  readonly accounts: TestAccounts
  readonly outbox: string
  readonly db: number
  readonly app: TestApplication
  readonly publicApp: TestApplication
  close(): Promise<void>
}

/** A moment in 2026, on a whole second. */
export const start = Date.UTC(2026, 0, 20, 12)

export interface AuthOptions {
  readonly settings?: Partial<Settings>
  /** The moment of the clock, epoch milliseconds. */
  readonly at?: number
  /** A store that exists; it is kept at the end. */
  readonly storeUrl?: string
  /** Keep the log lines. */
  readonly logged?: boolean
}

export async function startAuth(
  engine: Engine,
  { settings, at = start, ...more }: AuthOptions = {},
): Promise<AuthWorld> {
  const clock = manualClock(at)
  const folder = mkdtempSync(join(tmpdir(), 'clientele-auth-'))
  const outbox = join(folder, 'outbox')
  const server = await startServer({
    engine,
    clock,
    settings: { mail: `file:${outbox}`, dataDir: folder, ...settings },
    ...more,
  })
  const accounts = testAccounts(server.store, clock)
  const db = await accounts.database('acme')
  await accounts.user(db, 'ANN', email, password, { name: 'Ann Archer' })
  return {
    server,
    url: server.url,
    clock,
    accounts,
    outbox,
    db,
    app: await accounts.application(),
    publicApp: await accounts.application({ isPublic: true, name: 'Public App' }),
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Declares a suite for each engine, or for those given, over an authorization server that its tests share. */
export function eachAuth(
  title: string,
  suite: (world: () => AuthWorld, engine: Engine) => void,
  options: Omit<AuthOptions, 'storeUrl'> = {},
  on?: readonly Engine[],
): void {
  const declare: Parameters<typeof eachMigrated>[1] = (engine, fresh) => {
    suite(
      fresh.use(() => startAuth(engine, { ...options, storeUrl: fresh.url() })),
      engine,
    )
  }
  eachMigrated(title, declare, on)
}

export interface Pkce {
  readonly verifier: string
  readonly challenge: string
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const authorizePath = (app: TestApplication, more: Record<string, string> = {}): string =>
  `/oauth/v1/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    ...more,
  })}`

/** Through e-mail, code and password to the redirect back to the application. */
export async function signIn(
  world: Pick<AuthWorld, 'url' | 'outbox'>,
  app: TestApplication,
  more: Record<string, string> = {},
  person: Person = new Person(world.url),
): Promise<URL> {
  const page = await passwordPage(world, app, more, person)
  const done = await person.submit(page, '/password', { password })
  assert.equal(done.status, 303, done.text)
  return new URL(done.location ?? '')
}

export async function passwordPage(
  world: Pick<AuthWorld, 'url' | 'outbox'>,
  app: TestApplication,
  more: Record<string, string> = {},
  person: Person = new Person(world.url),
  address = email,
): Promise<Page> {
  return confirmed(world, person, authorizePath(app, more), address)
}

/** The page after the e-mail address and, unless this browser is remembered, the code. */
async function confirmed(
  { outbox }: Pick<AuthWorld, 'outbox'>,
  person: Person,
  url: string,
  address: string,
): Promise<Page> {
  const page = await person.submit(await person.go(url), '/email', { email: address })
  if (!page.text.includes('6-digit code')) return page
  return person.submit(page, '/confirm', { code: (await mailFor(outbox, page)).code })
}

/** The same at the address that a client made, with a browser that is remembered. */
export async function signInAt(world: Pick<AuthWorld, 'url' | 'outbox'>, url: string): Promise<URL> {
  const person = regular(world)
  const done = await person.submit(await confirmed(world, person, url, email), '/password', { password })
  return new URL(done.location ?? assert.fail(done.text))
}

export const codeIn = (location: URL): string => location.searchParams.get('code') ?? ''

export async function oauthPost(
  url: string,
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> {
  const answer = await fetch(`${url}/oauth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) }
}

export const codeFields = (app: TestApplication, code: string, more: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  client_id: app.clientId,
  client_secret: app.clientSecret,
  redirect_uri: app.redirectUri,
  code,
  ...more,
})

export const refreshFields = (app: TestApplication, token: string, more: Record<string, string> = {}) => ({
  grant_type: 'refresh_token',
  client_id: app.clientId,
  client_secret: app.clientSecret,
  redirect_uri: app.redirectUri,
  refresh_token: token,
  ...more,
})

export async function newCode(world: AuthWorld, app = world.app, more: Record<string, string> = {}): Promise<string> {
  return codeIn(await signIn(world, app, more, regular(world)))
}

/** A browser that is remembered, so that tests which are not about the mail need not wait for one. */
const browsers = new WeakMap<object, Person>()
function regular(world: Pick<AuthWorld, 'url'>): Person {
  const known = browsers.get(world) ?? new Person(world.url)
  browsers.set(world, known)
  return known
}

export async function newTokens(world: AuthWorld, app = world.app, more: Record<string, string> = {}): Promise<Tokens> {
  const answer = await oauthPost(world.url, 'token', codeFields(app, await newCode(world, app, more)))
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

export async function tokenValid(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/TokenValid`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{}',
  })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { Code: number }).Code === 0
}

// Signs a person in to the console as a browser does, and sends requests as its pages do.
import assert from 'node:assert/strict'
import { type AuthWorld, email, password } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { mailFor, Person } from '../support/person.ts'

interface LaneAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

/** A browser with the console of one database. */
export interface ConsoleBrowser {
  readonly person: Person
  readonly database: string
  /** Where the sign-in led. */
  readonly landed: string
  ask(path: string, body?: Json, headers?: Record<string, string>): Promise<LaneAnswer>
  get(path: string, headers?: Record<string, string>): Promise<LaneAnswer>
  send(method: string, path: string, body?: Json): Promise<LaneAnswer>
}

type World = Pick<AuthWorld, 'url' | 'outbox'>

/** Through e-mail, code and password to the redirect to the console. */
export async function consoleSignIn(
  world: World,
  query: Record<string, string> = { database: 'acme' },
  person = new Person(world.url),
  who: { readonly email: string; readonly password: string } = { email, password },
): Promise<ConsoleBrowser> {
  const first = await person.go(`/console/sign-in?${new URLSearchParams(query)}`)
  let page = await person.submit(first, '/email', { email: who.email })
  if (page.text.includes('6-digit code')) {
    page = await person.submit(page, '/confirm', { code: (await mailFor(world.outbox, page)).code })
  }
  const done = await person.submit(page, '/password', { password: who.password })
  assert.ok(!done.url.includes('/sign-in/'), done.text)
  return browserOf(world, person, query.database ?? 'acme', done.url.slice(world.url.length))
}

export const browserOf = ({ url }: World, person: Person, database: string, landed = ''): ConsoleBrowser => {
  const send = async (method: string, path: string, body: string | undefined, headers: Record<string, string>) => {
    const own = { 'x-clientele-console': database, 'sec-fetch-site': 'same-origin', cookie: cookiesOf(person) }
    const answer = await fetch(`${url}/console/api/${path}`, {
      method,
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) }
  }
  return {
    person,
    database,
    landed,
    ask: (path, body = {}, headers = {}) => send('POST', path, JSON.stringify(body), headers),
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    send: (method, path, body) => send(method, path, body === undefined ? undefined : JSON.stringify(body), {}),
  }
}

export const cookiesOf = ({ cookies }: Person): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The session cookie of the only database that the browser is signed in to. */
export const sessionCookieOf = ({ cookies }: Person): [name: string, value: string] =>
  [...cookies].find(([name]) => name.startsWith('clientele-console-')) ?? assert.fail('There is no session cookie')

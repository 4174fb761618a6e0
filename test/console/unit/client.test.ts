// Proves the console's connection with a real server: the session, interruptions, replaced sessions, repeats and raw exchanges.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Api, type Interruption } from '../../../console/src/api/client.ts'
import { Refused, SignInAgain, TryLater } from '../../../console/src/api/errors.ts'
import { type ConsoleBrowser, consoleSignIn, cookiesOf } from '../../sessions/console.ts'
import { eachAuth, password } from '../../support/auth.ts'

type Fetch = typeof fetch

/** A fetch with what the browser adds to the requests of a page: the cookies of the person, and where the page is from. */
const browserFetch =
  ({ person }: Pick<ConsoleBrowser, 'person'>): Fetch =>
  async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', cookiesOf(person))
    headers.set('sec-fetch-site', 'same-origin')
    const response = await fetch(url, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      person.cookies.set(name, value)
    }
    return response
  }

/** The fetch, with the answers of these calls in the place of those of the server. */
const withAnswers = (send: Fetch, answers: readonly (() => Response)[]): Fetch & { calls: number } => {
  const fake: Fetch & { calls: number } = Object.assign(
    async (...call: Parameters<Fetch>) => {
      const answer = answers[fake.calls++]
      return answer ? answer() : send(...call)
    },
    { calls: 0 },
  )
  return fake
}

const company = { AbEntry: { Data: { Key: null, Type: 'Company', CompanyName: 'Lakeside' } } }
const read = { AbEntry: { Scope: { Fields: { CompanyName: 1 } } } }

eachAuth("the console's connection", world => {
  const open = async (wrap: (send: Fetch) => Fetch = send => send) => {
    const browser = await consoleSignIn(world(), { database: 'acme', fresh: '1' })
    const interruptions: Interruption[] = []
    const connection = { url: `${world().url}/console/api`, fetch: wrap(browserFetch(browser)), pausesMs: [0, 0] }
    const api = new Api('acme', connection)
    api.onInterruption = kind => interruptions.push(kind)
    return { api, browser, interruptions }
  }

  test('runs operations and reads other routes with the cookie and the header of the database', async () => {
    const { api } = await open()
    const { AbEntry } = await api.call<{ AbEntry: { Data: { Key: string } } }>('Create', company)
    assert.notEqual(AbEntry.Data.Key, '')
    assert.equal((await api.get<{ database: string }>('session')).database, 'acme')
  })

  test('throws a refusal with its problems, their names and their suggestions', async () => {
    const { api } = await open()
    const misspelt = { AbEntry: { Scope: { Fields: { CompanyNam: 1 } } } }
    await assert.rejects(api.call('Read', misspelt), (error: unknown) => {
      assert.ok(error instanceof Refused)
      assert.deepEqual(error.problem('UnknownField')?.suggestion, 'CompanyName')
      return true
    })
  })

  test('asks for another sign-in when the session has ended, or is too old for the request', async () => {
    const { api, interruptions } = await open()
    world().clock.advance(16 * 60_000)
    await assert.rejects(api.call('Create', { PersonalAccessToken: { Data: { Key: null, Name: 'x' } } }), Refused)
    assert.deepEqual(interruptions, ['fresh-proof'])
    await api.send('POST', 'sign-out')
    await assert.rejects(api.get('session'), SignInAgain)
    assert.deepEqual(interruptions, ['fresh-proof', 'signed-out'])
    const exchange = await api.exchange('Read', '{}')
    assert.deepEqual([exchange.status, exchange.problems[0]?.name], [401, 'SessionRequired'])
    assert.equal(interruptions.length, 3)
  })

  test('repeats reads and writes whose answer is lost, but no other request', async () => {
    const busy = () => new Response('{"Code":-1,"Msg":["Busy"]}', { status: 503, headers: { 'retry-after': '0' } })
    const lost = (): Response => {
      throw new TypeError('fetch failed')
    }
    let fake: (Fetch & { calls: number }) | null = null
    const sent = (answers: readonly (() => Response)[]) =>
      open(send => {
        fake = withAnswers(send, answers)
        return fake
      })
    const calls = (): number => (fake as unknown as { calls: number }).calls
    const first = await sent([lost, busy])
    assert.equal((await first.api.call<{ Code: number }>('Create', company)).Code, 0)
    assert.equal(calls(), 3)
    const second = await sent([lost, busy, lost])
    await assert.rejects(second.api.call('Read', read), TryLater)
    assert.equal(calls(), 3)
    const third = await sent([lost])
    await assert.rejects(third.api.send('POST', 'auth/v1/forget-browsers', {}), TryLater)
    assert.equal(calls(), 1)
  })

  test('gives the text of an answer as it came, also of a refusal', async () => {
    const { api } = await open()
    const exchange = await api.exchange('Read', '{"AbEntri":{}}')
    assert.equal(exchange.status, 200)
    assert.equal(exchange.problems[0]?.suggestion, 'AbEntry')
    assert.equal(JSON.parse(exchange.text).Code, -1)
    assert.match(exchange.requestId ?? '', /\w/)
  })

  test('repeats a request that was sent with the session that a new password replaces', async () => {
    let early: Promise<Response> | null = null
    const { api, interruptions } = await open(send => async (url, init) => {
      if (!String(url).endsWith('/Read') || early) return send(url, init)
      // The first Read is sent after the password has changed, with the cookie of the session before.
      const old = { ...init, headers: { ...(init?.headers as object), cookie: 'clientele-console-acme=old' } }
      early = replaced.then(() => fetch(url, { ...old, headers: { ...old.headers, 'sec-fetch-site': 'same-origin' } }))
      return early
    })
    const answer = api.call<{ Code: number }>('Read', read)
    const replaced = api.replaceSession('auth/v1/password', { OldPassword: password, NewPassword: 'another good one' })
    await replaced
    assert.equal((await answer).Code, 0)
    assert.equal((await (early as unknown as Promise<Response>)).status, 401)
    assert.deepEqual(interruptions, [])
    await assert.rejects(api.replaceSession('auth/v1/password', { OldPassword: 'wrong', NewPassword: 'x' }), Refused)
  })
})

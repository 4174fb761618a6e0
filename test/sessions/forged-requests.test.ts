// Tests that no page of another site can use the session of the console.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachAuth } from '../support/auth.ts'
import { type ConsoleBrowser, consoleSignIn, cookiesOf } from './console.ts'

const foreign = -2007
const create = { AbEntry: { Data: { Key: null, Type: 'Company', CompanyName: 'Forged' } } }

eachAuth('forged requests', world => {
  let browser: ConsoleBrowser
  const codeOf = ({ body }: { body: { Errors?: { ErrorCode: number }[] } }) => body.Errors?.[0]?.ErrorCode
  /** As a page of another site would send it: with the cookies of the browser and a few headers. */
  const send = async (path: string, headers: Record<string, string>, method = 'POST') => {
    browser ??= await consoleSignIn(world())
    const answer = await fetch(`${world().url}${path}`, {
      method,
      headers: { cookie: cookiesOf(browser.person), ...headers },
      ...(method === 'POST' ? { body: JSON.stringify(create) } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? {} : JSON.parse(text) }
  }
  const header = { 'x-clientele-console': 'acme' }
  const site = { 'sec-fetch-site': 'same-origin' }

  test('a request of our own page is answered', async () => {
    assert.equal((await send('/console/api/Create', { ...header, ...site })).body.Code, 0)
    const byOrigin = await send('/console/api/Create', { ...header, origin: world().server.app.origin() })
    assert.equal(byOrigin.body.Code, 0, JSON.stringify(byOrigin.body))
  })

  test('a request without the header is refused, whatever else it has', async () => {
    for (const more of [{}, site, { ...site, 'content-type': 'text/plain' }, { origin: world().url }]) {
      const answer = await send('/console/api/Create', more)
      assert.deepEqual([answer.status, codeOf(answer)], [403, foreign], JSON.stringify(more))
    }
  })

  test('a request from another origin is refused, with any method', async () => {
    for (const from of ['cross-site', 'same-site', 'none']) {
      for (const method of ['POST', 'GET']) {
        const path = method === 'POST' ? '/console/api/Create' : '/console/api/session'
        const answer = await send(path, { ...header, 'sec-fetch-site': from, origin: world().url }, method)
        assert.deepEqual([answer.status, codeOf(answer)], [403, foreign], `${from} ${method}`)
      }
    }
    for (const origin of ['https://evil.example', 'null', `${world().url}.evil.example`]) {
      const answer = await send('/console/api/Create', { ...header, origin })
      assert.deepEqual([answer.status, codeOf(answer)], [403, foreign], origin)
    }
    assert.equal(codeOf(await send('/console/api/Create', header)), foreign, 'a POST that names no origin')
    assert.equal((await send('/console/api/session', header, 'GET')).status, 200, 'a GET has no Origin')
    assert.equal(codeOf(await send('/console/api/sessions', {}, 'GET')), foreign, 'the list of sessions')
  })

  test('no answer to another origin has a CORS header', async () => {
    const asked = { ...header, origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const path of ['/console/api/Read', '/console/api/nothing', '/console/api/webhooks/v1/events']) {
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const { headers } = await send(path, asked, method)
        for (const [name] of headers) assert.ok(!name.startsWith('access-control-'), `${method} ${path}: ${name}`)
      }
    }
  })

  test('the header of another database finds no session', async () => {
    const answer = await send('/console/api/Create', { ...site, 'x-clientele-console': 'globex' })
    assert.deepEqual([answer.status, codeOf(answer)], [401, -2006])
    assert.equal(answer.headers.get('www-authenticate'), null)
  })

  test('the API never looks at the cookie', async () => {
    for (const more of [{}, { ...header, ...site }, { 'content-type': 'text/plain' }]) {
      const answer = await send('/api/Create', more)
      assert.deepEqual([answer.status, codeOf(answer)], [401, -2005], JSON.stringify(more))
    }
    const [value = ''] = [...browser.person.cookies.values()].filter(each => each.startsWith('cls_'))
    const asToken = await send('/api/Create', { authorization: `Bearer ${value}` })
    assert.deepEqual([asToken.status, codeOf(asToken)], [401, -2000])
  })

  test('the lane never looks at a bearer token', async () => {
    const { accounts, db, clock } = world()
    const { token } = await accounts.personalToken(db, 'ANN', 'data', clock.now() / 1000 + 3600)
    assert.equal((await send('/api/Create', { authorization: `Bearer ${token}`, cookie: '' })).body.Code, 0)
    const answer = await send('/console/api/Create', {
      ...header,
      ...site,
      authorization: `Bearer ${token}`,
      cookie: '',
    })
    assert.deepEqual([answer.status, codeOf(answer)], [401, -2006])
  })
})

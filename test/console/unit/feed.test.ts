// Proves how changes of others arrive: the long poll, its failures, hidden tabs, and which reads are repeated.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, type TestContext, test } from 'node:test'
import { Refused, SignInAgain, TryLater } from '../../../console/src/api/errors.ts'
import { Feed } from '../../../console/src/api/feed.ts'
import { readSession } from '../../../console/src/api/session.ts'
import { apiOver, settled } from './support.ts'

interface FakePage extends EventTarget {
  visibilityState: string
}

const given = Object.getOwnPropertyDescriptor(globalThis, 'document')
let page: FakePage

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true })
})
afterEach(() => {
  if (given) Object.defineProperty(globalThis, 'document', given)
  else Reflect.deleteProperty(globalThis, 'document')
})

type Answer = { events: readonly { entity: string; data: { key: string; version: number | null } }[]; next: string }

/** A feed whose poll is answered by the test, one answer for each request. */
function start(t: TestContext, versionOf: (key: string) => number = () => 0) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const waiting: { path: string; answer: (answer: Answer) => void; fail: (error: unknown) => void }[] = []
  const { api } = apiOver(({ body }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ path: body.path as string, answer: resolve, fail: reject })
    return promise
  })
  const invalidated: unknown[] = []
  const queries = {
    invalidateQueries: async (filter?: { predicate: (query: { meta?: unknown }) => boolean }) => {
      const isAbout = (entity: string) => filter?.predicate({ meta: { entities: [entity] } })
      invalidated.push(filter ? ['AbEntry', 'Task', 'Note'].filter(isAbout) : 'everything')
    },
  }
  const feed = new Feed(api, queries as never, versionOf)
  const heard: unknown[] = []
  feed.subscribe(changes => heard.push(changes))
  const stop = feed.follow()
  const next = async () => {
    await settled()
    return waiting.shift()
  }
  return { feed, next, waiting, heard, invalidated, stop, tick: (ms: number) => t.mock.timers.tick(ms) }
}

const event = (entity: string, key: string, version: number | null = 5) => ({ entity, data: { key, version } })
const query = (path = '') => Object.fromEntries(new URLSearchParams(path.split('?')[1]))

describe('the change feed', () => {
  test('begins now, then waits for what comes after the last page', async t => {
    const { next, stop } = start(t)
    const first = await next()
    assert.deepEqual(query(first?.path), { after: 'now', wait: '0', payload: 'thin', limit: '500' })
    first?.answer({ events: [], next: 'p1' })
    const second = await next()
    assert.deepEqual(query(second?.path), { after: 'p1', wait: '30', payload: 'thin', limit: '500' })
    stop()
    second?.answer({ events: [], next: 'p2' })
    assert.equal(await next(), undefined, 'no request after the end')
  })

  test('gathers changes, repeats the reads of their entities, and calls listeners', async t => {
    const { next, heard, invalidated, tick, feed, stop } = start(t)
    ;(await next())?.answer({ events: [event('AbEntry', 'a'), event('AbEntry', 'b')], next: 'p1' })
    await settled()
    feed.announce([{ entity: 'Task', key: null }])
    assert.deepEqual(heard, [])
    tick(400)
    assert.deepEqual(heard, [
      [
        { entity: 'AbEntry', key: 'a' },
        { entity: 'AbEntry', key: 'b' },
        { entity: 'Task', key: null },
      ],
    ])
    assert.deepEqual(invalidated, [['AbEntry', 'Task']])
    stop()
  })

  test('leaves out changes whose version the tab has already, and no change without a version', async t => {
    const { next, heard, tick, stop } = start(t, key => (key === 'known' ? 5 : 0))
    ;(await next())?.answer({ events: [event('Task', 'known'), event('Task', 'deleted', null)], next: 'p1' })
    await settled()
    tick(400)
    assert.deepEqual(heard, [[{ entity: 'Task', key: 'deleted' }]])
    stop()
  })

  test('pauses after a failure, and goes on from the same place', async t => {
    const { next, tick, stop } = start(t)
    ;(await next())?.answer({ events: [], next: 'p1' })
    ;(await next())?.fail(new TryLater('Busy', 5000, null))
    assert.equal(await next(), undefined)
    tick(5000)
    assert.equal(query((await next())?.path).after, 'p1')
    stop()
  })

  test('repeats all reads when events were lost, and begins anew', async t => {
    const { next, invalidated, tick, stop } = start(t)
    ;(await next())?.answer({ events: [], next: 'p1' })
    ;(await next())?.fail(new Refused(410, [], null))
    await settled()
    assert.deepEqual(invalidated, ['everything'])
    tick(5000)
    assert.equal(query((await next())?.path).after, 'now')
    stop()
  })

  test('ends when the session has ended', async t => {
    const { next, tick } = start(t)
    ;(await next())?.fail(new SignInAgain('not-accepted', 'The session has ended.'))
    await settled()
    tick(60_000)
    assert.equal(await next(), undefined)
  })

  test('asks nothing while the tab is hidden', async t => {
    page.visibilityState = 'hidden'
    const { next, stop } = start(t)
    assert.equal(await next(), undefined)
    page.dispatchEvent(new Event('visibilitychange'))
    assert.equal(await next(), undefined, 'still hidden')
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    assert.ok(await next())
    stop()
  })

  test('that is ended while hidden asks nothing when the tab is seen again', async t => {
    page.visibilityState = 'hidden'
    const { next, stop } = start(t)
    await settled()
    stop()
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    assert.equal(await next(), undefined)
  })

  test('a listener that has unsubscribed is not called', async t => {
    const { feed, tick, heard, stop } = start(t)
    const calls: unknown[] = []
    feed.subscribe(changes => calls.push(changes))()
    feed.announce([{ entity: 'Task', key: 'a' }])
    tick(400)
    assert.deepEqual([calls.length, heard.length], [0, 1])
    stop()
  })
})

test('the session is read from its path', async () => {
  const { api, requests } = apiOver(() => ({ database: 'lakeside' }))
  assert.equal((await readSession(api)).database, 'lakeside')
  assert.deepEqual(requests[0]?.body, { path: 'session' })
})

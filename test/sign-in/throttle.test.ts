// Tests that guessing is throttled per e-mail and per address, across servers, and that no account is locked for long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settings } from '../../src/config/settings.ts'
import {
  type AuthWorld,
  authorizePath,
  codeFields,
  email,
  oauthPost,
  password,
  passwordPage,
  startAuth,
} from '../support/auth.ts'
import { type Engine, eachEngine } from '../support/engines.ts'
import { Person } from '../support/person.ts'
import { startServer } from '../support/server.ts'

const withWorld = async (engine: Engine, settings: Partial<Settings>, work: (world: AuthWorld) => Promise<void>) => {
  const world = await startAuth(engine, { settings })
  try {
    await work(world)
  } finally {
    await world.close()
  }
}

eachEngine('throttling', engine => {
  test('after 10 wrong passwords even the right one waits, on every server, for 15 minutes at most', () =>
    withWorld(engine, {}, async world => {
      const person = new Person(world.url)
      const page = await passwordPage(world, world.app, {}, person)
      for (let i = 0; i < 10; i++) {
        assert.match((await person.submit(page, '/password', { password: `wrong ${i}` })).text, /not right/)
        world.clock.advance(10_000)
      }
      const held = await person.submit(page, '/password', { password })
      assert.equal(held.status, 429)
      const wait = Number(held.headers.get('retry-after'))
      assert.ok(wait > 0 && wait <= 900, String(wait))
      assert.match(held.text, /Try again in \d+ minutes/)
      const other = await startServer({ engine, clock: world.clock, storeUrl: world.server.settings.store })
      const there = new Person(other.url)
      for (const [name, value] of person.cookies) there.cookies.set(name, value)
      assert.equal((await there.submit(page, '/password', { password })).status, 429)
      await other.close()
      world.clock.advance((wait + 1) * 1000)
      assert.equal((await person.submit(page, '/password', { password })).status, 303)
    }))

  test('a correct password resets the count of wrong ones', () =>
    withWorld(engine, {}, async world => {
      for (let round = 0; round < 3; round++) {
        const person = new Person(world.url)
        const page = await passwordPage(world, world.app, {}, person)
        for (let i = 0; i < 6; i++) await person.submit(page, '/password', { password: 'wrong' })
        assert.equal((await person.submit(page, '/password', { password })).status, 303)
      }
    }))

  test('10 mails to one e-mail, known or not, are enough for 15 minutes', () =>
    withWorld(engine, {}, async world => {
      for (const address of [email, 'nobody@example.com']) {
        const person = new Person(world.url)
        for (let i = 0; i < 10; i++) {
          const page = await person.submit(await person.go(authorizePath(world.app)), '/email', { email: address })
          assert.equal(page.status, 200)
        }
        const held = await person.submit(await person.go(authorizePath(world.app)), '/email', { email: address })
        assert.equal(held.status, 429)
        assert.ok(Number(held.headers.get('retry-after')) <= 900)
        assert.match(held.text, new RegExp(`value="${address}"`))
      }
    }))

  test('strangers use up the mails of their own network, and a browser may have its code sent again', () =>
    withWorld(engine, { trustedProxy: 'loopback', throttleEmail: 2 }, async world => {
      const begin = async (from: string) => {
        const person = new Person(world.url, { 'x-forwarded-for': from })
        return { person, page: await person.submit(await person.go(authorizePath(world.app)), '/email', { email }) }
      }
      const statuses = async (from: string, times: number) => {
        const answers: number[] = []
        for (let i = 0; i < times; i++) answers.push((await begin(from)).page.status)
        return answers
      }
      const own = await begin('198.51.100.1')
      assert.equal(own.page.status, 200)
      assert.deepEqual(await statuses('192.0.2.1', 4), [200, 200, 429, 429])
      // All networks together: five times two.
      for (const n of [2, 3, 4]) assert.deepEqual(await statuses(`192.0.2.${n}`, 3), [200, 200, 429])
      assert.deepEqual(await statuses('192.0.2.5', 2), [200, 429])
      assert.equal((await begin('198.51.100.9')).page.status, 429)
      assert.equal((await own.person.submit(own.page, '/resend')).status, 200)
      assert.equal((await own.person.submit(own.page, '/resend')).status, 429)
    }))

  test('one address may cause only so many mails, wrong codes and wrong passwords', () =>
    withWorld(engine, { throttleAddress: 3 }, async world => {
      const person = new Person(world.url)
      for (let i = 0; i < 3; i++) {
        await person.submit(await person.go(authorizePath(world.app)), '/email', { email: `n${i}@example.com` })
      }
      const held = await person.submit(await person.go(authorizePath(world.app)), '/email', { email })
      assert.equal(held.status, 429)
      world.clock.advance(901_000)
      const confirm = await person.submit(await person.go(authorizePath(world.app)), '/email', { email })
      for (let i = 0; i < 3; i++) await person.submit(confirm, '/confirm', { code: '000000' })
      assert.equal((await person.submit(confirm, '/confirm', { code: '000000' })).status, 429)
    }))

  test('many tries at once get no more than the same tries one by one', () =>
    withWorld(engine, {}, async world => {
      const person = new Person(world.url)
      await passwordPage(world, world.app, {}, person)
      // Forty attempts of one browser that has confirmed the e-mail.
      const twins = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const twin = new Person(world.url)
          for (const [name, value] of person.cookies) twin.cookies.set(name, value)
          return { twin, page: await passwordPage(world, world.app, {}, twin) }
        }),
      )
      const guesses = await Promise.all(
        twins.map(({ twin, page }, i) => twin.submit(page, '/password', { password: `wrong ${i}` })),
      )
      assert.equal(guesses.filter(answer => answer.status === 200 && /not right/.test(answer.text)).length, 10)
      assert.equal(guesses.filter(answer => answer.status === 429).length, 30)
      const begun = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const asker = new Person(world.url)
          return { asker, first: await asker.go(authorizePath(world.app)) }
        }),
      )
      const mails = await Promise.all(
        begun.map(({ asker, first }) => asker.submit(first, '/email', { email: 'nobody@example.com' })),
      )
      assert.equal(mails.filter(answer => answer.status === 200).length, 10)
    }))

  test('one network may begin only so many sign-ins; it gets 429 with Retry-After, and other networks are not limited', () =>
    withWorld(engine, { throttleAddress: 1, trustedProxy: 'loopback' }, async world => {
      const begin = (from: string) =>
        fetch(world.url + authorizePath(world.app), { redirect: 'manual', headers: { 'x-forwarded-for': from } })
      const rows = async () =>
        (await world.server.store.rows({ sql: 'select digest from sign_in_attempt', params: [] })).length
      for (let i = 0; i < 10; i++) assert.equal((await begin('192.0.2.1')).status, 302)
      const held = await begin('192.0.2.1')
      assert.equal(held.status, 429)
      assert.match(await held.text(), /Too many attempts/)
      const wait = Number(held.headers.get('retry-after'))
      assert.ok(wait > 0 && wait <= 900, String(wait))
      assert.equal(await rows(), 10)
      assert.equal((await begin('192.0.2.2')).status, 302)
      // A client with one IPv6 address usually has a /64 network of 2^64 addresses.
      for (let i = 0; i < 10; i++) assert.equal((await begin(`2001:db8:0:1:${i}::1`)).status, 302)
      assert.equal((await begin('2001:db8::1:ffff:0:0:9')).status, 429)
      assert.equal((await begin('2001:db8:0:2::1')).status, 302)
      world.clock.advance((wait + 1) * 1000)
      assert.equal((await begin('192.0.2.1')).status, 302)
    }))

  test('good sign-ins from one address are not counted against it', () =>
    withWorld(engine, { throttleAddress: 2 }, async world => {
      const person = new Person(world.url)
      for (let i = 0; i < 5; i++) {
        const page = await passwordPage(world, world.app, {}, person)
        assert.equal((await person.submit(page, '/password', { password })).status, 303)
      }
    }))

  test('guessing client secrets is held back with 3005, and good clients are not', () =>
    withWorld(engine, { throttleAddress: 5 }, async world => {
      const wrong = { ...codeFields(world.app, 'x'), client_secret: 'x'.repeat(64) }
      for (let i = 0; i < 5; i++) assert.equal((await oauthPost(world.url, 'token', wrong)).body.error_code, 3002)
      const held = await oauthPost(world.url, 'token', wrong)
      assert.deepEqual([held.status, held.body.error_code], [400, 3005])
      assert.equal((await oauthPost(world.url, 'token', codeFields(world.app, 'x'))).body.error_code, 3010)
    }))
})

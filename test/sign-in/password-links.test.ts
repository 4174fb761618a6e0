// Tests the links by which users choose a password: single use, expiry, and what ends them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPasswordLink, linkSeconds, newPasswordLink, takePasswordLink } from '../../src/accounts/password-links.ts'
import { Refusal } from '../../src/base/errors.ts'
import { cleanUp } from '../../src/oauth/tokens/cleanup.ts'
import { systemContext } from '../../src/operations/system/system-context.ts'
import { runWrites } from '../../src/operations/write/write.ts'
import { ownLook } from '../../src/pages/look.ts'
import { en } from '../../src/pages/sign-in/texts/en.ts'
import { passwordMail } from '../../src/sign-in/message.ts'
import { setPasswordByLink } from '../../src/sign-in/set-password.ts'
import { passwordLinkPath } from '../../src/sign-in/steps/password-link.ts'
import { compile } from '../../src/storage/statement.ts'
import { type AuthWorld, eachAuth, passwordPage } from '../support/auth.ts'
import { Person } from '../support/person.ts'
import { startServer } from '../support/server.ts'

const chosen = 'seven green bottles'

eachAuth('password links', (world, engine) => {
  const partsOf = ({ server, clock }: AuthWorld) => ({ store: server.store, clock, settings: server.settings })
  let count = 0
  /** A user without a password, and what a link needs to know of the user. */
  const invited = async () => {
    const uid = `NEW${++count}`
    const account = { db: world().db, uid, email: `${uid.toLowerCase()}@example.com` }
    await world().accounts.user(account.db, uid, account.email, null)
    return account
  }
  const update = async (data: Record<string, unknown>) => {
    const context = await systemContext(partsOf(world()), { id: world().db, name: 'acme' })
    const request = {
      member: 'User',
      entity: context.catalog.model.entity('User'),
      log: false,
      content: { Data: data },
    }
    await runWrites('Update', [request], context)
  }

  test('an invitation sets the password once, and the user signs in with it', async () => {
    const parts = partsOf(world())
    const account = await invited()
    const key = await newPasswordLink(parts, account, 'invitation')
    const found = await findPasswordLink(parts, key)
    assert.deepEqual([found?.uid, found?.database, found?.purpose], [account.uid, 'acme', 'invitation'])
    const both = await Promise.all([setPasswordByLink(parts, key, chosen), setPasswordByLink(parts, key, chosen)])
    assert.equal(both.filter(done => done?.uid === account.uid).length, 1)
    assert.equal(both.filter(done => done === null).length, 1)
    assert.equal(await findPasswordLink(parts, key), null)
    const person = new Person(world().url)
    world().clock.advance(1000)
    const page = await passwordPage(world(), world().app, {}, person, account.email)
    const { status, location } = await person.submit(page, '/password', { password: chosen })
    assert.match(`${status} ${location}`, /^303 https:\/\/app\.example\.com\/callback\?code=/)
  })

  test('of 50 uses of one invitation, on two nodes, one takes it', async () => {
    const { clock, server } = world()
    const account = await invited()
    const key = await newPasswordLink(partsOf(world()), account, 'invitation')
    const other = await startServer({ engine, clock, storeUrl: server.settings.store })
    const found = (await findPasswordLink(partsOf(world()), key)) ?? assert.fail('There is no link')
    const uses = Array.from({ length: 50 }, (_, i) => {
      const { store } = i % 2 === 0 ? server : other
      return store.write(tx => takePasswordLink(tx, { store, clock }, key, found))
    })
    assert.equal((await Promise.all(uses)).filter(Boolean).length, 1)
    await other.close()
  })

  test('opening the link changes nothing; its form sets the password and says what is wrong with one', async () => {
    const account = await invited()
    const path = passwordLinkPath('/oauth', await newPasswordLink(partsOf(world()), account, 'invitation'))
    const person = new Person(world().url)
    for (let i = 0; i < 2; i++) assert.match((await person.go(path)).text, new RegExp(account.email))
    const refused = await person.submit(await person.go(path), path, { password: 'password1' })
    assert.equal(refused.status, 200)
    assert.match(refused.text, /role="alert".*This password is too easy to guess/)
    assert.match((await person.go(refused.url)).text, /too easy to guess/)
    const short = await person.submit(refused, path, { password: 'short' })
    assert.match(short.text, /role="alert".*at least 8 and at most 1,024 characters/)
    const done = await person.submit(short, path, { password: chosen })
    assert.match(done.url, /\/d\/acme$/)
    const over = await person.go(path)
    assert.deepEqual([over.status, /no longer works/.test(over.text)], [400, true])
    assert.equal((await person.post(path, { password: chosen })).status, 400)
  })

  test('a password that is refused leaves the link usable', async () => {
    const parts = partsOf(world())
    const key = await newPasswordLink(parts, await invited(), 'reset')
    await assert.rejects(setPasswordByLink(parts, key, 'short'), Refusal)
    await assert.rejects(setPasswordByLink(parts, key, 'password123'), Refusal)
    assert.notEqual(await setPasswordByLink(parts, key, chosen), null)
  })

  test('the newest link alone works, until it expires', async () => {
    const parts = partsOf(world())
    const account = await invited()
    const first = await newPasswordLink(parts, account, 'invitation')
    const second = await newPasswordLink(parts, account, 'reset')
    assert.equal(await findPasswordLink(parts, first), null)
    assert.notEqual(await findPasswordLink(parts, second), null)
    world().clock.advance(linkSeconds.reset * 1000)
    assert.equal(await findPasswordLink(parts, second), null)
    assert.equal(await setPasswordByLink(parts, second, chosen), null)
    world().clock.advance(1000)
    const common = (at: number) => at
    await cleanUp(parts.store, parts.clock, { storeClock: { common }, retrySeconds: 60 })
    const left = parts.store.dialect.dynamicBuilder
      .selectFrom('password_link')
      .selectAll()
      .where('uid', '=', account.uid)
    assert.deepEqual(await parts.store.rows(compile(left)), [])
  })

  test('another password, another e-mail, a disabled user and single sign-on end a link', async () => {
    const parts = partsOf(world())
    const changes: Record<string, unknown>[] = [
      { Password: 'eight green bottles' },
      { Email: 'elsewhere@example.com' },
      { Enabled: false },
      { SsoOnly: true },
    ]
    for (const change of changes) {
      const account = await invited()
      const key = await newPasswordLink(parts, account, 'invitation')
      await update({ Key: { Uid: account.uid }, ...change })
      assert.equal(await setPasswordByLink(parts, key, chosen), null, Object.keys(change).join())
    }
  })

  test('the store has no key that opens a link', async () => {
    const parts = partsOf(world())
    const key = await newPasswordLink(parts, await invited(), 'invitation')
    const rows = await parts.store.rows(
      compile(parts.store.dialect.dynamicBuilder.selectFrom('password_link').selectAll()),
    )
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(key))
  })

  test('the mail names the database and how long the link works', () => {
    const mail = passwordMail(
      { look: ownLook, texts: en },
      { purpose: 'invitation', email: 'ann@example.com', link: 'https://crm.example.com/x', database: 'acme' },
    )
    assert.match(mail.text, /acme/)
    assert.match(mail.text, /^https:\/\/crm\.example\.com\/x$/m)
    assert.match(mail.html, /href="https:\/\/crm\.example\.com\/x"/)
    assert.match(mail.text, /once, for seven days/)
  })
})

// Tests single sign-on end to end against a real OpenID Connect provider.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { secretBox } from '../../src/base/secrets/secret-box.ts'
import { installationKey } from '../../src/config/installation-key.ts'
import { systemCaller } from '../../src/operations/system/system-context.ts'
import { systemCreate } from '../../src/seed/system-write.ts'
import { forgetIdentity } from '../../src/sso/identities.ts'
import { removeSso, setSso, showSso, ssoSecret } from '../../src/sso/settings.ts'
import { authorizePath, codeFields, codeIn, eachAuth, oauthPost, password, passwordPage } from '../support/auth.ts'
import { startCarelessProvider } from '../support/careless-provider.ts'
import type { Json } from '../support/crm.ts'
import { type IdentityProvider, providerClient, providerNearby, startProvider } from '../support/identity-provider.ts'
import { type Page, Person } from '../support/person.ts'

eachAuth(
  'single sign-on',
  (world, engine) => {
    let provider: IdentityProvider
    before(async () => {
      provider = await startProvider([`${world().url}/oauth/v1/sso/callback`])
      await world().accounts.user(world().db, 'SUE', 'sue@example.com', null, { ssoOnly: true })
      await setUp({})
    })
    after(async () => {
      await provider.close()
    })

    const box = () => secretBox(installationKey(world().server.settings))
    const by = () => systemCaller(world().db, 'acme')
    const setUp = (more: {
      claim?: string
      groupsClaim?: string
      only?: boolean
      trustEmail?: boolean
      issuer?: string
      secret?: string
    }) =>
      setSso(
        world().server.store,
        by(),
        {
          issuer: more.issuer ?? provider.issuer,
          clientId: providerClient.id,
          clientSecret: more.secret ?? providerClient.secret,
          claim: more.claim ?? 'email',
          trustEmail: more.trustEmail ?? false,
          groupsClaim: more.groupsClaim ?? null,
          only: more.only ?? false,
        },
        box(),
        systemClock,
      )
    const follow = async (person: Person, page: Page): Promise<Page> => {
      const path = /<meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(page.text)?.[1]
      assert.ok(path, page.text)
      return person.go(path)
    }
    const errorIn = (page: Page) => /role="alert".*?<span>(.*?)<\/span>/s.exec(page.text)?.[1]

    test('an SSO-only user never sees a password form, and comes back with a code [C-4.1-17]', async () => {
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, { state: 'x' }, person, 'sue@example.com')
      assert.doesNotMatch(page.text, /type="password"/)
      const away = await follow(person, page)
      assert.ok(away.location?.startsWith(provider.issuer), away.text)
      const back = await provider.visit(away.location ?? '', 'sue')
      const done = await person.go(back)
      assert.equal(done.status, 303, done.text)
      const location = new URL(done.location ?? '')
      assert.equal(location.searchParams.get('login_hint'), 'd acme u SUE')
      assert.equal(location.searchParams.get('state'), 'x')
      assert.equal((await oauthPost(world().url, 'token', codeFields(world().app, codeIn(location)))).status, 200)
    })

    test('a claim decides the groups of the user at each sign-in, and changes nothing when it is not sent', async () => {
      const { server, db } = world()
      const parts = { store: server.store, clock: systemClock, settings: server.settings }
      const database = { id: db, name: 'acme' }
      const external = { ExternalKeys: [{ Source: 'sso', Key: '9f1c' }] }
      await systemCreate(parts, database, 'SecurityGroup', [
        { Name: 'Sales' },
        { Name: 'Support', ...external },
        { Name: 'Board' },
      ])
      const { token } = await world().accounts.personalToken(db, 'SUE', 'data', world().clock.now() / 1000 + 86_400)
      const groups = async (): Promise<string[]> => {
        const Scope = { Fields: { Groups: [{ Name: 1 }] } }
        const answer = await fetch(`${world().url}/api/Read`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ User: { Scope, Criteria: { SearchQuery: { Uid: { $EQ: 'SUE' } } } } }),
        })
        const { User } = (await answer.json()) as Json
        return User.Data[0].Groups.map((group: Json) => group.Name).sort()
      }
      await setUp({ groupsClaim: 'groups' })
      const person = new Person(world().url)
      const signedIn = async (): Promise<string[]> => {
        const page = await passwordPage(world(), world().app, {}, person, 'sue@example.com')
        const away = await follow(person, page)
        const done = await person.go(await provider.visit(away.location ?? '', 'sue'))
        assert.equal(done.status, 303, done.text)
        return groups()
      }
      provider.groups.set('sue', ['SALES', '9f1c', 'Unknown'])
      assert.deepEqual(await signedIn(), ['Sales', 'Support'])
      provider.groups.set('sue', ['Board'])
      assert.deepEqual(await signedIn(), ['Board'])
      provider.groups.delete('sue')
      assert.deepEqual(await signedIn(), ['Board'])
      provider.groups.set('sue', [])
      assert.deepEqual(await signedIn(), [])
      await setUp({})
    })

    test('a password posted for an SSO-only user is not even looked at', async () => {
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person, 'sue@example.com')
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      const forced = await person.post(`${new URL(page.url).pathname}/password`, { csrf, password })
      assert.match(forced.text, /Single sign-on/)
      assert.equal(forced.location, null)
    })

    test('beside passwords both ways are offered, and both work [C-4.1-16]', async () => {
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person)
      assert.match(page.text, /type="password"/)
      const link = /href="([^"]+\/sso)"/.exec(page.text)?.[1] ?? ''
      const away = await person.go(link)
      const done = await person.go(await provider.visit(away.location ?? '', 'ann'))
      assert.match(done.location ?? '', /code=.*login_hint=d%20acme%20u%20ANN/)
      const again = await passwordPage(world(), world().app, {}, person)
      assert.match((await person.submit(again, '/password', { password })).location ?? '', /code=/)
    })

    test('a database that is SSO-only shows no password form', async () => {
      await setUp({ only: true })
      const page = await passwordPage(world(), world().app)
      assert.doesNotMatch(page.text, /type="password"/)
      await setUp({})
    })

    test('the claim may be the user id', async () => {
      await setUp({ claim: 'sub' })
      await world().accounts.user(world().db, 'LEA', 'lea@example.com', null, { ssoOnly: true })
      const signIn = async (login: string): Promise<Page> => {
        const person = new Person(world().url)
        const away = await follow(person, await passwordPage(world(), world().app, {}, person, 'lea@example.com'))
        return person.go(await provider.visit(away.location ?? '', login))
      }
      for (const other of ['lea', 'LÉA', 'ＬＥＡ']) assert.match(errorIn(await signIn(other)) ?? '', /different person/)
      assert.match((await signIn('LEA')).location ?? '', /code=/)
      await setUp({})
    })

    test('another person at the provider is refused, and so is an e-mail that is not verified', async () => {
      await world().accounts.user(world().db, 'UNV', 'unverified@example.com', null, { ssoOnly: true })
      for (const [address, login] of [
        ['sue@example.com', 'mallory'],
        ['unverified@example.com', 'unverified'],
      ] as const) {
        const person = new Person(world().url)
        const away = await follow(person, await passwordPage(world(), world().app, {}, person, address))
        const page = await person.go(await provider.visit(away.location ?? '', login))
        assert.equal(page.location, null)
        assert.match(errorIn(page) ?? '', login === 'mallory' ? /a different person \(mallory\)/ : /did not confirm/)
        assert.doesNotMatch(page.text, /http-equiv="refresh"/)
      }
    })

    test('the provider’s answer counts once, in the browser that asked, with its own state', async () => {
      const person = new Person(world().url)
      const away = await follow(person, await passwordPage(world(), world().app, {}, person, 'sue@example.com'))
      const back = await provider.visit(away.location ?? '', 'sue')
      assert.equal((await new Person(world().url).go(back)).status, 400)
      const forged = back.replace(
        /state=[^&]+/,
        `state=${new URL(back).searchParams.get('state')?.split('.')[0]}.forged`,
      )
      assert.ok(errorIn(await person.go(forged)))
      assert.ok(errorIn(await person.go(back)), 'the forged one has used it up')
    })

    test('an answer for one account is not taken for another that was chosen meanwhile', async () => {
      const twin = await world().accounts.database(`twin-${engine}`)
      for (const [db, uid] of [
        [world().db, 'TWO'],
        [twin, 'TOO'],
      ] as const) {
        await world().accounts.user(db, uid, 'two@example.com', null, { ssoOnly: true })
      }
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person, 'two@example.com')
      const first = await person.submit(page, '/account', { account: `${world().db}:TWO` })
      const away = await follow(person, first)
      const back = await provider.visit(away.location ?? '', 'two')
      const list = await person.submit(first, '/other-account')
      await person.submit(list, '/account', { account: `${twin}:TOO` })
      const refused = await person.go(back)
      assert.equal(refused.location, null)
      assert.match(errorIn(refused) ?? '', /came twice/)
      const again = await person.submit(refused, '/other-account')
      const chosen = await person.submit(again, '/account', { account: `${world().db}:TWO` })
      const done = await person.go(await provider.visit((await follow(person, chosen)).location ?? '', 'two'))
      assert.match(done.location ?? '', /login_hint=d%20acme%20u%20TWO/)
    })

    test('an error from the provider and an unreachable provider are shown on the page', async () => {
      const person = new Person(world().url)
      const away = await follow(person, await passwordPage(world(), world().app, {}, person, 'sue@example.com'))
      const state = new URL(away.location ?? '').searchParams.get('state') ?? ''
      const page = await person.go(`/oauth/v1/sso/callback?error=access_denied&state=${state}`)
      assert.match(errorIn(page) ?? '', /did not succeed/)
      await setUp({ issuer: 'http://127.0.0.1:9' })
      const gone = await person.go(`${new URL(page.url).origin}${/href="([^"]+\/sso)"/.exec(page.text)?.[1]}`)
      assert.match(errorIn(gone) ?? '', /cannot be reached/)
      await setUp({})
    })

    test('an ID token must be signed by the provider, and an e-mail must be one that the provider has verified', async () => {
      const careless = await startCarelessProvider(providerClient.id)
      try {
        await world().accounts.user(world().db, 'KIM', 'kim@example.com', null, { ssoOnly: true })
        const signIn = async (claims: Record<string, unknown>): Promise<Page> => {
          careless.claims = claims
          const person = new Person(world().url)
          const away = await follow(person, await passwordPage(world(), world().app, {}, person, 'kim@example.com'))
          return person.go(careless.visit(away.location ?? ''))
        }
        await setUp({ issuer: careless.issuer })
        const kim = { sub: '1', email: 'kim@example.com' }
        careless.foreignKey = true
        assert.match(errorIn(await signIn({ ...kim, email_verified: true })) ?? '', /did not succeed/)
        careless.foreignKey = false
        for (const verified of [false, 'false', 0, 1, null, undefined]) {
          assert.match(
            errorIn(await signIn({ ...kim, email_verified: verified })) ?? '',
            /did not confirm/,
            `${verified}`,
          )
        }
        assert.match(errorIn(await signIn({ ...kim, email: 'KIM', email_verified: true })) ?? '', /did not confirm/)
        assert.match((await signIn({ ...kim, email_verified: 'true' })).location ?? '', /code=/)
        await setUp({ issuer: careless.issuer, trustEmail: true })
        assert.match((await signIn(kim)).location ?? '', /code=/)
        assert.match(errorIn(await signIn({ ...kim, email_verified: 'false' })) ?? '', /did not confirm/)
      } finally {
        careless.close()
        await setUp({})
      }
    })

    test('a user keeps the identity of the first sign-in until an administrator forgets it', async () => {
      const careless = await startCarelessProvider(providerClient.id)
      try {
        await world().accounts.user(world().db, 'LOU', 'lou@example.com', null, { ssoOnly: true })
        await setUp({ issuer: careless.issuer })
        const signIn = async (sub: string): Promise<Page> => {
          careless.claims = { sub, email: 'lou@example.com', email_verified: true, name: `Lou ${sub}` }
          const person = new Person(world().url)
          const away = await follow(person, await passwordPage(world(), world().app, {}, person, 'lou@example.com'))
          return person.go(careless.visit(away.location ?? ''))
        }
        assert.match((await signIn('one')).location ?? '', /code=/)
        // The address was given to a successor at the provider.
        assert.match(errorIn(await signIn('two')) ?? '', /a different person \(Lou two\)/)
        assert.match((await signIn('one')).location ?? '', /code=/)
        assert.equal(await forgetIdentity(world().server.store, world().db, 'LOU'), true)
        assert.match((await signIn('two')).location ?? '', /code=/)
        careless.endless = true
        await setUp({ issuer: careless.issuer })
        const person = new Person(world().url)
        const page = await follow(person, await passwordPage(world(), world().app, {}, person, 'lou@example.com'))
        assert.match(errorIn(page) ?? '', /cannot be reached/)
      } finally {
        careless.close()
        await setUp({})
      }
    })

    test('nothing of the provider shows before the e-mail is confirmed', async () => {
      const person = new Person(world().url)
      const page = await person.submit(await person.go(authorizePath(world().app)), '/email', {
        email: 'sue@example.com',
      })
      assert.match(page.text, /6-digit code/)
      assert.ok(!`${page.text}${page.headers.get('content-security-policy')}`.includes(provider.issuer))
    })

    test('the client secret is sealed at rest, usable, and never shown', async () => {
      const { store } = world().server
      const rows = JSON.stringify(await store.rows({ sql: 'select * from sso', params: [] }))
      assert.ok(!rows.includes(providerClient.secret))
      assert.deepEqual(await showSso(store, world().db), {
        issuer: provider.issuer,
        clientId: providerClient.id,
        claim: 'email',
        only: false,
        trustEmail: false,
        groupsClaim: null,
        hasSecret: true,
        domains: [],
        newUsers: false,
        newUserGroups: [],
        firstNameClaim: 'given_name',
        lastNameClaim: 'family_name',
      })
      assert.equal(await ssoSecret(store, world().db, box()), providerClient.secret)
      await assert.rejects(
        ssoSecret(
          store,
          world().db,
          secretBox(() => 'x'.repeat(32)),
        ),
        /another key/,
      )
    })

    test('an SSO-only user of a database without single sign-on sees a message, and no password form', async () => {
      assert.equal(await removeSso(world().server.store, by(), systemClock), true)
      const person = new Person(world().url)
      const page = await follow(person, await passwordPage(world(), world().app, {}, person, 'sue@example.com'))
      assert.match(errorIn(page) ?? '', /not set up/)
      assert.doesNotMatch(page.text, /type="password"/)
      assert.equal(await showSso(world().server.store, world().db), null)
      assert.equal(await removeSso(world().server.store, by(), systemClock), false)
    })
  },
  { settings: { throttleEmail: 1000, ...providerNearby } },
)

eachAuth('single sign-on without outbound-networks', world => {
  test('a provider at an inner address is never asked', async () => {
    const careless = await startCarelessProvider(providerClient.id)
    const { server, db, accounts, app } = world()
    await accounts.user(db, 'SUE', 'sue@example.com', null, { ssoOnly: true })
    const given = { issuer: careless.issuer, clientId: 'x', clientSecret: null, claim: 'email' }
    const box = secretBox(installationKey(server.settings))
    await setSso(server.store, systemCaller(db, 'acme'), { ...given, only: true, trustEmail: false }, box, systemClock)
    const person = new Person(world().url)
    const page = await passwordPage(world(), app, {}, person, 'sue@example.com')
    const path = /<meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(page.text)?.[1]
    assert.match((await person.go(path ?? '')).text, /cannot be reached/)
    assert.equal(careless.requests, 0)
    careless.close()
  })
})

// Tests users who are made at their first single sign-on, and people who are refused because none is made.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemClock } from '../../src/base/clock.ts'
import { systemCreate } from '../../src/seed/system-write.ts'
import { authorizePath, eachAuth, passwordPage } from '../support/auth.ts'
import { startCarelessProvider } from '../support/careless-provider.ts'
import type { Json } from '../support/crm.ts'
import { providerClient, providerNearby } from '../support/identity-provider.ts'
import { type Page, Person } from '../support/person.ts'
import { until } from '../support/until.ts'

eachAuth(
  'new users of single sign-on',
  world => {
    let provider: Awaited<ReturnType<typeof startCarelessProvider>>
    let token = ''
    let group = ''
    const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
      const answer = await fetch(`${world().url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return answer.json()
    }
    const setUp = async (more: Json = {}): Promise<Json> =>
      ask('PUT', '/oauth/v1/sso', {
        ...{ Issuer: provider.issuer, ClientId: providerClient.id, ClientSecret: providerClient.secret },
        ...{ Domains: ['Example.com'], NewUsers: true, NewUserGroups: [group], ...more },
      })
    const users = async (query: Json): Promise<Json[]> => {
      const fields = ['Uid', 'Email', 'FirstName', 'LastName', 'SsoOnly', 'Admin', 'Enabled']
      const Fields = { ...Object.fromEntries(fields.map(name => [name, 1])), Groups: [{ Name: 1 }] }
      return (await ask('POST', '/api/Read', { User: { Scope: { Fields }, Criteria: { SearchQuery: query } } })).User
        .Data
    }
    const signIns = async (query: Json): Promise<Json[]> => {
      const Fields = { User: { Uid: 1 }, Email: 1, Outcome: 1, Reason: 1, Proofs: 1 }
      const SignIn = { Scope: { Fields }, Criteria: { SearchQuery: query } }
      return (await ask('POST', '/api/Read', { SignIn })).SignIn.Data
    }
    const claimsOf = (email: string, more: Json = {}): Json => ({
      ...{ sub: `at the provider: ${email}`, email, email_verified: true, name: email },
      ...more,
    })
    /** The page after the provider has signed a person in with these claims. */
    const signIn = async (address: string, claims = claimsOf(address)): Promise<Page> => {
      const person = new Person(world().url)
      const page = await passwordPage(world(), world().app, {}, person, address)
      const path = /<meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(page.text)?.[1]
      assert.ok(path, page.text)
      provider.claims = claims
      return person.go(provider.visit((await person.go(path)).location ?? ''))
    }
    const errorIn = (page: Page) => /role="alert".*?<span>(.*?)<\/span>/s.exec(page.text)?.[1] ?? ''

    before(async () => {
      provider = await startCarelessProvider(providerClient.id)
      const { server, db, accounts, clock } = world()
      await accounts.user(db, 'BOSS', 'boss@example.com', null, { admin: true })
      token = (await accounts.personalToken(db, 'BOSS', 'data', clock.now() / 1000 + 86_400)).token
      const parts = { store: server.store, clock: systemClock, settings: server.settings }
      const made = await systemCreate(parts, { id: db, name: 'acme' }, 'SecurityGroup', [
        { Name: 'Guests' },
        { Name: 'Sales' },
      ])
      group = String(made[0]?.Key)
      await setUp()
    })
    after(() => provider.close())

    test('a person of the domain becomes a user with name and groups, and signs in again as the same user', async () => {
      const claims = claimsOf('zoe.zander@example.com', { given_name: 'Zoe', family_name: 'Zander' })
      const done = await signIn('Zoe.Zander@example.com', claims)
      assert.match(done.location ?? '', /code=.*login_hint=d%20acme%20u%20ZOE\.ZANDER/)
      const [zoe] = await users({ Uid: { $EQ: 'ZOE.ZANDER' } })
      assert.deepEqual([zoe?.FirstName, zoe?.LastName, zoe?.SsoOnly, zoe?.Admin], ['Zoe', 'Zander', true, false])
      assert.deepEqual(
        zoe?.Groups.map((one: Json) => one.Name),
        ['Guests'],
      )
      const [entry] = await signIns({ User: { $EQ: { Uid: 'ZOE.ZANDER' } } })
      assert.deepEqual([entry?.Outcome, entry?.Proofs], ['SignedIn', ['Code', 'SingleSignOn']])
      assert.match((await signIn('zoe.zander@example.com', claims)).location ?? '', /code=/)
      assert.equal((await users({ LastName: { $EQ: 'Zander' } })).length, 1)
    })

    test('the claims of the names are chosen, and a name that is missing is made of the address', async () => {
      await setUp({ FirstNameClaim: 'vorname', LastNameClaim: 'nachname' })
      await signIn('kim@example.com', claimsOf('kim@example.com', { vorname: 'Kim', nachname: 'Kaiser' }))
      await setUp()
      await signIn('pat.quinn@example.com')
      const names = (await users({ Uid: { $IN: ['KIM', 'PAT.QUINN'] } })).map(({ FirstName, LastName }) => [
        FirstName,
        LastName,
      ])
      assert.deepEqual(names.sort(), [
        ['Kim', 'Kaiser'],
        ['Pat', 'Quinn'],
      ])
    })

    test('the groups of the provider take the place of those of new users', async () => {
      await setUp({ GroupsClaim: 'groups' })
      await signIn('gus@example.com', claimsOf('gus@example.com', { groups: ['sales'] }))
      const [gus] = await users({ Uid: { $EQ: 'GUS' } })
      assert.deepEqual(
        gus?.Groups.map((one: Json) => one.Name),
        ['Sales'],
      )
      await setUp()
    })

    test('where none is made the person is refused with a page that says so, and the log has the address', async () => {
      await setUp({ NewUsers: false })
      const page = await signIn('max@example.com')
      assert.equal(page.location, null)
      assert.match(errorIn(page), /there is no user for max@example\.com here\. Ask your administrator/)
      assert.deepEqual(await users({ Email: { $EQ: 'max@example.com' } }), [])
      // Refusals are written after the answer.
      const entry = await until(async () => (await signIns({ Reason: { $EQ: 'NoUser' } }))[0])
      await setUp()
      assert.deepEqual([entry.User, entry.Email, entry.Outcome], [null, 'max@example.com', 'Refused'])
    })

    test('another address at the provider, one that is not verified, and an identity of another user make no user', async () => {
      const cases: readonly [string, Json][] = [
        ['eve@example.com', claimsOf('mallory@example.com')],
        ['eve@example.com', claimsOf('eve@example.com', { email_verified: false })],
        ['eve@example.com', { ...claimsOf('eve@example.com'), sub: 'at the provider: zoe.zander@example.com' }],
      ]
      for (const [address, claims] of cases) {
        const page = await signIn(address, claims)
        assert.equal(page.location, null)
        assert.match(errorIn(page), /a different person|did not confirm/)
      }
      assert.deepEqual(await users({ Email: { $EQ: 'eve@example.com' } }), [])
    })

    test('a disabled user, one in the bin and an address of another domain are not brought to the provider', async () => {
      const { accounts, db } = world()
      await accounts.user(db, 'GONE', 'gone@example.com', null, { enabled: false })
      await accounts.user(db, 'BIN', 'bin@example.com', null)
      const [bin] = (
        await ask('POST', '/api/Read', {
          User: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Uid: { $EQ: 'BIN' } } } },
        })
      ).User.Data
      assert.equal((await ask('POST', '/api/Delete', { User: { Data: { Key: bin.Key } } })).Code, 0)
      const before = provider.requests
      for (const address of ['gone@example.com', 'bin@example.com', 'stranger@elsewhere.example']) {
        const person = new Person(world().url)
        const page = await person.submit(await person.go(authorizePath(world().app)), '/email', { email: address })
        assert.match(page.text, /6-digit code/)
      }
      assert.equal(provider.requests, before)
      assert.equal((await users({ Email: { $EQ: 'gone@example.com' } }))[0]?.Enabled, false)
    })

    test('of several first sign-ins at once one makes the user, and all are signed in', async () => {
      const people = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const person = new Person(world().url)
          const page = await passwordPage(world(), world().app, {}, person, 'uma@example.com')
          const path = /content="0;url=([^"]+)"/.exec(page.text)?.[1] ?? ''
          return { person, back: provider.visit((await person.go(path)).location ?? '') }
        }),
      )
      provider.claims = claimsOf('uma@example.com', { given_name: 'Uma', family_name: 'Urban' })
      const pages = await Promise.all(people.map(({ person, back }) => person.go(back)))
      for (const page of pages) assert.match(page.location ?? '', /login_hint=d%20acme%20u%20UMA$/, page.text)
      assert.equal((await users({ Email: { $EQ: 'uma@example.com' } })).length, 1)
    })

    test('domains and groups are checked, and new users need a domain', async () => {
      for (const [more, path] of [
        [{ Domains: [] }, 'Domains'],
        [{ Domains: ['no domain'] }, 'Domains'],
        [{ Domains: 'example.com' }, 'Domains'],
        [{ NewUserGroups: ['Guests'] }, 'NewUserGroups'],
        [{ LastNameClaim: 'a b' }, 'LastNameClaim'],
      ] as const) {
        const { Errors } = await setUp(more)
        assert.equal(Errors?.[0]?.Path, path, JSON.stringify(more))
      }
      await setUp()
      const { Sso } = await ask('GET', '/oauth/v1/sso')
      assert.deepEqual([Sso.Domains, Sso.NewUsers, Sso.NewUserGroups], [['example.com'], true, [group]])
    })

    test('without single sign-on the domain leads nowhere any more', async () => {
      await ask('DELETE', '/oauth/v1/sso')
      const rows = await world().server.store.rows({ sql: 'select * from sso_domain', params: [] })
      assert.deepEqual(rows, [])
      await setUp()
    })
  },
  { settings: providerNearby },
)

// Tests SCIM over HTTP: tokens, filters, pages, entity tags, errors, races, off-boarding with its successor, and the hand-over of records.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { encodeKey } from '../../src/fields/record-key.ts'
import { eachCrm, type Json } from '../support/crm.ts'
import { until } from '../support/until.ts'
import { clientOf, filtered, patchOf, type ScimClient, scimClient, setUpScim } from './provider.ts'

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const offboarding = 'urn:clientele:params:scim:schemas:extension:offboarding:2.0:User'

const person = (userName: string, more: Json = {}): Json => ({
  userName,
  name: { givenName: 'Pat', familyName: userName.split('@')[0] },
  emails: [{ value: userName, type: 'work', primary: true }],
  ...more,
})

eachCrm('SCIM', crm => {
  let scim: ScimClient
  before(async () => {
    scim = await scimClient(crm())
  })
  const found = async (filter: string): Promise<string[]> => {
    const { Resources } = await scim.expect(200, 'GET', `/Users${filtered(filter)}&attributes=userName`)
    return Resources.map((user: Json) => user.userName).sort()
  }

  test('a token is made by an administrator, shown once, listed with its last use, and revoked; History has both', async () => {
    const other = await scimClient(crm(), 'Okta')
    await other.expect(200, 'GET', '/ServiceProviderConfig')
    const { Scim } = await setUpScim(crm(), 'GET')
    assert.equal(Scim.Address, `${crm().server.url}/scim/v2`)
    const listed = Scim.Tokens.find((token: Json) => token.Name === 'Okta')
    assert.deepEqual([listed.CreatedBy, typeof listed.LastUsed], ['MASTER', 'string'])
    assert.doesNotMatch(JSON.stringify(Scim), new RegExp(other.token))
    const revoked = await setUpScim(crm(), 'DELETE', `/tokens/${listed.Id}`)
    assert.deepEqual(
      revoked.Scim.Tokens.map((token: Json) => token.Name),
      ['Entra'],
    )
    const refused = await other.ask('GET', '/Users')
    assert.deepEqual([refused.status, refused.body.schemas], [401, ['urn:ietf:params:scim:api:messages:2.0:Error']])
    assert.match(refused.headers.get('www-authenticate') ?? '', /invalid_token/)
    const [again] = (await setUpScim(crm(), 'DELETE', `/tokens/${listed.Id}`)).Errors
    assert.match(again.Message, /revoked/)
    for (const denied of [
      await setUpScim(crm(), 'GET', '', undefined, crm().user),
      await setUpScim(crm(), 'POST', '/tokens', {}),
    ]) {
      assert.equal(denied.Code, -1)
    }
    const History = {
      Scope: { Fields: { Operation: 1, User: { Uid: 1 }, Changes: 1 } },
      Criteria: { SearchQuery: { ParentKey: { $EQ: '/Provisioning' } } },
    }
    const { Data } = (await crm().ok('Read', { History })).History
    assert.ok(Data.some((row: Json) => row.Operation === 'Create' && row.Changes[0].After === 'Okta'))
    assert.ok(Data.some((row: Json) => row.Operation === 'Delete' && row.Changes[0].Before === 'Okta'))
    // A token for the data API is none here, and the other way round.
    assert.equal((await clientOf(crm().server.url, crm().admin.token).ask('GET', '/Users')).status, 401)
    assert.equal(
      (await crm().call('Read', { User: { Scope: { Fields: { Key: 1 } } } }, { ...crm().admin, token: scim.token }))
        .Code,
      -1,
    )
  })

  test('filters find what RFC 7644 says: operators, and, or, not, sub-attributes, dates; the rest is invalidFilter', async () => {
    await scim.expect(201, 'POST', '/Users', person('ada@example.com', { externalId: 'a-1', displayName: 'Ada 100%' }))
    await scim.expect(201, 'POST', '/Users', person('bob@example.org', { active: false, locale: 'de-DE' }))
    const both = ['ada@example.com', 'bob@example.org']
    const all = [...both, 'joe@example.com', 'master@example.com'].sort()
    const cases: [string, string[]][] = [
      ['userName eq "ADA@example.com"', ['ada@example.com']],
      ['emails[type eq "work" and value co "@example.org"]', ['bob@example.org']],
      ['emails[type eq "home"]', []],
      ['emails.value ew ".org" or userName sw "ada"', both],
      ['not (userName co "example.com")', ['bob@example.org']],
      ['externalId eq "a-1"', ['ada@example.com']],
      ['externalId pr', ['ada@example.com']],
      ['not (externalId pr) and active eq true', ['joe@example.com', 'master@example.com']],
      ['active eq "False"', ['bob@example.org']],
      ['displayName co "%"', ['ada@example.com']],
      ['urn:ietf:params:scim:schemas:core:2.0:User:name.familyName eq "ADA"', ['ada@example.com']],
      ['meta.created gt "2011-05-13T04:42:34Z"', all],
      ['not (meta.lastModified le "2011-05-13T04:42:34Z")', all],
      ['locale eq "de-DE" and (userName eq "x" or userName eq "bob@example.org")', ['bob@example.org']],
      ['locale ne "de-DE"', all.filter(name => name !== 'bob@example.org')],
    ]
    for (const [filter, names] of cases) assert.deepEqual(await found(filter), names, filter)
    const nested = `${'('.repeat(40)}active eq true${')'.repeat(40)}`
    const many = Array.from({ length: 101 }, (_, i) => `userName eq "${i}"`).join(' or ')
    for (const filter of [
      'userName',
      'userName xx "a"',
      'nickName eq "a"',
      'userName eq "a',
      '"a"',
      nested,
      many,
      'id co "a"',
      'x'.repeat(5000),
    ]) {
      const { body } = await scim.ask('GET', `/Users${filtered(filter)}`)
      assert.deepEqual([body.status, body.scimType], ['400', 'invalidFilter'], filter.slice(0, 40))
    }
  })

  test('pages begin at startIndex, are limited, and are sorted; attributes are chosen', async () => {
    for (const name of ['p1', 'p2', 'p3']) await scim.expect(201, 'POST', '/Users', person(`${name}@page.example`))
    const asked = `/Users${filtered('userName ew "@page.example"')}&sortBy=userName`
    const names = async (rest: string) => {
      const { Resources, ...page } = await scim.expect(200, 'GET', asked + rest)
      return [
        page.totalResults,
        page.startIndex,
        page.itemsPerPage,
        ...Resources.map((user: Json) => user.userName.slice(0, 2)),
      ]
    }
    assert.deepEqual(await names('&startIndex=2&count=1'), [3, 2, 1, 'p2'])
    assert.deepEqual(await names('&startIndex=3&count=100000&sortOrder=descending'), [3, 3, 1, 'p1'])
    assert.deepEqual(await names('&startIndex=-4&count=0'), [3, 1, 0])
    assert.deepEqual(await names('&startIndex=9'), [3, 9, 0])
    const { Resources } = await scim.expect(200, 'GET', `${asked}&count=1&attributes=name.familyName,emails.value`)
    assert.deepEqual(Object.keys(Resources[0]).sort(), ['emails', 'id', 'name', 'schemas'])
    assert.deepEqual([Resources[0].name, Resources[0].emails], [{ familyName: 'p1' }, [{ value: 'p1@page.example' }]])
    const without = (await scim.expect(200, 'GET', `${asked}&count=1&excludedAttributes=name,emails,meta`)).Resources[0]
    assert.deepEqual(
      [without.name, without.emails, without.meta, without.active],
      [undefined, undefined, undefined, true],
    )
    assert.equal((await scim.ask('GET', `${asked}&count=many`)).body.scimType, 'invalidValue')
  })

  test('entity tags: a known version is not sent again, and a write of an old one is refused', async () => {
    const user = await scim.expect(201, 'POST', '/Users', person('tag@example.com'))
    const path = `/Users/${user.id}`
    const known = await scim.ask('GET', path, undefined, { 'if-none-match': user.meta.version })
    assert.deepEqual([known.status, known.headers.get('etag')], [304, user.meta.version])
    const rename = patchOf({ op: 'replace', path: 'displayName', value: 'Tagged' })
    const changed = await scim.ask('PATCH', path, rename, { 'if-match': user.meta.version })
    assert.equal(changed.body.displayName, 'Tagged')
    assert.notEqual(changed.headers.get('etag'), user.meta.version)
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const { status } = await scim.ask(method, path, method === 'PATCH' ? rename : person('tag@example.com'), {
        'if-match': user.meta.version,
      })
      assert.equal(status, 412, method)
    }
    await scim.expect(204, 'DELETE', path, undefined, { 'if-match': '*' })
  })

  test('wrong bodies are refused with their scimType, and change nothing', async () => {
    const user = await scim.expect(201, 'POST', '/Users', person('wrong@example.com'))
    const path = `/Users/${user.id}`
    const cases: [string, Json, string][] = [
      ['POST', '{"userName": ', 'invalidSyntax'],
      ['POST', { name: { familyName: 'x' } }, 'invalidValue'],
      ['POST', { userName: 'no-address' }, 'invalidValue'],
      ['POST', person('wrong@example.com'), 'uniqueness'],
      ['POST', person('other@example.com', { timezone: 'Mars/Olympus' }), 'invalidValue'],
      ['PATCH', {}, 'invalidSyntax'],
      ['PATCH', patchOf({ op: 'move', path: 'active' }), 'invalidSyntax'],
      ['PATCH', patchOf({ op: 'remove' }), 'noTarget'],
      ['PATCH', patchOf({ op: 'replace', path: 'emails[type eq', value: 'x' }), 'invalidPath'],
      ['PATCH', patchOf({ op: 'replace', path: 'shoeSize', value: 45 }), 'invalidPath'],
      ['PATCH', patchOf({ op: 'replace', path: 'id', value: 'X' }), 'mutability'],
      ['PATCH', patchOf({ op: 'replace', path: 'active', value: 'perhaps' }), 'invalidValue'],
      [
        'PATCH',
        patchOf(
          { op: 'replace', path: 'displayName', value: 'X' },
          { op: 'add', path: `${enterprise}:manager`, value: 'NOONE' },
        ),
        'invalidValue',
      ],
    ]
    for (const [method, body, scimType] of cases) {
      const answer = await scim.ask(method, method === 'POST' ? '/Users' : path, body)
      assert.equal(answer.body.scimType, scimType, JSON.stringify([body, answer.body]))
    }
    assert.deepEqual(await scim.expect(200, 'GET', path), user)
    // What has no place here is passed over, so that a provider can send it.
    const unused = patchOf(
      { op: 'Add', path: 'title', value: 'Engineer' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555' },
      { op: 'Replace', path: 'emails[type eq "home"].value', value: 'home@example.com' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
    )
    assert.deepEqual(await scim.expect(200, 'PATCH', path, unused), user)
    const deep = await scim.ask('POST', '/Users', `{"a":${'['.repeat(50)}${']'.repeat(50)}}`)
    assert.equal(deep.status, 400)
    assert.equal((await scim.ask('GET', '/Groups/NONE')).status, 404)
  })

  test('of twenty that create one userName at once, one does', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => scim.ask('POST', '/Users', person('race@example.com', { externalId: 'race' }))),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array(19).fill(409)])
    assert.ok(answers.every(({ status, body }) => status === 201 || body.scimType === 'uniqueness'))
    // An externalId belongs to one user.
    const other = await scim.ask('POST', '/Users', person('race2@example.com', { externalId: 'race' }))
    assert.deepEqual([other.status, other.body.scimType], [409, 'uniqueness'])
  })

  test('a user of another database is not seen', async () => {
    const globex = await crm().addDatabase('globex')
    await crm().addPerson('HANK', {}, globex)
    assert.equal((await scim.ask('GET', '/Users/HANK')).status, 404)
    assert.deepEqual(await found('userName eq "hank@example.com"'), [])
  })

  test('off-boarding ends tokens, and the records go to the manager or to the successor', async () => {
    const { ok, create, get, admin, addPerson } = crm()
    for (const uid of ['MIA', 'SUE', 'OLD']) await addPerson(uid)
    const lia = await addPerson('LIA')
    const set = await setUpScim(crm(), 'PUT', '', { Successor: 'SUE', ByManager: true })
    assert.deepEqual([set.Scim.Successor, set.Scim.ByManager], ['SUE', true])
    assert.equal((await setUpScim(crm(), 'PUT', '', { Successor: 'NOONE' })).Errors[0].Path, 'Successor')
    const company = await create('AbEntry', { Type: 'Company', CompanyName: 'Lake', AccountManager: { Uid: 'LIA' } })
    const open = await create('Task', { Subject: 'Call', DateTime: '2026-12-01T09:00:00Z', AssignedTo: { Uid: 'LIA' } })
    const done = await create('Task', {
      Subject: 'Done',
      DateTime: '2026-01-01T09:00:00Z',
      AssignedTo: { Uid: 'LIA' },
      Completed: true,
    })
    await scim.expect(
      200,
      'PATCH',
      '/Users/LIA',
      patchOf({ op: 'add', path: `${enterprise}:manager`, value: { value: 'MIA' } }),
    )
    await ok('Read', { User: { Scope: { Fields: { Uid: 1 } } } }, lia)

    const left = await scim.expect(200, 'PATCH', '/Users/LIA', patchOf({ op: 'replace', value: { active: 'False' } }))
    assert.deepEqual([left.active, left[offboarding].successor.value, left[offboarding].records], [false, 'MIA', 2])
    assert.equal((await crm().call('Read', { User: { Scope: { Fields: { Uid: 1 } } } }, lia)).Code, -1)
    const ownerOf = async (entity: string, key: string, field: string) =>
      (await get(entity, key, { [field]: { Uid: 1 } }))[field].Uid
    await until(async () => (await ownerOf('Task', open, 'AssignedTo')) === 'MIA', 'The open task to be handed over')
    assert.equal(await ownerOf('AbEntry', company, 'AccountManager'), 'MIA')
    assert.equal(await ownerOf('Task', done, 'AssignedTo'), 'LIA')
    const History = {
      Scope: { Fields: { Application: 1, Changes: 1 } },
      Criteria: { SearchQuery: { ParentKey: { $EQ: encodeKey('User', 'LIA') } } },
      OrderBy: { Fields: [{ DateTime: 'DESC' }] },
    }
    const rows = (await ok('Read', { History })).History.Data
    const row = rows.find((one: Json) => one.Changes.some((change: Json) => change.Field.startsWith('Successor')))
    assert.equal(row.Application, 'SCIM Entra')

    // Back again, the personal token stays ended, and the records stay where they are.
    const back = await scim.expect(200, 'PATCH', '/Users/LIA', patchOf({ op: 'replace', path: 'active', value: true }))
    assert.deepEqual([back.active, back[offboarding]], [true, undefined])
    assert.equal((await crm().call('Read', { User: { Scope: { Fields: { Uid: 1 } } } }, lia)).Code, -1)

    const gone = await scim.ask('DELETE', '/Users/OLD')
    assert.deepEqual([gone.status, gone.headers.get('clientele-successor')], [204, 'SUE'])
    const last = await scim.ask('PATCH', `/Users/${admin.uid}`, patchOf({ op: 'replace', value: { active: false } }))
    assert.deepEqual([last.status, last.body.scimType], [400, 'invalidValue'])
    assert.match(last.body.detail, /at least one enabled administrator/)
  })

  test('a group that SecAccess names is not deleted, and its schema and kind are described', async () => {
    const group = await scim.expect(201, 'POST', '/Groups', {
      displayName: 'Guards',
      externalId: 'g-1',
      members: [{ value: 'JOE' }],
    })
    await crm().create('AbEntry', {
      Type: 'Company',
      CompanyName: 'X',
      SecAccess: { Read: [encodeKey('SecurityGroup', group.id)] },
    })
    assert.equal((await scim.ask('DELETE', `/Groups/${group.id}`)).status, 409)
    assert.equal((await scim.ask('POST', '/Groups', { displayName: 'guards' })).body.scimType, 'uniqueness')
    const mixed = patchOf(
      { op: 'remove', path: 'members' },
      { op: 'add', path: 'members', value: [{ value: 'MASTER' }, { value: 'JOE' }] },
      { op: 'remove', path: 'members[value eq "JOE"]' },
      { op: 'replace', path: 'displayName', value: 'Wardens' },
    )
    const put = await scim.expect(200, 'PATCH', `/Groups/${group.id}?attributes=displayName,members`, mixed)
    assert.deepEqual([put.displayName, put.members.map((one: Json) => one.value)], ['Wardens', ['MASTER']])
    const types = await scim.expect(200, 'GET', '/ResourceTypes')
    for (const { id, schema, schemaExtensions } of types.Resources) {
      await scim.expect(200, 'GET', `/ResourceTypes/${id}`)
      for (const uri of [schema, ...schemaExtensions.map((one: Json) => one.schema)]) {
        assert.equal((await scim.expect(200, 'GET', `/Schemas/${uri}`)).id, uri)
      }
    }
    assert.equal((await scim.expect(200, 'GET', '/Schemas')).totalResults, 4)
    assert.equal((await scim.ask('GET', '/Schemas/none')).status, 404)
  })
})

const clock = manualClock(Date.UTC(2026, 5, 1))

eachCrm(
  'SCIM with a token that ends',
  crm => {
    test('a time of other lengths is refused', async () => {
      for (const Days of [0, 731, 1.5, 'long', -1]) {
        const { Errors } = await setUpScim(crm(), 'POST', '/tokens', { Name: 'Okta', Days })
        assert.equal(Errors[0].Path, 'Days', JSON.stringify(Days))
      }
    })

    test('a token works as many days as its administrator chose', async () => {
      const { Token, Scim } = await setUpScim(crm(), 'POST', '/tokens', { Name: 'Okta', Days: 90 })
      const [{ Created, Expires }] = Scim.Tokens
      assert.equal((Date.parse(Expires) - Date.parse(Created)) / 86_400_000, 90)
      const okta = clientOf(crm().server.url, Token)
      assert.equal((await okta.ask('GET', '/Users')).status, 200)
      clock.advance(90 * 86_400_000 - 1000)
      assert.equal((await okta.ask('GET', '/Users')).status, 200)
      clock.advance(1000)
      assert.equal((await okta.ask('GET', '/Users')).status, 401)
    })
  },
  { clock },
)

eachCrm(
  'SCIM with a limit on requests',
  crm => {
    test('a provider that asks too often is refused with the time to come back, in the format of SCIM', async () => {
      const scim = await scimClient(crm())
      const answers = []
      for (let i = 0; i < 6; i++) answers.push(await scim.ask('GET', '/ServiceProviderConfig'))
      const last = answers.at(-1)
      assert.deepEqual([answers[0]?.status, last?.status, last?.body.status], [200, 429, '429'])
      assert.match(last?.headers.get('retry-after') ?? '', /^\d+$/)
    })
  },
  { settings: { userRate: 5 } },
)

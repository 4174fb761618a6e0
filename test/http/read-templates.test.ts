// Tests templates of Reads: a body that repeats with other texts gets the answer that parsing it would give.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { entities } from '../../src/entities/index.ts'
import { BodyPatterns, PatternCache } from '../../src/operations/read/body-patterns.ts'
import { type Crm, drivers, eachCrm, type Json, type Person } from '../support/crm.ts'

test('a body is known again when only its texts differ, and they are safe to take as they stand', () => {
  const repeats = new BodyPatterns<readonly string[]>()
  repeats.learn('{"a":"one","b":["two",3],"c":"a"}', ['one', 'two', 'a'], holes => holes)
  const known = ['one', 'two']
  assert.deepEqual(repeats.find('{"a":"one","b":["two",3],"c":"a"}'), { known, texts: ['one', 'two'] })
  assert.deepEqual(repeats.find('{"a":"","b":["čtyři",3],"c":"a"}'), { known, texts: ['', 'čtyři'] })
  for (const other of [
    '{"a":"one","b":["two",4],"c":"a"}',
    '{"a":"one","b":["two",3],"c":"b"}',
    '{"a":"one","b":["two",3],"c":"a"} ',
    '{"a":"o\\"ne","b":["two",3],"c":"a"}',
    '{"a":"one","b":["t\\u0077o",3],"c":"a"}',
    '{"a":"o\nne","b":["two",3],"c":"a"}',
    '{"a":"one","x":1,"b":["two",3],"c":"a"}',
    '{"a":"one"',
    '',
  ])
    assert.equal(repeats.find(other), null, other)
})

test('what cannot be told apart for certain is not learnt, and only the last few bodies are kept', () => {
  const repeats = new BodyPatterns<readonly string[]>()
  repeats.learn('{"a":"\\u0061","a":"a"}', ['a'], holes => holes)
  assert.equal(repeats.find('{"a":"\\u0061","a":"a"}'), null)
  repeats.learn('{"same":"x","other":"x"}', ['x', 'x'], holes => holes)
  assert.deepEqual(repeats.find('{"same":"x","other":"x"}'), { known: [], texts: [] })
  assert.equal(repeats.find('{"same":"y","other":"y"}'), null)
  for (let i = 0; i < 50; i++) repeats.learn(`{"n":${i},"t":"x"}`, ['x'], holes => holes)
  assert.equal(repeats.find('{"n":0,"t":"x"}'), null)
  assert.ok(repeats.find('{"n":49,"t":"y"}'))
  for (let i = 0; i < 50; i++) repeats.learn(`{"n":49,"t":"${i}"}`, [String(i)], holes => holes)
  assert.ok(repeats.find('{"n":40,"t":"y"}'), 'what is learnt anew takes no more room')
})

test('patterns are bounded by the length of a body, by their count and by their characters together', () => {
  const patterns = new BodyPatterns<null>()
  const long = `{"t":"${'x'.repeat(4_096)}"}`
  assert.equal(
    patterns.learn(long, [], () => null),
    0,
  )
  assert.equal(patterns.find(long), null)
  let characters = 0
  for (let i = 0; i < 1_000; i++) characters += patterns.learn(`{"n":${1000 + i}}`, [], () => null)
  assert.equal(characters, 16 * '{"n":1000}'.length)

  const cache = new PatternCache<null>(100)
  const [one, two] = [{}, {}]
  cache.learn(one, '{"n":"a"}', ['a'], () => null)
  assert.ok(cache.find(one, '{"n":"b"}'))
  assert.equal(cache.find(two, '{"n":"b"}'), null, 'each owner has its own')
  for (let i = 0; i < 50; i++) cache.learn(two, '{"n":"a"}', ['a'], () => null)
  assert.ok(cache.find(one, '{"n":"b"}'), 'learning the same again takes no more room')
  for (let i = 0; i < 12; i++) cache.learn(two, `{"n":${10 + i}}`, [], () => null)
  assert.equal(cache.find(one, '{"n":"b"}'), null)
})

/** Sends a body often enough to be known, then with each of the other texts, each compared with a body that is parsed. */
const comparer =
  (crm: () => Crm) =>
  async (body: (text: string) => object, texts: readonly string[]): Promise<Json[]> => {
    const answers: Json[] = []
    for (let i = 0; i < 4; i++) await crm().call('Read', body(texts[0] as string), crm().user)
    for (const text of texts) {
      const again = await crm().call('Read', body(text), crm().user)
      const members = Object.entries(body(text)).map(([name, content]) => [
        name,
        { ...content, Unknown: Math.random() },
      ])
      assert.deepEqual(again, await crm().call('Read', Object.fromEntries(members), crm().user), text)
      answers.push(again)
    }
    return answers
  }

eachCrm('requests that repeat', crm => {
  const keys: string[] = []

  before(async () => {
    for (const CompanyName of ['Alpha Works', 'Beta Works', '100% Wool', 'Gamma']) {
      const answer = await crm().call('Create', { AbEntry: { Data: { Key: null, CompanyName } } })
      keys.push(answer.AbEntry.Data.Key)
    }
  })

  const compare = comparer(crm)

  const named = (condition: object) => ({
    AbEntry: {
      Scope: { Fields: { CompanyName: 1 } },
      Criteria: { SearchQuery: condition },
      OrderBy: { Fields: [{ CompanyName: 'ASC' }] },
    },
  })

  test('other keys, unknown ones, ones of another kind, and what is no key at all', async () => {
    const wrong = Buffer.from('Lead\t01ABC').toString('base64')
    const answers = await compare(key => named({ Key: { $EQ: key } }), [...keys, 'nonsense', wrong, ''])
    assert.deepEqual(
      answers.map(answer => answer.AbEntry?.Data?.[0]?.CompanyName ?? answer.Code),
      ['Alpha Works', 'Beta Works', '100% Wool', 'Gamma', 0, -1, 0],
    )
  })

  test('texts on which the statement itself depends: patterns, names, blanks', async () => {
    const patterns = ['Alpha%', '%Works', 'Gamma', '100\\% W%', '%', '']
    const found = await compare(text => named({ CompanyName: { $LIKE: text } }), patterns)
    assert.deepEqual(
      found.map(answer => answer.AbEntry?.Data.length),
      [1, 2, 1, 1, 4, 0],
    )
    const phrases = await compare(
      text => named({ $PHRASE: text }),
      ['alpha', 'Name: beta', ' ', 'works', 'x@y.example'],
    )
    assert.deepEqual(
      phrases.map(answer => answer.AbEntry.Data.length),
      [1, 1, 4, 2, 0],
    )
  })

  test('several texts at once, and periods', async () => {
    const both = await compare(
      text => named({ $AND: [{ Type: { $IN: ['Company', 'Contact'] } }, { CompanyName: { $GE: text } }] }),
      ['Alpha Works', 'Beta', 'zzz'],
    )
    assert.deepEqual(
      both.map(answer => answer.AbEntry.Data.length),
      [3, 2, 0],
    )
    const since = await compare(text => named({ CreationDate: { $GE: text } }), ['$TODAY()', '2000-01-01', 'never'])
    assert.deepEqual(
      since.map(answer => answer.AbEntry?.Data.length ?? answer.Code),
      [4, 4, -1],
    )
  })

  test('each caller has its own answer, and a new field is seen at once', async () => {
    const [key] = keys
    const hidden = { Data: { Key: key, SecAccess: { Read: [`${Buffer.from('User\tnobody').toString('base64')}`] } } }
    const body = {
      AbEntry: { Scope: { Fields: { CompanyName: 1, 'Udf/$NAME(Rank)': 1 } }, Criteria: { SearchQuery: { Key: key } } },
    }
    assert.equal((await crm().call('Read', body, crm().user)).Code, -1)
    const field = { Data: { Key: null, Name: 'Rank', Type: 'NumericField', AppliesTo: ['AbEntry'] } }
    assert.equal((await crm().call('Create', { Schema: field })).Code, 0)
    for (let i = 0; i < 4; i++) assert.equal((await crm().call('Read', body, crm().user)).AbEntry.Data.length, 1)
    assert.equal((await crm().call('Update', { AbEntry: hidden })).Code, -1, 'there is no such user')
    const groups = { SecurityGroup: { Data: { Key: null, Name: 'Few', Members: [] } } }
    const group = (await crm().call('Create', groups)).SecurityGroup.Data.Key
    await crm().call('Update', { AbEntry: { Data: { Key: key, SecAccess: { Read: [group] } } } })
    assert.equal((await crm().call('Read', body, crm().user)).AbEntry.Data.length, 0)
    assert.equal((await crm().call('Read', body)).AbEntry.Data.length, 1)
  })
})

eachCrm('pages that repeat', crm => {
  const compare = comparer(crm)
  const all = ['100% Wool', 'Alpha Works', 'Beta Works', 'Gamma']

  before(async () => {
    for (const CompanyName of all) await crm().create('AbEntry', { CompanyName })
  })

  const page =
    (query: object = {}, order = 'ASC') =>
    (PageKey: string | null) => ({
      AbEntry: {
        Scope: { Fields: { CompanyName: 1 } },
        Criteria: { SearchQuery: query },
        OrderBy: { Fields: [{ CompanyName: order }], PageSize: 1, PageKey },
      },
    })

  /** The page keys of a walk through all pages. */
  async function walk(body: (key: string | null) => object): Promise<string[]> {
    const keys: string[] = []
    for (let key: string | null = null; ; keys.push(key)) {
      const [content]: Json[] = Object.entries(await crm().ok('Read', body(key), crm().user)).flatMap(
        ([name, value]) => (name === 'Code' ? [] : [value as Json]),
      )
      key = content.PageKey
      if (key === null) return keys
    }
  }

  test('pages: each key leads to its page, and a wrong or foreign key is refused as it is at first', async () => {
    const pages = await walk(page())
    const [first = ''] = pages
    const wrong = [
      ...(await walk(page({}, 'DESC'))),
      ...(await walk(page({ CompanyName: { $LIKE: '%Works' } }))),
      first.slice(0, -3),
      `${first.slice(0, 8)}x${first.slice(9)}`,
      Buffer.from('[]').toString('base64url'),
      'x'.repeat(200_000),
      'quoted \\" key',
      '',
    ]
    const answers = await compare(page(), [...pages, ...wrong, ...pages])
    assert.deepEqual(
      answers.map(answer => answer.AbEntry?.Data[0].CompanyName ?? answer.Errors?.[0]?.ErrorCode),
      [...all.slice(1), ...wrong.map(() => -3009), ...all.slice(1)],
    )
    assert.equal(answers[pages.length]?.Errors[0].Path, 'AbEntry.OrderBy.PageKey')
  })

  test('pages of one condition refuse the keys of another value of it', async () => {
    const from = (name: string) => page({ CompanyName: { $GE: name } })
    const [ofAll, ofSome] = [await walk(from('100')), await walk(from('Alpha'))]
    const [first = ''] = ofAll
    const shown = (answer: Json) => answer.AbEntry?.Data[0].CompanyName ?? answer.Errors?.[0]?.ErrorCode
    const answers = await compare(name => from(name)(first), ['100', 'Alpha', '100', 'zzz'])
    assert.deepEqual(answers.map(shown), ['Alpha Works', -3009, 'Alpha Works', -3009])
    const next = await compare(from('Alpha'), [...ofSome, first])
    assert.deepEqual(next.map(shown), ['Beta Works', 'Gamma', -3009])
  })

  test('names in any letter case, and the refusal in that case', async () => {
    const body = (pagekey: string | null) => ({
      abentry: {
        scope: { fields: { companyname: 1 } },
        orderby: { fields: [{ companyname: 'asc' }], pagesize: 1, pagekey },
      },
    })
    const answers = await compare(body, [...(await walk(body)), 'x'])
    assert.deepEqual(
      answers.map(answer => answer.abentry?.Data[0].companyname ?? answer.Errors[0].Path),
      ['Alpha Works', 'Beta Works', 'Gamma', 'abentry.orderby.pagekey'],
    )
  })

  test('each caller has the culture and the time zone of its own settings', async () => {
    const hanna = await crm().addPerson('HANNA', { Culture: 'de-DE', TimeZone: 'Asia/Tokyo' })
    const key = await crm().create('AbEntry', { CompanyName: 'Dated', LastContactDate: '2026-08-24' })
    const own = { Culture: '$CURRENTUSER()', TimeZone: '$CURRENTUSER()' }
    const read = async (as: Person, Globalization: object = own): Promise<string> => {
      const fields = { LastContactDate: { DisplayValue: 1 }, CreationDate: { DisplayValue: 1 } }
      const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: { Key: { $EQ: key } } } }
      const [row] = (await crm().ok('Read', { AbEntry: content, Globalization }, as)).AbEntry.Data
      return `${row.LastContactDate.DisplayValue} ${row.CreationDate.DisplayValue}`
    }
    for (let i = 0; i < 4; i++) {
      assert.equal(await read(crm().user), await read(crm().user, { Culture: 'en-US', TimeZone: 'UTC' }))
      assert.equal(await read(hanna), await read(hanna, { Culture: 'de-DE', TimeZone: 'Asia/Tokyo' }))
      assert.match(await read(hanna, { TimeZone: 'UTC' }), /^24\.08\.2026 /)
    }
    await crm().ok('Delete', { AbEntry: { Data: { Key: key } } })
  })

  test('every entity: its pages and its refusals are the same from a template', async () => {
    let pages = 0
    for (const { name } of entities.filter(({ operations }) => operations.includes('Read'))) {
      const body = (PageKey: string | null) => ({
        [name]: { Scope: { Fields: { Key: 1 } }, OrderBy: { PageSize: 1, PageKey } },
        Configuration: drivers,
      })
      const first = await crm().call('Read', body(null), crm().user)
      const key: string | null = first[name]?.PageKey ?? null
      if (key !== null) pages++
      const [next] = await compare(body, key === null ? ['wrong'] : [key, 'wrong', key])
      if (key !== null) assert.equal(next[name].Data.length, 1, name)
    }
    assert.ok(pages >= 3, `${pages} entities have a second page`)
  })
})

// Bodies that repeat with other texts are answered from what is known of the first; the answers must not tell.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { RequestTemplates } from '../../src/envelope/request-templates.ts'
import { eachCrm, type Json } from '../support/crm.ts'

test('a body is known again when only its texts differ, and they are safe to take as they stand', () => {
  const repeats = new RequestTemplates<readonly string[]>()
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
  const repeats = new RequestTemplates<readonly string[]>()
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

eachCrm('requests that repeat', crm => {
  const keys: string[] = []

  before(async () => {
    for (const CompanyName of ['Alpha Works', 'Beta Works', '100% Wool', 'Gamma']) {
      const answer = await crm().call('Create', { AbEntry: { Data: { Key: null, CompanyName } } })
      keys.push(answer.AbEntry.Data.Key)
    }
  })

  /** The same body often enough to be known, then with each of the other texts, each held against a fresh spelling. */
  async function compare(body: (text: string) => object, texts: readonly string[]): Promise<Json[]> {
    const answers: Json[] = []
    for (let i = 0; i < 4; i++) await crm().call('Read', body(texts[0] as string), crm().user)
    for (const text of texts) {
      const again = await crm().call('Read', body(text), crm().user)
      const spelled = Object.entries(body(text)).map(([name, content]) => [
        name,
        { ...content, Unknown: Math.random() },
      ])
      assert.deepEqual(again, await crm().call('Read', Object.fromEntries(spelled), crm().user), text)
      answers.push(again)
    }
    return answers
  }

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

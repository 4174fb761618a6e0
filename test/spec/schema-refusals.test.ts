// One Read: a malformed request is refused on Schema with the code, path and message with which AbEntry refuses it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'

/** The same request, or the same problem, about a text of AbEntry. */
const onAbEntry = (text: string): string => text.replaceAll(/\bName\b/g, 'LastName')

const twentyOne = Array.from({ length: 21 }, () => ({ Name: 'ASC' }))
const nested = (depth: number): Json => (depth === 0 ? { Name: 'x' } : { $AND: [nested(depth - 1)] })

const malformed: Record<string, Json> = {
  'Scope is a number': { Scope: 7 },
  'Scope is a list': { Scope: [] },
  'Fields is a text': { Scope: { Fields: 'Key' } },
  'Fields is a list': { Scope: { Fields: ['Key'] } },
  'Fields is null': { Scope: { Fields: [null] } },
  'an unknown field': { Scope: { Fields: { Kee: 1 } } },
  'an unknown sub-field': { Scope: { Fields: { Name: { Town: 1 } } } },
  'a selector that is null': { Scope: { Fields: { Name: null } } },
  'a selector that is a text': { Scope: { Fields: { Name: 'yes' } } },
  'a list selector on a single value': { Scope: { Fields: { Name: [1] } } },
  'more than 1,000 fields': {
    Scope: { Fields: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`F${i}`, 1])) },
  },
  'Criteria is a number': { Criteria: 7 },
  'Criteria is a text': { Criteria: 'all' },
  'SearchQuery is a list': { Criteria: { SearchQuery: [] } },
  'SearchQuery is a text': { Criteria: { SearchQuery: 'x' } },
  'Top is a text': { Criteria: { Top: 'abc' } },
  'Top is a numeric text': { Criteria: { Top: '5' } },
  'Top is 0': { Criteria: { Top: 0 } },
  'Top is a fraction': { Criteria: { Top: 1.5 } },
  'Top is over the limit': { Criteria: { Top: 10_001 } },
  'an unknown field in criteria': { Criteria: { SearchQuery: { Kee: 'x' } } },
  'an unknown operator': { Criteria: { SearchQuery: { Name: { $LKIE: 'x' } } } },
  'an unknown operator at the top': { Criteria: { SearchQuery: { $XOR: [] } } },
  'a value of the wrong type': { Criteria: { SearchQuery: { Name: 7 } } },
  'a pattern that is a number': { Criteria: { SearchQuery: { Name: { $LIKE: 7 } } } },
  'a range of one': { Criteria: { SearchQuery: { Name: { $RANGE: ['a'] } } } },
  'a NUL character': { Criteria: { SearchQuery: { Name: 'a\u0000b' } } },
  'a text that is too long': { Criteria: { SearchQuery: { Name: 'x'.repeat(10_001) } } },
  '$ALL on a single value': { Criteria: { SearchQuery: { Name: { $ALL: ['x'] } } } },
  '$OR without conditions': { Criteria: { SearchQuery: { $OR: [] } } },
  '$AND of a number': { Criteria: { SearchQuery: { $AND: 7 } } },
  '$YEAR of a text': { Criteria: { SearchQuery: { '$YEAR(Name)': 2026 } } },
  '$INBOUND of a text': { Criteria: { SearchQuery: { '$INBOUND(Name,1:1,2:2,3:1,1:1)': { $EQ: true } } } },
  '$PHRASE of a number': { Criteria: { SearchQuery: { $PHRASE: 7 } } },
  '$EXISTS in another form': { Criteria: { SearchQuery: { Name: { '$EXISTS(LeadObject)': 'OpportunityKey' } } } },
  '$TREE on a text': { Criteria: { SearchQuery: { Name: { $TREE: '/' } } } },
  'conditions that nest too deep': { Criteria: { SearchQuery: nested(40) } },
  'too many conditions': { Criteria: { SearchQuery: { $OR: Array.from({ length: 1001 }, () => ({ Name: 'x' })) } } },
  'too many values': { Criteria: { SearchQuery: { Name: { $IN: Array.from({ length: 10_001 }, () => 'x') } } } },
  'OrderBy is a text': { OrderBy: 'Name' },
  'order fields are texts': { OrderBy: { Fields: ['Name'] } },
  'order by an unknown field': { OrderBy: { Fields: [{ Kee: 'ASC' }] } },
  'an unknown direction': { OrderBy: { Fields: [{ Name: 'UP' }] } },
  'a direction that is a number': { OrderBy: { Fields: [{ Name: 1 }] } },
  '21 order keys': { OrderBy: { Fields: twentyOne } },
  'PageSize is a text': { OrderBy: { PageSize: 'many' } },
  'PageSize is 0': { OrderBy: { PageSize: 0 } },
  'PageSize is over the limit': { OrderBy: { PageSize: 10_001 } },
  'a page key that is a number': { OrderBy: { PageSize: 5, PageKey: 7 } },
  'a page key that is damaged': { OrderBy: { PageSize: 5, PageKey: 'nonsense' } },
  'a page key of another query': {
    OrderBy: { PageSize: 5, PageKey: Buffer.from('["x",0,"a"]').toString('base64url') },
  },
  'Options is a list': { Options: [] },
  'GroupBy is a number': { GroupBy: 7 },
  'several problems': {
    Scope: { Fields: { Kee: 1 } },
    Criteria: { SearchQuery: { Kee: 1, Name: 7 }, Top: 'abc' },
    OrderBy: { Fields: [{ Kee: 'ASC' }], PageSize: -1 },
  },
}

eachCrm('Schema and AbEntry', crm => {
  before(async () => {
    for (const LastName of ['Ames', 'Bell', 'Cole']) await crm().create('AbEntry', { Type: 'Individual', LastName })
  })

  /** Suggestions name the fields of the entity, so they are left out of the comparison. */
  const told = (problems: Json[]): Json[] =>
    problems.map(({ ErrorCode, Path, Message }) => ({
      ErrorCode,
      Path: Path.replace(/^(AbEntry|Schema)/, '*'),
      Message: Message.replaceAll(/AbEntry|Schema/g, '*')
        .replace(/ Did you mean .*?\?/, '')
        .replace(/ There are .*/, '')
        // Schema has lower limits, since its conditions are judged in memory.
        .replace(/(more than|at most) \d+/, '$1 N'),
    }))

  for (const [what, content] of Object.entries(malformed)) {
    test(`refuse alike: ${what}`, async () => {
      const schema = await crm().refused('Read', { Schema: content })
      const records = await crm().refused('Read', JSON.parse(`{"AbEntry":${onAbEntry(JSON.stringify(content))}}`))
      const compared = JSON.parse(onAbEntry(JSON.stringify(told(schema))))
      assert.deepEqual(compared, told(records))
    })
  }

  for (const [what, content] of Object.entries({
    'no Scope gives keys': {},
    'a Scope of null gives keys': { Scope: null, Criteria: null, OrderBy: null, Options: null },
    'an empty selection gives empty records': { Scope: { Fields: {} } },
    'sections in any letter case': { SCOPE: { fields: { key: 1 } }, criteria: { TOP: 2 } },
    'a field that is left out': { Scope: { Fields: { Key: 1, Name: 0 } } },
    'an absolute name': { Scope: { Fields: { '/*/Key': 1 } }, OrderBy: { Fields: [{ '/*/Name': 'DESC' }] } },
    'the older form, operator first': { Criteria: { SearchQuery: { $LIKE: { Name: 'C%' } } } },
    'a page and its key': { OrderBy: { Fields: { Name: 'ASC' }, PageSize: 2 } },
  })) {
    test(`answer alike: ${what}`, async () => {
      const [schema, records] = await Promise.all(
        ['Schema', 'AbEntry'].map(async entity => {
          const text = JSON.stringify(content).replaceAll('*', entity)
          const spelled = entity === 'AbEntry' ? onAbEntry(text) : text
          return (await crm().ok('Read', JSON.parse(`{"${entity}":${spelled}}`)))[entity]
        }),
      )
      const form = (answer: Json, entity: string) => [
        Object.keys(answer),
        Object.keys(answer.Data[0]).map(name => name.replace(entity, '*')),
      ]
      assert.deepEqual(form(schema, 'Schema'), form(records, 'AbEntry'))
    })
  }

  test('Schema rows cannot be grouped or aggregated, and are never in the bin', async () => {
    const [groups] = await crm().refused('Read', {
      Schema: { Scope: { Fields: { Type: 1 } }, GroupBy: { Fields: ['Type'] } },
    })
    assert.deepEqual([groups?.ErrorCode, groups?.Path], [-3010, 'Schema.GroupBy.Fields'])
    const [count] = await crm().refused('Read', { Schema: { Scope: { Fields: { '$COUNT()': 1 } } } })
    assert.deepEqual([count?.ErrorCode, count?.Path], [-3010, 'Schema.Scope.Fields'])
    const bin = await crm().ok('Read', { Schema: { Options: { Deleted: true } } })
    assert.deepEqual(bin.Schema, { Data: [] })
  })

  test('rows without a value come last in both directions, ties are broken by key, and pages follow that order', async () => {
    const define = (Name: string, TAG: string | null) =>
      crm().ok('Create', { Schema: { Data: { Key: null, Type: 'StringField', Name, TAG, AppliesTo: ['Lead'] } } })
    await define('First', 'tagb')
    await define('Second', 'taga')
    const query = { Key: { $TREE: '/Lead' } }
    const Compatibility = { SchemaObject: '1.0' }
    const read = async (way: string, page: Json = {}): Promise<Json> => {
      const OrderBy = { Fields: [{ TAG: way }], ...page }
      const content = { Scope: { Fields: { Key: 1, TAG: 1 } }, Criteria: { SearchQuery: query }, OrderBy }
      return (await crm().ok('Read', { Schema: content, Compatibility })).Schema
    }
    for (const [way, tags] of [
      ['ASC', ['taga', 'tagb']],
      ['DESC', ['tagb', 'taga']],
    ] as const) {
      const { Data } = await read(way)
      const found = Data.map((row: Json) => row.TAG)
      assert.deepEqual(found.slice(0, 2), tags)
      assert.ok(found.slice(2).every((tag: Json) => tag === null))
      const keys = Data.slice(2).map((row: Json) => row.Key.toLowerCase())
      assert.deepEqual(keys, keys.toSorted())
      const paged: Json[] = []
      let PageKey: Json = null
      do {
        const answer = await read(way, { PageSize: 7, PageKey })
        paged.push(...answer.Data)
        PageKey = answer.PageKey
      } while (PageKey)
      assert.deepEqual(paged, Data)
    }
  })

  test('pages go on after the last row seen while fields are defined, in the order of the model too', async () => {
    const define = (Name: string, entity: string) =>
      crm().ok('Create', { Schema: { Data: { Key: null, Type: 'StringField', Name, AppliesTo: [entity] } } })
    const Compatibility = { SchemaObject: '1.0' }
    const read = async (page: Json) =>
      (await crm().ok('Read', { Schema: { OrderBy: { PageSize: 300, ...page } }, Compatibility })).Schema
    const before = (await read({ PageSize: 10_000 })).Data
    const seen: Json[] = []
    let PageKey: Json = null
    do {
      const answer = await read({ PageKey })
      seen.push(...answer.Data)
      PageKey = answer.PageKey
      await define(`Between ${seen.length}`, 'AbEntry')
    } while (PageKey)
    assert.deepEqual(seen, before)
  })

  test('a member of Attributes is selected by name, and lists can be searched but not ordered by', async () => {
    const Criteria = {
      SearchQuery: { Key: '/AbEntry/CompanyName', Alias: null, Queryable: { $ALL: ['$eq', '$LIKE'] } },
    }
    const Fields = { Attributes: { MaxLength: 1, Nothing: 1 }, Sortable: { DisplayValue: 1 } }
    const { Schema } = await crm().ok('Read', { Schema: { Scope: { Fields }, Criteria } })
    assert.deepEqual(Schema.Data, [
      { Attributes: { MaxLength: 160, Nothing: null }, Sortable: { DisplayValue: 'Yes' } },
    ])
    for (const name of ['Alias', 'AppliesTo', 'Queryable', 'Attributes', 'Items']) {
      const [problem] = await crm().refused('Read', { Schema: { OrderBy: { Fields: { [name]: 'ASC' } } } })
      assert.deepEqual([problem?.ErrorCode, problem?.Path], [-3010, `Schema.OrderBy.Fields.${name}`])
    }
  })
})

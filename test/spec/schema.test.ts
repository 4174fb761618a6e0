// Tests the metadata, and the fields that administrators define.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Crm, eachCrm, type Json } from '../support/crm.ts'

const Compatibility = { SchemaObject: '1.0' }

async function schema(crm: Crm, query: Json, fields: Json = { Key: 1 }, more: Json = {}): Promise<Json[]> {
  const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query }, ...more }
  return (await crm.ok('Read', { Schema: content, Compatibility })).Schema.Data
}

const tree = (path: string) => ({ Key: { $TREE: path } })
const keysOf = (rows: Json[]): string[] => rows.map(row => row.Key)

const define = async (crm: Crm, data: Json): Promise<string> =>
  (await crm.ok('Create', { Schema: { Data: { Key: null, ...data } }, Compatibility })).Schema.Data.Key

const all = [
  'Key',
  'Alias',
  'Type',
  'Name',
  'AppliesTo',
  'Sortable',
  'Nullable',
  'Assignable',
  'Queryable',
  'Mandatory',
  'Attributes',
  'HasOption',
  'DisplayValue',
  'Inactive',
]

eachCrm('Schema reads', crm => {
  test('Fields 1 selects all, and each field can be selected by name [C-2.7-01, C-4.5-04]', async () => {
    const [row] = await schema(crm(), { Key: '/AbEntry/CompanyName' }, 1)
    for (const name of all) assert.ok(name in row, name)
    assert.equal(row.Key, '/AbEntry/CompanyName')
    assert.equal(row.Type, 'StringField')
    assert.deepEqual(row.AppliesTo, ['Company', 'Individual'])
    assert.deepEqual(
      [row.Sortable, row.Assignable, row.Mandatory, row.HasOption, row.Inactive],
      [true, true, true, false, false],
    )
    assert.equal(row.DisplayValue, 'Company Name')
    assert.ok(row.Queryable.includes('$LIKE') && row.Queryable.includes('$EQ'))
    assert.deepEqual(row.Attributes, { MaxLength: 160, MandatoryFor: ['Company'] })
    const named = await schema(crm(), tree('/AbEntry'), Object.fromEntries(all.map(name => [name, 1])))
    assert.deepEqual(Object.keys(named[0]), all)
  })

  test('$TREE gives an entity with its fields and sub-fields, for AbEntry, Interaction, Opportunity, ColumnSetup [C-4.5-19, C-4.11-01]', async () => {
    for (const [entity, field] of [
      ['AbEntry', 'Address/City'],
      ['Interaction', 'Type'],
      ['Opportunity', 'ForecastRevenue/CurrencyCode'],
      ['ColumnSetup', 'Columns/Template'],
    ] as const) {
      const keys = keysOf(await schema(crm(), tree(`/${entity}`)))
      assert.ok(keys.includes(`/${entity}`) && keys.includes(`/${entity}/${field}`), entity)
      assert.ok(keys.every(key => key === `/${entity}` || key.startsWith(`/${entity}/`)))
      assert.equal(new Set(keys).size, keys.length)
    }
  })

  test('$TREE "/" is the whole tree; a misspelled entity or field is refused with a suggestion', async () => {
    const keys = keysOf(await schema(crm(), tree('/')))
    for (const key of ['/AbEntry', '/Document/ParentKey', '/User/Email', '/Opportunity/SalesTeam/Key']) {
      assert.ok(keys.includes(key), key)
    }
    assert.deepEqual(keysOf(await schema(crm(), tree('/abentry/address/city/'))), ['/AbEntry/Address/City'])
    const refuse = async (path: string) =>
      (await crm().refused('Read', { Schema: { Scope: { Fields: 1 }, Criteria: { SearchQuery: tree(path) } } }))[0]
    assert.match((await refuse('/AbEntri'))?.Message ?? '', /Did you mean "AbEntry"/)
    assert.match((await refuse('/AbEntry/Adress'))?.Message ?? '', /Did you mean "Address"/)
  })

  test('without Compatibility keys are relative', async () => {
    const body = {
      Schema: { Scope: { Fields: { Key: 1, Alias: 1 } }, Criteria: { SearchQuery: { Key: '/AbEntry/WebSite' } } },
    }
    assert.deepEqual((await crm().ok('Read', body)).Schema.Data, [{ Key: 'Website', Alias: ['WebSite'] }])
    assert.deepEqual(await schema(crm(), { Key: { $EQ: '/AbEntry/WebSite' } }, { Key: 1, Alias: 1 }), [
      { Key: '/AbEntry/Website', Alias: ['/AbEntry/WebSite'] },
    ])
  })

  test('AppliesTo lists the fields of a type; an entity name means any of its types [C-4.11-02]', async () => {
    const contact = keysOf(await schema(crm(), { $AND: [tree('/AbEntry'), { AppliesTo: { $IN: ['Contact'] } }] }))
    assert.ok(contact.includes('/AbEntry/ReportsToKey') && !contact.includes('/AbEntry/CompanyName'))
    assert.deepEqual(
      keysOf(await schema(crm(), { AppliesTo: { $EQ: 'AbEntry' } })),
      keysOf(await schema(crm(), tree('/AbEntry'))),
    )
    const company = keysOf(await schema(crm(), { AppliesTo: { $IN: ['Company'] } }))
    assert.ok(company.includes('/AbEntry/CompanyName') && !company.includes('/AbEntry/LastName'))
  })

  test('rows are searched by Name, Type and flags, ordered, and limited', async () => {
    const found = await schema(
      crm(),
      { ...tree('/Opportunity'), HasOption: true, Type: { $LIKE: 'EnumField%' } },
      { Name: 1 },
      { OrderBy: { Fields: [{ Name: 'DESC' }] } },
    )
    assert.deepEqual(
      found.map(row => row.Name),
      ['Status', 'RevenueType', 'Reason', 'Rating', 'Product', 'Category'],
    )
    const top = await crm().ok('Read', {
      Schema: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: tree('/Opportunity'), Top: 3 } },
    })
    assert.equal(top.Schema.Data.length, 3)
    const ne = await schema(crm(), { ...tree('/Lead'), Type: { $NE: 'StringField' } }, { Type: 1 })
    assert.ok(ne.length > 0 && ne.every(row => row.Type !== 'StringField'))
  })

  test('pages of rows follow each other, and a page key belongs to its query', async () => {
    const ask = (PageKey: string | null, query: Json = tree('/Case')) => ({
      Schema: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query }, OrderBy: { PageSize: 10, PageKey } },
      Compatibility,
    })
    const seen: string[] = []
    let key: string | null = null
    do {
      const { Schema }: Json = await crm().ok('Read', ask(key))
      seen.push(...keysOf(Schema.Data))
      key = Schema.PageKey
      if (key) assert.equal((await crm().refused('Read', ask(key, tree('/Lead'))))[0]?.ErrorCode, -3009)
    } while (key)
    assert.deepEqual(seen, keysOf(await schema(crm(), tree('/Case'))))
  })

  test('every row with HasOption has options that can be read, and every other has none [C-2.7-02]', async () => {
    const process = await crm().ok('Read', { Opportunity: { FieldOptions: { SalesProcessSetup: 1 } } })
    const Data = {
      SalesProcessSetupKey: process.Opportunity.FieldOptions.SalesProcessSetup[0].Key,
      ParentWorkflowKey: await crm().create('Workflow', { Name: 'Visits' }),
    }
    const fields = new Map<string, { with: string[]; without: string[] }>()
    for (const { Key, HasOption } of await schema(crm(), tree('/'), { Key: 1, HasOption: 1 })) {
      const [, entity, ...path] = Key.split('/')
      if (path.length === 0) continue
      const those = fields.get(entity) ?? { with: [], without: [] }
      those[HasOption ? 'with' : 'without'].push(path.join('/'))
      fields.set(entity, those)
    }
    const ask = (paths: string[]) => ({ FieldOptions: Object.fromEntries(paths.map(path => [path, 1])), Data })
    for (const [entity, those] of fields) {
      await crm().ok('Read', { [entity]: ask(those.with) })
      // An answer names so many problems at most.
      for (let at = 0; at < those.without.length; at += 50) {
        const asked = those.without.slice(at, at + 50)
        assert.deepEqual(
          (await crm().refused('Read', { [entity]: ask(asked) })).map(({ Path }) => Path),
          asked.map(path => `${entity}.FieldOptions.${path}`),
        )
      }
    }
  })

  test('unknown names are refused with their path', async () => {
    const problems = await crm().refused('Read', {
      Schema: {
        Scope: { Fields: { Key: 1, Typ: 1 } },
        Criteria: { SearchQuery: { Nam: 'x', Name: { $PHRASE: 'x' } } },
        OrderBy: { Fields: [{ Kee: 'ASC' }] },
      },
    })
    const paths = problems.map(p => p.Path)
    for (const path of ['Schema.Scope.Fields.Typ', 'Schema.Criteria.SearchQuery.Nam', 'Schema.OrderBy.Fields[0].Kee']) {
      assert.ok(paths.includes(path), path)
    }
  })
})

eachCrm('User-defined fields', crm => {
  const types: [string, Json, Json, Json][] = [
    ['StringField', { MaxLength: 10 }, 'ten chars.', 'eleven chars'],
    ['NumericField', { DecimalPlaces: 2 }, 1.25, 1.255],
    ['IntegerField', {}, 7, 7.5],
    ['CurrencyField', {}, 12.34, 'much'],
    ['BooleanField', {}, true, 'yes'],
    ['DateTimeField', { Date: true, Time: true }, '2026-08-24T10:00:00Z', 'soon'],
    ['DateTimeField', { Date: true }, '2026-08-24', 'soon'],
    ['EnumField<StringItem>', {}, ['2'], ['9']],
    ['EnumField<StringItem>', { MultiSelect: true }, ['2', '1'], ['1', '9']],
    ['EnumField<StringItem>', { YesNo: true }, ['2'], ['3']],
  ]

  test('a field of every type is defined, written, read, searched, and refuses what is not its own', async () => {
    for (const [i, [Type, Attributes, good, bad]] of types.entries()) {
      const items =
        Type.startsWith('Enum') && !Attributes.YesNo ? { Items: [{ Value: 'Small' }, { Value: 'Large' }] } : {}
      const data = { Type, Attributes, Name: `Field ${i}`, AppliesTo: ['Company'], ...items }
      const key = await define(crm(), data)
      assert.match(key, /^\/AbEntry\/Udf\/\$TYPEID\(\d+\)$/)
      const name = key.slice('/AbEntry/'.length)
      const entry = await crm().create('AbEntry', { CompanyName: `With ${i}`, [name]: good })
      assert.deepEqual((await crm().get('AbEntry', entry, { [name]: 1 }))[name], good, Type)
      const wanted = Array.isArray(good) ? good[0] : good
      const found = await crm().ok('Read', {
        AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { [name]: { $EQ: wanted } } } },
      })
      assert.deepEqual(found.AbEntry.Data, [{ Key: entry }], Type)
      const [problem] = await crm().refused('Create', { AbEntry: { Data: { CompanyName: 'x', [name]: bad } } })
      assert.equal(problem?.Path.startsWith(`AbEntry.Data.${name}`), true, Type)
      const person = { Type: 'Individual', LastName: 'x', [name]: good }
      assert.equal((await crm().refused('Create', { AbEntry: { Data: person } }))[0]?.ErrorCode, -4002)
    }
  })

  test('its row has all spellings as Alias, its Attributes and Items; $TREE /AbEntry/Udf lists such fields alone', async () => {
    const key = await define(crm(), {
      Type: 'EnumField<StringItem>',
      Name: 'Shirt size',
      TAG: 'shirt',
      AppliesTo: ['Contact', 'Individual'],
      Description: 'For the gift',
      Items: [{ Value: 'S' }, { Key: '7', Name: 'L', Inactive: true }],
    })
    const [row] = await schema(crm(), { Key: { $EQ: '/AbEntry/Udf/$TAG(shirt)' } }, 1)
    const id = /\d+/.exec(key)?.[0]
    assert.deepEqual(row.Alias, [
      `/AbEntry/Udf/$TYPEID(${id})`,
      '/AbEntry/Udf/$NAME(Shirt size)',
      '/AbEntry/Udf/$TAG(shirt)',
    ])
    assert.deepEqual(
      [row.Key, row.Name, row.DisplayValue, row.Description],
      [key, 'Shirt size', 'Shirt size', 'For the gift'],
    )
    assert.deepEqual(row.AppliesTo, ['Individual', 'Contact'])
    assert.deepEqual(
      row.Items.map((i: Json) => [i.Key, i.DisplayValue, i.Inactive]),
      [
        ['1', 'S', false],
        ['7', 'L', true],
      ],
    )
    const listed = keysOf(await schema(crm(), tree('/AbEntry/Udf')))
    assert.ok(listed.includes(key) && listed.every(k => k.startsWith('/AbEntry/Udf/')))
  })

  test('FieldOptions reads and edits its items in every spelling; an item in use stays', async () => {
    const key = await define(crm(), {
      Type: 'EnumField<StringItem>',
      Name: 'Colour',
      AppliesTo: ['Opportunity'],
      Items: [{ Value: 'Red' }, { Value: 'Blue' }],
    })
    const name = key.slice('/Opportunity/'.length)
    const spelled = 'Udf/$NAME(Colour)'
    const update = (items: Json, Options: Json = {}) => ({
      Opportunity: { FieldOptions: { [spelled]: items }, Options },
    })
    const added = await crm().ok('Update', update([{ Name: 'Green' }]))
    assert.equal(added.Opportunity.FieldOptions[spelled][0].Key, '3')
    const entry = await crm().create('AbEntry', { CompanyName: 'Colourful' })
    await crm().create('Opportunity', { AbEntryKey: entry, Objective: 'x', [name]: '3' })
    const [inUse] = await crm().refused('Update', update([{ Key: '3' }], { Remove: true }))
    assert.equal(inUse?.ErrorCode, -4007)
    await crm().ok('Update', update([{ Key: '1' }], { Remove: true }))
    const read = await crm().ok('Read', { Opportunity: { FieldOptions: { [name]: [{ Key: 1, Value: 1 }] } } })
    assert.deepEqual(read.Opportunity.FieldOptions[name], [
      { Key: '2', Value: 'Blue' },
      { Key: '3', Value: 'Green' },
    ])
  })

  test('the two items of a YesNo field are No and Yes, and stay so', async () => {
    const key = await define(crm(), {
      Type: 'EnumField<StringItem>',
      Attributes: { YesNo: true },
      Name: 'Newsletter',
      AppliesTo: ['Lead'],
    })
    const name = key.slice('/Lead/'.length)
    const read = await crm().ok('Read', { Lead: { FieldOptions: { [name]: 1 } } })
    assert.deepEqual(read.Lead.FieldOptions[name], [
      { Key: '1', DisplayValue: 'No' },
      { Key: '2', DisplayValue: 'Yes' },
    ])
    const [problem] = await crm().refused('Update', { Lead: { FieldOptions: { [name]: [{ Name: 'Maybe' }] } } })
    assert.equal(problem?.ErrorCode, -1003)
  })

  test('Update changes name, tag, attributes, items and activity; Type and place never', async () => {
    const key = await define(crm(), {
      Key: '/Lead/Udf',
      Type: 'EnumField<StringItem>',
      Name: 'Channel',
      Attributes: { MultiSelect: true },
      Items: [{ Value: 'Web' }, { Value: 'Fair' }],
    })
    const update = (data: Json) => ({ Schema: { Data: { Key: key, ...data } }, Compatibility })
    const answer = await crm().ok(
      'Update',
      update({
        Name: 'Way',
        TAG: 'way',
        Inactive: true,
        Items: [{ Key: '2', Value: 'Trade fair' }, { Value: 'Mail' }],
      }),
    )
    assert.equal(answer.Schema.Data.Key, key)
    const [row] = await schema(
      crm(),
      { Key: key },
      { Name: 1, TAG: 1, Inactive: 1, Type: 1, Items: [{ Key: 1, Value: 1 }] },
    )
    assert.deepEqual(row, {
      Name: 'Way',
      TAG: 'way',
      Inactive: true,
      Type: 'EnumField<StringItem>',
      Items: [
        { Key: '2', Value: 'Trade fair' },
        { Key: '3', Value: 'Mail' },
      ],
    })
    assert.equal((await crm().refused('Update', update({ Type: 'StringField' })))[0]?.ErrorCode, -4003)
    await crm().ok('Update', update({ Type: 'EnumField<StringItem>', Inactive: false }))
    const lead = await crm().create('Lead', { LastName: 'Two', 'Udf/$TAG(way)': ['2', '3'] })
    const [several] = await crm().refused('Update', update({ Attributes: {} }))
    assert.equal(several?.ErrorCode, -4008)
    await crm().ok('Update', { Lead: { Data: { Key: lead, 'Udf/$TAG(way)': ['2'] } } })
    await crm().ok('Update', update({ Attributes: {} }))
    const [one] = await crm().refused('Update', { Lead: { Data: { Key: lead, 'Udf/$TAG(way)': ['2', '3'] } } })
    assert.equal(one?.ErrorCode, -3004)
  })

  test('names and tags are unique within an entity, not between entities', async () => {
    await define(crm(), { Type: 'StringField', Name: 'Überweg', TAG: 'weg', AppliesTo: ['Case'] })
    const twice = await crm().refused('Create', {
      Schema: { Data: { Type: 'StringField', Name: 'UBERWEG', TAG: 'Weg', AppliesTo: ['Case'] } },
    })
    assert.deepEqual(
      twice.map(p => [p.Path, p.ErrorCode]),
      [
        ['Schema.Data.Name', -4010],
        ['Schema.Data.TAG', -4010],
      ],
    )
    await define(crm(), { Type: 'StringField', Name: 'Überweg', TAG: 'weg', AppliesTo: ['Campaign'] })
  })

  test('deleting a field deletes its values; its number is not used again', async () => {
    const key = await define(crm(), { Type: 'StringField', Name: 'Passing', AppliesTo: ['AbEntry'] })
    const name = key.slice('/AbEntry/'.length)
    const entry = await crm().create('AbEntry', { CompanyName: 'Keeps', [name]: 'x' })
    const gone = await crm().ok('Delete', { Schema: { Data: { Key: key } }, Compatibility })
    assert.deepEqual(gone.Schema.Data, { Key: key })
    const [problem] = await crm().refused('Read', {
      AbEntry: { Scope: { Fields: { [name]: 1 } }, Criteria: { SearchQuery: { Key: entry } } },
    })
    assert.equal(problem?.ErrorCode, -3000)
    const { dialect } = crm().server.store
    const left = dialect.dynamicBuilder
      .selectFrom('udf_value')
      .selectAll()
      .where('db', '=', crm().database.id)
      .where('type_id', '=', Number(/\d+/.exec(key)?.[0]))
    const { sql, parameters } = left.compile()
    assert.deepEqual(await crm().server.store.rows({ sql, params: parameters as never }), [])
    assert.notEqual(await define(crm(), { Type: 'StringField', Name: 'Passing', AppliesTo: ['AbEntry'] }), key)
  })

  test('AlwaysMandatory and Mandatory.Rule are kept and shown; a rule must name fields that exist', async () => {
    const key = await define(crm(), {
      Type: 'StringField',
      Name: 'Reason for loss',
      AppliesTo: ['Opportunity'],
      Mandatory: { Rule: { Status: { $EQ: 4 } } },
    })
    assert.deepEqual(await schema(crm(), { Key: key }, { Mandatory: 1, AlwaysMandatory: 1 }), [
      { Mandatory: { Rule: { Status: { $EQ: 4 } } }, AlwaysMandatory: false },
    ])
    const wrong = await crm().refused('Create', {
      Schema: {
        Data: {
          Type: 'StringField',
          Name: 'x',
          AppliesTo: ['Opportunity'],
          Mandatory: { Rule: { Stats: 4, $PHRASE: 'x' } },
        },
      },
    })
    assert.deepEqual(
      wrong.map(p => p.Path),
      ['Schema.Data.Mandatory.Rule.Stats', 'Schema.Data.Mandatory.Rule.$PHRASE'],
    )
    const other = await define(crm(), {
      Type: 'StringField',
      Name: 'Follows',
      AppliesTo: ['Opportunity'],
      Mandatory: { Rule: { 'Udf/$NAME(Reason for loss)': { $EQ: 'price' } } },
    })
    // The rule outlives a change of the other field's name.
    await crm().ok('Update', { Schema: { Data: { Key: key, Name: 'Why lost' } } })
    const rule = { Rule: { [key.slice('/Opportunity/'.length)]: { $EQ: 'price' } } }
    assert.deepEqual(await schema(crm(), { Key: other }, { Mandatory: 1 }), [{ Mandatory: rule }])
    const [needed] = await crm().refused('Delete', { Schema: { Data: { Key: key } } })
    assert.equal(needed?.ErrorCode, -4008)
    await crm().ok('Update', { Schema: { Data: { Key: other, Mandatory: true } } })
    assert.deepEqual(await schema(crm(), { Key: other }, { Mandatory: 1 }), [{ Mandatory: true }])
    await crm().ok('Delete', { Schema: { Data: [{ Key: other }, { Key: key }] } })
  })

  test('only administrators define fields, and built-in ones stay as they are', async () => {
    const data = { Type: 'StringField', Name: 'x', AppliesTo: ['Lead'] }
    assert.equal((await crm().refused('Create', { Schema: { Data: data } }, crm().user))[0]?.ErrorCode, -2002)
    const [builtIn] = await crm().refused('Update', { Schema: { Data: { Key: '/AbEntry/CompanyName', Name: 'x' } } })
    assert.equal(builtIn?.ErrorCode, -4001)
    const [unknown] = await crm().refused('Delete', { Schema: { Data: { Key: '/AbEntry/Udf/$TYPEID(4711)' } } })
    assert.equal(unknown?.ErrorCode, -3007)
  })

  test('every problem of a definition is reported', async () => {
    const problems = await crm().refused('Create', {
      Schema: {
        Data: [
          { Type: 'TextField', Name: '', AppliesTo: ['Compny'], Nmae: 'x', Sortable: true },
          {
            Type: 'StringField',
            Name: 'a(b',
            AppliesTo: ['Lead'],
            Attributes: { MaxLength: 0, MaxLenght: 5 },
            TAG: 'a)b',
          },
          { Type: 'IntegerField', Name: 'items', AppliesTo: ['Lead'], Items: [{ Value: 'x' }], Inactive: 'no' },
        ],
      },
    })
    const paths = problems.map(p => p.Path.replace('Schema.Data', ''))
    for (const path of [
      '[0].Type',
      '[0].Name',
      '[0].AppliesTo',
      '[0].Nmae',
      '[0].Sortable',
      '[1].Name',
      '[1].Attributes.MaxLength',
      '[1].Attributes.MaxLenght',
      '[1].TAG',
      '[2].Items',
      '[2].Inactive',
    ]) {
      assert.ok(paths.includes(path), `${path} is not among ${paths}`)
    }
  })

  test('a batch can define a field and use it at once, and undoes both together', async () => {
    const batch = (name: string, value: Json) => ({
      'Schema.a': { Data: { Type: 'IntegerField', Name: name, AppliesTo: ['Company'] } },
      'AbEntry.b': { Data: { CompanyName: 'Batched', [`Udf/$NAME(${name})`]: value } },
    })
    await crm().ok('Create', batch('Floors', 3))
    await crm().refused('Create', batch('Doors', 'many'))
    assert.deepEqual(await schema(crm(), { Name: { $IN: ['Floors', 'Doors'] } }, { Name: 1 }), [{ Name: 'Floors' }])
  })

  test('of definitions made at the same time none gets the name of another', async () => {
    const data = { Type: 'StringField', Name: 'Wanted', AppliesTo: ['Task'] }
    const answers = await Promise.all(Array.from({ length: 6 }, () => crm().call('Create', { Schema: { Data: data } })))
    assert.equal(answers.filter(a => a.Code === 0).length, 1)
  })
})

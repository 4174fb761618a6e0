// Tests what a Read refuses, with code, path and suggestion, and that no hostile request is a fault.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Crm, drivers, eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'
import { fillSmallWorld } from '../../support/small-world.ts'

const send = async (crm: Crm, text: string): Promise<{ status: number; answer: Json }> => {
  const response = await fetch(`${crm.server.url}/api/Read`, {
    method: 'POST',
    headers: { authorization: `Bearer ${crm.admin.token}` },
    body: text,
  })
  return { status: response.status, answer: await response.json() }
}

/** Whatever it was, it was not our fault, and the store still stands. */
const survives = async (crm: Crm, text: string): Promise<Json> => {
  const { status, answer } = await send(crm, text)
  assert.ok(status < 500, `${status} for ${text.slice(0, 200)}: ${JSON.stringify(answer)}`)
  return answer
}

/** All combinations of fields, operators and values, as in `npm run fuzz`. */
const isFull = process.env.CLIENTELE_FUZZ_REQUESTS !== undefined

const strange = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  '',
  ' ',
  '/',
  '//',
  '/AbEntry',
  '/AbEntry/',
  'Udf',
  'Udf/',
  'Udf/$TYPEID()',
  'Udf/$TYPEID(0)',
  'Udf/$NAME(")',
  'Udf/$TYPEID(1) or 1=1',
  '$',
  '$()',
  '$COUNT',
  '$COUNT(',
  '$COUNT(*)',
  '$YEAR()',
  '$YEAR(CreationDate',
  '$INBOUND()',
  '$EXISTS()',
  'Key/Key/Key',
  'Address/',
  '/Address/City',
  'Name";drop table ab_entry;--',
  "x' or '1'='1",
  'a\0b',
  '\ud800',
  '%',
  '?',
  '$1',
  ':db',
  '@p1',
  't0.db',
  '"t0"."id"',
  'id',
  'db',
  'deleted',
  'company_name_f',
  'sec_access_read',
  'x'.repeat(5000),
]

eachCrm('Refusals', crm => {
  let reader: Reader
  before(async () => {
    reader = readerOf(crm())
    await fillSmallWorld(crm(), reader)
  })
  const everyone = 'acme bolt secret ann bob carl ida'
  const found = async (query: Json) => (await reader.found('AbEntry', [query]))[0]
  const problems = (content: Json, more: Json = {}) => crm().refused('Read', { AbEntry: content, ...more })
  const criteria = (query: Json) => problems({ Criteria: { SearchQuery: query } })

  describe('names', () => {
    test('an unknown field is refused with the nearest known one, in scope, criteria, order and groups', async () => {
      const [scope] = await problems({ Scope: { Fields: { ComapnyName: 1 } } })
      assert.deepEqual([scope?.ErrorCode, scope?.Path], [-3000, 'AbEntry.Scope.Fields.ComapnyName'])
      assert.match(scope?.Message ?? '', /Did you mean "CompanyName"\?/)
      const [query] = await criteria({ Emial: 'x' })
      assert.match(query?.Message ?? '', /Did you mean "Email"\?/)
      const [order] = await problems({ OrderBy: { Fields: [{ LastNam: 'ASC' }] } })
      assert.match(order?.Message ?? '', /Did you mean "LastName"\?/)
      const [sub] = await problems({ Scope: { Fields: { Address: { Town: 1 } } } })
      assert.match(sub?.Message ?? '', /has Key, AddressLine1, .*City/)
      const [operator] = await criteria({ Email: { $LKIE: 'x' } })
      assert.deepEqual([operator?.ErrorCode, operator?.Path], [-3001, 'AbEntry.Criteria.SearchQuery.Email.$LKIE'])
      assert.match(operator?.Message ?? '', /Did you mean "\$LIKE"\?/)
      const [call] = await criteria({ CreationDate: '$TODYA()' })
      assert.match(call?.Message ?? '', /Did you mean "\$TODAY\(\)"\?/)
      const [entity] = await crm().refused('Read', { AbEntri: {} })
      assert.equal(entity?.ErrorCode, -1002)
      assert.match(entity?.Message ?? '', /Did you mean "AbEntry"\?/)
    })
    test('every problem is reported, with its path in the spelling of the request', async () => {
      const body = {
        'abEntry.one': {
          scope: { fields: { Nope: 1, Key: 1 } },
          criteria: { searchquery: { $OR: [{ nope: 1 }, { Version: 'x' }] }, TOP: 0 },
          orderBY: { fields: [{ nope: 'ASC' }] },
        },
        'Lead.two': { Scope: { Fields: { Nope: 1 } } },
      }
      const found = await crm().refused('Read', body)
      assert.deepEqual(
        found.map(problem => problem.Path).sort(),
        [
          'Lead.two.Scope.Fields.Nope',
          'abEntry.one.criteria.TOP',
          'abEntry.one.criteria.searchquery.$OR[0].nope',
          'abEntry.one.criteria.searchquery.$OR[1].Version',
          'abEntry.one.orderBY.fields[0].nope',
          'abEntry.one.scope.fields.Nope',
        ].sort(),
      )
      const wrong = found.find(problem => problem.Path.endsWith('Version'))
      assert.match(wrong?.Message ?? '', /^abEntry\.one\.criteria\.searchquery/)
    })
    test('secrets cannot be selected, searched or ordered by', async () => {
      for (const content of [
        { Scope: { Fields: { Password: 1 } } },
        { Criteria: { SearchQuery: { Password: { $NE: null } } } },
        { OrderBy: { Fields: [{ Password: 'ASC' }] } },
      ])
        assert.equal((await crm().refused('Read', { User: content }))[0]?.ErrorCode, -3000)
    })
  })

  describe('values and operators', () => {
    test('an operator that a field cannot take is refused by name', async () => {
      for (const query of [
        { Key: { $LIKE: 'x%' } },
        { Key: { $GT: 'x' } },
        { Type: { $LIKE: 'C%' } },
        { Version: { $LIKE: '1%' } },
        { LastName: { $ALL: ['x'] } },
        { SecAccess: { $EQ: 'x' } },
        { Address: { $EQ: 'x' } },
        { Key: { $TREE: '/' } },
        { '$YEAR(LastName)': 2026 },
      ]) {
        const [problem] = await criteria(query)
        assert.equal(problem?.ErrorCode, -3002, JSON.stringify(query))
      }
    })
    test('a value of the wrong type is refused with its path', async () => {
      for (const [query, path, code] of [
        [{ LastName: 5 }, 'LastName', -3003],
        [{ LastName: { $IN: ['a', 5] } }, 'LastName.$IN[1]', -3003],
        [{ LastName: { $LIKE: 5 } }, 'LastName.$LIKE', -3003],
        [{ LastName: { $RANGE: ['a'] } }, 'LastName.$RANGE', -3003],
        [{ LastName: { $RANGE: ['a', null] } }, 'LastName.$RANGE[1]', -3003],
        [{ LastName: { $GT: null } }, 'LastName.$GT', -3003],
        [{ LastName: { $EQ: ['a', 'b'] } }, 'LastName.$EQ', -3003],
        [{ LastName: true }, 'LastName', -3003],
        [{ Version: 'one' }, 'Version', -3003],
        [{ Version: 1.5 }, 'Version', -3004],
        [{ Version: 1e300 }, 'Version', -3004],
        [{ Key: 5 }, 'Key', -3003],
        [{ Key: { $EQ: { Body: reader.key('acme'), OrRelated: 'yes' } } }, 'Key.$EQ.OrRelated', -3003],
        [{ $PHRASE: 5 }, '$PHRASE', -3003],
        [{ $PHRASE: { Other: 'x' } }, '$PHRASE', -3003],
        [{ $OR: [] }, '$OR', -1001],
        [{ $AND: 5 }, '$AND', -1001],
        [{ $OR: [5] }, '$OR[0]', -1001],
      ] as const) {
        const found = await criteria(query)
        assert.deepEqual(
          [found[0]?.ErrorCode, found[0]?.Path],
          [code, `AbEntry.Criteria.SearchQuery.${path}`],
          JSON.stringify(found),
        )
      }
      assert.equal((await criteria('text'))[0]?.ErrorCode, -1001)
      assert.equal((await criteria([]))[0]?.ErrorCode, -1001)
    })
    test('selectors and sections of the wrong shape', async () => {
      for (const content of [
        { Scope: 5 },
        { Scope: { Fields: 'Key' } },
        { Scope: { Fields: ['Key'] } },
        { Scope: { Fields: { Key: 'yes' } } },
        { Scope: { Fields: { LastName: [{ Value: 1 }] } } },
        { Criteria: [] },
        { OrderBy: 'x' },
      ])
        assert.equal((await problems(content))[0]?.ErrorCode, -1001, JSON.stringify(content))
    })
  })

  describe('limits', () => {
    test('depth, conditions, values, points, names: refused, and the message names the limit', async () => {
      let deep: Json = { LastName: 'x' }
      for (let i = 0; i < 40; i++) deep = { $AND: [deep] }
      const square = (count: number) =>
        `$INBOUND(Address/Location, ${Array.from({ length: count }, (_, i) => `${i % 90}:${i % 45}`).join(',')})`
      const many = (count: number) => Array.from({ length: count }, (_, i) => ({ LastName: `n${i}` }))
      for (const [query, name] of [
        [deep, /32.*condition-depth/],
        [{ $OR: many(1001) }, /1000.*limit conditions/],
        [{ $OR: Array.from({ length: 5000 }, () => ({})) }, /conditions/],
        [{ LastName: { $IN: Array.from({ length: 10_001 }, () => 'x') } }, /10000.*in-values/],
        [{ [square(1001)]: true }, /1000.*polygon-points/],
        [{ LastName: { $LIKE: 'x'.repeat(1_001) } }, /at most 1000 /],
        [{ LastName: { $IN: ['x'.repeat(10_001)] } }, /at most 10000/],
        [{ $PHRASE: 'x '.repeat(10_001) }, /at most 10000/],
      ] as const) {
        const [problem, ...rest] = await criteria(query)
        assert.equal(problem?.ErrorCode, -1007)
        assert.match(problem?.Message ?? '', name)
        assert.equal(rest.length, 0)
      }
      const names = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`f${i}`, 1]))
      const found = await problems({ Scope: { Fields: names } })
      assert.equal(found.at(-1)?.ErrorCode, -1007)
    })
    test('what is within the limits works: 1,000 conditions, 10,000 values, 1,000 points', async () => {
      let deep: Json = { LastName: 'Crypt' }
      for (let i = 0; i < 30; i++) deep = { $AND: [deep] }
      assert.equal(await found(deep), 'carl')
      const many = Array.from({ length: 1000 }, (_, i) => ({ LastName: `n${i}` }))
      assert.equal(await found({ $OR: [...many.slice(1), { LastName: 'Crypt' }] }), 'carl')
      assert.equal(await found({ $AND: many.map(() => ({ LastName: { $NE: 'x' } })) }), everyone)
      const values = Array.from({ length: 10_000 }, (_, i) => `n${i}`)
      values[9_999] = 'crypt'
      assert.equal(await found({ LastName: { $IN: values } }), 'carl')
      const ring = Array.from({ length: 1000 }, (_, i) => {
        const turn = (i / 1000) * 2 * Math.PI
        return `${-75.6972 + Math.cos(turn) / 10}:${45.4215 + Math.sin(turn) / 10}`
      })
      assert.equal(await found({ [`$INBOUND(Address/Location, ${ring.join()})`]: true }), 'acme')
    })
    test('records reached through records through records', async () => {
      let fields: Json = { Key: 1 }
      for (let i = 0; i < 60; i++) fields = { Parent: fields }
      const [problem] = await problems({ Scope: { Fields: fields } }, { Configuration: drivers })
      assert.equal(problem?.ErrorCode, -1007)
      const path = `${'Parent/'.repeat(60)}Email`
      const query = { Criteria: { SearchQuery: { [path]: 'x' } } }
      assert.equal((await problems(query, { Configuration: drivers }))[0]?.ErrorCode, -1007)
    })
    test('a body over the limit is 413, in an envelope', async () => {
      const { status, answer } = await send(crm(), `{"AbEntry":{}, "x":"${'x'.repeat(4 * 1024 * 1024)}"}`)
      assert.deepEqual([status, answer.Code], [413, -1])
    })
    test('bodies that nest a hundred thousand deep', async () => {
      const nest = (open: string, inner: string, close: string) => open.repeat(100_000) + inner + close.repeat(100_000)
      for (const text of [
        nest('[', '', ']'),
        `{"AbEntry":{"Scope":{"Fields":${nest('{"Parent":', '1', '}')}}}}`,
        `{"AbEntry":{"Criteria":{"SearchQuery":${nest('{"$AND":[', '{}', ']}')}}}}`,
        `{"AbEntry":{"Criteria":{"SearchQuery":${nest('{"Parent":', '1', '}')}}}}`,
        `{"AbEntry":{"Criteria":{"SearchQuery":{"Key":{"$EQ":${nest('[', '1', ']')}}}}}}`,
        `{"AbEntry":{"Criteria":{"SearchQuery":{"Key":{"$IN":${nest('[', '1', ']')}}}},"OrderBy":{"PageSize":1}}}`,
        `{"AbEntry":{"OrderBy":{"Fields":${nest('[', '1', ']')}}}}`,
        `{"AbEntry":{"GroupBy":{"Fields":${nest('[', '1', ']')}}}}`,
        `{"AbEntry":{"OrderBy":{"PageKey":${nest('[', '1', ']')}}}}`,
        `{"AbEntry":{"FieldOptions":{"MrMs":${nest('[', '1', ']')}}}}`,
        `{"Opportunity":{"FieldOptions":{"Category":[{"Key":1}]},"Data":{"Product":${nest('[', '1', ']')}}}}`,
        `{"Schema":{"Scope":{"Fields":${nest('{"Items":', '1', '}')}}}}`,
      ])
        assert.equal((await survives(crm(), text)).Code, -1)
    })
  })

  describe('hostile requests', () => {
    test('names that mean something to a language or an engine', async () => {
      for (const name of strange) {
        const json = JSON.stringify(name)
        for (const text of [
          `{"AbEntry":{"Scope":{"Fields":{${json}:1}}}}`,
          `{"AbEntry":{"Scope":{"Fields":{${json}:{${json}:1}}}}}`,
          `{"AbEntry":{"Scope":{"Fields":{"Address":{${json}:1},"Parent":{${json}:1}}}}}`,
          `{"AbEntry":{"Criteria":{"SearchQuery":{${json}:"x"}}}}`,
          `{"AbEntry":{"Criteria":{"SearchQuery":{${json}:{"$EQ":null}}}}}`,
          `{"AbEntry":{"Criteria":{"SearchQuery":{"Address":{${json}:"x"}}}}}`,
          `{"AbEntry":{"Criteria":{"SearchQuery":{"LastName":{${json}:"x"}}}}}`,
          `{"AbEntry":{"Criteria":{"SearchQuery":{"Key":{"$EXISTS(${json.slice(1, -1)})":"x"}}}}}`,
          `{"AbEntry":{"OrderBy":{"Fields":[{${json}:"ASC"}]}}}`,
          `{"AbEntry":{"GroupBy":{"Fields":[${json}]},"Scope":{"Fields":{"$COUNT()":1,${json}:1}}}}`,
          `{"ColumnSetup":{"Scope":{"Fields":{"Columns":[{${json}:1}]}},"Criteria":{"SearchQuery":{"EntityType":1}}}}`,
          `{${json}:{}}`,
          `{"AbEntry":{},${json}:{}}`,
          `{"AbEntry":{},"AbEntry.${json.slice(1, -1)}":{}}`,
          `{"AbEntry":{${json}:{}},"Compatibility":{${json}:"1.0"},"Configuration":{"Drivers":{${json}:"x"}}}`,
        ])
          await survives(crm(), text)
      }
      assert.equal(await found({}), everyone)
    })
    test('values that mean something to a language or an engine', async () => {
      const values: Json[] = [
        ...strange,
        ...strange.map(name => `$${name}()`),
        0,
        -0,
        -1,
        1.5,
        1e21,
        -1e308,
        2 ** 53,
        true,
        {},
        [],
        [[]],
        [{}],
        { Key: {} },
        { ID: '' },
        { Uid: ['x'] },
        { Body: {} },
        { Body: null, OrRelated: true },
        { Value: { Value: {} } },
        [null],
        ['', null, 1, true, {}],
      ]
      const fields = [
        'Key',
        'LastName',
        'Type',
        'CreationDate',
        'LastContactDate',
        'Version',
        'AccountManager',
        'SecAccess/Read',
      ]
      const udf = ['Size', 'Score', 'Budget', 'Motto', 'Founded', 'Listed', 'Colours'].map(name => `Udf/$NAME(${name})`)
      const operators = ['$EQ', '$NE', '$GT', '$LE', '$IN', '$NIN', '$LIKE', '$RANGE', '$ALL']
      const batch = (bodies: Json[]) =>
        survives(crm(), JSON.stringify(Object.fromEntries(bodies.map((body, i) => [`AbEntry.q${i}`, body]))))
      for (const [i, field] of [...fields, ...udf].entries()) {
        for (const [j, operator] of operators.entries()) {
          // Else each field gets each value with two or three of the operators.
          const chosen = values.filter((_, k) => isFull || (i + j + k) % 4 === 0)
          for (const some of [chosen.slice(0, 60), chosen.slice(60)].filter(({ length }) => length > 0)) {
            const bodies = some.map(value => ({ Criteria: { SearchQuery: { [field]: { [operator]: value } } } }))
            const { Errors = [] } = await batch(bodies)
            const bad = new Set(Errors.map((problem: Json) => /^AbEntry\.q(\d+)/.exec(problem.Path)?.[1]))
            // Those that were not refused run, all of them.
            const fine = bodies.filter((_, i) => !bad.has(String(i)))
            if (fine.length > 0) assert.equal((await batch(fine)).Code, 0, `${field} ${operator}`)
          }
        }
      }
      await survives(crm(), '{"AbEntry":{"Criteria":{"SearchQuery":{"Version":1e999}}}}')
      await survives(crm(), '{"AbEntry":{"Criteria":{"SearchQuery":{"Udf/$NAME(Score)":{"$IN":[1e999]}}}}}')
      for (const value of strange)
        await survives(crm(), JSON.stringify({ AbEntry: { Criteria: { SearchQuery: { $PHRASE: value } } } }))
      assert.equal(await found({}), everyone)
    })
  })
})

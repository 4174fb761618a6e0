// Tests order, Top and pages: total orders, page keys, limits.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Crm, drivers, eachCrm, type Json, type Person } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

interface Page {
  readonly names: string[]
  readonly next: string | null
  readonly answer: Json
}

interface Paging {
  readonly query?: Json
  readonly order?: Json
  readonly size?: number
  readonly top?: number
  readonly key?: Json
  readonly as?: Person
  readonly entity?: string
  readonly fields?: Json
}

async function page(crm: Crm, { query = {}, order, size, top, key = null, as, entity, fields }: Paging): Promise<Page> {
  const name = entity ?? 'AbEntry'
  const OrderBy = {
    ...(order ? { Fields: order } : {}),
    ...(size === undefined ? {} : { PageSize: size }),
    ...(key === undefined ? {} : { PageKey: key }),
  }
  const Criteria = { SearchQuery: query, ...(top === undefined ? {} : { Top: top }) }
  const content = { Scope: { Fields: fields ?? { CompanyName: 1 } }, Criteria, OrderBy }
  const answer = (await crm.ok('Read', { [name]: content, Configuration: drivers }, as))[name]
  return { names: answer.Data.map((row: Json) => row.CompanyName ?? row.Key), next: answer.PageKey, answer }
}

/** All pages, one after the other. */
async function pages(crm: Crm, paging: Paging): Promise<string[][]> {
  const all: string[][] = []
  let key: string | null = null
  do {
    const { names, next } = await page(crm, { ...paging, key })
    all.push(names)
    key = next
  } while (key !== null && all.length < 100)
  return all
}

const companies: readonly Json[] = [
  { CompanyName: 'Émile', Website: 'b', LastContactDate: '2026-03-01', Address: { City: 'Ulm' } },
  { CompanyName: 'emil', Website: 'a', LastContactDate: '2026-03-01', Address: { City: 'Ulm' } },
  { CompanyName: 'EMILE', Website: 'c' },
  { CompanyName: 'Zoo', Website: null, LastContactDate: '2026-01-15', Address: { City: 'Bern' } },
  { CompanyName: 'ångström', LastContactDate: '2027-12-31' },
  { CompanyName: '10', Website: 'B' },
  { CompanyName: '9', Website: 'Ä' },
]

eachCrm('Order and paging', crm => {
  let reader: Reader
  const labels = 'ABCDEFG'.split('')
  const own = { Type: { $EQ: 'Company' }, Department: 'order' }
  const sorted = (order: Json, query: Json = own, top?: number) =>
    reader.found('AbEntry', [query], { order, ...(top === undefined ? {} : { top }) }).then(([line]) => line)

  before(async () => {
    reader = readerOf(crm())
    for (const [i, data] of companies.entries())
      await reader.add(labels[i] as string, 'AbEntry', { Department: 'order', ...data })
  })

  test('values sort in both directions, empty ones last both ways, ties by key [C-2.1-22, C-4.5-07]', async () => {
    const cases: readonly (readonly [Json, string])[] = [
      [[], 'A B C D E F G'],
      [[{ Key: 'ASC' }], 'A B C D E F G'],
      [[{ Key: 'DESC' }], 'G F E D C B A'],
      [[{ '/AbEntry/Key': 'DESC' }, { CompanyName: 'ASC' }], 'G F E D C B A'],
      [[{ CompanyName: 'ASC' }], 'F G E B A C D'],
      [[{ CompanyName: 'DESC' }], 'D A C B E G F'],
      [[{ companyname: 'desc' }, { Key: 'DESC' }], 'D C A B E G F'],
      [[{ Website: 'ASC' }], 'B G A F C D E'],
      [[{ Website: 'DESC' }], 'C A F B G D E'],
      [[{ Website: 'DESC' }, { CompanyName: 'DESC' }], 'C A F B G D E'],
      [[{ LastContactDate: 'ASC' }], 'D A B E C F G'],
      [[{ LastContactDate: 'DESC' }], 'E A B D C F G'],
      [[{ LastContactDate: 'DESC' }, { Website: 'ASC' }], 'E B A D G F C'],
      [[{ LastContactDate: 'DESC' }, { Website: 'DESC' }], 'E A B D C F G'],
      [[{ 'Address/City': 'ASC' }, { CompanyName: 'ASC' }], 'D B A F G E C'],
      [[{ 'Address/City': 'DESC' }, { CompanyName: 'DESC' }], 'A B D C E G F'],
      [{ 'Address/City': 'ASC', Website: 'ASC' }, 'D B A G F C E'],
      [[{ FullName: 'ASC' }], 'F G E B A C D'],
      [[{ '/AbEntry/CompanyName': 'ASC' }], 'F G E B A C D'],
      [[{ Creator: 'ASC' }], 'A B C D E F G'],
      [[{ Type: 'DESC' }, { Key: 'DESC' }], 'G F E D C B A'],
      [[{ CreationDate: 'ASC' }, { Key: 'ASC' }], 'A B C D E F G'],
    ]
    const found = await Promise.all(cases.map(async ([order, expected]) => [order, await sorted(order), expected]))
    assert.deepEqual(
      found.map(([order, line]) => `${JSON.stringify(order)} ${line}`),
      found.map(([order, , expected]) => `${JSON.stringify(order)} ${expected}`),
    )
  })

  test('Top takes the first of the order [C-4.5-06]', async () => {
    assert.equal(await sorted([{ LastContactDate: 'DESC' }], own, 3), 'E A B')
    assert.equal(await sorted([{ LastContactDate: 'DESC' }], own, 5), 'E A B D C')
    assert.equal(await sorted([], own, 1), 'A')
    assert.equal(await sorted([], own, 10_000), 'A B C D E F G')
    const { answer } = await page(crm(), { query: own, top: 2, key: undefined })
    assert.deepEqual(Object.keys(answer), ['Data'])
  })

  test('pages follow each other in every order, each record once [C-4.5-08]', async () => {
    const orders: Json[] = [
      undefined,
      [{ CompanyName: 'ASC' }],
      [{ CompanyName: 'DESC' }],
      [{ LastContactDate: 'ASC' }],
      [{ LastContactDate: 'DESC' }],
      [{ Website: 'DESC' }, { LastContactDate: 'ASC' }],
      [{ 'Address/City': 'DESC' }, { LastContactDate: 'DESC' }, { Website: 'ASC' }],
      [{ Key: 'DESC' }],
      [{ Email: 'ASC' }],
      [{ Email: 'DESC' }, { LastContactDate: 'DESC' }, { Key: 'DESC' }],
      [{ LastContactDate: 'ASC' }, { Email: 'DESC' }, { CompanyName: 'DESC' }],
      [{ Version: 'ASC' }, { CreationDate: 'DESC' }],
      [{ 'Parent/CompanyName': 'DESC' }, { CompanyName: 'ASC' }],
    ]
    for (const order of orders) {
      const { names: whole } = await page(crm(), { query: own, order, size: 10_000 })
      assert.equal(whole.length, 7)
      for (const size of [1, 2, 3, 7]) {
        const found = await pages(crm(), { query: own, order, size })
        assert.deepEqual(found.flat(), whole, JSON.stringify({ order, size }))
        assert.equal(found.length, Math.ceil(7 / size), 'the last page says null even when it is full')
      }
    }
  })

  test('PageKey is null after the last page, and absent when the request has no PageSize [C-4.5-08]', async () => {
    const last = await page(crm(), { query: own, size: 7 })
    assert.deepEqual([last.names.length, last.next], [7, null])
    assert.deepEqual((await page(crm(), { query: { CompanyName: 'nobody' }, size: 5 })).answer, {
      Data: [],
      PageKey: null,
    })
    const whole = await page(crm(), { query: own, key: undefined })
    assert.ok(!('PageKey' in whole.answer))
  })

  test('with both, a page holds min(Top, PageSize)', async () => {
    const sizes = async (top: number, size: number) =>
      (await pages(crm(), { query: own, top, size })).map(p => p.length)
    assert.deepEqual(await sizes(2, 5), [2, 2, 2, 1])
    assert.deepEqual(await sizes(5, 3), [3, 3, 1])
  })

  test('Scope and PageSize may change from page to page', async () => {
    const order = [{ CompanyName: 'ASC' }]
    const first = await page(crm(), { query: own, order, size: 2 })
    const second = await page(crm(), {
      query: own,
      order,
      size: 3,
      key: first.next,
      fields: { CompanyName: 1, Type: 1 },
    })
    assert.deepEqual(
      [first.names, second.names],
      [
        ['10', '9'],
        ['ångström', 'emil', 'Émile'],
      ],
    )
    const third = await page(crm(), { query: own, order, key: second.next })
    assert.deepEqual(third.names, ['EMILE', 'Zoo'])
  })

  test('a page key with other criteria, order, entity or database is refused', async () => {
    const order = [{ CompanyName: 'ASC' }]
    const { next } = await page(crm(), { query: own, order, size: 2 })
    const wrong = async (paging: Json, as?: Person) => {
      const Criteria = { SearchQuery: paging.query ?? own }
      const OrderBy = { Fields: paging.order ?? order, PageSize: 2, PageKey: paging.key ?? next }
      const problems = await crm().refused('Read', { [paging.entity ?? 'AbEntry']: { Criteria, OrderBy } }, as)
      assert.deepEqual(
        problems.map(({ ErrorCode, Path }) => [ErrorCode, Path]),
        [[-3009, `${paging.entity ?? 'AbEntry'}.OrderBy.PageKey`]],
        JSON.stringify(paging),
      )
    }
    await wrong({ query: { ...own, CompanyName: { $NE: 'x' } } })
    await wrong({ query: { ...own, Department: 'other' } })
    await wrong({ order: [{ CompanyName: 'DESC' }] })
    await wrong({ order: [{ CompanyName: 'ASC' }, { Website: 'ASC' }] })
    await wrong({ entity: 'Lead', query: {} })
    const beta = await crm().addDatabase('beta')
    await wrong({}, await crm().addPerson('MASTER', { Admin: true, Email: 'm2@example.com' }, beta))
    for (const key of ['', 'x', 5, true, {}, [], 'W10', `${next}x`, btoa('["a",0]'), btoa(`[${JSON.stringify(next)}]`)])
      await wrong({ key })
    const parts = JSON.parse(Buffer.from(next as string, 'base64url').toString())
    const forged = (values: Json[]) => Buffer.from(JSON.stringify([parts[0], ...values])).toString('base64url')
    const hostile = [[0], [0, 1, 2], [2, 'a', 'b'], [0, null, 'x'], [0, 'a\0', 'b'], [0, {}, []], ['0', 'a', 'b']]
    for (const values of hostile) await wrong({ key: forged(values) })
  })

  test('a forged page key is refused, never a fault', async () => {
    const forgedRead = (OrderBy: Json) => ({
      AbEntry: { Criteria: { SearchQuery: own }, OrderBy },
      Configuration: drivers,
    })
    const Fields = [{ LastContactDate: 'DESC' }, { Version: 'ASC' }, { CompanyName: 'ASC' }]
    const { PageKey } = (await crm().ok('Read', forgedRead({ Fields, PageSize: 2 }))).AbEntry
    const [mark] = JSON.parse(Buffer.from(PageKey, 'base64url').toString())
    const seal = (...parts: Json[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const good = ['2026-01-02', 1, 'ann', 'X']
    for (const forged of [
      'x',
      '',
      '!!!',
      5,
      {},
      [],
      true,
      'a'.repeat(200_000),
      seal(),
      seal(mark),
      seal(mark, 0),
      seal(mark, 2, ...good),
      seal(mark, -1, ...good),
      seal(mark, '0', ...good),
      seal(mark, 0, null, null, null, null),
      seal(mark, 0, null, 1, 'ann', 'X'),
      seal(mark, 0, '2026-01-02', 1.5, 'ann', 'X'),
      seal(mark, 0, '2026-01-02', 1e300, 'ann', 'X'),
      seal(mark, 0, '2026-01-02', '1', 'ann', 'X'),
      seal(mark, 0, '2026-01-02', 1, 'a\0nn', 'X'),
      seal(mark, 0, '2026-01-02', 1, { toString: 'x' }, 'X'),
      seal(mark, 0, ...good, 'more'),
      seal(mark, 1, null, null, null),
      seal({ toString: mark }, 0, ...good),
    ]) {
      const [problem] = await crm().refused('Read', forgedRead({ Fields, PageKey: forged }))
      assert.equal(problem?.ErrorCode, -3009, JSON.stringify(forged).slice(0, 80))
    }
    // Another position of the right shape is only that: another place to begin.
    for (const position of [
      seal(mark, 0, "'; drop table ab_entry; --", 1, 'é\ud800', 'X'),
      seal(mark, 1, 1, null, 'X'),
    ])
      assert.equal((await crm().ok('Read', forgedRead({ Fields, PageKey: position }))).AbEntry.PageKey, null)
  })
  test('paging while others write neither skips nor repeats what stays', async () => {
    const { create, ok } = crm()
    const stays: string[] = []
    const keys: Record<string, string> = {}
    const add = async (CompanyName: string) => {
      keys[CompanyName] = await create('AbEntry', { CompanyName, Department: 'live' })
    }
    for (let i = 10; i < 40; i++) {
      await add(`n${i}`)
      if (i % 3 !== 0) stays.push(`n${i}`)
    }
    for (const direction of ['ASC', 'DESC']) {
      const seen: string[] = []
      let key: string | null = null
      let round = 0
      do {
        const order = [{ CompanyName: direction }]
        const { names, next } = await page(crm(), { query: { Department: 'live' }, order, size: 4, key })
        seen.push(...names)
        key = next
        const last = names.at(-1) as string
        // Others delete the last record seen, and one ahead, and add one behind and one ahead of the reader.
        if (Number(last.slice(1, 3)) % 3 === 0 && keys[last])
          await ok('Delete', { AbEntry: { Data: { Key: keys[last] } } })
        await add(`n${10 + round}x${direction}`)
        await add(`n${39 - round}y${direction}`)
        round++
      } while (key !== null && round < 60)
      const regular = seen.filter(name => /^n\d\d$/.test(name))
      assert.equal(new Set(seen).size, seen.length, 'nothing comes twice')
      assert.deepEqual(
        stays.filter(name => !regular.includes(name)),
        [],
        'nothing is skipped',
      )
      const expected = [...seen].sort()
      assert.deepEqual(seen, direction === 'ASC' ? expected : expected.reverse())
    }
  })

  test('an answer may be long, and has each record once', async () => {
    const named = Array.from({ length: 450 }, (_, i) => `${i} ${'ä€😀"'.repeat(30)}`)
    const Data = named.map(CompanyName => ({ Key: null, CompanyName }))
    await crm().ok('Create', { AbEntry: { Data } })
    const Criteria = { SearchQuery: { CompanyName: { $IN: named } }, Top: 10_000 }
    const answer = await crm().ok('Read', { AbEntry: { Scope: { Fields: { CompanyName: 1 } }, Criteria } })
    assert.deepEqual(
      answer.AbEntry.Data.map((record: Json) => record.CompanyName),
      named,
    )
  })
  test('records are ordered by a field of their parent, and a page key takes letter case of sections as it comes', async () => {
    for (const [label, parent] of [
      ['p1', 'D'],
      ['p2', 'F'],
      ['p3', 'D'],
    ] as const)
      await reader.add(label, 'AbEntry', { ParentKey: reader.key(parent), LastName: label })
    const contacts = { LastName: { $LIKE: 'p_' } }
    const order = [{ 'Parent/CompanyName': 'ASC' }, { '/AbEntry/LastName': 'DESC' }]
    assert.equal(await sorted(order, contacts), 'p2 p3 p1')
    const query = { SearchQuery: contacts }
    const first = (await crm().ok('Read', { AbEntry: { Criteria: query, OrderBy: { PageSize: 2 } } })).AbEntry
    const lower = {
      scope: { fields: { LastName: 1 } },
      criteria: query,
      OrderBy: { PageKey: first.PageKey, PageSize: 1 },
    }
    assert.deepEqual((await crm().ok('Read', { AbEntry: lower })).AbEntry.Data, [{ LastName: 'p3' }])
    const [problem] = await crm().refused('Read', { abentry: { criteria: { top: 0 } } })
    assert.deepEqual([problem?.ErrorCode, problem?.Path], [-1007, 'abentry.criteria.top'])
  })

  test('numbers, money, options, flags, users and computed values page too', async () => {
    const entry = reader.key('A')
    const data: Json[] = [
      { Cost: 2, Status: 3, Leader: { Uid: 'JOE' } },
      { Cost: 90071992547409.91, Status: 0, CloseDate: '2026-01-01' },
      { Cost: -0.0001, Status: 3 },
      { Status: 2, CloseDate: '2025-01-01T00:00:01Z' },
      { Cost: 2, Status: 2, Leader: { Uid: 'JOE' } },
    ]
    for (const [i, more] of data.entries())
      await reader.add(String(i), 'Opportunity', { AbEntryKey: entry, Objective: `o${i}`, ...more })
    const lines: readonly (readonly [Json, string])[] = [
      [[{ Cost: 'ASC' }], '2 0 4 1 3'],
      [[{ Cost: 'DESC' }], '1 0 4 2 3'],
      [[{ Status: 'ASC' }, { Cost: 'DESC' }], '1 4 3 0 2'],
      [[{ Leader: 'ASC' }, { Cost: 'ASC' }], '0 4 2 1 3'],
      [[{ 'Leader/DisplayValue': 'DESC' }, { Objective: 'DESC' }], '3 2 1 4 0'],
      [[{ CloseDate: 'DESC' }], '1 3 0 2 4'],
      [[{ CurrentSalesStageAge: 'ASC' }, { Objective: 'DESC' }], '4 3 2 1 0'],
      [[{ CorporateRevenue: 'ASC' }], '0 1 2 3 4'],
      [[{ AbEntryKey: 'ASC' }, { Objective: 'DESC' }], '4 3 2 1 0'],
    ]
    for (const [order, expected] of lines) {
      assert.deepEqual(await reader.found('Opportunity', [{}], { order }), [expected], JSON.stringify(order))
      const found = await pages(crm(), { entity: 'Opportunity', order, size: 2, fields: { Key: 1 } })
      assert.deepEqual(
        found.flat(),
        expected.split(' ').map(label => reader.key(label)),
        JSON.stringify(order),
      )
    }
  })

  test('what cannot be ordered by, and counts out of range, are refused by path', async () => {
    await reader.refusals('AbEntry', [
      [{ OrderBy: { Fields: [{ CompanyNam: 'ASC' }] } }, -3000, 'OrderBy.Fields[0].CompanyNam'],
      [{ OrderBy: { Fields: [{ Key: 'ASC' }, { CompanyName: 'UP' }] } }, -1001, 'OrderBy.Fields[1].CompanyName'],
      [{ OrderBy: { Fields: ['CompanyName'] } }, -1001, 'OrderBy.Fields[0]'],
      [{ OrderBy: { Fields: [{ SecAccess: 'ASC' }] } }, -3010, 'OrderBy.Fields[0].SecAccess'],
      [{ OrderBy: { Fields: [{ 'SecAccess/Read': 'ASC' }] } }, -3010, 'OrderBy.Fields[0].SecAccess/Read'],
      [{ OrderBy: { Fields: [{ Address: 'ASC' }] } }, -3010, 'OrderBy.Fields[0].Address'],
      [{ OrderBy: { Fields: [{ CompanyName: 1 }] } }, -1001, 'OrderBy.Fields[0].CompanyName'],
      [{ OrderBy: { Fields: Array.from({ length: 21 }, () => ({ CompanyName: 'ASC' })) } }, -1007, 'OrderBy.Fields'],
      [{ Criteria: { Top: [] } }, -3003, 'Criteria.Top'],
      [{ Criteria: { Top: '5' } }, -3003, 'Criteria.Top'],
      [{ OrderBy: { PageSize: 0 } }, -1007, 'OrderBy.PageSize'],
      [{ OrderBy: { PageSize: 10_001 } }, -1007, 'OrderBy.PageSize'],
      [{ OrderBy: { PageSize: '5' } }, -3003, 'OrderBy.PageSize'],
      [{ Criteria: { Top: 0 } }, -1007, 'Criteria.Top'],
      [{ Criteria: { Top: 10_001 } }, -1007, 'Criteria.Top'],
      [{ Criteria: { Top: -1 } }, -1007, 'Criteria.Top'],
      [{ Criteria: { Top: 1.5 } }, -1007, 'Criteria.Top'],
      [{ Criteria: { Top: 'all' } }, -3003, 'Criteria.Top'],
    ])
    const order = { OrderBy: { Fields: [{ LastContactDate: 'DESC' }] } }
    const [problem] = await crm().refused('Read', { AbEntry: order })
    assert.match(problem?.Message ?? '', /IAbEntrySearcher.*Service\.Model\.Access\.Sql\.AbEntrySearcher/)
  })
})

eachCrm(
  'Reads without Top and PageSize',
  crm => {
    test('they stop at the limit, and then carry a PageKey that leads on', async () => {
      const { create } = crm()
      for (let i = 0; i < 5; i++) await create('AbEntry', { CompanyName: `c${i}` })
      const first = await page(crm(), { key: undefined })
      assert.equal(first.names.length, 3)
      const second = await page(crm(), { key: first.next })
      assert.deepEqual([second.names, second.next], [['c3', 'c4'], null])
      const exact = await page(crm(), { query: { CompanyName: { $LE: 'c2' } }, key: undefined })
      assert.deepEqual(Object.keys(exact.answer), ['Data'])
    })
  },
  { settings: { readRecords: 3 } },
)

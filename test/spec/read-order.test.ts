// SPEC 4.5 OrderBy, PageKey, PageSize and Top.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { drivers, eachCrm, type Json } from '../support/crm.ts'

const people = [
  { FirstName: 'Ann', LastName: 'Äpfel', LastContactDate: '2026-01-02' },
  { FirstName: 'Bea', LastName: 'apfel', LastContactDate: null },
  { FirstName: 'Cem', LastName: 'Birne', LastContactDate: '2026-01-01' },
  { FirstName: 'Dan', LastName: 'Zwetschge', LastContactDate: '2026-01-02' },
  { FirstName: 'Eve', LastName: 'Übel', LastContactDate: null },
]

eachCrm('Order and pages', crm => {
  const keys: string[] = []
  before(async () => {
    const company = await crm().create('AbEntry', { CompanyName: 'Fruit' })
    for (const person of people) keys.push(await crm().create('AbEntry', { ParentKey: company, ...person }))
  })
  const read = (OrderBy: Json, more: Json = {}, query: Json = { Type: 'Contact' }): Promise<Json> =>
    crm()
      .ok('Read', {
        AbEntry: { Scope: { Fields: { FirstName: 1 } }, Criteria: { SearchQuery: query, ...more }, OrderBy },
        Configuration: drivers,
      })
      .then(answer => answer.AbEntry)
  const names = ({ Data }: Json): string => Data.map((record: Json) => record.FirstName).join(' ')
  const ordered = async (...Fields: Json[]) => names(await read({ Fields }))

  describe('order', () => {
    test('by key without one; folded text; empty values last in both directions; ties by key', async () => {
      assert.equal(await names(await read(undefined)), 'Ann Bea Cem Dan Eve')
      assert.equal(await ordered({ LastName: 'ASC' }), 'Ann Bea Cem Eve Dan')
      assert.equal(await ordered({ LastName: 'desc' }), 'Dan Eve Cem Ann Bea')
      assert.equal(await ordered({ LastContactDate: 'ASC' }), 'Cem Ann Dan Bea Eve')
      assert.equal(await ordered({ LastContactDate: 'DESC' }), 'Ann Dan Cem Bea Eve')
      assert.equal(await ordered({ LastContactDate: 'DESC' }, { FirstName: 'DESC' }), 'Dan Ann Cem Eve Bea')
      assert.equal(await ordered({ Key: 'DESC' }), 'Eve Dan Cem Bea Ann')
      assert.equal(await ordered({ '/AbEntry/Key': 'DESC' }, { FirstName: 'ASC' }), 'Eve Dan Cem Bea Ann')
      assert.equal(await names(await read({ Fields: { LastName: 'ASC', Key: 'DESC' } })), 'Bea Ann Cem Eve Dan')
      assert.equal(
        await ordered({ 'Parent/CompanyName': 'ASC' }, { '/AbEntry/FirstName': 'DESC' }),
        'Eve Dan Cem Bea Ann',
      )
      assert.equal(await ordered({ CreationDate: 'ASC' }), 'Ann Bea Cem Dan Eve')
    })
    test('what cannot be ordered by, or how, is refused', async () => {
      for (const [Fields, code] of [
        [[{ SecAccess: 'ASC' }], -3010],
        [[{ Address: 'ASC' }], -3010],
        [[{ Nothing: 'ASC' }], -3000],
        [[{ LastName: 'UP' }], -1001],
        [['LastName'], -1001],
        [[{ LastName: 1 }], -1001],
        [Array.from({ length: 21 }, () => ({ LastName: 'ASC' })), -1007],
      ] as const) {
        const [problem] = await crm().refused('Read', { AbEntry: { OrderBy: { Fields } } })
        assert.equal(problem?.ErrorCode, code, JSON.stringify(Fields))
        assert.match(problem?.Path ?? '', /^AbEntry\.OrderBy\.Fields/)
      }
    })
  })

  describe('Top', () => {
    test('counts records; without PageSize there is no page key', async () => {
      assert.deepEqual(await read(undefined, { Top: 2 }), { Data: [{ FirstName: 'Ann' }, { FirstName: 'Bea' }] })
      assert.equal((await read(undefined, { Top: 10_000 })).Data.length, 5)
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
    test('from 1 to the limit, a whole number', async () => {
      for (const [Top, code] of [
        [0, -1007],
        [-1, -1007],
        [1.5, -1007],
        [10_001, -1007],
        ['5', -3003],
        [[], -3003],
      ]) {
        const [problem] = await crm().refused('Read', { abentry: { criteria: { top: Top } } })
        assert.deepEqual([problem?.ErrorCode, problem?.Path], [code, 'abentry.criteria.top'])
      }
    })
  })

  describe('pages', () => {
    const pages = async (Fields: Json, size: number, more: Json = {}, query?: Json): Promise<string[]> => {
      const found: string[] = []
      let PageKey: string | null = null
      do {
        const page: Json = await read({ ...(Fields ? { Fields } : {}), PageKey, PageSize: size }, more, query)
        found.push(names(page))
        PageKey = page.PageKey
      } while (PageKey !== null && found.length < 20)
      return found
    }
    test('continue after the last record, through ties and empty values, in every order', async () => {
      for (const Fields of [
        undefined,
        [{ LastName: 'ASC' }],
        [{ LastName: 'DESC' }],
        [{ LastContactDate: 'ASC' }],
        [{ LastContactDate: 'DESC' }],
        [{ LastContactDate: 'DESC' }, { LastName: 'DESC' }],
        [{ LastContactDate: 'ASC' }, { Email: 'DESC' }, { FirstName: 'DESC' }],
        [{ Email: 'ASC' }],
        [{ Email: 'DESC' }, { LastContactDate: 'DESC' }, { Key: 'DESC' }],
        [{ Key: 'DESC' }],
        [{ Version: 'ASC' }, { CreationDate: 'DESC' }],
        [{ 'Parent/CompanyName': 'DESC' }, { FirstName: 'ASC' }],
      ]) {
        const whole = names(await read(Fields ? { Fields } : undefined))
        for (const size of [1, 2, 3, 5, 6]) {
          const found = await pages(Fields, size)
          assert.equal(found.join(' '), whole, `${JSON.stringify(Fields)} by ${size}`)
          assert.equal(found.length, Math.ceil(5 / size))
        }
      }
    })
    test('the last page says null even when it is full; an empty one too', async () => {
      assert.equal((await read({ PageSize: 5 })).PageKey, null)
      assert.deepEqual(await read({ PageSize: 5 }, {}, { LastName: 'nobody' }), { Data: [], PageKey: null })
    })
    test('with Top a page holds the lesser of the two', async () => {
      assert.deepEqual(await pages(undefined, 3, { Top: 2 }), ['Ann Bea', 'Cem Dan', 'Eve'])
    })
    test('Scope, PageSize and letter case of sections may change between pages', async () => {
      const { PageKey } = await read({ PageSize: 2 })
      const content = { Scope: { Fields: { LastName: 1 } }, criteria: { SearchQuery: { Type: 'Contact' } } }
      const answer = await crm().ok('Read', { AbEntry: { ...content, OrderBy: { PageKey, PageSize: 1 } } })
      assert.deepEqual(answer.AbEntry.Data, [{ LastName: 'Birne' }])
    })
    test('a page key belongs to its criteria, order, database and entity', async () => {
      const Fields = [{ LastName: 'ASC' }]
      const { PageKey } = await read({ Fields, PageSize: 2 })
      const query = { Type: 'Contact' }
      for (const [OrderBy, SearchQuery] of [
        [{ Fields, PageKey }, { Type: 'Company' }],
        [{ Fields, PageKey }, {}],
        [{ Fields: [{ LastName: 'DESC' }], PageKey }, query],
        [{ PageKey }, query],
      ]) {
        const [problem] = await crm().refused('Read', { AbEntry: { Criteria: { SearchQuery }, OrderBy } })
        assert.deepEqual([problem?.ErrorCode, problem?.Path], [-3009, 'AbEntry.OrderBy.PageKey'])
      }
      const other = await crm().addPerson('OTHER', { Admin: true }, await crm().addDatabase('other'))
      const body = { AbEntry: { Criteria: { SearchQuery: query }, OrderBy: { Fields, PageKey } } }
      assert.equal((await crm().refused('Read', body, other))[0]?.ErrorCode, -3009)
    })
    test('a forged page key is refused, never a fault', async () => {
      const Fields = [{ LastContactDate: 'DESC' }, { Version: 'ASC' }, { FirstName: 'ASC' }]
      const { PageKey } = await read({ Fields, PageSize: 2 })
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
        const body = {
          AbEntry: { Criteria: { SearchQuery: { Type: 'Contact' } }, OrderBy: { Fields, PageKey: forged } },
          Configuration: drivers,
        }
        const [problem] = await crm().refused('Read', body)
        assert.equal(problem?.ErrorCode, -3009, JSON.stringify(forged).slice(0, 80))
      }
      // Another position of the right shape is only that: another place to begin.
      for (const position of [
        seal(mark, 0, "'; drop table ab_entry; --", 1, 'é\ud800', 'X'),
        seal(mark, 1, 1, null, 'X'),
      ])
        assert.equal((await read({ Fields, PageKey: position })).PageKey, null)
    })
    test('while others write nothing is skipped and nothing comes twice', async () => {
      const company = await crm().create('AbEntry', { CompanyName: 'Busy' })
      const data = Array.from({ length: 60 }, (_, i) => ({
        ParentKey: company,
        LastName: `Name ${String((i * 7) % 60).padStart(2, '0')}`,
      }))
      const written: Json = await crm().ok('Create', { AbEntry: { Data: data } })
      const stay = new Set<string>(written.AbEntry.Data.map((record: Json) => record.Key))
      const seen: string[] = []
      let PageKey: string | null = null
      let step = 0
      do {
        const page: Json = await crm().ok('Read', {
          AbEntry: {
            Scope: { Fields: { Key: 1, LastName: 1 } },
            Criteria: { SearchQuery: { ParentKey: company } },
            OrderBy: { Fields: [{ LastName: step < 0 ? 'DESC' : 'ASC' }], PageKey, PageSize: 7 },
          },
        })
        for (const record of page.AbEntry.Data) seen.push(record.Key)
        PageKey = page.AbEntry.PageKey
        // Before and after the place that the reader has come to, records come and go.
        await crm().create('AbEntry', { ParentKey: company, LastName: 'Aaa' })
        await crm().create('AbEntry', { ParentKey: company, LastName: `Name ${step}5x` })
        const gone = page.AbEntry.Data.at(-1).Key
        stay.delete(gone)
        await crm().ok('Delete', { AbEntry: { Data: { Key: gone } } })
        step++
      } while (PageKey !== null && step < 60)
      assert.equal(new Set(seen).size, seen.length, 'a record came twice')
      for (const key of stay) assert.ok(seen.includes(key), 'a record was skipped')
    })
  })
})

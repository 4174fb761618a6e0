// Checks that each engine chooses an index for common queries over thousands of rows.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Query } from '../../src/storage/store.ts'
import { type Engine, eachMigrated } from '../support/engines.ts'
import { type Harness, type Json, openHarness } from './harness.ts'
import { multiply } from './many-rows.ts'

interface Common {
  readonly name: string
  readonly entity: string
  readonly content: Json
  /** The index that must be used, with the columns that it is searched by. */
  readonly index: Readonly<Record<Engine, RegExp>>
  /** The index also gives the order, but for the ties. */
  readonly ordered?: true
}

const keys: Record<string, string> = {}
const shown = { Scope: { Fields: { DisplayValue: 1 } } }
const top = (query: Json, Top = 20) => ({ ...shown, Criteria: { SearchQuery: query, Top } })

const entriesByEmail: readonly Common[] = [
  {
    name: 'entries by e-mail',
    entity: 'AbEntry',
    content: top({ Email: { $IN: ['mail7@example.com', 'mail9@example.com'] } }),
    index: { sqlite: /ab_entry_email \(db=\? AND email_f=\?\)/, postgres: /ab_entry_email/ },
  },
  {
    name: 'entries by e-mail, in the order of names',
    entity: 'AbEntry',
    content: {
      ...top({ Email: { $IN: ['mail7@example.com', 'mail9@example.com'] } }),
      OrderBy: { Fields: [{ FullName: 'ASC' }] },
    },
    index: { sqlite: /ab_entry_email \(db=\? AND email_f=\?\)/, postgres: /ab_entry_email/ },
  },
  {
    name: 'entries by e-mail or by last name',
    entity: 'AbEntry',
    content: top({ $OR: [{ Email: { $EQ: 'mail7@example.com' } }, { LastName: { $EQ: 'Name 7' } }] }),
    index: { sqlite: /ab_entry_email.*ab_entry_last_name/s, postgres: /ab_entry_email/ },
  },
]

const byCity = (): readonly Common[] => [
  {
    name: 'entries of a city, in the order of names',
    entity: 'AbEntry',
    content: { ...top({ 'Address/City': { $EQ: 'city 17' } }), OrderBy: { Fields: [{ FullName: 'ASC' }] } },
    index: { sqlite: /ab_entry_city \(db=\? AND address_city_f=\?/, postgres: /ab_entry_city/ },
  },
  {
    name: 'entries in the order of cities',
    entity: 'AbEntry',
    content: { ...shown, OrderBy: { Fields: [{ 'Address/City': 'ASC' }], PageSize: 20 } },
    index: { sqlite: /ab_entry_city \(db=\?/, postgres: /ab_entry_city/ },
    ordered: true,
  },
  {
    name: 'contacts of a company in a city',
    entity: 'AbEntry',
    content: top({ ParentKey: keys.acme, 'Address/City': { $EQ: 'city 17' } }),
    index: { sqlite: /ab_entry_parent \(db=\? AND parent_key=\?/, postgres: /ab_entry_(parent|city)/ },
  },
  {
    name: 'opportunities of clients in a city',
    entity: 'Opportunity',
    content: {
      ...top({ 'AbEntry/Address/City': { $EQ: 'city 17' } }),
      OrderBy: { Fields: [{ CreationDate: 'DESC' }] },
    },
    index: {
      sqlite: /ab_entry_city \(db=\? AND address_city_f=\?.*opportunity_entry \(db=\? AND ab_entry_key=\?/s,
      postgres: /ab_entry_city/,
    },
  },
]

const commonEntries = (): readonly Common[] => [
  {
    name: 'an entry by Key',
    entity: 'AbEntry',
    content: top({ Key: keys.acme }),
    index: { sqlite: /SEARCH t0 USING .*\(db=\? AND id=\?\)/, postgres: /ab_entry_pkey/ },
  },
  {
    name: 'contacts of a company',
    entity: 'AbEntry',
    content: top({ ParentKey: keys.acme }),
    index: { sqlite: /ab_entry_parent \(db=\? AND parent_key=\?/, postgres: /ab_entry_parent/ },
  },
  {
    name: 'contacts of a company by name',
    entity: 'AbEntry',
    content: { ...top({ ParentKey: keys.acme }), OrderBy: { Fields: [{ FullName: 'ASC' }] } },
    index: { sqlite: /ab_entry_parent \(db=\? AND parent_key=\?/, postgres: /ab_entry_parent/ },
  },
  {
    name: 'entries by the beginning of CompanyName',
    entity: 'AbEntry',
    content: top({ CompanyName: { $LIKE: 'company 1712%' } }),
    index: { sqlite: /ab_entry_company \(db=\? AND company_name_f>\?/, postgres: /ab_entry_company/ },
  },
  {
    name: 'entries by phrase',
    entity: 'AbEntry',
    content: top({ $PHRASE: 'company 17' }),
    index: { sqlite: /SCAN ab_entry_words VIRTUAL TABLE INDEX/, postgres: /ab_entry_words/ },
  },
  {
    name: 'entries and what is related',
    entity: 'AbEntry',
    content: top({ Key: { $EQ: { Body: keys.acme, OrRelated: true } } }),
    index: { sqlite: /ab_entry_parent \(db=\? AND parent_key=\?/, postgres: /ab_entry_parent/ },
  },
  {
    name: 'entries with a tag',
    entity: 'AbEntry',
    content: top({ Tags: keys.rareTag }),
    index: { sqlite: /ab_entry_tags_item \(db=\? AND item=\?\)/, postgres: /ab_entry_tags_item/ },
  },
  {
    name: 'entries in an area',
    entity: 'AbEntry',
    content: top({ '$INBOUND(Address/Location, 10:10, 10.1:10, 10.1:10.1, 10:10.1)': true }),
    index: { sqlite: /ab_entry_cell \(db=\? AND address_location_cell>\?/, postgres: /ab_entry_cell/ },
  },
  {
    name: 'the entries contacted last',
    entity: 'AbEntry',
    content: { ...top({}), OrderBy: { Fields: [{ LastContactDate: 'DESC' }] } },
    index: { sqlite: /ab_entry_contacted \(db=\?/, postgres: /ab_entry_contacted/ },
    ordered: true,
  },
  {
    name: 'a page of entries by CompanyName',
    entity: 'AbEntry',
    content: { ...shown, OrderBy: { Fields: [{ CompanyName: 'ASC' }], PageSize: 20 } },
    index: { sqlite: /ab_entry_company \(db=\?/, postgres: /ab_entry_company/ },
    ordered: true,
  },
]

const commonElsewhere = (): readonly Common[] => [
  {
    name: 'interactions of an entry by StartDate',
    entity: 'Interaction',
    content: { ...top({ 'AbEntries/Key': keys.acme }), OrderBy: { Fields: [{ StartDate: 'DESC' }] } },
    index: { sqlite: /interaction_ab_entries_item \(db=\? AND item=\?\)/, postgres: /interaction_ab_entries_item/ },
  },
  {
    name: 'opportunities by Status',
    entity: 'Opportunity',
    content: top({ Status: { $EQ: 6 } }),
    index: { sqlite: /opportunity_status \(db=\? AND status=\?\)/, postgres: /opportunity_status/ },
  },
  {
    name: 'opportunities by CloseDate',
    entity: 'Opportunity',
    content: top({ CloseDate: { $RANGE: ['2026-01-01', '2026-01-03'] } }),
    index: { sqlite: /opportunity_close \(db=\? AND close_date>\?/, postgres: /opportunity_close/ },
  },
  {
    name: 'opportunities of a year',
    entity: 'Opportunity',
    content: top({ '$YEAR(CloseDate)': 2031 }),
    index: { sqlite: /opportunity_close \(db=\? AND close_date>\?/, postgres: /opportunity_close/ },
  },
  {
    name: 'opportunities of an entry',
    entity: 'Opportunity',
    content: top({ AbEntryKey: keys.acme }),
    index: { sqlite: /opportunity_entry \(db=\? AND ab_entry_key=\?\)/, postgres: /opportunity_entry/ },
  },
  {
    name: 'opportunities of an entry by CloseDate',
    entity: 'Opportunity',
    content: { ...top({ AbEntryKey: keys.acme }), OrderBy: { Fields: [{ CloseDate: 'DESC' }] } },
    index: { sqlite: /opportunity_entry \(db=\? AND ab_entry_key=\?\)/, postgres: /opportunity_entry/ },
  },
  {
    name: 'the stages of an opportunity',
    entity: 'SalesStage',
    content: top({ OpportunityKey: keys.deal }),
    index: { sqlite: /sales_stage_opportunity \(db=\? AND opportunity_key=\?/, postgres: /sales_stage_opportunity/ },
  },
]

const byTime = { Fields: [{ DateTime: 'DESC' }], PageSize: 20 }

/** What administrators read of the history of all records. */
const audits: readonly Common[] = [
  {
    name: 'the last changes',
    entity: 'History',
    content: { ...shown, OrderBy: byTime },
    index: { sqlite: /history_time \(db=\?/, postgres: /history_time/ },
    ordered: true,
  },
  {
    name: 'the last changes of a user',
    entity: 'History',
    content: { ...top({ User: { $EQ: { Uid: 'SOMEBODY' } } }), OrderBy: byTime },
    index: { sqlite: /history_user \(db=\? AND creator=\?/, postgres: /history_user/ },
    ordered: true,
  },
  {
    name: 'the changes of a user in an hour',
    entity: 'History',
    content: {
      ...top({
        User: { $EQ: { Uid: 'SOMEBODY' } },
        DateTime: { $RANGE: ['2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z'] },
      }),
      OrderBy: byTime,
    },
    index: { sqlite: /history_(user|time) \(db=\? AND (creator=\? AND )?created>\?/, postgres: /history_(user|time)/ },
  },
  {
    name: 'the last changes through an application',
    entity: 'History',
    content: { ...top({ Application: { $EQ: 'Sync' } }), OrderBy: byTime },
    index: { sqlite: /history_application \(db=\? AND application_f=\?/, postgres: /history_application/ },
    ordered: true,
  },
]

const common = (): readonly Common[] => [...entriesByEmail, ...commonEntries(), ...byCity(), ...commonElsewhere()]

const readers: Readonly<Record<string, Json>> = {
  'an administrator': {},
  'a plain user': { admin: false, uid: 'JOE', principals: ['User\tJOE', 'User\t*'] },
}

eachMigrated('Query plans', (engine, fresh) => {
  const running = fresh.use(() => openHarness(engine, fresh.url()))
  let harness: Harness
  before(async () => {
    harness = running()
    await fill(harness)
  })

  async function checkPlan({ name, entity, content, index, ordered }: Common, as: Json): Promise<void> {
    await harness.read(entity, content, as)
    const first = harness.queries[0] as Query
    const plan = await explain(harness, first)
    assert.match(plan, index[engine], `${name}\n${first.sql}\n${plan}`)
    assert.doesNotMatch(plan, /SCAN t0(?! USING)|Seq Scan on \w+ t0/, `${name} looks at every record\n${plan}`)
    if (ordered) assert.doesNotMatch(plan, /USE TEMP B-TREE FOR ORDER BY|-> {2}Sort/, `${name} is sorted\n${plan}`)
  }

  for (const [who, as] of Object.entries(readers)) {
    test(`common queries of ${who} use their index`, async () => {
      for (const one of common()) await checkPlan(one, as)
    })
  }

  test('the history of all records is read by its indexes', async () => {
    for (const one of audits) await checkPlan(one, {})
  })

  test('near words are found by the indexes on parts of words', async () => {
    const [columns, values] =
      engine === 'sqlite'
        ? ['word, db, bare', "'w' || n, db, substr(bare, 1, 1) || hex(n * 7919)"]
        : ['db, bare', 'db, substr(bare, 1, 1) || md5(n::text)']
    const numbers =
      engine === 'sqlite'
        ? '(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 5000) SELECT n FROM s)'
        : 'generate_series(1, 5000) n'
    const words = `INSERT INTO ab_entry_vocabulary (${columns}) SELECT ${values} FROM ${numbers}, (SELECT db, bare FROM ab_entry_vocabulary LIMIT 1) known`
    await harness.store.write(async tx => {
      await tx.run({ sql: words, params: [] })
      if (engine === 'postgres') await tx.run({ sql: 'ANALYZE ab_entry_vocabulary', params: [] })
    })
    for (const [text, parts] of [
      ['compony', ['stem1', 'stem2', 'stem3', 'stem4']],
      ['compony17', ['stem1', 'stem2', 'stem3', 'stem4', 'tail1', 'tail2', 'tail3', 'tail4', 'tail5']],
    ] as const) {
      await harness.read('AbEntry', top({ $NEAR: text }))
      const plan = await explain(harness, harness.queries[0] as Query)
      for (const part of parts) assert.match(plan, new RegExp(`ab_entry_near_${part}`), `${text}\n${plan}`)
      assert.doesNotMatch(plan, /SCAN ab_entry|Seq Scan/, plan)
    }
  })

  test('a count of what a search has found looks at nothing else', async () => {
    const counted = { '$COUNTUPTO(10001)': 1 }
    await harness.read('AbEntry', { Scope: { Fields: counted }, Criteria: { SearchQuery: { $PHRASE: 'company 17' } } })
    const plan = await explain(harness, harness.queries[0] as Query)
    assert.match(plan, engine === 'sqlite' ? /SEARCH t0 USING .*\(db=\? AND id=\?\)/ : /ab_entry_words_gin/)
  })

  test('a page far down costs what the first one costs: it begins in the index', async () => {
    const { content } = common().find(one => one.name.startsWith('a page')) as Common
    const { PageKey } = await harness.read('AbEntry', content)
    await harness.read('AbEntry', { ...content, OrderBy: { ...content.OrderBy, PageKey } })
    const plan = await explain(harness, harness.queries[0] as Query)
    assert.match(
      plan,
      engine === 'sqlite' ? /ab_entry_company \(db=\? AND \(?company_name_f/ : /ab_entry_company/,
      plan,
    )
    assert.doesNotMatch(plan, /USE TEMP B-TREE FOR ORDER BY/, plan)
  })

  test('what is shown beside records that are sorted is joined to those that are returned', async () => {
    const Fields = { Key: 1, FullName: 1, Parent: { DisplayValue: 1 } }
    const { Data } = await harness.read('AbEntry', {
      Scope: { Fields },
      OrderBy: { Fields: [{ Position: 'DESC' }, { FullName: 'ASC' }], PageSize: 30 },
    })
    const plan = await explain(harness, harness.queries[0] as Query)
    if (engine === 'sqlite') assert.match(plan, /^CO-ROUTINE found\n[^J]*TEMP B-TREE FOR ORDER BY\n.*LEFT-JOIN/s, plan)
    assert.equal(Data.length, 30)
  })

  test('what a phrase finds is sorted by the names in the word index, before records are read', async () => {
    const [index, sort] = [/SCAN ab_entry_words VIRTUAL TABLE INDEX/, /USE TEMP B-TREE FOR ORDER BY/]
    const [hits, record] = [/SEARCH t1 USING INTEGER PRIMARY KEY \(rowid=\?\)/, /SEARCH t0 USING .*\(db=\? AND id=\?\)/]
    const steps =
      engine === 'sqlite'
        ? [/^CO-ROUTINE found\nCO-ROUTINE hit/, index, hits, sort, /SCAN hit/, record]
        : [
            /Presorted Key/,
            /Nested Loop/,
            /Sort Key/,
            /Scan on ab_entry_words t1/,
            /using ab_entry_pkey on ab_entry t0/,
          ]
    for (const admin of [true, false]) {
      const content = {
        Scope: { Fields: { FullName: 1, Parent: { DisplayValue: 1 } } },
        Criteria: { SearchQuery: { $PHRASE: 'company' } },
        OrderBy: { Fields: [{ FullName: 'ASC' }], PageSize: 30 },
      }
      const { Data } = await harness.read('AbEntry', content, { admin })
      const plan = await explain(harness, harness.queries[0] as Query)
      assert.match(plan, new RegExp(steps.map(step => step.source).join('.*'), 's'), plan)
      const names = Data.map((one: Json) => String(one.FullName))
      assert.equal(names.length, 30)
      assert.deepEqual(names, names.toSorted())
    }
  })

  test('a range in another order is sorted when it has few records, and the order is walked when it has many', async () => {
    const Fields = { Key: 1, FullName: 1, CreationDate: 1 }
    const page = { Fields: [{ FullName: 'ASC' }], PageSize: 30 }
    const created = (query: Json, PageKey?: string) =>
      harness.read('AbEntry', {
        Scope: { Fields },
        Criteria: { SearchQuery: query },
        OrderBy: { ...page, ...(PageKey && { PageKey }) },
      })
    // The copies were created later than the records that they are copies of.
    const later = new Date(Date.now() + 600_000).toISOString()
    const few = await created({ CreationDate: { $LT: later } })
    const plan = await explain(harness, harness.queries[0] as Query)
    if (engine === 'sqlite') assert.match(plan, /ab_entry_created.*ab_entry_display/s)
    const next = await created({ CreationDate: { $LT: later } }, few.PageKey)
    const names = [...few.Data, ...next.Data].map((one: Json) => String(one.FullName))
    assert.equal(names.length, 60)
    assert.deepEqual(names, [...names].sort())
    assert.ok([...few.Data, ...next.Data].every((one: Json) => String(one.CreationDate) < later))
    const everything = await created({})
    const many = await created({ CreationDate: { $GT: '2000-01-01' } })
    assert.deepEqual(many.Data, everything.Data)
    const further = await created({ CreationDate: { $GT: '2000-01-01' } }, many.PageKey)
    assert.deepEqual(further.Data, (await created({}, everything.PageKey)).Data)
  })
})

async function explain(harness: Harness, { sql, params }: Query): Promise<string> {
  const word = harness.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
  const rows = await harness.store.read({ sql: `${word} ${sql}`, params })
  return rows.map(row => String(row.at(-1))).join('\n')
}

async function fill(harness: Harness): Promise<void> {
  const [rareTag, usualTag] = await harness.create('Tag', [{ Name: 'Rare' }, { Name: 'Usual' }])
  keys.rareTag = rareTag as string
  const companies = Array.from({ length: 40 }, (_, i) => ({
    CompanyName: `Company ${i}`,
    Email: `mail${i}@example.com`,
    Tags: [i === 9 ? rareTag : usualTag],
    LastContactDate: i % 4 === 0 ? null : '2026-01-01',
    Address: { City: `City ${i}`, Location: { Longitude: i, Latitude: i } },
  }))
  const entries = await harness.create('AbEntry', companies)
  keys.acme = entries[7] as string
  const contacts = Array.from({ length: 60 }, (_, i) => ({ ParentKey: entries[i % 40], LastName: `Name ${i}` }))
  await harness.create('AbEntry', contacts)
  await harness.create(
    'Interaction',
    Array.from({ length: 60 }, (_, i) => ({
      Type: '60001',
      AbEntryKey: entries[i % 40],
      Subject: `Call ${i}`,
      StartDate: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}T10:00:00Z`,
    })),
  )
  const { Data } = await harness.read('SalesStageSetup', { Scope: { Fields: { Key: 1, SalesProcessSetupKey: 1 } } })
  const deals = Array.from({ length: 60 }, (_, i) => ({
    AbEntryKey: entries[i % 40],
    Objective: `Deal ${i}`,
    Status: i === 0 ? 6 : 2 + (i % 3),
    CloseDate: `20${10 + i}-01-02T10:00:00Z`,
    SalesProcessSetupKey: Data[0].SalesProcessSetupKey,
    SalesStageSetupKey: Data[0].Key,
  }))
  keys.deal = (await harness.create('Opportunity', deals))[3] as string
  // More entries than a range is sorted of.
  await multiply(harness, ['ab_entry', 'ab_entry_tags'], 90)
  const others = ['interaction', 'interaction_ab_entries', 'opportunity', 'sales_stage', 'history']
  await multiply(harness, others, 60)
}

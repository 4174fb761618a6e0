// Checks that requests stay flat as data grows: their number of statements, and the indexes that serve them. Nothing is timed.

import assert from 'node:assert/strict'
import { before, mock, test } from 'node:test'
import pg from 'pg'
import type { Caller } from '../../src/accounts/caller.ts'
import { systemClock } from '../../src/base/clock.ts'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { joined } from '../../src/base/text/long-text.ts'
import { limitsOf } from '../../src/config/limits.ts'
import type { OperationName } from '../../src/entities/entity.ts'
import { httpsAlone } from '../../src/entities/rules/redirect-uri.ts'
import { runOperation } from '../../src/envelope/run.ts'
import { Catalogs } from '../../src/model/catalog.ts'
import { seedDatabase } from '../../src/seed/seed.ts'
import type { Query } from '../../src/storage/store.ts'
import { type Crm, type Json, startCrm } from '../support/crm.ts'
import { eachMigrated } from '../support/engines.ts'
import { until } from '../support/until.ts'
import { type Counted, countingStore } from './counting-store.ts'

const listFields = { Key: 1, Type: 1, CompanyName: 1, FirstName: 1, LastName: 1, Email: 1, Phone: 1, CreationDate: 1 }
const page = (key: unknown) => ({
  AbEntry: {
    Scope: { Fields: listFields },
    Criteria: { SearchQuery: {} },
    OrderBy: { Fields: [{ CompanyName: 'ASC' }], PageSize: 20, PageKey: key },
  },
})

eachMigrated('scale', (engine, fresh) => {
  const running = fresh.use(() => startCrm({ engine, storeUrl: fresh.url() }))
  let crm: Crm
  let counted: Counted
  let ask: (operation: OperationName, body: Json) => Promise<Json>

  before(async () => {
    crm = running()
    const { store, settings } = crm.server
    await seedDatabase({ store, clock: systemClock, settings }, { database: crm.database, entries: 1000, seed: 1 })
    // As its own housekeeping does after a while.
    if (engine === 'postgres') await store.write(tx => tx.run({ sql: 'analyze', params: [] }))
    counted = countingStore(store)
    const catalogs = new Catalogs(counted.store)
    const caller: Caller = {
      db: crm.database.id,
      database: crm.database.name,
      uid: 'JOE',
      admin: false,
      principals: Object.freeze(['User\tJOE', 'User\t*']),
      culture: 'en-US',
      timeZone: 'UTC',
      sessionsFrom: 0,
      application: null,
      chain: null,
      scope: ['data'],
    }
    const parts = {
      store: counted.store,
      catalogs,
      clock: systemClock,
      limits: limitsOf(settings),
      newId: identifierMaker(systemClock),
      traces: [],
      commonKey: () => null,
      redirects: httpsAlone,
    }
    ask = async (operation, body) =>
      JSON.parse(
        joined(await runOperation({ operation, body: { parsed: () => body }, caller, idempotency: null }, parts)),
      )
    await ask('Read', page(null))
  })

  const statements = async (operation: OperationName, body: Json): Promise<{ answer: Json; taken: Query[] }> => {
    counted.take()
    const answer = await ask(operation, body)
    assert.equal(answer.Code, 0, JSON.stringify(answer))
    return { answer, taken: counted.take() }
  }

  /** The plan of the engine. PostgreSQL would scan a table this small, so sequential scans are switched off. */
  const planOf = async ({ sql, params }: Query): Promise<string> => {
    const { store } = crm.server
    if (engine === 'sqlite') {
      const rows = await store.read({ sql: `explain query plan ${sql}`, params })
      return rows.map(row => row[3]).join('\n')
    }
    return store.write(async tx => {
      await tx.run({ sql: 'set local enable_seqscan = off', params: [] })
      return (await tx.read({ sql: `explain ${sql}`, params })).map(row => row[0]).join('\n')
    })
  }

  /** No table is scanned, and no index is searched by the tenant alone. */
  const servedByIndex = async (query: Query): Promise<string> => {
    const plan = await planOf(query)
    const whole =
      engine === 'sqlite'
        ? plan.split('\n').filter(line => /^SCAN (?!json_each|ab_entry_words)/.test(line) || /\(db=\?\)$/.test(line))
        : plan.split('\n').filter(line => /Seq Scan/.test(line))
    assert.deepEqual(whole, [], `${query.sql}\n${plan}`)
    return plan
  }

  const someKeys = async (type: string, count: number): Promise<string[]> => {
    const body = {
      AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Type: { $EQ: type } }, Top: count } },
    }
    return (await ask('Read', body)).AbEntry.Data.map((entry: Json) => entry.Key)
  }
  const someKey = async (type: string): Promise<string> => (await someKeys(type, 1))[0] as string

  test('a Read by Key is one statement, by the primary key', async () => {
    const key = await someKey('Contact')
    const body = { AbEntry: { Scope: { Fields: listFields }, Criteria: { SearchQuery: { Key: { $EQ: key } } } } }
    const { answer, taken } = await statements('Read', body)
    assert.equal(answer.AbEntry.Data.length, 1)
    assert.equal(taken.length, 1)
    assert.match(await servedByIndex(taken[0] as Query), engine === 'sqlite' ? /db=\? AND id=\?/ : /ab_entry_pkey/)
  })

  test('a page is one statement by the index of its order, the first and every later one, and nothing is sorted', async () => {
    const first = await statements('Read', page(null))
    const second = await statements('Read', page(first.answer.AbEntry.PageKey))
    for (const { taken } of [first, second]) {
      assert.equal(taken.length, 1)
      const plan = await servedByIndex(taken[0] as Query)
      assert.match(plan, /ab_entry_company/)
      assert.doesNotMatch(plan, /TEMP B-TREE|Sort/)
    }
    // The second page begins where the first ended, without reading the pages before it.
    if (engine === 'sqlite') {
      assert.match(await planOf(second.taken[0] as Query), /\(company_name_f,id\)>\(\?,\?\)/)
    } else assert.match(await planOf(second.taken[0] as Query), /Index Cond: .*ROW\(.*company_name_f.*id/)
  })

  test('$PHRASE asks the word index, whatever the order', async () => {
    for (const order of [{}, { OrderBy: { Fields: [{ CompanyName: 'ASC' }] } }]) {
      const content = { Scope: { Fields: listFields }, Criteria: { SearchQuery: { $PHRASE: 'an' }, Top: 20 } }
      const { taken } = await statements('Read', { AbEntry: { ...content, ...order } })
      for (const query of taken) {
        const plan = await planOf(query)
        if (engine === 'sqlite') assert.match(plan, /ab_entry_words VIRTUAL TABLE/)
        if (engine === 'sqlite') assert.doesNotMatch(plan, /ab_entry_company|ab_entry_deleted/)
      }
    }
  })

  test('$PHRASE in the order of keys goes from word to record and sorts nothing, whichever the direction and the page', async () => {
    if (engine !== 'sqlite') return
    const conditions = [{ $PHRASE: 'an' }, { $AND: [{ $PHRASE: 'an' }, { Type: { $EQ: 'Contact' } }] }]
    for (const query of conditions) {
      for (const way of ['ASC', 'DESC']) {
        const content = (PageKey: unknown) => ({
          Scope: { Fields: listFields },
          Criteria: { SearchQuery: query },
          OrderBy: { Fields: [{ Key: way }], PageSize: 3, PageKey },
        })
        const first = await statements('Read', { AbEntry: content(null) })
        const second = await statements('Read', { AbEntry: content(first.answer.AbEntry.PageKey) })
        for (const { taken } of [first, second]) {
          const [top, ...others] = (await planOf(taken[0] as Query)).split('\n')
          assert.match(top ?? '', /^SCAN ab_entry_words VIRTUAL TABLE INDEX/)
          const plan = others.join('\n')
          assert.match(plan, /SEARCH d USING INTEGER PRIMARY KEY/)
          assert.match(plan, /SEARCH t0 USING INDEX sqlite_autoindex_ab_entry_1 \(db=\? AND id=\?\)/)
          assert.doesNotMatch(plan, /TEMP B-TREE/)
        }
        // FTS5 gets the begin of the page as a condition: "M" for the words, ">" or "<" for the number.
        const [again] = (await planOf(second.taken[0] as Query)).split('\n')
        assert.match(again ?? '', way === 'ASC' ? /:.*M.*>|:.*>.*M/ : /:.*M.*<|:.*<.*M/)
      }
    }
  })

  test('$PHRASE beside a condition that picks few records does not go through all that have the word', async () => {
    const key = await someKey('Company')
    const query = { $AND: [{ $PHRASE: 'an' }, { ParentKey: { $EQ: key } }] }
    const { taken } = await statements('Read', { AbEntry: { Criteria: { SearchQuery: query, Top: 20 } } })
    assert.doesNotMatch(taken[0]?.sql ?? '', /cross join/)
  })

  test('contacts of a company, and interactions of an entry in their order, are found by what they belong to', async () => {
    const key = await someKey('Company')
    const contacts = { Scope: { Fields: listFields }, Criteria: { SearchQuery: { ParentKey: { $EQ: key } } } }
    const found = await statements('Read', { AbEntry: contacts })
    assert.equal(found.taken.length, 1)
    assert.match(await servedByIndex(found.taken[0] as Query), /ab_entry_parent/)
    const interactions = {
      Scope: { Fields: { Key: 1, Subject: 1, StartDate: 1 } },
      Criteria: { SearchQuery: { 'AbEntries/Key': { $EQ: key } }, Top: 20 },
      OrderBy: { Fields: [{ StartDate: 'DESC' }] },
    }
    const { taken } = await statements('Read', { Interaction: interactions })
    assert.equal(taken.length, 1)
    for (const query of taken) {
      const plan = await servedByIndex(query)
      assert.match(plan, /interaction_ab_entries_item/)
      assert.doesNotMatch(plan, /interaction_start|interaction_deleted/)
    }
  })

  test('Reads of one shape that come together on PostgreSQL are one statement, with the plan that one of them has', async () => {
    if (engine === 'sqlite') return
    const companies = await someKeys('Company', 10)
    const byKey = { Scope: { Fields: listFields }, Criteria: { SearchQuery: { Key: { $EQ: '' } } } }
    const contacts = { Scope: { Fields: listFields }, Criteria: { SearchQuery: { ParentKey: { $EQ: '' } } } }
    const interactions = {
      Scope: { Fields: { Key: 1, Subject: 1, StartDate: 1 } },
      Criteria: { SearchQuery: { 'AbEntries/Key': { $EQ: '' } }, Top: 20 },
      OrderBy: { Fields: [{ StartDate: 'DESC' }] },
    }
    for (const [body, index] of [
      [{ AbEntry: byKey }, /ab_entry_pkey/],
      [{ AbEntry: contacts }, /ab_entry_parent/],
      [{ Interaction: interactions }, /interaction_ab_entries_item/],
    ] as const) {
      const bodies = companies.map(key => JSON.parse(JSON.stringify(body).replace('"$EQ":""', `"$EQ":"${key}"`)))
      const alone: Json[] = []
      for (const one of bodies) alone.push(await ask('Read', one))
      let texts: { text: string; values: string[] }[] = []
      await until(async () => {
        const query = mock.method(pg.Client.prototype, 'query')
        assert.deepEqual(await Promise.all(bodies.map(one => ask('Read', one))), alone)
        mock.restoreAll()
        texts = query.mock.calls.map(call => call.arguments[0] as never)
        return texts.length === 2
      })
      const gathered = texts[1] as { text: string; values: string[] }
      const plan = await servedByIndex({ sql: gathered.text, params: gathered.values })
      assert.match(plan, /^Nested Loop.*\n +-> {2}Function Scan on unnest/)
      assert.match(plan, index)
    }
  })

  test('a Create writes its row, its words, its match keys, its history and its event, and asks for nothing twice', async () => {
    const data = { Key: null, CompanyName: 'Scale Foundry', Email: 'office@scale.example', Phone: '416-555-0100' }
    const { taken } = await statements('Create', { AbEntry: { Data: data } })
    // The e-mail address, the telephone number, and the name with the domain.
    const matchKeys = taken.filter(({ sql }) => sql.startsWith('insert into "match_key"'))
    assert.equal(matchKeys.length, 3)
    const others = taken.filter(query => !matchKeys.includes(query))
    const most = engine === 'sqlite' ? 7 : 6
    assert.ok(others.length <= most, others.map(query => query.sql.slice(0, 80)).join('\n'))
    assert.equal(new Set(others.map(query => query.sql)).size, others.length)
  })

  test('the same request again sends the same text, so that it is prepared once, whatever its values and its page size', async () => {
    const texts = new Set<string>()
    for (const [i, phrase] of ['anna', 'bert', 'carl'].entries()) {
      const content = { Scope: { Fields: listFields }, Criteria: { SearchQuery: { $PHRASE: phrase }, Top: 5 + i } }
      for (const query of (await statements('Read', { AbEntry: content })).taken) texts.add(query.sql)
    }
    assert.equal(texts.size, 1)
    // SQLite prepares a statement anew each time that a bare parameter of LIMIT is bound.
    if (engine === 'sqlite') for (const text of texts) assert.match(text, /limit \(\? \+ 0\)$/)
  })
})

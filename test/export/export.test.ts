// Tests exports: each format, the limits of the request, access, and the token of the change feed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Overloaded } from '../../src/base/errors.ts'
import type { Query } from '../../src/storage/store.ts'
import { eachCrm, type Json, type Person } from '../support/crm.ts'
import { until } from '../support/until.ts'
import { unzip } from '../support/unzip.ts'

eachCrm('Export', crm => {
  const send = (format: string, body: Json, as: Person = crm().admin, headers: Record<string, string> = {}) =>
    fetch(`${crm().server.url}/export/v1?format=${format}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}`, 'accept-encoding': 'identity', ...headers },
      body: JSON.stringify(body),
    })
  const companies = (names: string, more: Json = {}) => ({
    AbEntry: {
      Scope: { Fields: { CompanyName: 1, Address: { City: 1 }, Category: [{ DisplayValue: 1 }] } },
      Criteria: { SearchQuery: { CompanyName: { $LIKE: names } } },
      OrderBy: { Fields: [{ CompanyName: 'ASC' }] },
      ...more,
    },
  })
  const text = async (response: Response) => {
    assert.equal(response.status, 200)
    return response.text()
  }

  test('NDJSON has every record once, beyond one page, and Top limits them', async () => {
    const Data = Array.from({ length: 1_000 }, (_, i) => ({ CompanyName: `Paged ${String(i).padStart(4, '0')}` }))
    await crm().ok('Create', { AbEntry: { Data } })
    await crm().ok('Create', { AbEntry: { Data: [{ CompanyName: 'Paged 1000' }] } })
    const lines = (await text(await send('ndjson', companies('Paged %')))).trimEnd().split('\n')
    assert.equal(lines.length, 1_001)
    assert.deepEqual(JSON.parse(lines[0] as string), { CompanyName: 'Paged 0000', Address: null, Category: [] })
    assert.deepEqual(
      lines.map(line => JSON.parse(line).CompanyName),
      [...lines.keys()].map(i => `Paged ${String(i).padStart(4, '0')}`),
    )
    const top = companies('Paged %')
    const limited = { AbEntry: { ...top.AbEntry, Criteria: { ...top.AbEntry.Criteria, Top: 600 } } }
    assert.equal((await text(await send('ndjson', limited))).trimEnd().split('\n').length, 600)
  })
  test('CSV quotes by RFC 4180, names columns by path, and joins lists', async () => {
    const options = (await crm().ok('Read', { AbEntry: { FieldOptions: { Category: [{ Key: 1, DisplayValue: 1 }] } } }))
      .AbEntry.FieldOptions.Category
    const [one, two] = options
    await crm().create('AbEntry', {
      CompanyName: 'Quoted "A", Ltd',
      Address: { City: 'Two\nlines' },
      Category: [one.Key, two.Key],
    })
    const csv = await text(await send('csv', companies('Quoted%')))
    const list = `${one.DisplayValue}; ${two.DisplayValue}`
    assert.equal(csv, `CompanyName,Address/City,Category/DisplayValue\r\n"Quoted ""A"", Ltd","Two\nlines",${list}\r\n`)
  })
  test('tables take headings of the request, one for each column', async () => {
    await crm().create('AbEntry', { CompanyName: 'Headed Ltd', Address: { City: 'Bern' } })
    const headed = (format: string, ...headings: string[]) =>
      send(`${format}&${headings.map(one => `heading=${encodeURIComponent(one)}`).join('&')}`, companies('Headed%'))
    assert.equal(
      await text(await headed('csv', 'Name', 'Town, city', 'Tags')),
      'Name,"Town, city",Tags\r\nHeaded Ltd,Bern,\r\n',
    )
    for (const refused of [await headed('csv', 'Name'), await headed('ndjson', 'Name', 'City', 'Tags')]) {
      assert.equal(refused.status, 400)
      assert.equal(((await refused.json()) as Json).Errors[0].Path, 'heading')
    }
  })
  test('a spreadsheet gets no formulas, and numbers stay numbers', async () => {
    for (const start of ['=', '+', '-', '@', '\t']) await crm().create('AbEntry', { CompanyName: `${start}SUM(1)` })
    const body = {
      AbEntry: {
        Scope: { Fields: { CompanyName: 1, Version: 1 } },
        Criteria: { SearchQuery: { CompanyName: { $LIKE: '%SUM(1)' } } },
      },
    }
    const sheet = await text(await send('spreadsheet', body))
    const lines = sheet.replace('\ufeff', '').trimEnd().split('\r\n').slice(1)
    assert.deepEqual(lines.sort(), ["'\tSUM(1),1", "'+SUM(1),1", "'-SUM(1),1", "'=SUM(1),1", "'@SUM(1),1"].sort())
  })
  test('a spreadsheet that takes semicolons for the ends of cells gets no formulas either', async () => {
    const parent = await crm().create('AbEntry', { CompanyName: 'Formulas' })
    const written = [
      ['a;=SUM(1)', "a;'=SUM(1)"],
      ['list\n- call back\n- mail; -', 'list\n- call back\n- mail; -'],
      ["b\n- cmd|' /C calc'!A0\n＝SUM(1)", "b\n'- cmd|' /C calc'!A0\n'＝SUM(1)"],
    ] as const
    for (const [Text] of written) await crm().create('Note', { ParentKey: parent, Text })
    const Criteria = { SearchQuery: { ParentKey: parent } }
    const body = { Note: { Scope: { Fields: { Text: 1 } }, Criteria, OrderBy: { Fields: [{ Text: 'ASC' }] } } }
    const sheet = await text(await send('spreadsheet', body))
    const cells = written.map(([, cell]) => (cell.includes('\n') ? `"${cell}"` : cell))
    assert.equal(sheet, `Text\r\n${[cells[0], cells[2], cells[1]].join('\r\n')}\r\n`)
  })
  test('pages of long records end early, and the file has each record once and in order', async () => {
    const parent = await crm().create('AbEntry', { CompanyName: 'Long pages' })
    const long = Array.from({ length: 30 }, (_, i) => ({
      ParentKey: parent,
      Category: String(i).padStart(3, '0'),
      Text: i < 10 ? 'short' : 'x'.repeat(60_000),
    }))
    await crm().ok('Create', { Note: { Data: long } })
    const content = {
      Scope: { Fields: { Category: 1, Text: 1 } },
      Criteria: { SearchQuery: { ParentKey: parent } },
      OrderBy: { Fields: [{ Category: 'ASC' }] },
    }
    const lines = (await text(await send('ndjson', { Note: content }))).trimEnd().split('\n')
    assert.deepEqual(
      lines.map(line => JSON.parse(line)),
      long.map(({ Category, Text }) => ({ Category, Text })),
    )
    const top = { ...content, Criteria: { ...content.Criteria, Top: 25 } }
    assert.equal((await text(await send('ndjson', { Note: top }))).trimEnd().split('\n').length, 25)
  })
  test('a user makes five exports at once, and another one when one of them has ended', async () => {
    const parent = await crm().create('AbEntry', { CompanyName: 'Held exports' })
    const Data = Array.from({ length: 50 }, () => ({ ParentKey: parent, Text: 'x'.repeat(60_000) }))
    // Far more than the buffers of a connection take, so that no export ends by itself.
    for (let i = 0; i < 10; i++) await crm().ok('Create', { Note: { Data } })
    const body = { Note: { Scope: { Fields: { Text: 1 } }, Criteria: { SearchQuery: { ParentKey: parent } } } }
    const held: Response[] = []
    for (let i = 0; i < 5; i++) held.push(await send('ndjson', body, crm().user))
    assert.deepEqual(
      held.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    const sixth = await send('ndjson', body, crm().user)
    assert.deepEqual([sixth.status, sixth.headers.has('retry-after')], [429, true])
    assert.equal((await send('ndjson', companies('Held%'))).status, 200)
    for (const response of held) await response.body?.cancel()
    await until(async () => (await send('ndjson', companies('Held%'), crm().user)).status === 200)
  })
  test('an export that has begun waits while the store is busy', async () => {
    const parent = await crm().create('AbEntry', { CompanyName: 'Patient exports' })
    const Data = Array.from({ length: 900 }, () => ({ ParentKey: parent, Text: 'A short note' }))
    await crm().ok('Create', { Note: { Data } })
    const { store } = crm().server
    const { read, readSlow } = store
    let [pages, refused] = [0, 0]
    const busy = ({ sql }: Query): boolean => /\bnote\b/.test(sql) && pages++ > 0 && refused++ < 2
    const refusal = () => Promise.reject(new Overloaded('Too many long queries.', 1))
    store.read = (query, options) => (busy(query) ? refusal() : read.call(store, query, options))
    store.readSlow = (query, options) => (busy(query) ? refusal() : readSlow.call(store, query, options))
    try {
      const body = { Note: { Scope: { Fields: { Text: 1 } }, Criteria: { SearchQuery: { ParentKey: parent } } } }
      const lines = (await text(await send('ndjson', body))).trimEnd().split('\n')
      assert.equal(lines.length, 900)
      assert.ok(refused >= 2)
    } finally {
      Object.assign(store, { read, readSlow })
    }
  })
  test('XLSX is a workbook with typed cells', async () => {
    await crm().create('AbEntry', { CompanyName: 'Cell <&> \u0001 _x0041_ one' })
    const body = {
      AbEntry: {
        Scope: { Fields: { CompanyName: 1, Version: 1, Lead: 1, Website: 1 } },
        Criteria: { SearchQuery: { CompanyName: { $LIKE: 'Cell%' } } },
      },
    }
    const response = await send('xlsx', body)
    const entries = unzip(Buffer.from(await response.arrayBuffer()))
    assert.ok(entries.has('[Content_Types].xml') && entries.has('xl/workbook.xml'))
    const sheet = entries.get('xl/worksheets/sheet1.xml') ?? ''
    assert.match(sheet, /<row>.*CompanyName.*Version.*<\/row><row>.*Cell &lt;&amp;&gt; _x0001_ _x005F_x0041_ one/)
    assert.match(sheet, /<c><v>1<\/v><\/c><c t="b"><v>0<\/v><\/c><c\/><\/row>/)
  })
  test('vCard 4.0 of persons and companies, with escapes and folded lines', async () => {
    const parent = await crm().create('AbEntry', { CompanyName: 'Card; Works, Inc' })
    await crm().create('AbEntry', {
      ParentKey: parent,
      FirstName: 'Zoë',
      LastName: 'Card',
      Position: 'Ä'.repeat(60),
      Email: 'zoe@card.example',
      Phone: '+1 613 555 0100',
    })
    const body = {
      AbEntry: {
        Criteria: { SearchQuery: { CompanyName: { $LIKE: 'Card;%' } } },
        OrderBy: { Fields: [{ Type: 'ASC' }] },
      },
    }
    const cards = await text(await send('vcard', body))
    const [company, person] = cards.split('END:VCARD\r\n')
    assert.match(company ?? '', /^BEGIN:VCARD\r\nVERSION:4.0\r\n/)
    assert.match(company ?? '', /\r\nKIND:org\r\nFN:Card\\; Works\\, Inc\r\n/)
    assert.match(person ?? '', /\r\nFN:Zoë Card\r\nN:Card;Zoë;;;\r\nORG:Card\\; Works\\, Inc\r\n/)
    assert.match(person ?? '', /\r\nEMAIL[^\r]*:zoe@card.example\r\n/)
    for (const line of cards.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
    const other = await send('vcard', { Opportunity: { Scope: { Fields: { Key: 1 } } } })
    assert.equal(other.status, 400)
  })
  test('what cannot be exported is refused before the first byte, with a path', async () => {
    const read = { Scope: { Fields: { Key: 1 } } }
    const refusals: [string, Json, string][] = [
      ['pdf', { AbEntry: read }, 'format'],
      ['constructor', { AbEntry: read }, 'format'],
      ['csv', {}, ''],
      ['csv', { 'AbEntry.a': read, 'AbEntry.b': read }, ''],
      ['csv', { AbEntry: { ...read, OrderBy: { PageKey: 'x' } } }, 'AbEntry.OrderBy.PageKey'],
      ['csv', { AbEntry: { ...read, GroupBy: { Fields: ['Type'] } } }, 'AbEntry.GroupBy'],
      ['csv', { AbEntry: { Scope: { Fields: { Nme: 1 } } } }, 'AbEntry.Scope.Fields.Nme'],
      ['csv', { AbEntry: { ...read, Criteria: { Top: 'many' } } }, 'AbEntry.Criteria.Top'],
    ]
    for (const [format, body, path] of refusals) {
      const response = await send(format, body)
      assert.equal(response.status, 400, JSON.stringify(body))
      const { Code, Errors } = (await response.json()) as Json
      assert.deepEqual([Code, Errors[0].Path], [-1, path])
    }
    const anonymous = await fetch(`${crm().server.url}/export/v1`, { method: 'POST', body: '{}' })
    assert.equal(anonymous.status, 401)
  })
  test('a plain user exports what that user may read', async () => {
    await crm().create('AbEntry', { CompanyName: 'Guarded open' })
    await crm().create('AbEntry', { CompanyName: 'Guarded secret', SecAccess: { Read: [crm().admin.key], Write: [] } })
    const exported = await text(await send('csv', companies('Guarded%'), crm().user))
    assert.match(exported, /Guarded open/)
    assert.doesNotMatch(exported, /secret/)
  })
  test('gzip by Accept-Encoding, and the header has a token of the change feed from before the first record', async () => {
    await crm().create('AbEntry', { CompanyName: 'Feed first' })
    const response = await send('ndjson', companies('Feed%'), undefined, { 'accept-encoding': 'gzip' })
    assert.equal(response.headers.get('content-encoding'), 'gzip')
    assert.match(await response.text(), /Feed first/)
    const key = await crm().create('AbEntry', { CompanyName: 'Feed second' })
    let after = response.headers.get('clientele-feed') ?? ''
    await until(async () => {
      const page = await fetch(`${crm().server.url}/webhooks/v1/events?after=${encodeURIComponent(after)}`, {
        headers: { authorization: `Bearer ${crm().admin.token}` },
      })
      const { events, next } = (await page.json()) as Json
      after = next
      return events.some((event: Json) => event.data.key === key)
    })
  })
})

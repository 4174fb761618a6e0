// Tests the files that an import takes: formats, encodings, dates, numbers, options, rejected rows, and files that are broken.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eachCrm, type Json } from '../support/crm.ts'
import { report, sizeOf } from '../support/report.ts'
import { importerOf } from './support.ts'
import { asZip64 } from './zip64.ts'

const runs = sizeOf('CLIENTELE_IMPORT_FILES', 200)

eachCrm('Files of imports', (crm, engine) => {
  const api = importerOf(crm)
  const suggested = ({ columns }: Json) =>
    Object.fromEntries(columns.map(({ name, suggestion }: Json) => [name, suggestion]))
  const entries = async (where: Json, fields: Json): Promise<Json[]> =>
    (
      await crm().ok('Read', {
        AbEntry: { Scope: { Fields: { Key: 1, ...fields } }, Criteria: { SearchQuery: where } },
      })
    ).AbEntry.Data

  test('encodings and delimiters are recognized', async () => {
    const text = 'Nom;Ville\nSociété Générale;Orléans\n'
    const files: [string, Uint8Array, string][] = [
      ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
      ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
      ['windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
      ['tabs', Buffer.from(text.replaceAll(';', '\t')), 'utf-8'],
    ]
    for (const [name, bytes, encoding] of files) {
      const { columns, read } = await api.upload(bytes)
      assert.equal(read.encoding, encoding, name)
      assert.deepEqual(
        columns.map((column: Json) => [column.name, column.samples[0]]),
        [
          ['Nom', 'Société Générale'],
          ['Ville', 'Orléans'],
        ],
        name,
      )
    }
  })

  test('columns of Google Contacts, Outlook, HubSpot, Salesforce and Pipedrive are suggested', async () => {
    const files: [string, string, Record<string, string>][] = [
      [
        'First Name,Last Name,Organization Name,Organization Title,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value,Address 1 - City',
        'Ada,Lovelace,Engines Ltd,Countess,Work,ada@engines.example,+1 613 555 0101,London',
        { 'E-mail 1 - Value': 'Email', 'Organization Name': 'Parent/CompanyName', 'Address 1 - City': 'Address/City' },
      ],
      [
        'First Name,Last Name,Company,Job Title,E-mail Address,E-mail 2 Address,Business Phone,Mobile Phone,Business Street,Business City,Business Postal Code,Business Country/Region,Home City',
        'Ada,Lovelace,Engines Ltd,Countess,a@b.example,c@d.example,1,2,Main,London,W1,UK,',
        { 'E-mail 2 Address': 'Email2', 'Mobile Phone': 'Phone2', 'Business Postal Code': 'Address/ZipCode' },
      ],
      [
        'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Company name,Job Title,City,State/Region,Postal Code,Website URL',
        '1,Ada,Lovelace,a@b.example,1,MASTER,Engines Ltd,Countess,London,X,W1,https://engines.example',
        { Email: 'Email', 'Contact owner': 'AccountManager', 'State/Region': 'Address/StateProvince' },
      ],
      [
        'Id,LastName,FirstName,Salutation,MailingStreet,MailingCity,MailingState,MailingPostalCode,MailingCountry,Phone,MobilePhone,Email,Title,Department,Account Name',
        '003,Lovelace,Ada,Ms,Main,London,X,W1,UK,1,2,a@b.example,Countess,Maths,Engines Ltd',
        {
          MailingCity: 'Address/City',
          Title: 'Position',
          Salutation: 'Salutation',
          'Account Name': 'Parent/CompanyName',
        },
      ],
      [
        'Person - Name,Person - Organization,Person - Email - Work,Person - Phone - Work,Person - Owner',
        'Ada Lovelace,Engines Ltd,a@b.example,1,MASTER',
        {
          'Person - Name': 'FullName',
          'Person - Organization': 'Parent/CompanyName',
          'Person - Email - Work': 'Email',
        },
      ],
    ]
    for (const [header, row, expected] of files) {
      const found = suggested(await api.upload(`${header}\n${row}\n`))
      for (const [column, path] of Object.entries(expected)) assert.equal(found[column], path, `${column} in ${header}`)
    }
  })

  test('vCard: persons belong to the company of ORG, which is made', async () => {
    const cards = [
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Card;Vera;;;\r\nFN:Vera Card\r\nORG:Vcard Works;Sales\r\nEMAIL;TYPE=work:vera@vcard.example\r\nEND:VCARD\r\n',
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Vcard Works\r\nORG:Vcard Works\r\nTEL:+1 613 555 0100\r\nEND:VCARD\r\n',
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Vcard=C3=A9;Solo\r\nEND:VCARD\r\n',
    ].join('')
    const uploaded = await api.upload(cards, 'entity=AbEntry&format=vcard')
    const columns = Object.fromEntries(uploaded.columns.map(({ name, suggestion }: Json) => [name, suggestion]))
    const planned = await api.plan(uploaded.id, { columns })
    assert.deepEqual(
      [planned.planCounts.create, planned.planCounts.reject],
      [3, 0],
      JSON.stringify(await api.rows(uploaded.id)),
    )
    await api.commit(uploaded.id)
    const found = await entries({ LastName: { $IN: ['Card', 'Vcardé'] } }, { Type: 1, CompanyName: 1, LastName: 1 })
    assert.deepEqual(found.map(({ Type, CompanyName }: Json) => [Type, CompanyName]).sort(), [
      ['Contact', 'Vcard Works'],
      ['Individual', null],
    ])
    assert.equal((await entries({ CompanyName: { $EQ: 'Vcard Works' }, Type: { $EQ: 'Company' } }, {})).length, 1)
  })

  test('an export as XLSX is read again, and rejected rows come back as a workbook', async () => {
    await crm().create('AbEntry', { CompanyName: 'Sheet One', Address: { City: 'Bern' } })
    const body = {
      AbEntry: {
        Scope: { Fields: { CompanyName: 1, Address: { City: 1 }, Email: 1 } },
        Criteria: { SearchQuery: { CompanyName: { $LIKE: 'Sheet%' } } },
      },
    }
    const headers = { authorization: `Bearer ${crm().admin.token}` }
    const sheet = await fetch(`${crm().server.url}/export/v1?format=xlsx`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const file = Buffer.from(await sheet.arrayBuffer())
    const uploaded = await api.upload(file, 'entity=AbEntry&format=xlsx')
    assert.deepEqual(suggested(uploaded), {
      CompanyName: 'CompanyName',
      'Address/City': 'Address/City',
      Email: 'Email',
    })
    const streamed = await api.upload(asZip64(file), 'entity=AbEntry&format=xlsx')
    assert.deepEqual([streamed.rows, streamed.columns], [uploaded.rows, uploaded.columns])
    const cut = await api.upload(asZip64(file).subarray(60), 'entity=AbEntry&format=xlsx')
    assert.match(cut.Msg[0], /not an XLSX workbook, or it is damaged/)
    const planned = await api.plan(uploaded.id, {
      columns: suggested(uploaded),
      match: ['Email'],
      unidentified: 'reject',
    })
    assert.equal(planned.planCounts.reject, 1)
    const rejected = await fetch(`${crm().server.url}/import/v1/imports/${uploaded.id}/rejected`, { headers })
    const again = await api.upload(Buffer.from(await rejected.arrayBuffer()), 'entity=AbEntry&format=xlsx')
    assert.match(again.columns.at(-1).samples[0], /no value of Email/)
    assert.equal(again.columns.at(-1).name, 'Reason')
  })

  test('days and months, and decimal marks, are decided by all rows or chosen', async () => {
    const { id } = await api.upload('Company,Seen\nDated One,03/04/2025\nDated Two,05/06/2025\n')
    const columns = { Company: 'CompanyName', Seen: 'LastContactDate' }
    const refused = await api.call('PUT', `imports/${id}/mapping`, { columns })
    assert.equal(refused.http, 422)
    assert.equal(refused.Errors[0].Path, 'columns.Seen')
    await api.plan(id, { columns, dates: { Seen: 'DMY' } })
    await api.commit(id)
    const [one] = await entries({ CompanyName: { $EQ: 'Dated One' } }, { LastContactDate: 1 })
    assert.equal(one.LastContactDate, '2025-04-03')
    const sure = await api.upload('Company,Seen\nDated Three,03/04/2025\nDated Four,13/06/2025\n')
    assert.equal((await api.plan(sure.id, { columns })).planCounts.create, 2)
  })

  test('options that do not exist are refused, renamed or created; a formula mark is removed', async () => {
    const file = "Company,Tags\n'=Optional,Fresh tag\n"
    const columns = { Company: 'CompanyName', Tags: 'Category' }
    const { id } = await api.upload(file)
    assert.equal((await api.plan(id, { columns })).planCounts.reject, 1)
    const [row] = await api.rows(id, 'reject')
    assert.deepEqual([row.problems[0].Column, row.problems[0].ErrorCode], ['Tags', -3006])
    assert.equal((await api.plan(id, { columns, createOptions: true })).planCounts.create, 1)
    await api.commit(id)
    const [made] = await entries({ CompanyName: { $EQ: '=Optional' } }, { Category: [{ DisplayValue: 1 }] })
    assert.deepEqual(made.Category, [{ DisplayValue: 'Fresh tag' }])
    assert.equal((await api.call('PUT', `imports/${id}/mapping`, { columns }, crm().user)).http, 404)
  })

  test('a CSV with semicolons comes back with its rejected rows and a reason', async () => {
    const { id } = await api.upload('Firma;Mail\nGut;a@b.example\n"Schlecht; sehr";kein Mail\n')
    await api.plan(id, { columns: { Firma: 'CompanyName', Mail: 'Email' } })
    const response = await fetch(`${crm().server.url}/import/v1/imports/${id}/rejected`, {
      headers: { authorization: `Bearer ${crm().admin.token}` },
    })
    assert.match(await response.text(), /^\ufeff?Firma;Mail;Reason\r\n"Schlecht; sehr";kein Mail;.*not an e-mail/)
  })

  test('mappings are saved by name', async () => {
    const body = { columns: { Mail: 'Email' }, match: ['Email'] }
    assert.equal((await api.call('PUT', 'mappings/Letter', body)).http, 200)
    assert.deepEqual((await api.call('GET', 'mappings')).mappings, [{ name: 'Letter', ...body }])
    assert.deepEqual((await api.call('GET', 'mappings/letter')).columns, body.columns)
    assert.equal((await api.call('GET', 'mappings/letter', undefined, crm().user)).http, 404)
    assert.equal((await api.call('DELETE', 'mappings/Letter')).http, 200)
  })

  test('broken files get a clear answer, and nothing is imported', async () => {
    const before = (await entries({}, {})).length
    const body = JSON.stringify({ AbEntry: { Scope: { Fields: { CompanyName: 1, Email: 1 } } } })
    const headers = { authorization: `Bearer ${crm().admin.token}` }
    const workbook = await fetch(`${crm().server.url}/export/v1?format=xlsx`, { method: 'POST', headers, body })
    const seeds: Record<string, Buffer> = {
      csv: Buffer.from('Company,City\n"A ""quoted"" one",Bern\nTwo,Basel\n'),
      ndjson: Buffer.from('{"Company":"One","Address":{"City":"Bern"}}\n{"Company":"Two"}\n'),
      vcard: Buffer.from('BEGIN:VCARD\nVERSION:3.0\nN:Card;Vera\nEND:VCARD\n'),
      xlsx: Buffer.from(await workbook.arrayBuffer()),
    }
    /** Places are in thousandths of the file: some bytes are put in, or over what is there, and the end may be cut off. */
    const broken = fc.record({
      format: fc.constantFrom(...Object.keys(seeds)),
      at: fc.nat(1000),
      put: fc.uint8Array({ maxLength: 12 }),
      over: fc.boolean(),
      end: fc.oneof(fc.constant(1000), fc.nat(1000)),
    })
    const answers = { taken: 0, refused: 0 }
    const check = fc.asyncProperty(broken, async ({ format, at, put, over, end }) => {
      const whole = seeds[format] as Buffer
      const place = Math.floor((whole.length * at) / 1000)
      const rest = whole.subarray(over ? place + put.length : place, Math.ceil((whole.length * end) / 1000))
      const bytes = Buffer.concat([whole.subarray(0, place), put, rest])
      const answer = await api.upload(bytes, `entity=AbEntry&format=${format}`)
      if (answer.http === 201) {
        answers.taken++
        assert.equal((await api.call('DELETE', `imports/${answer.id}`)).http, 200)
        return answer.rows > 0
      }
      answers.refused++
      assert.ok(answer.http >= 400 && answer.http < 500, JSON.stringify(answer))
      assert.equal(answer.Errors[0].Path, 'file')
      assert.ok(answer.Errors[0].Message.length > 10)
      return true
    })
    await fc.assert(check, { numRuns: runs })
    assert.equal((await entries({}, {})).length, before)
    assert.ok(answers.taken > runs / 20 && answers.refused > runs / 20, JSON.stringify(answers))
    report('CLIENTELE_IMPORT_FILES', `broken files, ${engine}`, { ...answers, 'without a clear answer': 0 })
  })
})

// Tests PayloadExecute: a lead becomes entries and an opportunity, what hangs on it follows, and Restore undoes it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

const person = {
  MrMs: 'Ms.',
  FirstName: 'Ada',
  LastName: 'Byron',
  Position: 'Countess',
  Email: 'ada@fabrikam.example',
  Phone1: { Number: '030 111', Extension: '7' },
}
const firm = { CompanyName: 'Fabrikam', WebSite: 'fabrikam.example', Address: { City: 'London', Country: 'UK' } }
const pathsOf = (problems: readonly { Path: string }[]) => problems.map(({ Path }) => Path)

eachCrm('PayloadExecute', crm => {
  const payload = (Data: Json, Options: Json = {}) => ({ Payload: { Data, Options } })
  const convert = async (Key: string, more: Json = {}, options: Json = {}, as = crm().admin): Promise<Json> => {
    const body = payload({ Source: { Lead: { Key } }, ...more }, options)
    return (await crm().ok('PayloadExecute', body, as)).Payload.Data
  }
  const refused = (Key: string, more: Json = {}, as = crm().admin) =>
    crm().refused('PayloadExecute', payload({ Source: { Lead: { Key } }, ...more }), as)
  const lead = (data: Json) => crm().create('Lead', data)
  const restore = (key: string) => crm().ok('Restore', { Lead: { Data: { Key: key } } })
  const keysOf = async (entity: string, query: Json): Promise<string[]> => {
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
    return (await crm().ok('Read', { [entity]: content }))[entity].Data.map((one: Json) => one.Key)
  }

  test('a lead with a company becomes a company with a contact, and is archived', async () => {
    const key = await lead({ ...person, ...firm, AssignedTo: { Uid: 'JOE' } })
    const made = await convert(key, {}, {}, crm().user)
    assert.deepEqual(Object.keys(made), ['Company', 'Contact'])
    const shown = { Type: 1, Website: 1, Address: { City: 1 }, Email: 1, Phone1: 1, AccountManager: { Uid: 1 } }
    assert.deepEqual(await crm().get('AbEntry', made.Company.Key, { CompanyName: 1, ...shown }), {
      CompanyName: 'Fabrikam',
      Type: 'Company',
      Website: 'fabrikam.example',
      Address: { City: 'London' },
      Email: null,
      Phone1: '030 111',
      AccountManager: { Uid: 'JOE' },
    })
    const fields = { FullName: 1, MrMs: 1, ParentKey: 1, Position: 1, Phone1: { Extension: 1 }, Email: 1, Website: 1 }
    assert.deepEqual(await crm().get('AbEntry', made.Contact.Key, fields), {
      FullName: 'Ada Byron',
      MrMs: 'Ms.',
      ParentKey: made.Company.Key,
      Position: 'Countess',
      Phone1: { Extension: '7' },
      Email: 'ada@fabrikam.example',
      Website: null,
    })
    const after = await crm().get('Lead', key, { AbEntryKey: 1, ArchivedDate: 1, OpportunityKey: 1 })
    assert.equal(after.AbEntryKey, made.Contact.Key)
    assert.match(after.ArchivedDate, /^20/)
    assert.equal(after.OpportunityKey, null)
    const [again] = await refused(key)
    assert.match(again?.Message ?? '', /the lead was converted to .*Restore/)
    assert.deepEqual(await keysOf('AbEntry', { $PHRASE: 'Byron' }), [made.Contact.Key])
  })

  test('without a company it becomes an individual, without a person a company', async () => {
    const alone = await convert(await lead({ LastName: 'Lovelace', Phone2: '030 222' }))
    assert.deepEqual(Object.keys(alone), ['Individual'])
    const fields = { Type: 1, FullName: 1, Phone2: 1 }
    assert.deepEqual(await crm().get('AbEntry', alone.Individual.Key, fields), {
      Type: 'Individual',
      FullName: 'Lovelace',
      Phone2: '030 222',
    })
    const company = await convert(await lead({ CompanyName: 'Contoso', Email: 'info@contoso.example' }))
    assert.deepEqual(Object.keys(company), ['Company'])
    assert.deepEqual(await crm().get('AbEntry', company.Company.Key, { Email: 1 }), { Email: 'info@contoso.example' })
  })

  test('values come from Target, then by Rules from Source as sent or the stored lead, else from the lead', async () => {
    const key = await lead({ ...person, ...firm, Phone2: '030 999', SourceUrl: 'https://ads.example/7' })
    const made = (
      await crm().ok(
        'PayloadExecute',
        payload({
          Source: { Lead: { Key: key, CompanyName: 'As sent', Address: { City: 'Leeds' } } },
          Target: {
            Company: { CompanyName: 'Given', Phone: '1' },
            Contact: { FirstName: 'Augusta' },
            Opportunity: { ForecastRevenue: 5 },
          },
          Rules: {
            Company: [
              { Destination: 'CompanyName', Source: 'CompanyName' },
              { Destination: '/AbEntry/Division', Source: 'CompanyName' },
              { Destination: 'Address/City', Source: 'Lead/Address/City' },
              { Destination: 'Website', Source: 'sourceURL' },
            ],
            Contact: [{ Destination: 'Contact/FirstName', Source: 'LastName' }],
            Opportunity: [{ Destination: 'Description', Source: 'Position' }],
          },
        }),
      )
    ).Payload.Data
    const company = { CompanyName: 1, Division: 1, Address: { City: 1, Country: 1 }, Website: 1, Phone1: 1 }
    assert.deepEqual(await crm().get('AbEntry', made.Company.Key, company), {
      CompanyName: 'Given',
      Division: 'As sent',
      Address: { City: 'Leeds', Country: null },
      Website: 'https://ads.example/7',
      Phone1: '1',
    })
    assert.deepEqual(await crm().get('AbEntry', made.Contact.Key, { FullName: 1, Phone2: 1 }), {
      FullName: 'Augusta Byron',
      Phone2: '030 999',
    })
    const sale = { Objective: 1, Description: 1, AbEntryKey: 1, ContactKey: 1, ForecastRevenue: 1 }
    assert.deepEqual(await crm().get('Opportunity', made.Opportunity.Key, sale), {
      Objective: 'Ada Byron - Fabrikam',
      Description: 'Countess',
      AbEntryKey: made.Company.Key,
      ContactKey: made.Contact.Key,
      ForecastRevenue: 5,
    })
    const after = await crm().get('Lead', key, { OpportunityKey: 1 })
    assert.equal(after.OpportunityKey, made.Opportunity.Key)
    const query = { Key: { '$EXISTS(LeadObject)': 'OpportunityKey' } }
    assert.ok(
      (
        await crm().ok('Read', {
          Opportunity: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } },
          Configuration: { Drivers: { IOpportunitySearcher: 'Service.Model.Access.Sql.OpportunitySearcher' } },
        })
      ).Opportunity.Data.some((one: Json) => one.Key === made.Opportunity.Key),
    )
  })

  test('an entry that exists is taken by its Key; an opportunity alone brings the entries of the lead', async () => {
    const Company = { Key: await crm().create('AbEntry', { CompanyName: 'Known' }) }
    const made = await convert(await lead({ ...person, ...firm }), { Target: { Company, Contact: {} } })
    assert.deepEqual(made.Company, Company)
    assert.deepEqual(await crm().get('AbEntry', made.Contact.Key, { ParentKey: 1 }), { ParentKey: Company.Key })
    const Contact = { Key: made.Contact.Key }
    const own = await convert(await lead(person), { Target: { Contact, Opportunity: { Objective: 'Sell' } } })
    const sale = await crm().get('Opportunity', own.Opportunity.Key, { AbEntryKey: 1, ContactKey: 1 })
    assert.deepEqual(sale, { AbEntryKey: Company.Key, ContactKey: Contact.Key })
    const brought = await convert(await lead(person), { Target: { Opportunity: {} } })
    assert.deepEqual(Object.keys(brought), ['Individual', 'Opportunity'])
    const direct = await lead(person)
    await convert(direct, { Target: { Opportunity: { AbEntryKey: Contact.Key } } })
    assert.deepEqual(await crm().get('Lead', direct, { AbEntryKey: 1 }), { AbEntryKey: Contact.Key })
    const entry = await convert(await lead(person), { Target: { AbEntry: { ParentKey: Company.Key } } })
    assert.deepEqual(await crm().get('AbEntry', entry.AbEntry.Key, { Type: 1 }), { Type: 'Contact' })
  })

  test('notes, documents, tasks and interactions follow, as Options say', async () => {
    const upload = await fetch(`${crm().server.url}/api/BinaryUpload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crm().admin.token}` },
      body: 'bytes',
    })
    const { BinaryDataId } = ((await upload.json()) as Json).BinaryData.Data
    const follow = async (options: Json) => {
      const key = await lead(person)
      const note = await crm().create('Note', { ParentKey: key, Text: 'Likes machines.' })
      const made = await convert(key, {}, options)
      return { note, key, to: made.Individual.Key, parent: (await crm().get('Note', note, { ParentKey: 1 })).ParentKey }
    }
    const moved = await follow({})
    assert.equal(moved.parent, moved.to)
    const stays = await follow({ CopyNotes: false })
    assert.equal(stays.parent, stays.key)

    const key = await lead({ ...person, ...firm })
    const file = { ParentKey: key, Name: 'Letter', Ext: 'txt', BinaryDataId }
    const document = await crm().create('Document', file)
    const task = await crm().create('Task', { Activity: 'Call', DateTime: '2026-05-01T08:00:00Z', LeadKey: key })
    const call = { Type: '60001', LeadKey: key, StartDate: '2026-02-03T10:00:00Z' }
    const interaction = await crm().create('Interaction', call)
    const appointment = await crm().create('Appointment', {
      Subject: 'Visit',
      StartDate: '2026-05-02T08:00:00Z',
      Leads: [key],
    })
    const made = await convert(key)
    const contact = made.Contact.Key
    assert.equal((await crm().get('Document', document, { ParentKey: 1 })).ParentKey, contact)
    assert.deepEqual(await crm().get('Task', task, { AbEntryKey: 1, LeadKey: 1 }), {
      AbEntryKey: contact,
      LeadKey: key,
    })
    assert.deepEqual(await keysOf('Interaction', { 'AbEntries/Key': contact }), [interaction])
    assert.deepEqual(await keysOf('Appointment', { 'AbEntries/Key': contact }), [appointment])
    assert.equal((await crm().get('AbEntry', contact, { LastContactDate: 1 })).LastContactDate, '2026-02-03')

    await restore(key)
    assert.equal((await crm().get('Document', document, { ParentKey: 1 })).ParentKey, key)
    assert.deepEqual(await crm().get('Task', task, { AbEntryKey: 1, LeadKey: 1 }), { AbEntryKey: null, LeadKey: key })
    assert.deepEqual(await keysOf('Interaction', { LeadKey: key, AbEntryKey: null }), [interaction])
    assert.equal(await crm().get('AbEntry', contact, { Key: 1 }), undefined)
  })

  test('Restore of the key undoes it while what was made is unchanged; then it can be converted again', async () => {
    const key = await lead({ ...person, ...firm, ArchivedDate: null })
    const made = await convert(key, { Target: { Company: {}, Contact: {}, Opportunity: {} } })
    await crm().ok('Update', { AbEntry: { Data: { Key: made.Contact.Key, Position: 'Queen' } } })
    const changed = await crm().refused('Restore', { Lead: { Data: { Key: key } } })
    assert.ok(changed[0]?.Message.includes(`the AbEntry ${made.Contact.Key}, which the lead became, was changed`))
    assert.equal((await crm().get('AbEntry', made.Company.Key, { Key: 1 })).Key, made.Company.Key)
    await crm().ok('Delete', { AbEntry: { Data: { Key: made.Contact.Key } } })
    const note = await crm().create('Note', { ParentKey: made.Company.Key, Text: 'Since then.' })
    const [more] = await crm().refused('Restore', { Lead: { Data: { Key: key } } })
    assert.match(more?.Message ?? '', /has further records: 1 Note/)
    await crm().ok('Delete', { Note: { Data: { Key: note } } })
    await restore(key)
    const fields = { AbEntryKey: 1, OpportunityKey: 1, ArchivedDate: 1 }
    const empty = { AbEntryKey: null, OpportunityKey: null, ArchivedDate: null }
    assert.deepEqual(await crm().get('Lead', key, fields), empty)
    for (const [entity, one] of [
      ['AbEntry', made.Company],
      ['Opportunity', made.Opportunity],
    ])
      assert.equal(await crm().get(entity, one.Key, { Key: 1 }), undefined)
    assert.equal((await crm().refused('Restore', { Lead: { Data: { Key: key } } }))[0]?.ErrorCode, -4011)
    assert.deepEqual(Object.keys(await convert(key)), ['Company', 'Contact'])
    const history = { Scope: { Fields: { Changes: 1 } }, Criteria: { SearchQuery: { ParentKey: key } } }
    const rows: Json[] = (await crm().ok('Read', { History: history })).History.Data
    const fieldsOf = rows.map(({ Changes }) => (Changes ?? []).map(({ Field }: Json) => Field))
    assert.equal(fieldsOf.filter(names => names.includes('AbEntryKey') && names.includes('ArchivedDate')).length, 3)
  })

  test('refused: what is missing, unknown or does not fit; nothing is written', async () => {
    const key = await lead({ FirstName: 'Ada', CompanyName: 'Fabrikam' })
    const before = await keysOf('AbEntry', { CompanyName: 'Fabrikam' })
    assert.deepEqual(pathsOf(await refused(key)), ['Payload.Data.Target.Contact.LastName'])
    assert.deepEqual(await keysOf('AbEntry', { CompanyName: 'Fabrikam' }), before)
    const bad = {
      Target: { Firm: { CompanyName: 'x' }, Company: {}, Individual: {}, Contact: 5 },
      Rules: { Contact: [{ Destination: 'LastNam', Source: 'Firstname' }, { Source: 'Shoe' }, 'x'] },
      Then: { x: 1 },
    }
    assert.deepEqual(pathsOf(await refused(key, bad)), [
      'Payload.Data.Then',
      'Payload.Data.Target.Firm',
      'Payload.Data.Target.Contact',
      'Payload.Data.Target',
      'Payload.Data.Rules.Contact[0].Destination',
      'Payload.Data.Rules.Contact[1].Destination',
      'Payload.Data.Rules.Contact[1].Source',
      'Payload.Data.Rules.Contact[2].Destination',
      'Payload.Data.Rules.Contact[2].Source',
    ])
    const codeOf = async (body: Json, as = crm().admin) =>
      (await crm().refused('PayloadExecute', body, as)).map(({ ErrorCode }) => ErrorCode)
    assert.deepEqual(await codeOf(payload({})), [-4005])
    assert.deepEqual(await codeOf({ Lead: { Data: { Key: key } } }), [-1001])
    assert.deepEqual(await codeOf({ Payload: { Data: 5 } }), [-1001])
    const hidden = await crm().create('AbEntry', { CompanyName: 'Hidden', SecAccess: { Read: [crm().admin.key] } })
    assert.deepEqual(pathsOf(await refused(key, { Target: { Company: { Key: hidden } } }, crm().user)), [
      'Payload.Data.Target.Company.Key',
    ])
    const individual = { Target: { Individual: { Key: hidden, FirstName: 'x' } } }
    assert.deepEqual(pathsOf(await refused(key, individual)), [
      'Payload.Data.Target.Individual.FirstName',
      'Payload.Data.Target.Individual.Key',
    ])
  })

  test('Idempotency-Key makes it once; WarnDuplicates makes nothing that resembles an entry; two at once make one', async () => {
    const body = payload({ Source: { Lead: { Key: await lead(person) } } })
    const headers = { 'idempotency-key': 'convert-1' }
    const first = await crm().call('PayloadExecute', body, crm().admin, headers)
    assert.deepEqual(await crm().call('PayloadExecute', body, crm().admin, headers), first)
    const twin = payload({ Source: { Lead: { Key: await lead(person) } } }, { WarnDuplicates: true })
    assert.deepEqual(
      (await crm().refused('PayloadExecute', twin)).map(({ ErrorCode }) => ErrorCode),
      [-4090],
    )
    const racing = payload({ Source: { Lead: { Key: await lead({ LastName: 'Raced' }) } } })
    const codes = await Promise.all([1, 2, 3].map(async () => (await crm().call('PayloadExecute', racing)).Code))
    assert.deepEqual(codes.sort(), [-1, -1, 0])
    assert.equal((await keysOf('AbEntry', { LastName: 'Raced' })).length, 1)
  })
})

// Tests $PHRASE, $INBOUND, $EXISTS and OrRelated.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'

const at = (SearchQuery: Json) => ({ Criteria: { SearchQuery } })

eachCrm('Search', crm => {
  let reader: Reader
  before(async () => {
    reader = readerOf(crm())
    const add = (label: string, data: Json) => reader.add(label, 'AbEntry', data)
    await add('acme', {
      CompanyName: 'Acme Söhne & Co.',
      Email: 'Info@Acme.example',
      Email2: { Address: 'sales+eu@acme.example' },
      Phone: '+1 (613) 555-0199',
      Phone2: { Number: '0049 30 123456' },
      Address: { City: 'Johnstown', Location: { Longitude: 0, Latitude: 0 } },
    })
    await add('john', {
      ParentKey: reader.key('acme'),
      FirstName: 'John',
      MiddleName: 'Paul',
      LastName: "O'Neill-Smith",
      Email: 'john.oneill@acme.example',
    })
    await add('jane', { ParentKey: reader.key('acme'), FirstName: 'Jane', LastName: 'Doe', Phone: '555 0199 77' })
    await add('ida', { Type: 'Individual', FirstName: 'Ida', LastName: 'Johnston', CompanyName: 'Free 2000 Lance' })
    await add('kid', { ParentKey: reader.key('ida'), LastName: 'Müller' })
    await add('solo', { CompanyName: 'Solo' })
    const sale = (label: string, data: Json) =>
      reader.add(label, 'Opportunity', { AbEntryKey: reader.key('acme'), ...data })
    await sale('o1', { Objective: 'Sell 100 anvils', Description: 'Heavy and reliable', NextAction: 'call zebra' })
    await sale('o2', { Objective: 'Rent anvils', Description: 'The reliability matters' })
    await sale('o3', { Objective: 'Nothing' })
  })

  /** The values of a field, page by page. */
  const pagesOf = async (field: string, query: Json, order: Json, as = crm().admin): Promise<string[][]> => {
    const found: string[][] = []
    for (let PageKey: unknown = null; found.length === 0 || PageKey !== null; ) {
      const content = { Scope: { Fields: { [field]: 1 } }, ...at(query), OrderBy: { ...order, PageKey } }
      const { AbEntry } = await crm().ok('Read', { AbEntry: content }, as)
      found.push(AbEntry.Data.map((record: Json) => record[field]))
      PageKey = AbEntry.PageKey
    }
    return found
  }

  test('$PHRASE on AbEntry: each word begins a word of the names [C-4.5-16, C-4.5-18]', async () => {
    await reader.table('AbEntry', [
      [{ $PHRASE: 'john' }, 'john ida'],
      [{ $PHRASE: 'JOHNST' }, 'ida'],
      [{ $PHRASE: 'john smi' }, 'john'],
      [{ $PHRASE: 'smith john' }, 'john'],
      [{ $PHRASE: 'paul' }, 'john'],
      [{ $PHRASE: 'ohn' }, ''],
      [{ $PHRASE: "o'neill" }, 'john'],
      [{ $PHRASE: 'neill-smith' }, 'john'],
      [{ $PHRASE: 'sohne' }, 'acme'],
      [{ $PHRASE: 'söhne acme' }, 'acme'],
      [{ $PHRASE: 'acme' }, 'acme'],
      [{ $PHRASE: 'free' }, 'ida'],
      [{ $PHRASE: 'lance ida' }, 'ida'],
      [{ $PHRASE: 'muller' }, 'kid'],
      [{ $PHRASE: 'johnstown' }, ''],
      [{ $PHRASE: 'Name: john' }, 'john ida'],
      [{ $PHRASE: { Name: 'john' } }, 'john ida'],
      [{ $PHRASE: 'name:solo' }, 'solo'],
      [{ $PHRASE: '   ' }, 'acme john jane ida kid solo'],
      [{ $PHRASE: '&' }, ''],
      [{ $PHRASE: '* OR "' }, ''],
      [{ $PHRASE: '2000' }, 'ida'],
      [{ $AND: [{ $PHRASE: 'john' }, { Type: 'Contact' }] }, 'john'],
      [{ $PHRASE: 'john', Type: { $EQ: 'Individual' } }, 'ida'],
      [{ $OR: [{ $PHRASE: 'solo' }, { $PHRASE: 'jane' }] }, 'jane solo'],
    ])
  })

  test('$PHRASE with an @ matches the beginning of an e-mail address', async () => {
    await reader.table('AbEntry', [
      [{ $PHRASE: 'info@' }, 'acme'],
      [{ $PHRASE: 'INFO@acme.example' }, 'acme'],
      [{ $PHRASE: 'sales+eu@ac' }, 'acme'],
      [{ $PHRASE: 'john.oneill@' }, 'john'],
      [{ $PHRASE: 'oneill@' }, ''],
      [{ $PHRASE: '@acme.example' }, ''],
      [{ $PHRASE: 'Name: info@acme.example' }, ''],
    ])
  })

  test('$PHRASE with four digits or more matches the beginning or end of a phone number', async () => {
    await reader.table('AbEntry', [
      [{ $PHRASE: '0199' }, 'acme'],
      [{ $PHRASE: '555-0199' }, 'acme jane'],
      [{ $PHRASE: '+1 613' }, 'acme'],
      [{ $PHRASE: '1613555' }, 'acme'],
      [{ $PHRASE: '(0049) 30' }, 'acme'],
      [{ $PHRASE: '3456' }, 'acme'],
      [{ $PHRASE: '6135' }, ''],
      [{ $PHRASE: '199' }, ''],
      [{ $PHRASE: 'Name: 0199' }, ''],
    ])
  })

  test('$PHRASE on Opportunity searches Objective and Description; other entities their text [C-4.5-17]', async () => {
    await reader.table('Opportunity', [
      [{ $PHRASE: 'anvil' }, 'o1 o2'],
      [{ $PHRASE: 'anvils reliab' }, 'o1 o2'],
      [{ $PHRASE: 'reliable' }, 'o1'],
      [{ $PHRASE: 'reliability rent' }, 'o2'],
      [{ $PHRASE: '100' }, 'o1'],
      [{ $PHRASE: 'zebra' }, ''],
      [{ $AND: [{ $PHRASE: 'anvils' }, { Objective: { $LIKE: 'rent%' } }] }, 'o2'],
    ])
    const acme = reader.key('acme')
    await reader.add('n1', 'Note', { ParentKey: acme, Text: 'They paid in full.' })
    await reader.add('l1', 'Lead', { LastName: 'Lead', Email: 'lee@lead.example' })
    await reader.add('i1', 'Interaction', { AbEntryKey: acme, Type: '60001', Subject: 'Paid visit' })
    await reader.table('Note', [[{ $PHRASE: 'full pai' }, 'n1']])
    await reader.table('Lead', [[{ $PHRASE: 'lee@' }, 'l1']])
    await reader.table('Interaction', [[{ AbEntryKey: acme, $PHRASE: 'paid' }, 'i1']])
  })

  test('a $PHRASE comes page by page in the order of Key, either way, and in that of a name', async () => {
    const names = ['Delta', 'Alpha', 'Echo', 'Bravo', 'Charlie', 'Foxtrot', 'Golf']
    const Data = names.map(name => ({ Key: null, CompanyName: `Paged ${name}` }))
    await crm().ok('Create', { AbEntry: { Data } })
    const pages = async (query: Json, order: Json[]): Promise<string[][]> => {
      const found = await pagesOf('CompanyName', query, { Fields: order, PageSize: 3 })
      return found.map(page => page.map(name => name.replace('Paged ', '')))
    }
    const threes = (list: string[]) => [list.slice(0, 3), list.slice(3, 6), list.slice(6)]
    const query = { $PHRASE: 'pag' }
    assert.deepEqual(await pages(query, []), threes(names))
    assert.deepEqual(await pages(query, [{ Key: 'ASC' }]), threes(names))
    assert.deepEqual(await pages(query, [{ Key: 'DESC' }]), threes(names.toReversed()))
    assert.deepEqual(await pages(query, [{ CompanyName: 'ASC' }]), threes(names.toSorted()))
    const few = { $AND: [{ $PHRASE: 'pag' }, { CompanyName: { $LIKE: '%l%' } }] }
    assert.deepEqual(await pages(few, [{ Key: 'DESC' }]), [['Golf', 'Charlie', 'Alpha'], ['Delta']])
    const counted = await crm().ok('Read', {
      AbEntry: { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery: query } },
    })
    assert.deepEqual(counted.AbEntry.Data, [{ '$COUNT()': names.length }])
  })

  test('a $PHRASE in the order of FullName follows renames, the bin and what the caller may read', async () => {
    const named = async (order: 'ASC' | 'DESC', as = crm().admin, more: Json = {}): Promise<string[]> => {
      const by = { Fields: [{ FullName: order }], PageSize: 2 }
      const found = await pagesOf('FullName', { $PHRASE: 'sorted', ...more }, by, as)
      return found.flat().map(name => name.replace(/ sorted$/, ''))
    }
    const create = (name: string, data: Json = {}) =>
      crm().create('AbEntry', { CompanyName: `${name} sorted`, ...data })
    const secret = { SecAccess: { Read: [crm().admin.key] } }
    await create('Delta')
    const bravo = await create('Bravo')
    await create('alpha', secret)
    await create('Charlie', { Department: 'here' })
    await create('Alpha')
    await create('Éclair', { ...secret, Department: 'here' })
    assert.deepEqual(await named('ASC'), ['alpha', 'Alpha', 'Bravo', 'Charlie', 'Delta', 'Éclair'])
    assert.deepEqual(await named('DESC'), ['Éclair', 'Delta', 'Charlie', 'Bravo', 'alpha', 'Alpha'])
    assert.deepEqual(await named('ASC', crm().user), ['Alpha', 'Bravo', 'Charlie', 'Delta'])
    assert.deepEqual(await named('DESC', crm().user, { Department: { $LIKE: 'here' } }), ['Charlie'])
    assert.deepEqual(await named('DESC', crm().admin, { Department: { $LIKE: 'here' } }), ['Éclair', 'Charlie'])
    // The same words in another order of names.
    await crm().ok('Update', { AbEntry: { Data: { Key: bravo, CompanyName: 'sorted (Bravo)' } } })
    assert.deepEqual(await named('DESC', crm().user), ['sorted (Bravo)', 'Delta', 'Charlie', 'Alpha'])
    await crm().ok('Delete', { AbEntry: { Data: { Key: bravo } } })
    assert.deepEqual(await named('ASC', crm().user), ['Alpha', 'Charlie', 'Delta'])
    await crm().ok('Restore', { AbEntry: { Data: { Key: bravo } } })
    assert.deepEqual(await named('ASC', crm().user), ['Alpha', 'Charlie', 'Delta', 'sorted (Bravo)'])
  })

  test('what is written is found at once, and what was overwritten no longer', async () => {
    const Key = reader.key('solo')
    await crm().ok('Update', { AbEntry: { Data: { Key, CompanyName: 'Duo', Email: 'duo@duo.example' } } })
    await reader.table('AbEntry', [
      [{ $PHRASE: 'solo' }, ''],
      [{ $PHRASE: 'duo' }, 'solo'],
      [{ $PHRASE: 'duo@' }, 'solo'],
    ])
    await crm().ok('Update', { AbEntry: { Data: { Key, CompanyName: 'Solo', Email: null } } })
    await reader.table('AbEntry', [[{ $PHRASE: 'duo@' }, '']])
  })

  test('OrRelated gives the record and its related contacts [C-4.5-27]', async () => {
    const key = (label: string, OrRelated = true) => ({ Key: { $EQ: { Body: reader.key(label), OrRelated } } })
    await reader.table('AbEntry', [
      [key('acme'), 'acme john jane'],
      [key('john'), 'acme john jane'],
      [key('ida'), 'ida kid'],
      [key('kid'), 'ida kid'],
      [key('solo'), 'solo'],
      [key('john', false), 'john'],
      [{ $AND: [key('acme'), { Type: 'Contact' }] }, 'john jane'],
      [{ $OR: [key('ida'), { Key: reader.key('solo') }] }, 'ida kid solo'],
      [{ Key: { $EQ: { Body: btoa('AbEntry\tunknown'), OrRelated: true } } }, ''],
    ])
  })

  test('$EXISTS(LeadObject) finds opportunities to which some lead points [C-2.3-22, C-4.5-20]', async () => {
    const query: Json = { Key: { '$EXISTS(LeadObject)': 'OpportunityKey' } }
    await reader.table('Opportunity', [[query, '']])
    const lead = await crm().create('Lead', { LastName: 'Pointer', OpportunityKey: reader.key('o2') })
    await crm().create('Lead', { LastName: 'Second', OpportunityKey: reader.key('o2') })
    await reader.table('Opportunity', [
      [query, 'o2'],
      [{ Key: { '$exists(leadobject)': 'opportunitykey' } }, 'o2'],
      [{ $AND: [query, { Objective: { $LIKE: 'sell%' } }] }, ''],
      [{ $OR: [query, { Objective: 'nothing' }] }, 'o2 o3'],
    ])
    await crm().ok('Delete', { Lead: { Data: { Key: lead } } })
    await reader.table('Opportunity', [[query, 'o2']])
  })

  test('$INBOUND: inside, outside, edges and corners, rings of any shape [C-2.1-19, C-4.5-21, C-4.5-22]', async () => {
    const points: Record<string, [number, number]> = {
      in: [5, 5],
      edge: [10, 5],
      corner: [10, 10],
      out: [10.000001, 5],
      notch: [5, 8],
      slope: [2.5, 7.5],
      west: [-5, 5],
      dateline: [180, 0],
      pole: [0, 90],
    }
    for (const [label, [Longitude, Latitude]] of Object.entries(points))
      await reader.add(label, 'AbEntry', { CompanyName: label, Address: { Location: { Longitude, Latitude } } })
    const ring = (text: string, $EQ = true) => ({ [`$INBOUND(address/location, ${text})`]: { $EQ } })
    const square = '0:0, 10:0, 10:10, 0:10'
    await reader.table('AbEntry', [
      [ring(square), 'acme in edge corner notch slope'],
      [ring(`${square}, 0:0`), 'acme in edge corner notch slope'],
      [ring('0:10,10:10,10:0,0:0'), 'acme in edge corner notch slope'],
      [{ '$inbound(Address/Location,0:0,10:0,10:10,0:10)': { $eq: true } }, 'acme in edge corner notch slope'],
      [{ Address: { '$INBOUND(Location, 0:0, 10:0, 10:10, 0:10)': { $EQ: true } } }, 'acme in edge corner notch slope'],
      // A notch cut into the square from above, down to 5:5.
      [ring('0:0, 10:0, 10:10, 5:5, 0:10'), 'acme in edge corner slope'],
      [ring('-10:-10, 20:-10, 20:20, -10:20'), 'acme in edge corner out notch slope west'],
      [ring('170:-10, 180:-10, 180:10, 170:10'), 'dateline'],
      [ring('-10:80, 10:80, 10:90, -10:90'), 'pole'],
      [ring('100:50, 101:50, 101:51, 100:51'), ''],
      [ring('4.9999999:4.9999999, 5:4.9999999, 5:5, 4.9999999:5'), 'in'],
      [{ $AND: [ring(square), { CompanyName: { $LIKE: 'e%' } }] }, 'edge'],
      [{ $AND: [ring(square, false), { Address: { Location: { $NE: null } } }] }, 'out west dateline pole'],
      [{ $AND: [ring(square, false), { Type: 'Individual' }] }, 'ida'],
    ])
    // A statement that was compiled for one polygon speaks of the next one by its own name.
    await crm().ok('Read', { AbEntry: at(ring(square)) })
    await reader.refusals('AbEntry', [
      [at(ring('0:0, 1:0, 1:1')), -3004, 'Criteria.SearchQuery.$INBOUND(address/location, 0:0, 1:0, 1:1)'],
      [at(ring('0:0, 1:0, 1:1, 0')), -3004, 'Criteria.SearchQuery.$INBOUND(address/location, 0:0, 1:0, 1:1, 0)'],
      [at(ring('0:0,1:0,1:1,0:91')), -3004, 'Criteria.SearchQuery.$INBOUND(address/location, 0:0,1:0,1:1,0:91)'],
      [
        at({ '$INBOUND(address/city,0:0,1:0,1:1,0:1)': { $EQ: true } }),
        -3002,
        'Criteria.SearchQuery.$INBOUND(address/city,0:0,1:0,1:1,0:1)',
      ],
      [
        at({ '$INBOUND(address/location,0:0,1:0,1:1,0:1)': 'yes' }),
        -3003,
        'Criteria.SearchQuery.$INBOUND(address/location,0:0,1:0,1:1,0:1)',
      ],
    ])
  })
})

// SPEC 4.5 Criteria: every operator on every kind of field that takes it.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eachCrm, type Json } from '../support/crm.ts'
import { makeWorld, type World } from '../support/read-world.ts'

eachCrm('Criteria', crm => {
  let world: World
  before(async () => {
    world = await makeWorld(crm())
  })
  const everyone = ['Acme Corp', 'Bolt & Söhne', 'Secret Ltd', 'Ann Q Archer', 'Bob Zürn', 'Carl Crypt']
  const all = [...everyone, 'Ida Johnston - Freelance']
  const entries = async (query: Json, expected: readonly string[]) =>
    assert.deepEqual(await world.find('AbEntry', query), expected, JSON.stringify(query))
  const opportunities = async (query: Json, expected: readonly string[]) =>
    assert.deepEqual(await world.find('Opportunity', query), expected, JSON.stringify(query))
  const others = (...left: string[]) => all.filter(name => !left.includes(name))

  describe('how conditions are written', () => {
    test('nothing, {} and null find everything', async () => {
      for (const query of [undefined, null, {}]) await entries(query, all)
    })
    test('several members mean AND; $AND, $OR and both nested', async () => {
      await entries({ Type: 'Contact', LastName: { $LIKE: 'A%' } }, ['Ann Q Archer'])
      await entries({ $AND: [{ Type: { $EQ: 'Contact' } }, { LastName: 'Crypt' }] }, ['Carl Crypt'])
      const either = { $OR: [{ LastName: 'Crypt' }, { $AND: [{ Type: 'Company' }, { Email: { $EQ: null } }] }] }
      await entries(either, ['Bolt & Söhne', 'Carl Crypt'])
      await entries({ $and: { Type: 'Individual' } }, ['Ida Johnston - Freelance'])
    })
    test('nested, by path, bare, with the operator first, and absolute', async () => {
      for (const query of [
        { Address: { City: { $EQ: 'Ottawa' } } },
        { 'Address/City': { $EQ: 'ottawa' } },
        { 'address/city': 'OTTAWA' },
        { $EQ: { 'Address/City': 'Ottawa' } },
        { '/AbEntry/Address/City': 'Ottawa' },
        { Address: { $AND: [{ City: 'Ottawa' }, { Country: 'Canada' }] } },
        { Address: { City: ['Ottawa', 'Paris'] } },
        { Address: { City: { $EQ: ['Ottawa'] } } },
      ])
        await entries(query, ['Acme Corp'])
    })
    test('several operators on one field', async () => {
      await entries({ LastName: { $GT: 'b', $LT: 'd' } }, ['Carl Crypt'])
      await entries({ LastName: { $OR: [{ $EQ: 'Crypt' }, { $LIKE: 'Arch%' }] } }, ['Ann Q Archer', 'Carl Crypt'])
    })
  })

  describe('text', () => {
    test('compares without regard to letter case and accents', async () => {
      await entries({ LastName: { $EQ: 'ZURN' } }, ['Bob Zürn'])
      await entries({ CompanyName: { $EQ: 'bolt & sohne' } }, ['Bolt & Söhne'])
      await entries({ LastName: { $NE: 'zürn' } }, others('Bob Zürn'))
    })
    test('$GT, $GE, $LT, $LE, $RANGE and its complement', async () => {
      await entries({ LastName: { $GT: 'crypt' } }, ['Bob Zürn', 'Ida Johnston - Freelance'])
      await entries({ LastName: { $GE: 'Crypt' } }, ['Bob Zürn', 'Carl Crypt', 'Ida Johnston - Freelance'])
      await entries({ LastName: { $LT: 'CRYPT' } }, ['Ann Q Archer'])
      await entries({ LastName: { $LE: 'crypt' } }, ['Ann Q Archer', 'Carl Crypt'])
      await entries({ LastName: { $RANGE: ['archer', 'crypt'] } }, ['Ann Q Archer', 'Carl Crypt'])
      await entries({ LastName: { $NRANGE: ['archer', 'crypt'] } }, others('Ann Q Archer', 'Carl Crypt'))
    })
    test('$IN with duplicates, one value, none, and null among them; $NIN leaves exactly the others', async () => {
      await entries({ LastName: { $IN: ['Crypt', 'crypt', 'CRYPT', 'nobody'] } }, ['Carl Crypt'])
      await entries({ LastName: { $IN: 'Crypt' } }, ['Carl Crypt'])
      await entries({ LastName: { $IN: [] } }, [])
      await entries({ LastName: { $NIN: [] } }, all)
      await entries({ Email: { $IN: ['ann@acme.example', null] } }, others('Acme Corp', 'Secret Ltd'))
      await entries({ Email: { $NIN: ['ann@acme.example', null] } }, ['Acme Corp', 'Secret Ltd'])
      await entries({ Email: { $NIN: ['ann@acme.example'] } }, others('Ann Q Archer'))
    })
    test('$LIKE with %, _, escapes, prefixes and nothing at all', async () => {
      await entries({ CompanyName: { $LIKE: 'acme%' } }, ['Acme Corp', 'Ann Q Archer', 'Bob Zürn'])
      await entries({ CompanyName: { $LIKE: '%SOHNE' } }, ['Bolt & Söhne'])
      await entries({ LastName: { $LIKE: 'z_rn' } }, ['Bob Zürn'])
      await entries({ LastName: { $LIKE: '%' } }, [
        'Ann Q Archer',
        'Bob Zürn',
        'Carl Crypt',
        'Ida Johnston - Freelance',
      ])
      await entries({ LastName: { $LIKE: 'zurn' } }, ['Bob Zürn'])
      await entries({ LastName: { $LIKE: 'z\\_rn' } }, [])
      await entries({ LastName: { $LIKE: '' } }, [])
      await entries({ LastName: { $NLIKE: '%r%' } }, [
        'Acme Corp',
        'Bolt & Söhne',
        'Secret Ltd',
        'Ida Johnston - Freelance',
      ])
    })
    test('no value: null and the empty text are one', async () => {
      for (const nothing of [null, '']) {
        await entries({ LastName: { $EQ: nothing } }, ['Acme Corp', 'Bolt & Söhne', 'Secret Ltd'])
        await entries({ LastName: { $NE: nothing } }, all.slice(3))
        await entries({ LastName: nothing }, ['Acme Corp', 'Bolt & Söhne', 'Secret Ltd'])
      }
      await entries({ Address: { $EQ: null } }, others('Acme Corp', 'Bolt & Söhne'))
      await entries({ Address: { $NE: null } }, ['Acme Corp', 'Bolt & Söhne'])
    })
  })

  describe('keys', () => {
    test('by key, by list, by parts, without padding, and by the older kinds of key', async () => {
      const { acme, ann } = world.keys as { acme: string; ann: string }
      const id = atob(acme).split('\t')[1]
      for (const key of [
        acme,
        { $EQ: acme },
        { $EQ: { ID: id } },
        { $EQ: { Value: acme } },
        { $EQ: acme.replaceAll('=', '') },
        { $EQ: btoa(`Company\t${id}`) },
        { ID: { $EQ: id } },
        { $EQ: { Body: acme } },
        { $EQ: { Body: acme, OrRelated: false } },
      ])
        await entries({ Key: key }, ['Acme Corp'])
      await entries({ Key: { $IN: [ann, acme, ann] } }, ['Acme Corp', 'Ann Q Archer'])
      await entries({ Key: { $NE: acme } }, others('Acme Corp'))
    })
    test('what is no key finds nothing; a key of another kind is refused', async () => {
      await entries({ Key: 'nonsense' }, [])
      await entries({ Key: btoa('AbEntry\t00000000000000000000') }, [])
      const body = { AbEntry: { Criteria: { SearchQuery: { Key: world.keys.anvils } } } }
      const [problem] = await crm().refused('Read', body)
      assert.equal(problem?.ErrorCode, -3008)
      assert.equal(problem?.Path, 'AbEntry.Criteria.SearchQuery.Key')
    })
    test('ParentKey, ReportsToKey, TerritoryKey and null', async () => {
      await entries({ ParentKey: world.keys.acme }, ['Ann Q Archer', 'Bob Zürn'])
      await entries({ ReportsToKey: { $EQ: world.keys.ann } }, ['Bob Zürn'])
      await entries({ TerritoryKey: { $NE: null } }, ['Acme Corp'])
      await entries({ TerritoryKey: { $EQ: null }, Type: 'Company' }, ['Bolt & Söhne', 'Secret Ltd'])
      await entries({ 'Territory/Name': 'north' }, ['Acme Corp'])
    })
    test('OrRelated: the entry and its contacts; of a contact its parent and siblings', async () => {
      const related = (key: Json) => ({ Key: { $EQ: { Body: key, OrRelated: true } } })
      await entries(related(world.keys.acme), ['Acme Corp', 'Ann Q Archer', 'Bob Zürn'])
      await entries(related(world.keys.bob), ['Acme Corp', 'Ann Q Archer', 'Bob Zürn'])
      await entries(related(world.keys.ida), ['Ida Johnston - Freelance'])
      await entries({ $AND: [related(world.keys.acme), { Type: 'Contact' }] }, ['Ann Q Archer', 'Bob Zürn'])
    })
    test('through the parent', async () => {
      await entries({ Parent: { Address: { City: 'Ottawa' } } }, ['Ann Q Archer', 'Bob Zürn'])
      await entries({ 'Parent/CompanyName': { $LIKE: 's%' } }, ['Carl Crypt'])
    })
  })

  describe('options, users and lists', () => {
    test('Type of an entry, in any letter case', async () => {
      await entries({ Type: { $IN: ['contact', 'INDIVIDUAL'] } }, all.slice(3))
    })
    test('Status by number, numeric text, object, and name', async () => {
      for (const status of [3, '3', { $EQ: { Key: 3 } }, { $IN: [3, '3', 4] }, { DisplayValue: 'won' }])
        await opportunities({ Status: status }, ['Sell bolts'])
      await opportunities({ Status: { $IN: [0, 2] } }, ['Sell anvils', 'Sell nuts'])
      await opportunities({ RevenueType: '60001' }, ['Sell anvils'])
      await opportunities({ 'RevenueType/Name': { $LIKE: 'new%' } }, ['Sell anvils'])
    })
    test('users by key, id, $CURRENTUSER() and name', async () => {
      for (const leader of [
        crm().user.key,
        { Uid: 'JOE' },
        { Uid: { $EQ: 'JOE' } },
        { $EQ: { Uid: 'JOE' } },
        { $EQ: { Key: crm().user.key } },
        { DisplayValue: 'joe plain' },
      ])
        await opportunities({ Leader: leader }, ['Sell anvils'])
      await opportunities({ Leader: '$CURRENTUSER()' }, ['Sell bolts', 'Sell nuts'])
      await opportunities({ Leader: { $EQ: { Uid: '$CURRENTUSER()' } } }, ['Sell bolts', 'Sell nuts'])
      await opportunities({ Leader: { $NE: '$CURRENTUSER()' } }, ['Sell anvils'])
      await entries({ 'AccountManager/Uid': 'JOE' }, ['Acme Corp'])
      assert.equal((await world.read('User', { Uid: '$CURRENTUSER()' })).length, 1)
    })
    test('records that a field points to, as SPEC 4.8 asks', async () => {
      await opportunities({ PartnerInfo: { $EQ: { Key: world.keys.acme } } }, ['Sell bolts'])
      await opportunities({ 'SalesTeam/Key': btoa('SalesTeam\t65535') }, ['Sell anvils', 'Sell bolts', 'Sell nuts'])
      await opportunities({ SalesProcessSetupKey: world.keys.process }, ['Sell anvils'])
      const either = { $OR: [{ AbEntryKey: world.keys.bolt }, { ContactKey: world.keys.ann }] }
      await opportunities(either, ['Sell anvils', 'Sell bolts'])
      await opportunities({ 'CurrentSalesStage/Description': 'needs ANALYSIS' }, ['Sell anvils'])
      await opportunities({ CurrentSalesStageAge: { $GE: 0 } }, ['Sell anvils'])
      await opportunities({ CurrentSalesStageAge: { $EQ: null } }, ['Sell bolts', 'Sell nuts'])
    })
    test('lists: any element, all of several, none', async () => {
      const colours = 'Udf/$NAME(Colours)'
      await entries({ [colours]: '3' }, ['Acme Corp', 'Bolt & Söhne'])
      await entries({ [colours]: { $EQ: ['3'] } }, ['Acme Corp', 'Bolt & Söhne'])
      await entries({ [colours]: { $ALL: ['3', '1', '3'] } }, ['Acme Corp'])
      await entries({ [colours]: { $ALL: ['1', '2'] } }, [])
      await entries({ [colours]: { $ALL: [] } }, all)
      await entries({ [colours]: { $NE: '1' } }, others('Acme Corp'))
      await entries({ [colours]: { $EQ: null } }, others('Acme Corp', 'Bolt & Söhne'))
      await entries({ [colours]: { $IN: ['1', null] } }, others('Bolt & Söhne'))
      await entries({ [colours]: { $NIN: ['1', null] } }, ['Bolt & Söhne'])
      await entries({ [`${colours}/DisplayValue`]: 'blue' }, ['Acme Corp', 'Bolt & Söhne'])
      await entries({ 'SecAccess/Read': world.keys.group }, ['Secret Ltd'])
      await entries({ SecAccess: { Read: { $EQ: { Key: world.keys.group } } } }, ['Secret Ltd'])
      await entries({ 'SecAccess/Write': { $EQ: null } }, others('Secret Ltd'))
    })
    test('interactions by any of their entries, and through these', async () => {
      const find = (query: Json) => world.find('Interaction', query)
      assert.deepEqual(await find({ 'AbEntries/Key': { $EQ: world.keys.acme } }), ['First call', 'Offer sent'])
      assert.deepEqual(await find({ AbEntryKey: world.keys.secret }), ['Offer sent'])
      const tied = { 'AbEntries/Key': world.keys.acme }
      assert.deepEqual(await find({ ...tied, Type: { $EQ: '60001' } }), ['First call'])
      assert.deepEqual(await find({ ...tied, 'AbEntries/CompanyName': { $LIKE: 'secret%' } }), ['Offer sent'])
      assert.deepEqual(await find({ ...tied, 'AbEntries/SecAccess/Read': { $ALL: [world.keys.group] } }), [
        'Offer sent',
      ])
      assert.deepEqual(await find({ ...tied, Users: { $ALL: [{ Uid: 'JOE' }, { Uid: 'MASTER' }] } }), ['Offer sent'])
      assert.deepEqual(await find({ ...tied, Users: crm().user.key }), ['Offer sent'])
    })
  })

  describe('numbers, money and flags', () => {
    test('user-defined fields of every type', async () => {
      const acme = ['Acme Corp']
      for (const [name, query] of Object.entries<Json>({
        Size: { $GT: 12 },
        Score: { $RANGE: [7.5, 7.5] },
        Budget: { $EQ: 1234.56 },
        Motto: { $LIKE: 'ever%' },
        Founded: { $LE: '1999-12-31' },
        Listed: true,
      })) {
        await entries({ [`Udf/$NAME(${name})`]: query }, acme)
        await entries({ Udf: { [`$TYPEID(${world.udf[name]})`]: query } }, acme)
      }
      await entries({ 'Udf/$TAG(size)': { $IN: [12, '12'] } }, ['Bolt & Söhne'])
      await entries({ 'Udf/$TAG(size)': { $NE: 12 } }, others('Bolt & Söhne'))
    })
    test('money by its corporate value, exactly', async () => {
      await opportunities({ ForecastRevenue: { $EQ: 1000 } }, ['Sell anvils'])
      await opportunities({ ForecastRevenue: { $LT: 500 } }, ['Sell nuts'])
      await opportunities({ ForecastRevenue: { $IN: [250, 500.0, '1000.0000'] } }, [
        'Sell anvils',
        'Sell bolts',
        'Sell nuts',
      ])
      await opportunities({ ForecastRevenue: { $RANGE: [250, 500] } }, ['Sell bolts', 'Sell nuts'])
      await opportunities({ Cost: { $EQ: { Value: 100.25 } } }, ['Sell anvils'])
      await opportunities({ Cost: { $LT: 1e30 } }, ['Sell anvils'])
      await opportunities({ Cost: { $GT: 1e30 } }, [])
      await opportunities({ Cost: { $NE: 100.25 } }, ['Sell bolts', 'Sell nuts'])
      await opportunities({ 'ForecastRevenue/CurrencyCode': 'EUR' }, ['Sell anvils'])
    })
    test('rates and flags', async () => {
      const rates = await world.read('CurrencyRate', { Rate: { $IN: [0.8] } }, { CurrencyCode: 1, Rate: 1 })
      assert.deepEqual(rates, [{ CurrencyCode: 'EUR', Rate: 0.8 }])
      const stages = { OpportunityKey: world.keys.anvils, Current: true }
      assert.deepEqual(await world.read('SalesStage', stages, { Description: 1 }), [{ Description: 'Needs analysis' }])
    })
  })

  describe('$PHRASE', () => {
    test('each word begins a word of the names; a contact is not found by its company', async () => {
      await entries({ $PHRASE: 'john' }, ['Ida Johnston - Freelance'])
      await entries({ $PHRASE: 'JOHN id' }, ['Ida Johnston - Freelance'])
      await entries({ $PHRASE: 'acme' }, ['Acme Corp'])
      await entries({ $PHRASE: 'ohnston' }, [])
      await entries({ $PHRASE: 'sohne bolt' }, ['Bolt & Söhne'])
      await entries({ $PHRASE: 'free' }, ['Ida Johnston - Freelance'])
    })
    test('names alone, e-mail addresses, phone numbers from either end', async () => {
      await entries({ $PHRASE: 'Name: ann' }, ['Ann Q Archer'])
      await entries({ $PHRASE: { Name: 'ann' } }, ['Ann Q Archer'])
      await entries({ $PHRASE: 'ann@' }, ['Ann Q Archer'])
      await entries({ $PHRASE: 'sales@acme.ex' }, ['Acme Corp'])
      await entries({ $PHRASE: 'Name: ann@acme' }, [])
      await entries({ $PHRASE: '0199' }, ['Acme Corp'])
      await entries({ $PHRASE: '+1 613' }, ['Acme Corp'])
      await entries({ $PHRASE: '613-555' }, ['Acme Corp'])
      await entries({ $PHRASE: '199' }, [])
    })
    test('with other conditions, negative space, and nothing', async () => {
      await entries({ $AND: [{ $PHRASE: 'a' }, { Type: 'Contact' }] }, ['Ann Q Archer'])
      await entries({ $OR: [{ $PHRASE: 'carl' }, { LastName: 'zurn' }] }, ['Bob Zürn', 'Carl Crypt'])
      await entries({ $PHRASE: '' }, all)
      await entries({ $PHRASE: ' \t' }, all)
      await entries({ $PHRASE: '*"(' }, [])
    })
    test('on opportunities across objective and description, and on interactions', async () => {
      await opportunities({ $PHRASE: 'hundred sell' }, ['Sell anvils'])
      await opportunities({ $PHRASE: 'sell' }, ['Sell anvils', 'Sell bolts', 'Sell nuts'])
      const tied = { AbEntryKey: world.keys.acme, $PHRASE: 'anvils' }
      assert.deepEqual(await world.find('Interaction', tied), ['First call'])
      assert.deepEqual(await world.find('Lead', { $PHRASE: 'lee' }), ['Lee Lead'])
    })
    test('is refused by name where there are no words', async () => {
      const [problem] = await crm().refused('Read', { Territory: { Criteria: { SearchQuery: { $PHRASE: 'n' } } } })
      assert.equal(problem?.ErrorCode, -3002)
    })
  })

  describe('$INBOUND and $EXISTS', () => {
    const square = (...points: string[]) => `$INBOUND(address/location, ${points.join(', ')})`
    const ottawa = square('-76:45', '-75:45', '-75:46', '-76:46')
    test('points inside, outside and on the edge; closed or not', async () => {
      await entries({ [ottawa]: { $EQ: true } }, ['Acme Corp'])
      await entries({ [square('-76:45', '-75:45', '-75:46', '-76:46', '-76:45')]: true }, ['Acme Corp'])
      await entries({ [ottawa]: { $EQ: false } }, others('Acme Corp'))
      await entries({ [square('-76:45', '-73:45', '-73:46', '-76:46')]: true }, ['Acme Corp', 'Bolt & Söhne'])
      await entries({ [square('-75.6972:45', '-75:45', '-75:46', '-75.6972:46')]: true }, ['Acme Corp'])
      await entries({ [square('-75.6972:45.4215', '-75:45', '-75:46', '-75.6972:46')]: true }, ['Acme Corp'])
      await entries({ [square('-180:-90', '180:-90', '180:90', '-180:90')]: true }, ['Acme Corp', 'Bolt & Söhne'])
      // Of an L, what the notch leaves out is out.
      const notched = square('-76:45', '-73:45', '-73:45.45', '-75:45.45', '-75:46', '-76:46')
      await entries({ [notched]: true }, ['Acme Corp'])
    })
    test('through the parent, and nested', async () => {
      await entries({ [ottawa.replace('address', 'Parent/Address')]: true }, ['Ann Q Archer', 'Bob Zürn'])
      await entries({ Address: { [ottawa.replace('address/', '')]: true } }, ['Acme Corp'])
    })
    test('too few points, and what is no point or no location', async () => {
      for (const name of [
        square('-76:45', '-75:45', '-75:46'),
        square('a:b', '1:1', '1:2', '2:2'),
        square('200:0', '1:1', '1:2', '2:2'),
      ]) {
        const [problem] = await crm().refused('Read', { AbEntry: { Criteria: { SearchQuery: { [name]: true } } } })
        assert.equal(problem?.ErrorCode, -3004)
      }
      const body = { AbEntry: { Criteria: { SearchQuery: { [ottawa.replace('address/location', 'Email')]: true } } } }
      assert.equal((await crm().refused('Read', body))[0]?.ErrorCode, -3002)
    })
    test('opportunities to which a lead points', async () => {
      await opportunities({ Key: { '$EXISTS(LeadObject)': 'OpportunityKey' } }, ['Sell anvils'])
      await opportunities({ Key: { '$exists(lead)': 'opportunitykey' } }, ['Sell anvils'])
      for (const field of ['Opportunity', 'AbEntryKey', 'Email', '__proto__', 'nothing']) {
        const query = { Key: { '$EXISTS(LeadObject)': field } }
        const Drivers = { IOpportunitySearcher: 'Service.Model.Access.Sql.OpportunitySearcher' }
        const body = { Opportunity: { Criteria: { SearchQuery: query } }, Configuration: { Drivers } }
        if (field === 'Opportunity') await crm().ok('Read', body)
        else assert.equal((await crm().refused('Read', body))[0]?.ErrorCode, -3000, field)
      }
    })
  })
})

// Tests the forms of conditions: spellings, values of every kind, and paths through other records.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'
import { type Reader, readerOf } from '../../support/reader.ts'
import { fillSmallWorld, type SmallWorld } from '../../support/small-world.ts'

type Lines = readonly (readonly [Json, string])[]

eachCrm('Forms of conditions', crm => {
  let reader: Reader
  let world: SmallWorld
  before(async () => {
    reader = readerOf(crm())
    world = await fillSmallWorld(crm(), reader)
  })
  const all = 'acme bolt secret ann bob carl ida'
  const others = (...left: string[]) =>
    all
      .split(' ')
      .filter(name => !left.includes(name))
      .join(' ')
  const entries = (lines: Lines) => reader.table('AbEntry', lines)
  const opportunities = (lines: Lines) => reader.table('Opportunity', lines)

  test('no query, {} and null find everything [C-4.5-05]', async () => {
    for (const query of [undefined, null, {}]) assert.deepEqual(await reader.found('AbEntry', [query]), [all])
  })

  test('several members mean AND; $AND and $OR nest, and take one object for a list [C-4.5-11]', () =>
    entries([
      [{ Type: 'Contact', LastName: { $LIKE: 'A%' } }, 'ann'],
      [{ $AND: [{ Type: { $EQ: 'Contact' } }, { LastName: 'Crypt' }] }, 'carl'],
      [{ $OR: [{ LastName: 'Crypt' }, { $AND: [{ Type: 'Company' }, { Email: { $EQ: null } }] }] }, 'bolt carl'],
      [{ $and: { Type: 'Individual' } }, 'ida'],
    ]))

  test('a sub-field is named nested, by path, bare, with the operator first, and from the entity', () =>
    entries(
      [
        { Address: { City: { $EQ: 'Ottawa' } } },
        { 'Address/City': { $EQ: 'ottawa' } },
        { 'address/city': 'OTTAWA' },
        { $EQ: { 'Address/City': 'Ottawa' } },
        { '/AbEntry/Address/City': 'Ottawa' },
        { Address: { $AND: [{ City: 'Ottawa' }, { Country: 'Canada' }] } },
        { Address: { City: ['Ottawa', 'Paris'] } },
        { Address: { City: { $EQ: ['Ottawa'] } } },
      ].map(query => [query, 'acme']),
    ))

  test('comparisons of text ignore letter case and accents too', () =>
    entries([
      [{ LastName: { $NE: 'zurn' } }, others('bob')],
      [{ LastName: { $GT: 'crypt' } }, 'bob ida'],
      [{ LastName: { $GE: 'CRYPT' } }, 'bob carl ida'],
      [{ LastName: { $LT: 'CRYPT' } }, 'ann'],
      [{ LastName: { $LE: 'crypt' } }, 'ann carl'],
      [{ LastName: { $RANGE: ['archer', 'crypt'] } }, 'ann carl'],
      [{ LastName: { $NRANGE: ['archer', 'crypt'] } }, others('ann', 'carl')],
      [{ LastName: { $IN: ['Crypt', 'crypt', 'CRYPT', 'nobody'] } }, 'carl'],
      [{ LastName: { $OR: [{ $EQ: 'Crypt' }, { $LIKE: 'Arch%' }] } }, 'ann carl'],
      [{ LastName: { $LIKE: 'z\\_rn' } }, ''],
      [{ LastName: { $LIKE: '' } }, ''],
      [{ LastName: { $NLIKE: '%r%' } }, 'acme bolt secret ida'],
    ]))

  test('null and the empty text both mean no value, of an object too [C-4.5-12]', () =>
    entries([
      ...[null, ''].flatMap((nothing): [Json, string][] => [
        [{ LastName: { $EQ: nothing } }, 'acme bolt secret'],
        [{ LastName: { $NE: nothing } }, 'ann bob carl ida'],
        [{ LastName: nothing }, 'acme bolt secret'],
      ]),
      [{ Address: { $EQ: null } }, others('acme', 'bolt')],
      [{ Address: { $NE: null } }, 'acme bolt'],
    ]))

  test('a key is named by its text or its parts; what is no key finds nothing, a key of another entity is refused', async () => {
    const key = reader.key('acme')
    const id = atob(key).split('\t')[1]
    await entries([
      [{ Key: { $EQ: { Value: key } } }, 'acme'],
      [{ Key: { $EQ: key.replaceAll('=', '') } }, 'acme'],
      [{ Key: { $EQ: btoa(`Company\t${id}`) } }, 'acme'],
      [{ Key: { ID: { $EQ: id } } }, 'acme'],
      [{ Key: 'nonsense' }, ''],
      [{ Key: btoa('AbEntry\t00000000000000000000') }, ''],
    ])
    const wrong = { Criteria: { SearchQuery: { Key: reader.key('anvils') } } }
    await reader.refusals('AbEntry', [[wrong, -3008, 'Criteria.SearchQuery.Key']])
  })

  test('conditions go through the parent of a contact', () =>
    entries([
      [{ Parent: { Address: { City: 'Ottawa' } } }, 'ann bob'],
      [{ 'Parent/CompanyName': { $LIKE: 's%' } }, 'carl'],
    ]))

  test('options are named by number, numeric text, object, and name', async () => {
    await entries([[{ Type: { $IN: ['contact', 'INDIVIDUAL'] } }, 'ann bob carl ida']])
    await opportunities([
      ...[3, '3', { $EQ: { Key: 3 } }, { $IN: [3, '3', 4] }, { DisplayValue: 'won' }].map((Status): [Json, string] => [
        { Status },
        'bolts',
      ]),
      [{ 'RevenueType/Name': { $LIKE: 'new%' } }, 'anvils'],
    ])
  })

  test('users are named by key, id, $CURRENTUSER() and name [C-4.5-26]', async () => {
    const { key } = crm().user
    await opportunities([
      ...[key, { Uid: { $EQ: 'JOE' } }, { $EQ: { Key: key } }, { DisplayValue: 'joe plain' }].map(
        (Leader): [Json, string] => [{ Leader }, 'anvils'],
      ),
      [{ Leader: { $EQ: { Uid: '$CURRENTUSER()' } } }, 'bolts nuts'],
      [{ Leader: { $NE: '$CURRENTUSER()' } }, 'anvils'],
    ])
    assert.equal((await reader.rows('User', { Uid: '$CURRENTUSER()' }, { Key: 1 })).length, 1)
  })

  test('the current stage and its age are searched', () =>
    opportunities([
      [{ SalesProcessSetupKey: world.process }, 'anvils'],
      [{ 'CurrentSalesStage/Description': 'needs ANALYSIS' }, 'anvils'],
      [{ CurrentSalesStageAge: { $GE: 0 } }, 'anvils'],
      [{ CurrentSalesStageAge: { $EQ: null } }, 'bolts nuts'],
    ]))

  test('lists take a list of one, $ALL with repeats and of nothing, and null among values', () => {
    const colours = 'Udf/$NAME(Colours)'
    return entries([
      [{ [colours]: { $EQ: ['3'] } }, 'acme bolt'],
      [{ [colours]: { $ALL: ['3', '1', '3'] } }, 'acme'],
      [{ [colours]: { $ALL: [] } }, all],
      [{ [colours]: { $IN: ['1', null] } }, others('bolt')],
      [{ [colours]: { $NIN: ['1', null] } }, 'bolt'],
      [{ SecAccess: { Read: { $EQ: { Key: reader.key('group') } } } }, 'secret'],
    ])
  })

  test('interactions are found through their entries and by all of their users', () => {
    const tied = { 'AbEntries/Key': reader.key('acme') }
    return reader.table('Interaction', [
      [{ ...tied, 'AbEntries/SecAccess/Read': { $ALL: [reader.key('group')] } }, 'mail'],
      [{ ...tied, Users: { $ALL: [{ Uid: 'JOE' }, { Uid: 'MASTER' }] } }, 'mail'],
      [{ ...tied, Users: crm().user.key }, 'mail'],
    ])
  })

  test('user-defined fields are named by $NAME, $TYPEID and $TAG', async () => {
    const queries: Record<string, Json> = {
      Size: { $GT: 12 },
      Score: { $RANGE: [7.5, 7.5] },
      Budget: { $EQ: 1234.56 },
      Motto: { $LIKE: 'ever%' },
      Founded: { $LE: '1999-12-31' },
      Listed: true,
    }
    await entries(
      Object.entries(queries).flatMap(([name, query]): [Json, string][] => [
        [{ [`Udf/$NAME(${name})`]: query }, 'acme'],
        [{ Udf: { [`$TYPEID(${world.udf[name]})`]: query } }, 'acme'],
      ]),
    )
    await entries([
      [{ 'Udf/$TAG(size)': { $IN: [12, '12'] } }, 'bolt'],
      [{ 'Udf/$TAG(size)': { $NE: 12 } }, others('bolt')],
    ])
  })

  test('amounts compare exactly, by number, numeric text and object, beyond what fits', async () => {
    await opportunities([
      [{ ForecastRevenue: { $IN: [250, 500.0, '1000.0000'] } }, 'anvils bolts nuts'],
      [{ Cost: { $EQ: { Value: 100.25 } } }, 'anvils'],
      [{ Cost: { $LT: 1e30 } }, 'anvils'],
      [{ Cost: { $GT: 1e30 } }, ''],
      [{ Cost: { $NE: 100.25 } }, 'bolts nuts'],
    ])
    const rates = await reader.rows('CurrencyRate', { Rate: { $IN: [0.8] } }, { CurrencyCode: 1, Rate: 1 })
    assert.deepEqual(rates, [{ CurrencyCode: 'EUR', Rate: 0.8 }])
    const stages = { OpportunityKey: reader.key('anvils'), Current: true }
    const current = await reader.rows('SalesStage', stages, { Description: 1 })
    assert.deepEqual(current, [{ Description: 'Needs analysis' }])
  })

  test('$PHRASE of nothing finds everything, and is refused where there are no words', async () => {
    await entries([
      [{ $PHRASE: '' }, all],
      [{ $PHRASE: ' \t' }, all],
      [{ $PHRASE: '*"(' }, ''],
      [{ $OR: [{ $PHRASE: 'carl' }, { LastName: 'zurn' }] }, 'bob carl'],
    ])
    await reader.table('Lead', [[{ $PHRASE: 'lee' }, 'lead']])
    await reader.refusals('Territory', [
      [{ Criteria: { SearchQuery: { $PHRASE: 'n' } } }, -3002, 'Criteria.SearchQuery.$PHRASE'],
    ])
  })

  test('$INBOUND goes through the parent, and refuses what is no point and no location', async () => {
    const area = (path: string, ...points: string[]) => `$INBOUND(${path}, ${points.join(', ')})`
    const square = ['-76:45', '-75:45', '-75:46', '-76:46']
    await entries([
      [{ [area('Parent/Address/location', ...square)]: true }, 'ann bob'],
      [{ [area('address/location', ...square)]: true }, 'acme'],
      [{ [area('address/location', '-75.6972:45.4215', '-75:45', '-75:46', '-75.6972:46')]: true }, 'acme'],
      [{ [area('address/location', '-76:45', '-73:45', '-73:45.45', '-75:45.45', '-75:46', '-76:46')]: true }, 'acme'],
    ])
    const wrong: [string, number][] = [
      [area('address/location', 'a:b', '1:1', '1:2', '2:2'), -3004],
      [area('address/location', '200:0', '1:1', '1:2', '2:2'), -3004],
      [area('Email', ...square), -3002],
    ]
    await reader.refusals(
      'AbEntry',
      wrong.map(([name, code]) => [
        { Criteria: { SearchQuery: { [name]: true } } },
        code,
        `Criteria.SearchQuery.${name}`,
      ]),
    )
  })

  test('$EXISTS takes the entity by a short name, and fields that lead to the record alone', async () => {
    await opportunities([
      [{ Key: { '$exists(lead)': 'opportunitykey' } }, 'anvils'],
      [{ Key: { '$EXISTS(LeadObject)': 'Opportunity' } }, 'anvils'],
    ])
    await reader.refusals(
      'Opportunity',
      ['AbEntryKey', 'Email', '__proto__', 'nothing'].map(field => [
        { Criteria: { SearchQuery: { Key: { '$EXISTS(LeadObject)': field } } } },
        -3000,
        'Criteria.SearchQuery.Key.$EXISTS(LeadObject)',
      ]),
    )
  })
})

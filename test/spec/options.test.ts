// Tests FieldOptions of every field that has options, with Data and Options, and the editing of item lists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { type Crm, eachCrm, type Json } from '../support/crm.ts'

const selector = [{ Key: 1, DisplayValue: 1 }]

async function options(crm: Crm, entity: string, fields: Json, more: Json = {}): Promise<Json> {
  const body = { [entity]: { FieldOptions: fields, ...more }, Compatibility: { SchemaObject: '1.0' } }
  return (await crm.ok('Read', body))[entity].FieldOptions
}

eachCrm('FieldOptions', crm => {
  test('options of Type, MrMs, Salutation, Division, Department and Position, several in one request [C-2.1-12, C-4.6-09]', async () => {
    const names = ['Type', 'MrMs', 'Salutation', 'Division', 'Department', 'Position']
    const answer = await options(crm(), 'AbEntry', Object.fromEntries(names.map(name => [name, selector])))
    assert.deepEqual(Object.keys(answer), names)
    assert.deepEqual(
      answer.Type.map((o: Json) => o.Key),
      ['Company', 'Individual', 'Contact'],
    )
    assert.deepEqual(answer.MrMs[0], { Key: '1', DisplayValue: 'Mr.' })
    for (const name of names) assert.ok(answer[name].length > 0, name)
  })

  test('options of an interaction: Type with all its sub-fields, Category and Result [C-2.2-01, C-2.2-02, C-2.2-07, C-4.7-03, C-4.7-04]', async () => {
    const all = { Key: 1, Value: 1, Name: 1, DisplayValue: 1, Icon: 1, BiDirectional: 1, External: 1 }
    const answer = await options(crm(), 'Interaction', { Type: [all], Category: selector, Result: selector })
    assert.deepEqual(answer.Type[0], {
      Key: '60001',
      Value: 'Phone Call',
      Name: 'Phone Call',
      DisplayValue: 'Phone Call',
      Icon: 'phone',
      BiDirectional: true,
      External: true,
    })
    assert.equal(answer.Type.length, 6)
    assert.ok(answer.Category.length > 0 && answer.Result.length > 0)
    assert.equal((await options(crm(), 'InteractionLog', { Type: selector })).Type.length, 6)
  })

  test('options of Status, Reason, Category, Product, Rating and RevenueType [C-2.3-05, C-2.5-03, C-4.8-13]', async () => {
    const names = ['Status', 'Reason', 'Category', 'Product', 'Rating', 'RevenueType']
    const answer = await options(crm(), 'Opportunity', Object.fromEntries(names.map(name => [name, selector])))
    assert.deepEqual(
      answer.Status.map((o: Json) => [Number(o.Key), o.DisplayValue]),
      [
        [0, 'New'],
        [2, 'In Progress'],
        [3, 'Won'],
        [4, 'Lost'],
        [5, 'Abandoned'],
        [6, 'Suspended'],
      ],
    )
    assert.deepEqual(answer.RevenueType[0], { Key: '60001', DisplayValue: 'New Business' })
    for (const name of names) assert.ok(answer[name].length > 0, name)
  })

  test('Leader lists users by Uid, Key and DisplayValue; disabled ones only with Options.IncludeDisabled [C-4.8-14]', async () => {
    await crm().addPerson('GONE', { Enabled: false, FirstName: 'Gone', LastName: 'Away' })
    const fields = { Leader: [{ Uid: 1, Key: 1, DisplayName: 1, DisplayValue: 1 }] }
    const enabled = (await options(crm(), 'Opportunity', fields)).Leader
    assert.deepEqual(
      enabled.find((u: Json) => u.Uid === 'MASTER'),
      { Uid: 'MASTER', Key: crm().admin.key, DisplayName: 'Mary Master', DisplayValue: 'Mary Master' },
    )
    assert.ok(!enabled.some((u: Json) => u.Uid === 'GONE'))
    const all = (await options(crm(), 'Opportunity', fields, { Options: { IncludeDisabled: true } })).Leader
    assert.ok(all.some((u: Json) => u.Uid === 'GONE'))
    const parts = await options(crm(), 'AbEntry', { AccountManager: [{ Key: { Uid: 1, EntityType: 1 } }] })
    assert.ok(parts.AccountManager.some((u: Json) => u.Key.Uid === 'JOE' && u.Key.EntityType === 'User'))
  })

  test('CurrencyCode lists the currencies with an exchange rate, by code and name [C-4.8-15]', async () => {
    await crm().create('CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.9, EffectiveDate: '2020-01-01' })
    await crm().create('CurrencyRate', { CurrencyCode: 'CAD', Rate: 1.3, EffectiveDate: '2999-01-01' })
    await crm().create('CurrencyRate', {
      CurrencyCode: 'GBP',
      Description: 'Pound',
      Rate: 0.8,
      EffectiveDate: '2020-01-01',
    })
    const ask = [{ Value: 1, DisplayValue: 1 }]
    const answer = await options(crm(), 'Opportunity', {
      'ForecastRevenue/CurrencyCode': ask,
      'ActualRevenue/CurrencyCode': ask,
    })
    assert.deepEqual(answer['ForecastRevenue/CurrencyCode'], [
      { Value: 'EUR', DisplayValue: 'Euro' },
      { Value: 'GBP', DisplayValue: 'Pound' },
      { Value: 'USD', DisplayValue: 'US Dollar' },
    ])
    assert.deepEqual(answer['ActualRevenue/CurrencyCode'], answer['ForecastRevenue/CurrencyCode'])
    const iso = (await options(crm(), 'CurrencyRate', { CurrencyCode: [{ Code: 1, DisplayValue: 1 }] })).CurrencyCode
    assert.deepEqual(
      iso.find((c: Json) => c.Code === 'JPY'),
      { Code: 'JPY', DisplayValue: 'Japanese Yen' },
    )
  })

  test('sales processes, and the stages of one, in both spellings [C-4.8-12]', async () => {
    const ask = [{ Key: 1, Description: 1 }]
    const process = await options(crm(), 'Opportunity', {
      'SalesProcess/Setup': ask,
      SalesProcessSetup: ask,
      SalesProcessSetupKey: ask,
    })
    const [setup] = process['SalesProcess/Setup']
    assert.ok(setup.Key && setup.Description)
    assert.deepEqual(process.SalesProcessSetup, process['SalesProcess/Setup'])
    assert.deepEqual(process.SalesProcessSetupKey, process['SalesProcess/Setup'])
    const stage = [{ Key: 1, Description: 1, ProbabilityClose: 1 }]
    const nested = await options(
      crm(),
      'Opportunity',
      { 'CurrentSalesStage/Setup': stage },
      { Data: { SalesProcessSetup: { Key: setup.Key } } },
    )
    assert.equal(nested['CurrentSalesStage/Setup'].length, 5)
    assert.equal(typeof nested['CurrentSalesStage/Setup'][0].ProbabilityClose, 'number')
    for (const name of ['SalesStageSetup', 'SalesStageSetupKey']) {
      const flat = await options(crm(), 'Opportunity', { [name]: stage }, { Data: { SalesProcessSetupKey: setup.Key } })
      assert.deepEqual(flat[name], nested['CurrentSalesStage/Setup'])
    }
    const [missing] = await crm().refused('Read', { Opportunity: { FieldOptions: { SalesStageSetup: stage } } })
    assert.equal(missing?.Path, 'Opportunity.Data.SalesProcessSetupKey')
    const [unknown] = await crm().refused('Read', {
      Opportunity: { FieldOptions: { SalesStageSetup: stage }, Data: { SalesProcessSetupKey: setup.Key.slice(0, -4) } },
    })
    assert.equal(unknown?.ErrorCode, -3007)
    const [wrong] = await crm().refused('Read', {
      Opportunity: { FieldOptions: { SalesStageSetup: stage }, Data: { SalesProcessSetupKey: crm().admin.key } },
    })
    assert.equal(wrong?.ErrorCode, -3008)
  })

  test('SalesTeam lists the teams; a new database has one', async () => {
    const answer = await options(crm(), 'Opportunity', { SalesTeam: selector, 'SalesTeam/Key': selector })
    assert.deepEqual(
      answer.SalesTeam.map((t: Json) => t.DisplayValue),
      ['Single User'],
    )
    assert.deepEqual(answer['SalesTeam/Key'], answer.SalesTeam)
  })

  test('names match whatever their letter case, and the answer repeats the spelling of the request', async () => {
    const body = { opportunity: { fieldOptions: { status: [{ key: '1', DISPLAYVALUE: true, Name: 0 }] } } }
    const answer = await crm().ok('Read', body)
    assert.deepEqual(answer.opportunity.FieldOptions.status[0], { key: 0, DISPLAYVALUE: 'New' })
    const plain = await options(crm(), 'Opportunity', { Rating: 1, Reason: { Key: 1 }, Product: 0 })
    assert.deepEqual(plain.Rating[0], { Key: '1', DisplayValue: 'Hot' })
    assert.deepEqual(plain.Reason[0], { Key: '1' })
    assert.ok(!('Product' in plain))
  })

  test('an unknown field is refused with the nearest one, a field without options by name, all at once', async () => {
    const fields = { Positon: selector, CompanyName: selector, Division: [{ Keys: 1 }] }
    const problems = await crm().refused('Read', { AbEntry: { FieldOptions: fields } })
    assert.deepEqual(
      problems.map(p => [p.Path, p.ErrorCode]),
      [
        ['AbEntry.FieldOptions.Positon', -3000],
        ['AbEntry.FieldOptions.CompanyName', -3010],
        ['AbEntry.FieldOptions.Division.Keys', -3000],
      ],
    )
    assert.match(problems[0]?.Message ?? '', /Did you mean "Position"/)
    assert.match(problems[1]?.Message ?? '', /CompanyName of AbEntry has no options/)
  })
})

eachCrm('Item lists', crm => {
  const edit = (entity: string, fields: Json, Options?: Json) => ({
    [entity]: { FieldOptions: fields, ...(Options ? { Options } : {}) },
  })

  test('an administrator adds, renames and removes items of any list; keys are never used again [C-2.2-07]', async () => {
    const added = await crm().ok('Update', edit('Interaction', { Type: [{ Key: null, Name: 'Visit', Icon: 'car' }] }))
    assert.deepEqual(added.Interaction.FieldOptions.Type, [{ Key: '60007', Name: 'Visit', Icon: 'car' }])
    await crm().ok('Update', edit('Interaction', { Type: [{ Key: '60007', Name: 'Site visit' }] }, { Modify: true }))
    const list = await options(crm(), 'Interaction', { Type: [{ Key: 1, DisplayValue: 1, Icon: 1, External: 1 }] })
    assert.deepEqual(list.Type.at(-1), { Key: '60007', DisplayValue: 'Site visit', Icon: 'car', External: null })
    await crm().ok('Update', edit('Interaction', { Type: [{ Key: '60007' }] }, { Remove: true }))
    const again = await crm().ok('Update', edit('Interaction', { Type: { Name: 'Letter' } }))
    assert.equal(again.Interaction.FieldOptions.Type[0].Key, '60008')
  })

  test('Options.Replace makes the list exactly this, in this order, and keeps items that are called the same', async () => {
    const before = (await options(crm(), 'Opportunity', { Rating: selector })).Rating
    const answer = await crm().ok(
      'Update',
      edit(
        'Opportunity',
        { Rating: [{ Name: 'Icy' }, { Name: 'hot' }, { Key: '2', Value: 'Lukewarm' }] },
        { Replace: true },
      ),
    )
    assert.deepEqual(
      answer.Opportunity.FieldOptions.Rating.map((i: Json) => i.Key),
      ['4', before[0].Key, '2'],
    )
    assert.deepEqual((await options(crm(), 'Opportunity', { Rating: selector })).Rating, [
      { Key: '4', DisplayValue: 'Icy' },
      { Key: '1', DisplayValue: 'hot' },
      { Key: '2', DisplayValue: 'Lukewarm' },
    ])
  })

  test('an item that a record has selected, in the bin too, is not removed, and nothing else is either', async () => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Users of items' })
    const interaction = await crm().create('Interaction', { Type: '60006', AbEntryKey: entry })
    const opportunity = await crm().create('Opportunity', { AbEntryKey: entry, Objective: 'x', Reason: ['3'] })
    const remove = (fields: Json) => crm().refused('Update', edit('Opportunity', fields, { Remove: true }))
    const problems = await remove({ Reason: [{ Key: '3' }, { Key: '4' }] })
    assert.deepEqual(
      problems.map(p => [p.Path, p.ErrorCode]),
      [['Opportunity.FieldOptions.Reason[0]', -4007]],
    )
    assert.match(problems[0]?.Message ?? '', /Opportunity/)
    const [type] = await crm().refused('Update', edit('Interaction', { Type: [{ Key: '60006' }] }, { Remove: true }))
    assert.equal(type?.ErrorCode, -4007)
    await crm().ok('Delete', { Opportunity: { Data: { Key: opportunity } } })
    assert.equal((await remove({ Reason: [{ Key: '3' }] }))[0]?.ErrorCode, -4007)
    assert.equal((await options(crm(), 'Opportunity', { Reason: selector })).Reason.length, 6)
    await crm().ok('Update', { Interaction: { Data: { Key: interaction, Type: '60001' } } })
    await crm().ok('Update', edit('Interaction', { Type: [{ Key: '60006' }] }, { Remove: true }))
  })

  test('suggestions do not bind: an item that an entry has as its text can be removed', async () => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Suggested', Division: 'Commercial' })
    await crm().ok('Update', edit('AbEntry', { Division: [{ Key: '1' }] }, { Remove: true }))
    assert.equal((await crm().get('AbEntry', entry, { Division: 1 })).Division, 'Commercial')
  })

  test('only administrators edit lists', async () => {
    const [problem] = await crm().refused('Update', edit('Opportunity', { Reason: [{ Name: 'x' }] }), crm().user)
    assert.equal(problem?.ErrorCode, -2002)
  })

  test('what is wrong with an edit is all told, and nothing is saved', async () => {
    const before = await options(crm(), 'Case', { Type: selector, Queue: selector })
    const problems = await crm().refused(
      'Update',
      edit('Case', {
        Type: [{ Name: 'Fine' }, { Name: 'question' }, { Key: '1', Name: 'x' }, {}, { Nam: 'x' }, { Name: 7 }, 'x'],
        Queue: [{ Name: 'Also fine' }],
        Subject: [{ Name: 'x' }],
        AssignedTo: [{ Name: 'x' }],
      }),
    )
    const at = (path: string) => problems.find(p => p.Path === `Case.FieldOptions.${path}`)?.ErrorCode
    assert.equal(at('Type[4].Nam'), -3000)
    assert.equal(at('Type[5].Name'), -3003)
    assert.equal(at('Type[6]'), -3003)
    assert.equal(at('Subject'), -3010)
    assert.equal(at('AssignedTo'), -1003)
    const listed = await crm().refused(
      'Update',
      edit('Case', { Type: [{ Name: 'Fine' }, { Name: 'QUESTION' }, { Key: '1', Name: 'x' }, {}] }),
    )
    assert.deepEqual(listed.map(p => [p.Path.slice(18), p.ErrorCode]).sort(), [
      ['Type[1].Name', -4010],
      ['Type[2].Key', -4004],
      ['Type[3].Name', -4000],
    ])
    assert.deepEqual(await options(crm(), 'Case', { Type: selector, Queue: selector }), before)
    const both = await crm().refused('Update', edit('Case', { Type: [{ Key: '1' }] }, { Modify: true, Remove: true }))
    assert.equal(both[0]?.Path, 'Case.Options')
    const [unknown] = await crm().refused(
      'Update',
      edit('Case', { Type: [{ Key: '99', Name: 'x' }] }, { Modify: true }),
    )
    assert.deepEqual([unknown?.Path, unknown?.ErrorCode], ['Case.FieldOptions.Type[0].Key', -3006])
  })

  test('a removal and a write that selects the item never both succeed', async () => {
    const entry = await crm().create('AbEntry', { CompanyName: 'Race' })
    for (let round = 0; round < 8; round++) {
      const made = await crm().ok('Update', edit('Interaction', { Result: [{ Name: `Race ${round}` }] }))
      const { Key } = made.Interaction.FieldOptions.Result[0]
      const [removal, write] = await Promise.all([
        crm().call('Update', edit('Interaction', { Result: [{ Key }] }, { Remove: true })),
        crm().call('Create', { Interaction: { Data: { Type: '60001', AbEntryKey: entry, Result: Key } } }),
      ])
      assert.equal(removal.Code + write.Code, -1, JSON.stringify([removal, write]))
    }
  })
})

const clock = manualClock(Date.UTC(2026, 0, 1))

eachCrm(
  'Items and the recycle bin',
  crm => {
    test('a deleted record holds its items for as long as it can be restored', async () => {
      const entry = await crm().create('AbEntry', { CompanyName: 'Bin' })
      const key = await crm().create('Opportunity', { AbEntryKey: entry, Objective: 'x', Rating: ['1'] })
      const removal = { Opportunity: { FieldOptions: { Rating: [{ Key: '1' }] }, Options: { Remove: true } } }
      await crm().ok('Delete', { Opportunity: { Data: { Key: key } } })
      clock.advance(29 * 24 * 3600 * 1000)
      assert.equal((await crm().refused('Update', removal))[0]?.ErrorCode, -4007)
      clock.advance(2 * 24 * 3600 * 1000)
      await crm().ok('Update', removal)
    })
  },
  { clock },
)

// Tests the writing of opportunities.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '../../src/base/clock.ts'
import { type Crm, drivers, eachCrm, type Json } from '../support/crm.ts'

const day = 86_400_000
const clock = manualClock(Date.UTC(2026, 4, 1, 12))

eachCrm(
  'Opportunity',
  crm => {
    let company = ''
    let stages: { Key: string; Description: string }[] = []
    let process = ''
    before(async () => {
      company = await crm().create('AbEntry', { CompanyName: 'Acme' })
      process = (await all(crm(), 'SalesProcessSetup', { Key: 1 }))[0].Key
      stages = await all(crm(), 'SalesStageSetup', { Key: 1, Description: 1 })
    })
    const make = (data: Json = {}) => crm().create('Opportunity', { AbEntryKey: company, Objective: 'Sell', ...data })
    const update = (data: Json, extra: Json = {}) => crm().call('Update', { Opportunity: { Data: data }, ...extra })

    test('Create needs AbEntryKey and Objective, and says so about both at once [C-2.3-02]', async () => {
      const problems = await crm().refused('Create', { Opportunity: { Data: { Key: null } } })
      assert.deepEqual(problems.map(p => p.Path).sort(), ['Opportunity.Data.AbEntryKey', 'Opportunity.Data.Objective'])
    })
    test('Update and Delete need Key [C-2.3-01]', async () => {
      for (const operation of ['Update', 'Delete']) {
        const problems = await crm().refused(operation, { Opportunity: { Data: { Objective: 'x' } } })
        assert.deepEqual(
          problems.map(({ ErrorCode, Path }) => [ErrorCode, Path]),
          [[-4005, 'Opportunity.Data.Key']],
          operation,
        )
      }
    })
    test('Create takes every field [C-2.3-06, C-2.3-10, C-2.3-11, C-2.3-12, C-2.3-18, C-2.3-19, C-4.8-01]', async () => {
      const key = await make({
        Key: null,
        Status: 0,
        Cost: 120.5,
        ForecastRevenue: 999.99,
        StartDate: '2026-05-01T08:00:00Z',
        CloseDate: '2026-06-01',
        Leader: { Uid: 'JOE' },
        'SalesTeam/Key': btoa('SalesTeam\t65535'),
        NextAction: 'Call',
        Description: 'Big one',
        SalesProcessSetupKey: process,
        SalesStageSetupKey: stages[0]?.Key,
        Category: ['1', '2'],
        Product: ['1'],
        Rating: ['1'],
        RevenueType: '60001',
        Reason: ['2'],
        PartnerInfo: { Key: company },
      })
      const read = await crm().get('Opportunity', key, {
        Status: 1,
        Cost: 1,
        ForecastRevenue: 1,
        CorporateRevenue: 1,
        Leader: { Uid: 1 },
        SalesTeam: { Key: 1, DisplayValue: 1 },
        Category: 1,
        RevenueType: 1,
        CloseDate: 1,
        CurrentSalesStage: { DisplayValue: 1, Age: 1 },
        PartnerInfo: 1,
      })
      assert.deepEqual(read, {
        Status: 0,
        Cost: 120.5,
        ForecastRevenue: 999.99,
        CorporateRevenue: 999.99,
        Leader: { Uid: 'JOE' },
        SalesTeam: { Key: btoa('SalesTeam\t65535'), DisplayValue: 'Single User' },
        Category: ['1', '2'],
        RevenueType: '60001',
        CloseDate: '2026-06-01T00:00:00Z',
        CurrentSalesStage: { DisplayValue: 'Qualification', Age: 0 },
        PartnerInfo: { Key: company, DisplayValue: 'Acme' },
      })
    })
    test('Status 2, the caller as leader and the team Single User unless said', async () => {
      const read = await crm().get('Opportunity', await make(), {
        Status: 1,
        Leader: { Uid: 1 },
        SalesTeam: { DisplayValue: 1 },
      })
      assert.deepEqual(read, { Status: 2, Leader: { Uid: 'MASTER' }, SalesTeam: { DisplayValue: 'Single User' } })
    })
    test('a contact as AbEntryKey stands for its company and itself', async () => {
      const contact = await crm().create('AbEntry', { ParentKey: company, LastName: 'Lee' })
      const read = await crm().get('Opportunity', await make({ AbEntryKey: contact }), { AbEntryKey: 1, ContactKey: 1 })
      assert.deepEqual(read, { AbEntryKey: company, ContactKey: contact })
    })
    test('ContactKey must be a contact of AbEntryKey [C-2.3-04]', async () => {
      const other = await crm().create('AbEntry', { CompanyName: 'Other' })
      const contact = await crm().create('AbEntry', { ParentKey: other, LastName: 'Lee' })
      const data = { AbEntryKey: company, Objective: 'x', ContactKey: contact }
      const problems = await crm().refused('Create', { Opportunity: { Data: data } })
      assert.deepEqual(
        problems.map(p => p.Path),
        ['Opportunity.Data.ContactKey'],
      )
    })
    test('AbEntryKey can be changed by Update with the SQL driver only [C-2.3-03, C-4.3-07]', async () => {
      const other = await crm().create('AbEntry', { CompanyName: 'New owner' })
      const key = await make()
      const data = { Key: key, AbEntryKey: other }
      assert.equal((await update(data)).Errors[0].ErrorCode, -1006)
      const short = { Drivers: { IOpportunityAccess: 'Service.Model.Access.OpportunityAccess' } }
      assert.equal((await update(data, { Configuration: short })).Errors[0].ErrorCode, -1006)
      assert.equal((await update(data, { Configuration: drivers })).Code, 0)
      assert.equal((await crm().get('Opportunity', key, { AbEntryKey: 1 })).AbEntryKey, other)
    })
    test('SalesStageSetupKey is required when SalesProcessSetupKey is present [C-2.3-13, C-2.3-14]', async () => {
      const data = { AbEntryKey: company, Objective: 'x', SalesProcessSetupKey: process }
      const problems = await crm().refused('Create', { Opportunity: { Data: data } })
      assert.deepEqual(
        problems.map(p => [p.Path, p.ErrorCode]),
        [['Opportunity.Data.SalesStageSetupKey', -4000]],
      )
    })
    test('the stage must be one of the process [C-3.3-02]', async () => {
      const second = await crm().create('SalesProcessSetup', { Description: 'Second' })
      const foreign = await crm().create('SalesStageSetup', { SalesProcessSetupKey: second, Description: 'Only' })
      const key = await make({ SalesProcessSetupKey: process, SalesStageSetupKey: stages[0]?.Key })
      assert.equal((await update({ Key: key, SalesStageSetupKey: foreign })).Errors[0].ErrorCode, -4008)
      assert.equal((await update({ Key: key, SalesProcessSetupKey: second })).Errors[0].ErrorCode, -4000)
      assert.equal((await update({ Key: key, SalesProcessSetupKey: second, SalesStageSetupKey: foreign })).Code, 0)
      const rows = await stagesOf(crm(), key)
      assert.deepEqual(
        rows.map((r: Json) => [r.Description, r.Current]),
        [['Only', true]],
      )
      assert.equal((await update({ Key: key, SalesProcessSetupKey: null })).Code, 0)
      assert.deepEqual(await stagesOf(crm(), key), [])
      const left = await crm().get('Opportunity', key, { CurrentSalesStage: 1, SalesStageSetupKey: 1 })
      assert.deepEqual(left, { CurrentSalesStage: null, SalesStageSetupKey: null })
    })
    test('Update with SalesStageSetupKey moves the opportunity; ages run while open and stop when closed [C-2.3-17, C-3.2-01, C-3.3-01, C-3.3-03]', async () => {
      const key = await make({ SalesProcessSetupKey: process, SalesStageSetupKey: stages[0]?.Key })
      clock.advance(3 * day)
      assert.equal((await update({ Key: key, SalesStageSetupKey: stages[2]?.Key })).Code, 0)
      clock.advance(5 * day)
      const ages = async () => (await stagesOf(crm(), key)).map((r: Json) => [r.Age, r.Current])
      const still = [
        [3, false],
        [0, false],
        [5, true],
        [0, false],
        [0, false],
      ]
      assert.deepEqual(await ages(), still)
      assert.equal((await update({ Key: key, Status: 3 })).Code, 0)
      clock.advance(10 * day)
      assert.deepEqual(await ages(), still)
      assert.equal((await update({ Key: key, Status: 2 })).Code, 0)
      clock.advance(2 * day)
      const read = await crm().get('Opportunity', key, { CurrentSalesStageAge: { Value: 1, DisplayValue: 1 } })
      assert.deepEqual(read.CurrentSalesStageAge, { Value: 7, DisplayValue: '7 days' })
    })
    test('the current stage is shown by its setup; a stage without a target age has 0 [C-2.3-15, C-2.3-16]', async () => {
      const slow = await crm().create('SalesProcessSetup', { Description: 'Slow' })
      const only = await crm().create('SalesStageSetup', {
        SalesProcessSetupKey: slow,
        Description: 'Wait',
        ProbabilityClose: 30,
      })
      const key = await make({ SalesProcessSetupKey: slow, SalesStageSetupKey: only })
      const stage = { Setup: { Key: 1 }, Description: 1, Age: 1, TargetAge: 1, ProbabilityClose: 1, DisplayValue: 1 }
      const process = { Key: 1, Setup: { Key: 1 }, Description: 1, DisplayValue: 1 }
      assert.deepEqual(await crm().get('Opportunity', key, { SalesProcess: process, CurrentSalesStage: stage }), {
        SalesProcess: { Key: slow, Setup: { Key: slow }, Description: 'Slow', DisplayValue: 'Slow' },
        CurrentSalesStage: {
          Setup: { Key: only },
          Description: 'Wait',
          Age: 0,
          TargetAge: 0,
          ProbabilityClose: 30,
          DisplayValue: 'Wait',
        },
      })
    })
    test('null clears an amount, bare or as the Value of an object', async () => {
      for (const nothing of [null, { Value: null }]) {
        const key = await make({ Cost: { Value: 12.5 } })
        assert.deepEqual(await crm().get('Opportunity', key, { Cost: 1 }), { Cost: 12.5 })
        await crm().ok('Update', { Opportunity: { Data: { Key: key, Cost: nothing } } })
        assert.deepEqual(await crm().get('Opportunity', key, { Cost: 1 }), { Cost: null })
      }
    })

    test('Value and CurrencyCode are sent together, share one currency, and need a rate [C-2.3-07, C-4.8-20, C-4.8-21]', async () => {
      await crm().create('CurrencyRate', { CurrencyCode: 'EUR', Rate: 0.8, EffectiveDate: '2026-01-01' })
      const paths = async (data: Json) => {
        const body = { Opportunity: { Data: { AbEntryKey: company, Objective: 'x', ...data } } }
        return (await crm().refused('Create', body)).map(p => p.Path)
      }
      assert.deepEqual(await paths({ ForecastRevenue: { Value: 5 } }), ['Opportunity.Data.ForecastRevenue'])
      assert.deepEqual(await paths({ ForecastRevenue: { CurrencyCode: 'EUR' } }), ['Opportunity.Data.ForecastRevenue'])
      assert.deepEqual(await paths({ ForecastRevenue: { Value: 5, CurrencyCode: 'JPY' } }), [
        'Opportunity.Data.ForecastRevenue',
      ])
      assert.deepEqual(
        await paths({
          ForecastRevenue: { Value: 5, CurrencyCode: 'EUR' },
          ActualRevenue: { Value: 5, CurrencyCode: 'USD' },
        }),
        ['Opportunity.Data.ActualRevenue'],
      )
      const key = await make({ ForecastRevenue: { Value: 100, CurrencyCode: 'EUR' } })
      const money = {
        ForecastRevenue: { Value: 1, CurrencyCode: 1 },
        CorporateRevenue: 1,
        Revenue: 1,
        ActualRevenue: 1,
      }
      assert.deepEqual(await crm().get('Opportunity', key, money), {
        ForecastRevenue: { Value: 100, CurrencyCode: 'EUR' },
        CorporateRevenue: 125,
        Revenue: 100,
        ActualRevenue: null,
      })
      assert.match((await update({ Key: key, ForecastRevenue: 50 })).Msg[0], /Value and CurrencyCode together/)
      assert.equal((await update({ Key: key, ActualRevenue: { Value: 40, CurrencyCode: 'USD' } })).Code, 0)
      assert.deepEqual(await crm().get('Opportunity', key, money), {
        ForecastRevenue: { Value: 100, CurrencyCode: 'USD' },
        CorporateRevenue: 100,
        Revenue: 100,
        ActualRevenue: 40,
      })
    })
    test('a new rate recomputes open opportunities, and leaves closed ones as they were', async () => {
      await crm().create('CurrencyRate', { CurrencyCode: 'GBP', Rate: 0.5, EffectiveDate: '2026-01-01' })
      const open = await make({ ForecastRevenue: { Value: 100, CurrencyCode: 'GBP' } })
      const lost = await make({ ForecastRevenue: { Value: 100, CurrencyCode: 'GBP' }, Status: 4 })
      await crm().create('CurrencyRate', { CurrencyCode: 'GBP', Rate: 0.25, EffectiveDate: '2026-02-01' })
      const corporate = async (key: string) =>
        (await crm().get('Opportunity', key, { CorporateRevenue: 1 })).CorporateRevenue
      assert.deepEqual([await corporate(open), await corporate(lost)], [400, 200])
    })
    test('CorporateRevenue is ActualRevenue if Won [C-2.3-08]', async () => {
      const key = await make({ ForecastRevenue: 10, ActualRevenue: 7, Status: '3' })
      const read = await crm().get('Opportunity', key, { CorporateRevenue: 1, Revenue: 1, Status: 1 })
      assert.deepEqual(read, { CorporateRevenue: 7, Revenue: 7, Status: 3 })
    })
    test('Validate needs the access driver, and the message says what to send [C-4.3-07]', async () => {
      const [problem] = await crm().refused('Validate', { Opportunity: { Data: { Key: null, Objective: 'x' } } })
      assert.match(problem?.Message ?? '', /IOpportunityAccess.*Service\.Model\.Access\.Sql\.OpportunityAccess/)
    })

    test('Validate of a new opportunity names the mandatory fields, whether sent or not [C-4.4-05, C-4.8-05]', async () => {
      const answer = await crm().ok(
        'Validate',
        { Opportunity: { Data: { Key: null, Objective: 'x' } }, Configuration: drivers },
        crm().user,
      )
      assert.deepEqual(answer.Opportunity, {
        Data: { Key: null, Objective: 'x' },
        Validation: { AbEntryKey: { Mandatory: true }, Objective: { Mandatory: true } },
      })
    })
    test('Validate asks for SalesStageSetupKey when SalesProcessSetupKey is present [C-4.8-06, C-4.8-09]', async () => {
      const data = { Key: await make(), SalesProcessSetupKey: process }
      const answer = await crm().ok('Validate', { Opportunity: { Data: data }, Configuration: drivers })
      assert.deepEqual(answer.Opportunity.Validation, {
        Objective: { Mandatory: true },
        SalesStageSetupKey: { Mandatory: true },
      })
      assert.equal((await crm().get('Opportunity', data.Key, { SalesProcessSetupKey: 1 })).SalesProcessSetupKey, null)
    })
    test('Validate asks for always-mandatory and rule-mandatory user-defined fields, and Create too [C-4.8-07, C-4.8-08]', async () => {
      const define = async (data: Json) => (await crm().ok('Create', { Schema: { Data: data } })).Schema.Data.Key
      const always = await define({
        Key: '/Opportunity/Udf',
        Name: 'Region',
        Type: 'StringField',
        AlwaysMandatory: true,
      })
      const ruled = await define({
        Key: '/Opportunity/Udf',
        Name: 'Why lost',
        Type: 'StringField',
        Mandatory: { Rule: { Status: { $EQ: 4 } } },
      })
      const short = (key: string) => key.replace('/Opportunity/', '')
      const data = { AbEntryKey: company, Objective: 'x', Status: 4 }
      const answer = await crm().ok('Validate', { Opportunity: { Data: data }, Configuration: drivers })
      const names = Object.keys(answer.Opportunity.Validation).sort()
      assert.deepEqual(names, ['AbEntryKey', 'Objective', short(always), short(ruled)].sort())
      const problems = await crm().refused('Create', { Opportunity: { Data: data } })
      assert.deepEqual(
        problems.map(p => p.ErrorCode),
        [-4000, -4000],
      )
      const key = await crm().create('Opportunity', { ...data, 'Udf/$NAME(Region)': 'West', [ruled]: 'Price' })
      const read = await crm().get('Opportunity', key, { 'Udf/$NAME(Region)': 1 })
      assert.equal(read['Udf/$NAME(Region)'], 'West')
      const cleared = await crm().refused('Update', { Opportunity: { Data: { Key: key, 'Udf/$NAME(Region)': null } } })
      assert.deepEqual(
        cleared.map(p => p.ErrorCode),
        [-4000],
      )
      for (const field of [always, ruled]) await crm().ok('Delete', { Schema: { Data: { Key: field } } })
    })
  },
  { clock },
)

async function all(crm: Crm, entity: string, fields: Json): Promise<Json> {
  const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: {} } }
  return (await crm.ok('Read', { [entity]: content }))[entity].Data
}

async function stagesOf(crm: Crm, key: string): Promise<Json> {
  const content = {
    Scope: { Fields: { Description: 1, Age: 1, Current: 1 } },
    Criteria: { SearchQuery: { OpportunityKey: { $EQ: key } } },
  }
  return (await crm.ok('Read', { SalesStage: content })).SalesStage.Data
}

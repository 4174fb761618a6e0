// Tests the subscribers of campaigns, which are known by the keys of their entry and their campaign.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('CampaignSubscriber', crm => {
  let [acme, bolt, spring, autumn] = ['', '', '', '']
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
    bolt = await crm().create('AbEntry', { CompanyName: 'Bolt' })
    spring = await crm().create('Campaign', { Name: 'Spring' })
    autumn = await crm().create('Campaign', { Name: 'Autumn' })
  })
  const subscribersOf = async (campaign: string, fields: Json = { Key: 1 }, as = crm().admin) => {
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: { ParentKey: { $EQ: campaign } } } }
    return (await crm().ok('Read', { CampaignSubscriber: content }, as)).CampaignSubscriber.Data
  }
  const send = (operation: string, data: Json) => crm().ok(operation, { CampaignSubscriber: { Data: data } })
  const refused = async (operation: string, data: Json, as = crm().admin) =>
    codes(await crm().refused(operation, { CampaignSubscriber: { Data: data } }, as))

  test('Key says on Create who subscribes, and reads so', async () => {
    const data = { Key: acme, ParentKey: spring, StartDate: '2026-01-01T08:00:00Z', NextDate: '2026-02-01T08:00:00Z' }
    const { CampaignSubscriber } = await send('Create', data)
    assert.deepEqual(CampaignSubscriber.Data, data)
    const fields = { ...data, Status: 1, DisplayValue: 1, Version: 1 }
    const [row] = await subscribersOf(spring, Object.fromEntries(Object.keys(fields).map(name => [name, 1])))
    assert.deepEqual(row, { ...data, Status: 1, DisplayValue: 'Acme', Version: 1 })
    const [detail] = await subscribersOf(spring, {
      Key: { ID: 1, EntityType: 1 },
      AbEntry: { CompanyName: 1 },
      Campaign: { Name: 1 },
    })
    assert.equal(detail.Key.EntityType, 'AbEntry')
    assert.deepEqual([detail.AbEntry, detail.Campaign], [{ CompanyName: 'Acme' }, { Name: 'Spring' }])
  })

  test('a pair of entry and campaign is unique; entries have several campaigns and campaigns several entries', async () => {
    assert.deepEqual(await refused('Create', { Key: acme, ParentKey: spring }), [-4010])
    await send('Create', { Key: { Key: bolt }, ParentKey: spring, Status: 4 })
    await send('Create', { Key: acme, ParentKey: autumn })
    const order = { Scope: { Fields: { Key: 1, ParentKey: 1 } }, OrderBy: { Fields: [{ Key: 'ASC' }], PageSize: 2 } }
    const page = (await crm().ok('Read', { CampaignSubscriber: order })).CampaignSubscriber
    const OrderBy = { ...order.OrderBy, PageKey: page.PageKey }
    const next = (await crm().ok('Read', { CampaignSubscriber: { ...order, OrderBy } })).CampaignSubscriber
    assert.deepEqual(
      [...page.Data, ...next.Data],
      [
        { Key: acme, ParentKey: spring },
        { Key: acme, ParentKey: autumn },
        { Key: bolt, ParentKey: spring },
      ],
    )
    const two = [
      { Key: bolt, ParentKey: autumn },
      { Key: bolt, ParentKey: autumn },
    ]
    assert.deepEqual(await refused('Create', two), [-4010])
    const racing = await Promise.all(
      Array.from({ length: 6 }, () =>
        crm().call('Create', { CampaignSubscriber: { Data: { Key: bolt, ParentKey: autumn } } }),
      ),
    )
    assert.deepEqual(racing.filter((answer: Json) => answer.Code === 0).length, 1)
  })

  test('Delete and Restore name the pair', async () => {
    const pair = { Key: acme, ParentKey: autumn }
    assert.deepEqual(await refused('Delete', { Key: acme }), [-4005])
    assert.deepEqual(await refused('Restore', pair), [-4011])
    assert.deepEqual((await send('Delete', pair)).CampaignSubscriber.Data, { Key: acme })
    assert.deepEqual(await refused('Delete', pair), [-3007])
    assert.deepEqual(await subscribersOf(autumn), [{ Key: bolt }])
    await send('Restore', pair)
    assert.equal((await subscribersOf(autumn)).length, 2)
    await send('Delete', pair)
    await send('Create', { ...pair, Status: 3 })
    assert.deepEqual(await refused('Restore', pair), [-4010])
    assert.deepEqual(await refused('Update', { ...pair, Status: 0 }), [-1003])
  })

  test('a subscription goes with its entry and with its campaign, and is hidden with its entry', async () => {
    const [entry, campaign] = [
      await crm().create('AbEntry', { CompanyName: 'Gone' }),
      await crm().create('Campaign', { Name: 'Gone' }),
    ]
    await send('Create', { Key: entry, ParentKey: campaign })
    for (const [entity, Key] of [
      ['AbEntry', entry],
      ['Campaign', campaign],
    ]) {
      await crm().ok('Delete', { [entity as string]: { Data: { Key } } })
      assert.deepEqual(await subscribersOf(campaign), [])
      await crm().ok('Restore', { [entity as string]: { Data: { Key } } })
      assert.deepEqual(await subscribersOf(campaign), [{ Key: entry }])
    }
    await crm().ok('Update', { AbEntry: { Data: { Key: entry, SecAccess: { Read: [crm().admin.key] } } } })
    assert.deepEqual(await subscribersOf(campaign, { Key: 1 }, crm().user), [])
    assert.deepEqual(await refused('Delete', { Key: entry, ParentKey: campaign }, crm().user), [-3007])
    assert.deepEqual(await refused('Create', { Key: entry, ParentKey: campaign }, crm().user), [-3007])
  })

  test('refused: no entry, no campaign, keys of other kinds', async () => {
    assert.deepEqual(await refused('Create', { Key: null }), [-4000, -4000])
    assert.deepEqual(await refused('Create', { Key: spring, ParentKey: acme }), [-3008, -3008])
  })
})

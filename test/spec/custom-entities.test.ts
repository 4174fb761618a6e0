// Tests custom entities: their set-up, records, parents, fields, access, bin, history, events, search and descriptions.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json, type Person } from '../support/crm.ts'
import { until } from '../support/until.ts'

const codes = (problems: readonly { ErrorCode: number }[]) => problems.map(({ ErrorCode }) => ErrorCode).sort()
const paths = (problems: readonly { Path: string }[]) => problems.map(({ Path }) => Path).sort()

eachCrm('custom entities', crm => {
  const setup = (data: Json) => crm().create('CustomSetup', data)
  let [vehicle, trip, stop, acme] = ['', '', '', '']
  before(async () => {
    vehicle = await setup({ Name: 'Vehicle', PluralName: 'Vehicles', TAG: 'VEH', Icon: 'truck' })
    trip = await setup({ Name: 'Trip', TAG: 'Trip', ParentEntity: 'veh' })
    stop = await setup({ Name: 'Stop', TAG: 'Stop', ParentEntity: 'Trip' })
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })
  const read = async (entity: string, query: Json, fields: Json = { Key: 1 }, as?: Person): Promise<Json[]> => {
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query } }
    return (await crm().ok('Read', { [entity]: content }, as))[entity].Data
  }
  const refused = (operation: string, entity: string, data: Json, as?: Person) =>
    crm().refused(operation, { [entity]: { Data: data } }, as)
  const make = (data: Json, as?: Person) => crm().create('Custom', { CustomSetupKey: vehicle, ...data }, as)
  const child = (of: string, ParentKey: string, Name: string, as?: Person) =>
    crm().create('CustomChild', { CustomSetupKey: of, ParentKey, Name }, as)
  const define = async (data: Json): Promise<string> => {
    const body = { Schema: { Data: { Type: 'StringField', ...data } }, Compatibility: { SchemaObject: '1.0' } }
    return (await crm().ok('Create', body)).Schema.Data.Key
  }
  const remove = (entity: string, Key: string) => crm().ok('Delete', { [entity]: { Data: { Key } } })
  const restore = (entity: string, Key: string) => crm().ok('Restore', { [entity]: { Data: { Key } } })

  test('a set-up has its names, its TAG and its parent in their usual spelling', async () => {
    const fields = { Name: 1, PluralName: 1, TAG: 1, Icon: 1, ParentEntity: 1, DisplayValue: 1 }
    const rows = await read('CustomSetup', { TAG: { $IN: ['veh', 'trip'] } }, fields, crm().user)
    assert.deepEqual(rows, [
      { Name: 'Trip', PluralName: 'Trip', TAG: 'Trip', Icon: null, ParentEntity: 'VEH', DisplayValue: 'Trip' },
      {
        Name: 'Vehicle',
        PluralName: 'Vehicles',
        TAG: 'VEH',
        Icon: 'truck',
        ParentEntity: null,
        DisplayValue: 'Vehicle',
      },
    ])
    const asked = { CustomSetup: { FieldOptions: { ParentEntity: [{ Key: 1, DisplayValue: 1 }] } } }
    const { ParentEntity } = (await crm().ok('Read', asked)).CustomSetup.FieldOptions
    assert.deepEqual(ParentEntity.slice(0, 3), [
      { Key: 'AbEntry', DisplayValue: 'AbEntry' },
      { Key: 'Opportunity', DisplayValue: 'Opportunity' },
      { Key: 'Stop', DisplayValue: 'Stop' },
    ])
  })

  test('refused set-ups: a plain user, a TAG that is taken or none, an unknown parent, too many levels, another TAG', async () => {
    const tried = (data: Json, as?: Person) => refused('Create', 'CustomSetup', data, as)
    assert.deepEqual(codes(await tried({ Name: 'x', TAG: 'x' }, crm().user)), [-2002])
    assert.deepEqual(paths(await tried({})), ['CustomSetup.Data.Name', 'CustomSetup.Data.TAG'])
    assert.deepEqual(codes(await tried({ Name: 'x', TAG: 'veh' })), [-4010])
    for (const TAG of ['two words', 'abentry', 'Lead'])
      assert.deepEqual(codes(await tried({ Name: 'x', TAG })), [-3004])
    const wrong = await tried({ Name: 'x', TAG: 'X1', ParentEntity: 'Lead' })
    assert.deepEqual(paths(wrong), ['CustomSetup.Data.ParentEntity'])
    const third = await setup({ Name: 'Parcel', TAG: 'Parcel', ParentEntity: 'Stop' })
    assert.deepEqual(codes(await tried({ Name: 'x', TAG: 'X2', ParentEntity: 'Parcel' })), [-1007])
    assert.deepEqual(codes(await refused('Update', 'CustomSetup', { Key: third, TAG: 'Pack' })), [-4003])
    assert.deepEqual(codes(await refused('Delete', 'CustomSetup', { Key: stop })), [-4007])
    await crm().ok('Update', { CustomSetup: { Data: { Key: third, TAG: 'Parcel', PluralName: 'Parcels' } } })
    await remove('CustomSetup', third)
  })

  test('records are made, read by their entity, changed and found by their words', async () => {
    const key = await make({ Name: 'Old truck' }, crm().user)
    const data = {
      Name: 1,
      Type: 1,
      Owner: { Uid: 1 },
      CustomSetupKey: 1,
      CustomSetup: { TAG: 1 },
      SecAccess: { Read: 1 },
    }
    assert.deepEqual(await crm().get('Custom', key, data), {
      Name: 'Old truck',
      Type: 'Custom:VEH',
      Owner: { Uid: 'JOE' },
      CustomSetupKey: vehicle,
      CustomSetup: { TAG: 'VEH' },
      SecAccess: { Read: [] },
    })
    await crm().ok(
      'Update',
      { Custom: { Data: { Key: key, Name: 'Red truck', Owner: { Uid: 'MASTER' } } } },
      crm().user,
    )
    assert.deepEqual(await read('Custom', { CustomSetupKey: vehicle, $PHRASE: 'red tr' }), [{ Key: key }])
    assert.deepEqual(await read('Custom', { 'CustomSetup/TAG': 'VEH', Name: { $LIKE: 'red%' } }), [{ Key: key }])
    assert.deepEqual(await read('Custom', { CustomSetupKey: trip }), [])
    assert.deepEqual(codes(await refused('Update', 'Custom', { Key: key, CustomSetupKey: trip })), [-4003])
    assert.deepEqual(paths(await refused('Create', 'Custom', {})), ['Custom.Data.CustomSetupKey', 'Custom.Data.Name'])
    const wrong = await refused('Create', 'Custom', { CustomSetupKey: trip, Name: 'x' })
    assert.match(
      wrong[0]?.Message ?? '',
      /records of "Trip" are of the entity CustomChild, since they have a ParentKey/,
    )
    const upserted = {
      Upsert: 1,
      CustomSetupKey: vehicle,
      Name: 'Upserted',
      ExternalKey: { Source: 'Fleet', Key: '1' },
    }
    const { Upsert: _, ...Data } = upserted
    const results = [await crm().ok('Upsert', { Custom: { Data } }), await crm().ok('Upsert', { Custom: { Data } })]
    assert.deepEqual(
      results.map(({ Custom }) => Custom.Data.Result),
      ['Created', 'Unchanged'],
    )
  })

  test('children belong to records of the entity that their set-up names, and go with them', async () => {
    const truck = await make({ Name: 'Truck' })
    const tour = await child(trip, truck, 'Tour')
    const halt = await child(stop, tour, 'Halt')
    const fields = { ParentKey: 1, Parent: { DisplayValue: 1, CustomChild: { Name: 1 } } }
    assert.deepEqual(await crm().get('CustomChild', halt, fields, crm().user), {
      ParentKey: tour,
      Parent: { DisplayValue: 'Tour', CustomChild: { Name: 'Tour' } },
    })
    const problemOf = async (data: Json) => (await refused('Create', 'CustomChild', { Name: 'x', ...data }))[0]
    const misplaced = await problemOf({ CustomSetupKey: trip, ParentKey: acme })
    assert.match(misplaced?.Message ?? '', /ParentKey: records of "Trip" belong to a record of VEH/)
    assert.equal((await problemOf({ CustomSetupKey: stop, ParentKey: truck }))?.Path, 'CustomChild.Data.ParentKey')
    assert.equal(
      (await problemOf({ CustomSetupKey: vehicle, ParentKey: truck }))?.Path,
      'CustomChild.Data.CustomSetupKey',
    )
    assert.equal((await problemOf({ CustomSetupKey: trip }))?.Path, 'CustomChild.Data.ParentKey')
    await remove('Custom', truck)
    assert.deepEqual(await read('CustomChild', { Key: { $IN: [tour, halt] } }), [])
    await restore('CustomChild', halt)
    assert.deepEqual(await read('CustomChild', { ParentKey: { $IN: [truck, tour] } }), [{ Key: tour }, { Key: halt }])

    const contract = await setup({ Name: 'Contract', TAG: 'Contract', ParentEntity: 'abentry' })
    const offer = await setup({ Name: 'Offer', TAG: 'Offer', ParentEntity: 'Opportunity' })
    const own = await child(contract, acme, 'Lease')
    const sale = await crm().create('Opportunity', { AbEntryKey: acme, Objective: 'Sell' })
    const second = await child(offer, sale, 'First offer')
    await remove('AbEntry', acme)
    assert.deepEqual(await read('CustomChild', { Key: { $IN: [own, second] } }), [])
    await restore('AbEntry', acme)
    assert.equal((await read('CustomChild', { Key: { $IN: [own, second] } })).length, 2)
    const twin = await crm().create('AbEntry', { CompanyName: 'Acme again' })
    await crm().ok('Merge', { AbEntry: { Data: { Key: twin, From: [acme] } } })
    assert.deepEqual(await crm().get('CustomChild', own, { ParentKey: 1 }), { ParentKey: twin })
    acme = twin
  })

  test('fields apply to one custom entity by AppliesTo Custom:TAG', async () => {
    const [wheels, cargo] = [
      await define({ Name: 'Wheels', Type: 'IntegerField', TAG: 'wheels', AppliesTo: ['custom:veh'] }),
      await define({ Name: 'Cargo', AppliesTo: ['Custom:Trip'], AlwaysMandatory: true }),
    ]
    assert.match(wheels, /^\/Custom\/Udf\/\$TYPEID\(\d+\)$/)
    assert.match(cargo, /^\/CustomChild\/Udf/)
    const engine = await setup({ Name: 'Engine', TAG: 'Engine' })
    const key = await make({ Name: 'Four', 'Udf/$TAG(wheels)': 4 })
    assert.deepEqual(await read('Custom', { 'Udf/$TAG(wheels)': 4 }), [{ Key: key }])
    const misfit = { CustomSetupKey: engine, Name: 'V8', 'Udf/$NAME(Wheels)': 8 }
    const [problem] = await refused('Create', 'Custom', misfit)
    assert.match(problem?.Message ?? '', /does not apply to a record of the Type Custom:Engine/)
    const bare = { CustomSetupKey: trip, ParentKey: key, Name: 'Empty' }
    assert.deepEqual(codes(await refused('Create', 'CustomChild', bare)), [-4000])
    await crm().ok('Create', { CustomChild: { Data: { ...bare, 'Udf/$NAME(Cargo)': 'Sand' } } })
    await crm().ok('Create', { CustomChild: { Data: { ...bare, CustomSetupKey: stop, ParentKey: await tripOf(key) } } })

    const schema = async (tree: string) => {
      const content = {
        Scope: { Fields: { Key: 1, AppliesTo: 1 } },
        Criteria: { SearchQuery: { Key: { $TREE: tree } } },
      }
      return (await crm().ok('Read', { Schema: content, Compatibility: { SchemaObject: '1.0' } })).Schema.Data as Json[]
    }
    const rows = await schema('/Custom')
    const appliesTo = (path: string) => rows.find(row => row.Key === path)?.AppliesTo
    assert.deepEqual(appliesTo(wheels), ['Custom:VEH'])
    assert.deepEqual(appliesTo('/Custom/Name'), ['Custom', 'Custom:Engine', 'Custom:VEH'])
    const parts: string[] = (await schema('/CustomChild')).map(({ Key }) => Key)
    assert.ok(parts.includes('/CustomChild/ParentKey') && parts.includes(cargo))

    await define({ Name: 'Wheels', AppliesTo: ['Custom:Engine'] })
    const twice = { Schema: { Data: { Type: 'StringField', Name: 'wheels', AppliesTo: ['Custom:VEH'] } } }
    assert.deepEqual(codes(await crm().refused('Create', twice)), [-4010])
    const both = await refused('Create', 'Custom', misfit)
    assert.equal(both[0]?.ErrorCode, -3000, 'a name that two custom entities use names no field')
    const unknown = { Schema: { Data: { Type: 'StringField', Name: 'x', AppliesTo: ['Custom:Boat'] } } }
    assert.equal((await crm().refused('Create', unknown)).length, 1)
    await crm().ok('Delete', { Schema: { Data: { Key: cargo } }, Compatibility: { SchemaObject: '1.0' } })
  })
  const tripOf = async (truck: string): Promise<string> => (await read('CustomChild', { ParentKey: truck }))[0]?.Key

  test('SecAccess hides a record with all its children, in lists, history and the bin', async () => {
    const hidden = await make({ Name: 'Hidden', SecAccess: { Read: [crm().admin.key] } })
    const tour = await child(trip, hidden, 'Hidden tour')
    const halt = await child(stop, tour, 'Hidden halt')
    const open = await child(trip, await make({ Name: 'Open' }), 'Open tour')
    const seen = await read('CustomChild', { Key: { $IN: [tour, halt, open] } }, { Key: 1 }, crm().user)
    assert.deepEqual(seen, [{ Key: open }])
    const history = (key: string) => read('History', { ParentKey: key }, { Operation: 1 }, crm().user)
    assert.deepEqual([await history(halt), await history(open)], [[], [{ Operation: 'Create' }]])
    assert.deepEqual(codes(await refused('Update', 'CustomChild', { Key: halt, Name: 'x' }, crm().user)), [-3007])
    const under = { CustomSetupKey: trip, ParentKey: hidden, Name: 'x' }
    assert.deepEqual(codes(await refused('Create', 'CustomChild', under, crm().user)), [-3007])
    const readable = await make({ Name: 'Readable', SecAccess: { Write: [crm().admin.key] } })
    const theirs = await child(trip, readable, 'Of the administrator')
    const mine = await child(trip, readable, 'Of Joe', crm().user)
    assert.deepEqual(codes(await refused('Update', 'CustomChild', { Key: theirs, Name: 'x' }, crm().user)), [-2003])
    await crm().ok('Update', { CustomChild: { Data: { Key: mine, Name: 'Mine' } } }, crm().user)
  })

  test('a set-up with records is not deleted; without them it goes with its place in the model, and comes back', async () => {
    const boat = await setup({ Name: 'Boat', TAG: 'Boat' })
    const keys = [
      await crm().create('Custom', { CustomSetupKey: boat, Name: 'Ark' }),
      await crm().create('Custom', { CustomSetupKey: boat, Name: 'Raft' }),
    ]
    const [inUse] = await refused('Delete', 'CustomSetup', { Key: boat })
    assert.deepEqual([inUse?.ErrorCode, /there are 2 records of "Boat"/.test(inUse?.Message ?? '')], [-4007, true])
    for (const key of keys) await remove('Custom', key)
    await remove('CustomSetup', boat)
    const field = { Schema: { Data: { Type: 'StringField', Name: 'Sails', AppliesTo: ['Custom:Boat'] } } }
    assert.equal((await crm().refused('Create', field)).length, 1)
    const [orphan] = await refused('Restore', 'Custom', { Key: keys[0] })
    assert.match(orphan?.Message ?? '', /its CustomSetup is deleted/)
    await restore('CustomSetup', boat)
    await restore('Custom', keys[0] as string)
    await crm().ok('Create', field)
    assert.deepEqual(codes(await refused('Delete', 'CustomSetup', { Key: vehicle })), [-4007, -4007])
  })

  test('events, the OpenAPI document, types and exports have them', async () => {
    const get = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${crm().admin.token}` }
      return (await fetch(`${crm().server.url}${path}`, { ...init, headers })).text()
    }
    const { next } = JSON.parse(await get('/webhooks/v1/events?after=now'))
    const key = await make({ Name: 'Eventful', 'Udf/$TAG(wheels)': 6 })
    const { events } = JSON.parse(await get(`/webhooks/v1/events?after=${next}&wait=10`))
    assert.deepEqual(
      events.map((event: Json) => [event.type, event.data.key]),
      [['custom.created', key]],
    )
    const document = JSON.parse(await get('/api/openapi.json'))
    assert.ok(document.paths['/api/CustomRead'] && document.paths['/api/CustomChildCreate'])
    const types = await get('/api/types.ts')
    assert.match(types, /Wheels/)
    const content = { Scope: { Fields: { Name: 1, 'Udf/$TAG(wheels)': 1 } }, Criteria: { SearchQuery: { Key: key } } }
    const body = JSON.stringify({ Custom: content })
    assert.match(await get('/export/v1?format=csv', { method: 'POST', body }), /Eventful,6/)
  })

  test('files are imported, with the TAG of the entity in a column', async () => {
    const base = `${crm().server.url}/import/v1/imports`
    const headers = { authorization: `Bearer ${crm().admin.token}` }
    const send = async (path: string, init: RequestInit = {}): Promise<Json> => {
      const response = await fetch(`${base}${path}`, { ...init, headers })
      return response.json()
    }
    const reached = (id: string, status: string) =>
      until(async () => {
        const found = await send(`/${id}`)
        assert.notEqual(found.status, 'failed')
        return found.status === status ? found : null
      }, status)
    const { id } = await send('?entity=Custom&format=csv', {
      method: 'POST',
      body: 'Kind,Name,Wheels\nVEH,Imported,12\n',
    })
    const columns = { Kind: 'CustomSetup/TAG', Name: 'Name', Wheels: 'Udf/$TAG(wheels)' }
    await send(`/${id}/mapping`, { method: 'PUT', body: JSON.stringify({ columns }) })
    assert.equal((await reached(id, 'planned')).counts.create, 1)
    await send(`/${id}/commit`, { method: 'POST' })
    await reached(id, 'committed')
    const fields = { Type: 1, 'Udf/$TAG(wheels)': 1 }
    const found = await read('Custom', { Name: 'Imported' }, fields)
    assert.deepEqual(found, [{ Type: 'Custom:VEH', 'Udf/$TAG(wheels)': 12 }])
  })
})

// Walks through the rooms of the service with records of custom entities: none of them has code for the entity itself.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { deepChecks } from '../../src/cli/actions/doctor-checks.ts'
import { loadSettings } from '../../src/config/load.ts'
import { allDatabases, reindex } from '../../src/model/reindex.ts'
import { tables } from '../../src/model/tables.ts'
import { importerOf } from '../import/support.ts'
import { patchOf, scimClient, setUpScim } from '../scim/provider.ts'
import { root } from '../support/cli.ts'
import { compile } from '../support/compile.ts'
import { eachCrm, type Json, type Person } from '../support/crm.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { unzip } from '../support/unzip.ts'
import { webhookCalls } from '../support/webhooks.ts'

const inBin = { Options: { Deleted: true } }
const codes = (problems: readonly { ErrorCode: number }[]) => problems.map(({ ErrorCode }) => ErrorCode)

eachCrm(
  'Rooms with custom entities',
  crm => {
    const imports = importerOf(crm)
    const hooks = webhookCalls(crm)
    const folder = mkdtempSync(join(tmpdir(), 'clientele-custom-'))
    after(() => rmSync(folder, { recursive: true }))
    let [vehicle, contract] = ['', '']
    const field = { wheels: 'Udf/$TAG(wheels)', fuel: 'Udf/$TAG(fuel)', ends: 'Udf/$TAG(ends)' }
    before(async () => {
      vehicle = await crm().create('CustomSetup', { Name: 'Vehicle', PluralName: 'Vehicles', TAG: 'VEH' })
      contract = await crm().create('CustomSetup', { Name: 'Contract', TAG: 'Contract', ParentEntity: 'AbEntry' })
      await crm().create('CustomSetup', { Name: 'Boat', TAG: 'Boat' })
      const define = (data: Json) =>
        crm().ok('Create', { Schema: { Data: data }, Compatibility: { SchemaObject: '1.0' } })
      const [ofVehicles, ofContracts] = [['Custom:VEH'], ['Custom:Contract']]
      await define({ Name: 'Wheels', Type: 'IntegerField', TAG: 'wheels', AppliesTo: ofVehicles })
      const Items = [{ Value: 'Diesel' }, { Value: 'Electric' }]
      await define({ Name: 'Fuel', Type: 'EnumField<StringItem>', TAG: 'fuel', AppliesTo: ofVehicles, Items })
      const Attributes = { Date: true }
      await define({ Name: 'Ends', Type: 'DateTimeField', TAG: 'ends', AppliesTo: ofContracts, Attributes })
    })
    const make = (Name: string, data: Json = {}, as?: Person) =>
      crm().create('Custom', { CustomSetupKey: vehicle, Name, ...data }, as)
    const sign = (ParentKey: string, Name: string, data: Json = {}) =>
      crm().create('CustomChild', { CustomSetupKey: contract, ParentKey, Name, ...data })
    const read = async (entity: string, query: Json, fields: Json = { Key: 1 }, more: Json = {}): Promise<Json[]> => {
      const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query }, ...more }
      return (await crm().ok('Read', { [entity]: content }))[entity].Data
    }
    const request = async (path: string, body?: Json): Promise<Response> => {
      const headers = { authorization: `Bearer ${crm().admin.token}` }
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${crm().server.url}${path}`, { ...init, headers })
      assert.equal(response.status, 200, await response.clone().text())
      return response
    }

    test('lists: order, pages, counts and groups, by their own fields too', async () => {
      for (const [Name, wheels, fuel] of [
        ['List A', 4, '1'],
        ['List B', 6, '2'],
        ['List C', 2, '1'],
      ] as const)
        await make(Name, { [field.wheels]: wheels, [field.fuel]: fuel })
      const listed = { CustomSetupKey: vehicle, Name: { $LIKE: 'List%' } }
      const order = { OrderBy: { Fields: [{ [field.wheels]: 'DESC' }] } }
      const rows = await read('Custom', listed, { Name: 1, [field.fuel]: { DisplayValue: 1 } }, order)
      assert.deepEqual(
        rows.map(row => [row.Name, row[field.fuel].DisplayValue ?? row[field.fuel][0].DisplayValue]),
        [
          ['List B', 'Electric'],
          ['List A', 'Diesel'],
          ['List C', 'Diesel'],
        ],
      )
      const paged = { OrderBy: { Fields: [{ Name: 'ASC' }], PageSize: 2 } }
      const content = { Scope: { Fields: { Name: 1 } }, Criteria: { SearchQuery: listed } }
      const { Custom: first } = await crm().ok('Read', { Custom: { ...content, ...paged } })
      const { Custom: second } = await crm().ok('Read', {
        Custom: { ...content, OrderBy: { ...paged.OrderBy, PageKey: first.PageKey } },
      })
      assert.deepEqual([first.Data.length, second.Data, second.PageKey], [2, [{ Name: 'List C' }], null])
      const grouped = { GroupBy: { Fields: [field.fuel] }, OrderBy: { Fields: [{ [field.fuel]: 'ASC' }] } }
      const counted = await read(
        'Custom',
        listed,
        { [field.fuel]: 1, '$COUNT()': 1, [`$SUM(${field.wheels})`]: 1 },
        grouped,
      )
      assert.deepEqual(
        counted.map(row => [Number(row['$COUNT()']), Number(row[`$SUM(${field.wheels})`])]),
        [
          [2, 6],
          [1, 6],
        ],
      )
    })

    test('records: Validate, FieldOptions, a batch with refusals, Upsert by Match and by external key', async () => {
      const { Custom } = await crm().ok('Validate', { Custom: { Data: { CustomSetupKey: vehicle, Name: 'x' } } })
      assert.deepEqual(Object.keys(Custom.Validation).sort(), ['CustomSetupKey', 'Name'])
      const selector = { CustomSetupKey: [{ DisplayValue: 1 }], [field.fuel]: [{ DisplayValue: 1 }] }
      const { FieldOptions } = (await crm().ok('Read', { Custom: { FieldOptions: selector } })).Custom
      assert.deepEqual(
        FieldOptions[field.fuel].map((one: Json) => one.DisplayValue),
        ['Diesel', 'Electric'],
      )
      assert.ok(FieldOptions.CustomSetupKey.some((one: Json) => one.DisplayValue === 'Vehicle'))
      const Data = [
        { CustomSetupKey: vehicle, Name: 'Batch' },
        { CustomSetupKey: vehicle, Name: 'Bad', [field.wheels]: 'x' },
      ]
      const partly = await crm().call('Create', { Custom: { Data, Options: { AllOrNothing: false } } })
      assert.deepEqual([partly.Code, partly.Custom.Data.length, partly.Custom.Data[1].Index], [1, 2, 1])
      const upsert = async (data: Json, more: Json = {}) =>
        (await crm().ok('Upsert', { Custom: { Data: { CustomSetupKey: vehicle, ...data }, ...more } })).Custom.Data
      const one = await upsert({ Name: 'Twice', [field.wheels]: 3 }, { Match: ['Name'] })
      const two = await upsert({ Name: 'TWICE', [field.wheels]: 4 }, { Match: ['Name'] })
      assert.deepEqual([one.Result, two.Result, two.Key], ['Created', 'Updated', one.Key])
      const ExternalKey = { Source: 'Fleet', Key: '7' }
      const three = await upsert({ ExternalKey, Name: 'Seventh' })
      assert.equal((await upsert({ ExternalKey, Name: 'Seventh' })).Result, 'Unchanged')
      assert.deepEqual(await read('Custom', { 'ExternalKeys/Key': '7' }), [{ Key: three.Key }])
      const acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
      const child = { CustomSetupKey: contract, ParentKey: acme, Name: 'Lease', ExternalKey }
      assert.equal((await crm().ok('Upsert', { CustomChild: { Data: child } })).CustomChild.Data.Result, 'Created')
      assert.equal((await crm().ok('Upsert', { CustomChild: { Data: child } })).CustomChild.Data.Result, 'Unchanged')
    })

    test('search: words, near words and suggestions; a child is found by its parent', async () => {
      const acme = await crm().create('AbEntry', { CompanyName: 'Searcher' })
      const truck = await make('Zanzibar lorry')
      const lease = await sign(acme, 'Zanzibar lease', { [field.ends]: '2027-03-31' })
      assert.deepEqual(await read('Custom', { $PHRASE: 'zanz lor' }), [{ Key: truck }])
      assert.deepEqual(await read('Custom', { $NEAR: 'zanzibra' }), [{ Key: truck }])
      assert.deepEqual(await read('CustomChild', { $PHRASE: 'zanzibar', 'ParentKey/Value': acme }), [{ Key: lease }])
      const ends = { [field.ends]: { $LT: '2027-04-01' }, Parent: { $EQ: acme } }
      assert.deepEqual(await read('CustomChild', ends), [{ Key: lease }])
      const asked = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { $PHRASE: 'zanzibat' } } }
      const { Custom } = await crm().ok('Read', { Custom: { ...asked, Options: { Suggest: true } } })
      assert.deepEqual([Custom.Data, Custom.Suggestions], [[], ['Zanzibar lorry']])
    })

    test('history and bin: changes of their own fields, who deleted them, and Restore', async () => {
      const key = await make('Historic', { [field.wheels]: 3 })
      await crm().ok('Update', { Custom: { Data: { Key: key, [field.wheels]: 4 } } }, crm().user)
      const rows = await read('History', { ParentKey: key }, { Operation: 1, User: { Uid: 1 }, Changes: 1 })
      const change = rows.find(row => row.Operation === 'Update')
      assert.equal(change.User.Uid, 'JOE')
      assert.match(JSON.stringify(change.Changes), /"Udf.*"Before":3,"After":4/)
      await crm().ok('Delete', { Custom: { Data: { Key: key } } }, crm().user)
      assert.deepEqual(await read('Custom', { Key: key }), [])
      const [binned] = await read('Custom', { Key: key }, { Name: 1, DeletedBy: { Uid: 1 } }, inBin)
      assert.deepEqual(binned, { Name: 'Historic', DeletedBy: { Uid: 'JOE' } })
      await crm().ok('Restore', { Custom: { Data: { Key: key } } })
      assert.deepEqual(await read('Custom', { Key: key }, { [field.wheels]: 1 }), [{ [field.wheels]: 4 }])
    })

    test('events: feed and webhooks, with filters on their own fields and without what a target may not read', async () => {
      const receiver = await startReceiver()
      const filter = { 'Udf/$TAG(wheels)': { $GT: 4 } }
      const { next } = await hooks.ok('GET', 'events?after=now')
      const types = (await hooks.ok('GET', 'event-types')).types ?? (await hooks.ok('GET', 'event-types'))
      assert.match(JSON.stringify(types), /customchild\.created/)
      const admins = await hooks.target({ url: receiver.url, entities: ['Custom'], filter, payload: 'full' })
      const theirs = await hooks.target({ url: `${receiver.url}/joe`, entities: ['Custom'] }, crm().user)
      const acme = await crm().create('AbEntry', { CompanyName: 'Eventful' })
      const SecAccess = { Read: [crm().admin.key] }
      await make('Hidden small', { [field.wheels]: 2, SecAccess })
      const big = await make('Big', { [field.wheels]: 8 })
      const lease = await sign(acme, 'Eventful lease')
      const received = await receiver.has(2)
      const [full] = received.filter(({ path }) => path === '/hook')
      const [other] = received.filter(({ path }) => path === '/hook/joe')
      assert.deepEqual([full?.event.type, full?.event.data.key], ['custom.created', big])
      assert.equal(full?.event.data.record.Name, 'Big')
      assert.match(JSON.stringify(full?.event.data.record), /8/)
      assert.equal(other?.event.data.key, big)
      await hooks.numbered()
      const { events } = await hooks.ok('GET', `events?after=${next}`)
      assert.deepEqual(
        events.slice(-2).map((event: Json) => [event.type, event.data.key]),
        [
          ['custom.created', big],
          ['customchild.created', lease],
        ],
      )
      for (const { id } of [admins, theirs]) await hooks.ok('DELETE', `targets/${id}`)
      receiver.close()
    })

    test('export and import: what one writes the other takes, as CSV, NDJSON and workbook; vCard is for entries', async () => {
      const acme = await crm().create('AbEntry', {
        CompanyName: 'Travelled',
        ExternalKeys: [{ Source: 'ERP', Key: 'T1' }],
      })
      await make('Out 1', { [field.wheels]: 4, [field.fuel]: '2' })
      await make('Out 2', { [field.wheels]: 6 })
      const fields = { CustomSetup: { TAG: 1 }, Name: 1, [field.wheels]: 1, [field.fuel]: { DisplayValue: 1 } }
      const Criteria = { SearchQuery: { Name: { $LIKE: 'Out%' } } }
      const body = { Custom: { Scope: { Fields: fields }, Criteria, OrderBy: { Fields: [{ Name: 'ASC' }] } } }
      for (const format of ['csv', 'ndjson', 'xlsx']) {
        const bytes = Buffer.from(await (await request(`/export/v1?format=${format}`, body)).arrayBuffer())
        const uploaded = await imports.upload(bytes, `entity=Custom&format=${format}`)
        assert.equal(uploaded.rows, 2, format)
        const columns = Object.fromEntries(
          uploaded.columns.map(({ name }: Json) => {
            if (/TAG$/.test(name) && !/Udf/.test(name)) return [name, 'CustomSetup/TAG']
            return [name, /wheels/i.test(name) ? field.wheels : /fuel/i.test(name) ? field.fuel : 'Name']
          }),
        )
        const { counts } = await imports.plan(uploaded.id, { columns, match: ['Name'] })
        assert.deepEqual([counts.unchanged, counts.reject], [2, 0], `${format}: ${JSON.stringify(counts)}`)
        const anew = await imports.plan(uploaded.id, { columns })
        assert.equal(anew.planCounts.create, 2, format)
        assert.equal((await imports.commit(uploaded.id)).counts.create, 2)
        assert.equal((await read('Custom', { Name: 'Out 1', [field.fuel]: '2', [field.wheels]: 4 })).length, 2)
        assert.equal((await imports.undo(uploaded.id)).status, 'undone')
        assert.equal((await read('Custom', { Name: { $LIKE: 'Out%' } })).length, 2)
      }
      const spreadsheet = await (await request('/export/v1?format=spreadsheet', body)).text()
      assert.match(spreadsheet, /Out 1,4,Electric/)
      const card = await imports.upload('BEGIN:VCARD\nVERSION:3.0\nN:A;B\nEND:VCARD\n', 'entity=Custom&format=vcard')
      assert.match(card.Errors[0].Message, /vcard is a format of AbEntry/)
      const file = 'Kind,Owner of it,Title,Ends\nContract,T1,Lease of ovens,31.3.2027\n'
      const columns = {
        ...{ Kind: 'CustomSetup/TAG', Title: 'Name', Ends: field.ends },
        'Owner of it': { parentExternalKey: 'ERP', of: 'abentry' },
      }
      const done = await imports.run(file, { columns, dates: 'DMY' }, 'entity=CustomChild&format=csv')
      assert.equal(done.counts.create, 1)
      const made = await read('CustomChild', { Name: 'Lease of ovens' }, { ParentKey: 1, [field.ends]: 1 })
      assert.deepEqual(made, [{ ParentKey: acme, [field.ends]: '2027-03-31' }])
    })

    test('import of children: the parent is named by a field or an external key of the entity that it is of', async () => {
      const acme = await crm().create('AbEntry', {
        CompanyName: 'Parent Ltd',
        ExternalKeys: [{ Source: 'ERP', Key: 'P1' }],
      })
      const byKey = (more: Json) => ({
        columns: { Kind: 'CustomSetup/TAG', Id: { parentExternalKey: 'ERP', ...more }, Title: 'Name' },
      })
      const { id } = await imports.upload('Kind,Id,Title\nContract,P1,By key\n', 'entity=CustomChild&format=csv')
      for (const wrong of [byKey({}), byKey({ of: 'Lead' })]) {
        const { http, Errors } = await imports.call('PUT', `imports/${id}/mapping`, wrong)
        assert.deepEqual([http, Errors[0].Path], [400, 'columns.Id.of'])
        assert.match(Errors[0].Message, /AbEntry, Opportunity, Custom, CustomChild/)
      }
      assert.equal((await imports.plan(id, byKey({ of: 'AbEntry' }))).planCounts.create, 1)
      assert.equal((await imports.commit(id)).counts.create, 1)
      const named = 'Kind,Firm,Title\nContract,parent ltd,By name\nContract,Unknown Ltd,Lost\n'
      const second = await imports.upload(named, 'entity=CustomChild&format=csv')
      const byName = { Kind: 'CustomSetup/TAG', Firm: 'Parent/AbEntry/CompanyName', Title: 'Name' }
      const planned = await imports.plan(second.id, { columns: byName, createParents: true })
      assert.deepEqual([planned.planCounts.create, planned.planCounts.reject], [1, 1])
      const [lost] = await imports.rows(second.id, 'reject')
      assert.match(lost.problems[0].Message, /neither the file nor the database has a company "Unknown Ltd"/)
      assert.equal((await imports.commit(second.id)).counts.create, 1)
      const order = { OrderBy: { Fields: [{ Name: 'ASC' }] } }
      assert.deepEqual(await read('CustomChild', { ParentKey: acme }, { Name: 1 }, order), [
        { Name: 'By key' },
        { Name: 'By name' },
      ])
      const columns = { Id: { parentExternalKey: 'ERP', of: 'AbEntry' }, Title: 'Text' }
      await imports.run('Id,Title\nP1,A note of the file\n', { columns }, 'entity=Note&format=csv')
      assert.equal((await read('Note', { ParentKey: acme })).length, 1)
    })

    test('a person: the archive has the records, and Erase removes them', async () => {
      const ada = await crm().create('AbEntry', { Type: 'Individual', FirstName: 'Ada', LastName: 'Quillon' })
      const lease = await sign(ada, 'Contract of Quillon')
      const files = unzip(Buffer.from(await (await request('/export/v1/person', { Key: ada })).arrayBuffer()))
      assert.deepEqual(
        JSON.parse(files.get('CustomChild.json') ?? '[]').map((row: Json) => [row.Key, row.Name]),
        [[lease, 'Contract of Quillon']],
      )
      await crm().ok('Erase', { AbEntry: { Data: { Key: ada } } })
      assert.deepEqual(await read('CustomChild', { $PHRASE: 'quillon' }), [])
      assert.deepEqual(await read('CustomChild', { Key: lease }, { Key: 1 }, inBin), [])
      assert.doesNotMatch(
        JSON.stringify(await read('History', { ParentKey: lease }, { Changes: 1, DisplayValue: 1 })),
        /Quillon/,
      )
    })

    test('descriptions: OpenAPI, Schema and SDK types have the entities and their fields', async () => {
      const document = (await (await request('/api/openapi.json')).json()) as Json
      for (const name of ['CustomRead', 'CustomCreate', 'CustomUpsert', 'CustomChildDelete'])
        assert.ok(document.paths[`/api/${name}`], name)
      const { Custom } = document.components.schemas
      assert.match(Custom.description, /In this database: Custom:Boat \(Boat\), Custom:VEH \(Vehicle\)/)
      assert.ok('Udf/$TYPEID(1)' in Custom.properties, Object.keys(Custom.properties).join())
      assert.match(Custom.properties['Udf/$TYPEID(1)'].description, /Of Custom:VEH only/)
      const types = await (await request('/api/types.ts')).text()
      assert.match(types, /\/\*\* Custom:Boat \(Boat\), Custom:VEH \(Vehicle\) \*\/\n {2}Custom: \{/)
      writeFileSync(join(folder, 'crm-model.ts'), types)
      writeFileSync(
        join(folder, 'program.mts'),
        `import { connect, personalToken } from '${join(root, 'packages', 'client', 'src', 'index.ts')}'
import type { CrmModel, CrmModelOptions } from '${join(folder, 'crm-model.ts')}'
const crm = connect<CrmModel>({ url: '', auth: personalToken('') })
const fuel: CrmModelOptions['Custom.Udf/$TYPEID(2)'] = '2'
await crm.create('Custom', { CustomSetupKey: '', Name: 'Typed', 'Udf/$NAME(Wheels)': 4, 'Udf/$TAG(fuel)': fuel })
const row = await crm.read('Custom', { 'Udf/$NAME(Wheels)': 1 }, { where: { Type: 'Custom:VEH' } }).first()
const wheels: number | null | undefined = row?.['Udf/$NAME(Wheels)']
await crm.create('CustomChild', { CustomSetupKey: '', ParentKey: '', Name: 'Typed', 'Udf/$NAME(Ends)': '2027-03-31' })
// @ts-expect-error There is no such field.
await crm.create('Custom', { CustomSetupKey: '', Name: 'Typed', 'Udf/$NAME(Whels)': 4 })
// @ts-expect-error The field is one of the other entity.
await crm.create('CustomChild', { CustomSetupKey: '', ParentKey: '', Name: 'Typed', 'Udf/$NAME(Wheels)': 4 })
console.log(wheels)
`,
      )
      assert.equal(await compile(folder, 'program.mts'), '')
    })

    test('assistants: the tools describe, find, read, save, delete and restore the records', async () => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      const headers = { authorization: `Bearer ${crm().admin.token}` }
      const url = new URL(`${crm().server.url}/mcp`)
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
      const call = async (name: string, args: Json = {}): Promise<Json> => {
        const answer = (await client.callTool({ name, arguments: args })) as Json
        assert.notEqual(answer.isError, true, JSON.stringify(answer.content))
        return answer.structuredContent
      }
      const { customEntities } = await call('describe')
      assert.deepEqual(customEntities.slice(1), [
        {
          name: 'Contract',
          type: 'Custom:Contract',
          entity: 'CustomChild',
          customSetupKey: contract,
          parent: 'AbEntry',
        },
        { name: 'Vehicle', type: 'Custom:VEH', entity: 'Custom', customSetupKey: vehicle, parent: null },
      ])
      const { fields } = await call('describe', { entity: 'Custom' })
      assert.match(fields['Udf/$TYPEID(1)'], /integer "Wheels"; of Custom:VEH/)
      const data = { CustomSetupKey: vehicle, Name: 'Assisted hauler', [field.wheels]: 10 }
      const { Key, Version } = await call('save', { entity: 'Custom', data })
      await call('save', { entity: 'Custom', data: { Key, Version, Name: 'Assisted tractor' } })
      const { rows } = await call('search', { text: 'assisted trac' })
      assert.deepEqual(rows, [{ entity: 'Custom', Key, DisplayValue: 'Assisted tractor' }])
      const where = { CustomSetupKey: vehicle, [field.wheels]: { $GE: 10 } }
      const counted = await call('summarize', { entity: 'Custom', aggregates: ['$COUNT()'], where })
      assert.equal(Number(counted.rows[0]['$COUNT()']), 1)
      await call('delete', { entity: 'Custom', key: Key, confirmed: true })
      assert.deepEqual((await call('read', { entity: 'Custom', where })).rows, [])
      await call('restore', { entity: 'Custom', key: Key })
      assert.equal((await call('read', { entity: 'Custom', where })).rows.length, 1)
      await client.close()
    })

    test('upkeep: doctor finds nothing, and a rebuild of the words keeps them findable', async () => {
      const key = await make('Rebuilt wagon')
      const { store, settings } = crm().server
      await reindex(store, await allDatabases(store))
      assert.deepEqual(await read('Custom', { $PHRASE: 'rebuilt wag' }), [{ Key: key }])
      const { values, sources } = loadSettings({ flags: { store: settings.store } })
      for (const [name, check] of Object.entries(deepChecks)) {
        const findings = await check({ settings: values, sources, tables })
        assert.deepEqual(
          findings.filter(({ state }) => state === 'fail'),
          [],
          name,
        )
      }
    })

    test('duplicates are searched among entries and leads alone', async () => {
      assert.deepEqual(codes(await crm().refused('Duplicates', { Custom: {} })), [-1003])
    })

    test('the records of a disabled owner go to the successor', async () => {
      for (const uid of ['OLA', 'NEW']) await crm().addPerson(uid)
      const scim = await scimClient(crm())
      await setUpScim(crm(), 'PUT', '', { Successor: 'NEW', ByManager: false })
      const acme = await crm().create('AbEntry', { CompanyName: 'Owned' })
      const keys = [
        ['Custom', await make('Owned truck', { Owner: { Uid: 'OLA' } })],
        ['CustomChild', await sign(acme, 'Owned lease', { Owner: { Uid: 'OLA' } })],
      ] as const
      await scim.expect(200, 'PATCH', '/Users/OLA', patchOf({ op: 'replace', value: { active: false } }))
      for (const [entity, key] of keys)
        await until(async () => {
          const { Owner } = await crm().get(entity, key, { Owner: { Uid: 1 } })
          return Owner.Uid === 'NEW'
        }, `${entity} of the successor`)
    })
  },
  { settings: { ...receiverNearby, standardLane: 'any' } },
)

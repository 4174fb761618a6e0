// Tests folders: of user-defined fields, whose names have the path, and of the document library.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachCrm, type Json } from '../../support/crm.ts'
import { allFieldOptions, schemaFields } from '../../support/entity-rows.ts'

const codes = (problems: { ErrorCode: number }[]): number[] => problems.map(p => p.ErrorCode).sort()

eachCrm('Folder', crm => {
  const [root, udfRoot] = [btoa('RootFolder\t0'), btoa('UdfSetup\t0')]
  let acme = ''
  before(async () => {
    acme = await crm().create('AbEntry', { CompanyName: 'Acme' })
  })
  const inside = async (key: string) => {
    const content = { Scope: { Fields: { Name: 1 } }, Criteria: { SearchQuery: { ParentFolderKey: { $EQ: key } } } }
    return (await crm().ok('Read', { Folder: content })).Folder.Data.map(({ Name }: Json) => Name)
  }
  const refused = async (operation: string, data: Json, as = crm().admin) =>
    codes(await crm().refused(operation, { Folder: { Data: data } }, as))

  test('AppliesTo offers the library, and the entities and types that have user-defined fields', async () => {
    const { AppliesTo } = await allFieldOptions(crm(), 'Folder')
    const keys = AppliesTo?.map(({ Key }) => Key) ?? []
    for (const name of ['DocumentLibrary', 'AbEntry', 'Company', 'Opportunity', 'Case'])
      assert.ok(keys.includes(name), name)
    assert.ok(!keys.includes('History'))
  })
  test('the root is the default parent; Path has the names with backslashes and follows a rename', async () => {
    const sales = await crm().create('Folder', { Name: 'Sales', AppliesTo: 'DocumentLibrary' })
    const data = { Name: 'Offers', AppliesTo: ['DocumentLibrary'], ParentKey: sales }
    const offers = await crm().create('Folder', data)
    const fields = { ParentFolderKey: 1, Path: 1, AppliesTo: 1, Inactive: 1 }
    assert.deepEqual(await crm().get('Folder', sales, fields), {
      ParentFolderKey: root,
      Path: 'Sales',
      AppliesTo: ['DocumentLibrary'],
      Inactive: false,
    })
    assert.deepEqual(await crm().get('Folder', offers, { ParentFolderKey: 1, Path: 1 }), {
      ParentFolderKey: sales,
      Path: 'Sales\\Offers',
    })
    await crm().ok('Update', { Folder: { Data: { Key: sales, Name: 'Selling', Inactive: true } } })
    assert.equal((await crm().get('Folder', offers, { Path: 1 })).Path, 'Selling\\Offers')
    assert.deepEqual(await inside(sales), ['Offers'])
    assert.ok((await inside(root)).includes('Selling'))
    const found = { Scope: { Fields: { Name: 1 } }, Criteria: { SearchQuery: { AppliesTo: 'documentlibrary' } } }
    assert.equal((await crm().ok('Read', { Folder: found })).Folder.Data.length, 2)
  })
  test('a UDF in a folder is found by the path with backslashes in its $NAME, also after a rename', async () => {
    const facts = await crm().create('Folder', { Name: 'Facts', AppliesTo: ['AbEntry'], ParentFolderKey: udfRoot })
    const size = await crm().create('Folder', { Name: 'Size', AppliesTo: ['Company'], ParentFolderKey: facts })
    const define = (Name: string, Folder: string | null) =>
      crm().create('Schema', { Name, Type: 'StringField', AppliesTo: ['AbEntry'], Folder })
    const [outer, inner] = [await define('Plant', facts), await define('Plant', size)]
    const aliases = async (key: string) => {
      const content = { Scope: { Fields: { Alias: 1, Folder: 1, Name: 1 } }, Criteria: { SearchQuery: { Key: key } } }
      return (await crm().ok('Read', { Schema: content })).Schema.Data[0]
    }
    assert.deepEqual(await aliases(inner), {
      Alias: [inner, 'Udf/$NAME(Facts\\Size\\Plant)'],
      Folder: size,
      Name: 'Plant',
    })
    const data = { Key: acme, 'Udf/$NAME(Facts\\Plant)': 'one', 'Udf/$NAME(Facts\\Size\\Plant)': 'two' }
    await crm().ok('Update', { AbEntry: { Data: data } })
    assert.deepEqual(await crm().get('AbEntry', acme, { [outer]: 1, [inner]: 1 }), { [outer]: 'one', [inner]: 'two' })
    await crm().ok('Update', { Folder: { Data: { Key: facts, Name: 'Data' } } })
    const renamed = { 'Udf/$NAME(Data\\Size\\Plant)': 1 }
    assert.deepEqual(await crm().get('AbEntry', acme, renamed), { 'Udf/$NAME(Data\\Size\\Plant)': 'two' })
    assert.deepEqual(await refused('Delete', { Key: size }), [-4007])
    await crm().ok('Update', { Schema: { Data: { Key: inner, Folder: null } } })
    assert.deepEqual((await aliases(inner)).Alias, [inner, 'Udf/$NAME(Plant)'])
    await crm().ok('Delete', { Folder: { Data: { Key: size } } })
    const wrong = { Name: 'x', Type: 'StringField', AppliesTo: ['Lead'], Folder: facts }
    assert.equal((await crm().refused('Create', { Schema: { Data: wrong } })).length, 1)
  })
  test('refused: no name or AppliesTo, a twin, itself as parent, a parent of the other sort, a plain user', async () => {
    assert.deepEqual(await refused('Create', {}), [-4000, -4000])
    assert.deepEqual(await refused('Create', { Name: 'a\\b', AppliesTo: 'DocumentLibrary' }), [-3004])
    const top = await crm().create('Folder', { Name: 'Top', AppliesTo: 'DocumentLibrary' })
    const below = await crm().create('Folder', { Name: 'Below', AppliesTo: 'DocumentLibrary', ParentKey: top })
    assert.deepEqual(await refused('Create', { Name: 'TOP', AppliesTo: 'DocumentLibrary' }), [-4010])
    assert.deepEqual(await refused('Update', { Key: top, ParentFolderKey: below }), [-4008])
    assert.deepEqual(await refused('Create', { Name: 'x', AppliesTo: 'Lead', ParentKey: top }), [-4008])
    assert.deepEqual(await refused('Create', { Name: 'x', AppliesTo: 'Lead' }, crm().user), [-2002])
    assert.deepEqual(await refused('Delete', { Key: top }), [-4007])
    await crm().ok('Delete', { Folder: { Data: { Key: below } } })
    await crm().ok('Delete', { Folder: { Data: { Key: top } } })
  })
  test('Schema describes it', async () => {
    assert.equal((await schemaFields(crm(), 'Folder')).get('ParentFolderKey').Type, 'KeyField')
    assert.ok((await allFieldOptions(crm(), 'Folder')).Creator)
  })
})

eachCrm('DocumentLibrary', crm => {
  const upload = async (text: string): Promise<string> => {
    const response = await fetch(`${crm().server.url}/api/BinaryUpload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crm().user.token}`, 'content-type': 'application/octet-stream' },
      body: text,
    })
    return ((await response.json()) as Json).BinaryData.Data.BinaryDataId
  }
  const download = (key: string) =>
    fetch(`${crm().server.url}/api/BinaryDownload/${encodeURIComponent(key)}`, {
      headers: { authorization: `Bearer ${crm().user.token}` },
    })

  test('a file is created from an upload, read, renamed, moved, downloaded and deleted', async () => {
    const folder = await crm().create('Folder', { Name: 'Forms', AppliesTo: 'DocumentLibrary' })
    const data = { Name: 'Order', Ext: 'txt', Type: 8, BinaryDataId: await upload('hello'), FolderKey: folder }
    const key = await crm().create('DocumentLibrary', data, crm().user)
    const fields = { Name: 1, Ext: 1, Type: 1, Size: 1, FolderKey: 1, DisplayValue: 1 }
    const shown = { Name: 'Order', Ext: 'txt', Type: 8, Size: 5, FolderKey: folder, DisplayValue: 'Order' }
    assert.deepEqual(await crm().get('DocumentLibrary', key, fields), shown)
    const query = { FolderKey: folder, $PHRASE: 'ord' }
    const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
    assert.deepEqual((await crm().ok('Read', { DocumentLibrary: content })).DocumentLibrary.Data, [{ Key: key }])
    const file = await download(key)
    assert.equal(await file.text(), 'hello')
    assert.match(file.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal((await crm().refused('Delete', { Folder: { Data: { Key: folder } } })).length, 1)
    const root = btoa('RootFolder\t0')
    await crm().ok('Update', { DocumentLibrary: { Data: { Key: key, Name: 'Form', FolderKey: root } } }, crm().user)
    assert.deepEqual(await crm().get('DocumentLibrary', key, { Name: 1, FolderKey: 1 }), {
      Name: 'Form',
      FolderKey: root,
    })
    await crm().ok('Delete', { DocumentLibrary: { Data: { Key: key } } }, crm().user)
    assert.equal((await download(key)).status, 404)
  })
  test('refused: no bytes, an unknown Type, a folder of fields, and new bytes, Ext or Type by Update', async () => {
    const refused = async (operation: string, data: Json) =>
      codes(await crm().refused(operation, { DocumentLibrary: { Data: data } }, crm().user))
    assert.deepEqual(await refused('Create', {}), [-4000, -4000, -4000])
    assert.deepEqual(await refused('Create', { Name: 'x', Type: 1, BinaryDataId: await upload('x') }), [-3006])
    const fields = await crm().create('Folder', { Name: 'Fields', AppliesTo: 'AbEntry' })
    const wrong = { Name: 'x', Type: 4, FolderKey: fields, BinaryDataId: await upload('x') }
    assert.deepEqual(await refused('Create', wrong), [-4008])
    const key = await crm().create(
      'DocumentLibrary',
      { Name: 'x', Type: 16, BinaryDataId: await upload('x') },
      crm().user,
    )
    for (const change of [{ Type: 8 }, { Ext: 'pdf' }, { BinaryDataId: await upload('y') }])
      assert.equal((await refused('Update', { Key: key, ...change })).length, 1)
  })
  test('Schema and FieldOptions describe it', async () => {
    const { Type } = await allFieldOptions(crm(), 'DocumentLibrary')
    assert.deepEqual(
      Type?.map(({ Key }) => Key),
      [4, 8, 16],
    )
  })
})

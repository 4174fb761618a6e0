// Tests GET /api/openapi.json: whose model it has, its tags and its cache, and that others can read it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { operationsOf } from '../../src/entities/entity.ts'
import { Catalogs } from '../../src/model/catalog.ts'
import { Model } from '../../src/model/model.ts'
import { Documents } from '../../src/openapi/documents.ts'
import { type Crm, eachCrm, type Json, type Person } from '../support/crm.ts'
import { until } from '../support/until.ts'
import { readDocument } from './schemas.ts'

const get = (crm: Crm, as: Person | null, more: Record<string, string> = {}): Promise<Response> =>
  fetch(`${crm.server.url}/api/openapi.json`, {
    headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...more },
  })

eachCrm('the OpenAPI document', crm => {
  test('without a token is that of the built-in model, and valid', async () => {
    const { root } = await readDocument(crm().server.url)
    assert.equal(root.openapi, '3.1.0')
    assert.equal(root.info.title, 'Clientele')
    assert.equal(root.servers[0].url, crm().server.url)
    const { valid, errors } = await new Validator().validate(structuredClone(root))
    assert.ok(valid, JSON.stringify(errors))
  })

  test('has a path for every entity and operation, each with schemas of its own', async () => {
    const document = await readDocument(crm().server.url)
    const model = new Model([])
    const expected = [...model.entities, model.schema].flatMap(({ name, entity }) =>
      operationsOf(entity).map(operation => `/api/${name}${operation}`),
    )
    const found = document.operations.filter(({ operation }) => expected.includes(`/api/${operation.operationId}`))
    assert.deepEqual(found.map(({ path }) => path).sort(), expected.sort())
    for (const { operation } of found) {
      const [entity] = operation.tags
      const { schema } = operation.requestBody.content['application/json']
      assert.deepEqual(schema.required, [entity])
      assert.ok(operation.responses['200'].content['application/json'].schema.oneOf[0].properties[entity])
    }
  })

  test('names nothing twice, and every reference leads somewhere', async () => {
    const document = await readDocument(crm().server.url)
    const references = [...JSON.stringify(document.root).matchAll(/"\$ref":"(#[^"]+)"/g)].map(
      found => found[1] as string,
    )
    assert.ok(references.length > 1000)
    assert.deepEqual(
      [...new Set(references)].filter(pointer => document.at(pointer) === undefined),
      [],
    )
    const ids = document.operations.map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
    const text = await (await get(crm(), null)).text()
    assert.equal(JSON.stringify(JSON.parse(text)).length, text.length, 'a member is there twice')
  })

  test('describes what it requires, offers choices of more than one, and names a failure of every operation', async () => {
    const { root, operations } = await readDocument(crm().server.url)
    const unlike: string[] = []
    const look = (value: unknown, path: string): void => {
      if (value === null || typeof value !== 'object') return
      const schema = value as Json
      for (const name of Array.isArray(schema.required) && schema.properties ? schema.required : [])
        if (!Object.hasOwn(schema.properties, name)) unlike.push(`${path} requires ${name}`)
      for (const choice of ['oneOf', 'anyOf', 'allOf'])
        if (Array.isArray(schema[choice]) && schema[choice].length < 2) unlike.push(`${path} has one ${choice}`)
      for (const [name, member] of Object.entries(value)) look(member, `${path}/${name}`)
    }
    look(root, '#')
    for (const { path, method, operation } of operations) {
      const statuses = Object.keys(operation.responses)
      if (!statuses.some(status => status.startsWith('4'))) unlike.push(`${method} ${path} has no failure`)
    }
    assert.deepEqual(unlike, [])
  })

  test('has the codes of all errors with their meanings, and the operators of each kind of field', async () => {
    const { schemas } = (await readDocument(crm().server.url)).root.components
    const codes = schemas.ErrorCode.oneOf.map((one: Json) => [one.const, one.title])
    assert.deepEqual(codes[0], [-1000, 'UnparsableBody'])
    assert.ok(schemas.OAuthErrorCode.oneOf.every((one: Json) => one.description.length > 20))
    const comparison = schemas.FlagComparison.anyOf.find((one: Json) => one.properties)
    assert.deepEqual(Object.keys(comparison.properties), ['$EQ', '$NE', '$IN', '$NIN'])
  })

  test('with a token has the user-defined fields and option names of the database', async () => {
    const items = [{ Value: 'Small' }, { Value: 'Groß' }]
    await crm().create('Schema', { Name: 'Size', Type: 'EnumField<StringItem>', AppliesTo: ['Company'], Items: items })
    const { root } = await readDocument(crm().server.url, crm().user.token)
    assert.equal(root.info.title, 'Clientele: acme')
    const [path, field] = Object.entries(root.components.schemas.AbEntry.properties).find(
      ([, one]) => (one as Json).title === 'Size',
    ) as [string, Json]
    assert.match(path, /^Udf\/\$TYPEID\(\d+\)$/)
    assert.deepEqual(field['x-spellings'], [path, 'Udf/$NAME(Size)'])
    const options = root.components.schemas[`AbEntry${path.replace(/\W/g, '')}Option`].oneOf
    assert.deepEqual(
      options.map((one: Json) => one.title),
      ['Small', 'Groß'],
    )
    const categories = root.components.schemas.AbEntryCategoryOption.oneOf
    assert.ok(categories.length > 0 && categories.every((one: Json) => typeof one.const === 'string'))
    const builtIn = (await readDocument(crm().server.url)).root
    assert.equal(builtIn.components.schemas.AbEntry.properties[path], undefined)
    const { valid, errors } = await new Validator().validate(root)
    assert.ok(valid, JSON.stringify(errors))
  })

  test('changes its tag when the schema changes, and answers 304 as long as it does not', async () => {
    const first = await get(crm(), crm().admin)
    const tag = first.headers.get('etag') as string
    assert.match(tag, /^"[\w-]+"$/)
    assert.equal((await get(crm(), crm().user)).headers.get('etag'), tag)
    const again = await get(crm(), crm().admin, { 'if-none-match': `"other", ${tag}` })
    assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', tag])
    const entry = { FieldOptions: { Category: [{ Key: null, Name: 'Lighthouse' }] } }
    await crm().ok('Update', { AbEntry: entry })
    const after = await get(crm(), crm().admin, { 'if-none-match': tag })
    assert.equal(after.status, 200)
    const { oneOf } = ((await after.json()) as Json).components.schemas.AbEntryCategoryOption
    assert.equal(oneOf.at(-1).title, 'Lighthouse')
  })

  test('a change by another node is seen, and a new user leaves the document as it is', async () => {
    const catalogs = new Catalogs(crm().server.store)
    const address = { origin: 'http://crm', apiPrefix: '/api', authPrefix: '/oauth', standard: null }
    const documents = new Documents(() => address)
    const tagOf = async () => (await documents.of(await catalogs.get(crm().database.id), 'acme')).tag
    const before = await documents.of(await catalogs.get(crm().database.id), 'acme')
    await crm().addPerson(`U${Date.now()}`)
    await until(async () => (await documents.of(await catalogs.get(crm().database.id), 'acme')) === before)
    await crm().create('Schema', { Name: 'Fax', Type: 'StringField', AppliesTo: ['Company'] })
    await until(async () => (await tagOf()) !== before.tag)
    catalogs.close()
  })

  test('comes compressed to clients that ask for it', async () => {
    const plain = await get(crm(), null, { 'accept-encoding': 'identity' })
    const zipped = await fetch(`${crm().server.url}/api/openapi.json`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(zipped.headers.get('content-encoding'), 'gzip')
    const size = Number(zipped.headers.get('content-length'))
    assert.ok(size < 100_000, String(size))
    assert.equal(await zipped.text(), await plain.text())
    assert.notEqual(zipped.headers.get('etag'), plain.headers.get('etag'))
    assert.equal(zipped.headers.get('vary'), 'Authorization, Accept-Encoding')
    const none = await get(crm(), null, { 'accept-encoding': 'gzip;q=0' })
    assert.equal(none.headers.get('content-encoding'), null)
  })

  test('a token that is not valid is refused', async () => {
    const answer = await get(crm(), { ...crm().user, token: 'cla_unknown' })
    assert.equal(answer.status, 401)
    assert.equal(((await answer.json()) as Json).Errors[0].ErrorCode, -2000)
  })
})

eachCrm('paths of entities', crm => {
  test('are the general operation for that entity', async () => {
    const made = await crm().ok('AbEntryCreate', { AbEntry: { Data: { CompanyName: 'By its path' } } })
    const { Key } = made.AbEntry.Data
    const read = { AbEntry: { Scope: { Fields: { FullName: 1 } }, Criteria: { SearchQuery: { Key: { $EQ: Key } } } } }
    assert.deepEqual(await crm().call('AbEntryRead', read), await crm().call('Read', read))
    await crm().ok('AbEntryDelete', { AbEntry: { Data: { Key } } })
    await crm().ok('AbEntryRestore', { AbEntry: { Data: { Key } } })
    const validated = await crm().ok('AbEntryValidate', {
      AbEntry: { Data: { Key: null, Type: 'Company', CompanyName: 'X' } },
    })
    assert.deepEqual(validated.AbEntry.Validation, { Type: { Mandatory: true }, CompanyName: { Mandatory: true } })
  })

  test('refuse another entity, and an operation that the entity does not have', async () => {
    const [other] = await crm().refused('AbEntryRead', { Lead: {} })
    assert.equal(other?.ErrorCode, -1001)
    const [unsupported] = await crm().refused('HistoryCreate', { History: { Data: {} } })
    assert.equal(unsupported?.ErrorCode, -1003)
  })

  test('with an unknown entity are 404 with the nearest path', async () => {
    const answer = await fetch(`${crm().server.url}/api/AbEnteryRead`, { method: 'POST', body: '{}' })
    assert.equal(answer.status, 404)
    const { Errors } = (await answer.json()) as Json
    assert.match(Errors[0].Message, /^There is no entity AbEntery\. Did you mean "\/api\/AbEntryRead"\?/)
  })
})

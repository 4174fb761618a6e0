// Proves what the console makes of Schema: models, fields with their kinds, and rights, for every entity of the product.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { modelOf, schemaRequest } from '../../../console/src/api/schema.ts'
import { describeFields } from '../../../console/src/fields/describe.ts'
import { fieldsIn } from '../../../console/src/fields/entity-fields.ts'
import { rightsIn, rightsScope } from '../../../console/src/fields/rights.ts'
import { valueKinds } from '../../../console/src/fields/value-kinds.ts'
import german from '../../../console/src/texts/de/index.ts'
import { fieldsNamed, modelNamed, schemaOf, texts } from './support.ts'

const entities = [
  'AbEntry',
  'Opportunity',
  'Case',
  'Lead',
  'Task',
  'Appointment',
  'Interaction',
  'Campaign',
  'User',
  'RequestLog',
  'Note',
  'Document',
]

describe('the model of an entity', () => {
  test('is asked for with everything below it', () => {
    const { Schema } = schemaRequest('Task') as { Schema: { Criteria: object } }
    assert.deepEqual(Schema.Criteria, { SearchQuery: { Key: { $TREE: '/Task' } } })
  })

  test('has its own row apart from its fields, which are found by their paths', () => {
    const model = modelNamed('AbEntry')
    assert.ok(model.operations.includes('Update') && model.hasWords)
    assert.deepEqual(model.knownBy, ['Key'])
    assert.equal(model.fields.length, schemaOf('AbEntry').length - 1)
    assert.equal(model.field('Address/City')?.name, 'City')
    assert.equal(model.field('/AbEntry'), undefined)
    assert.ok((model.description ?? '').length > 0)
  })

  test('without a row of its own has neither operations nor words', () => {
    const model = modelOf('Gone', [])
    assert.deepEqual(
      [model.operations, model.knownBy, model.hasWords, model.description, model.fields],
      [[], ['Key'], false, null, []],
    )
  })

  test('a field is mandatory by itself, not by a rule', () => {
    const [row] = schemaOf('Task').slice(1)
    const mandatory = (Mandatory: boolean | object) => modelOf('Task', [{ ...row!, Mandatory }]).fields[0]?.isMandatory
    assert.deepEqual([mandatory(true), mandatory(false), mandatory({ Rule: {} })], [true, false, false])
  })
})

describe('the fields of an entity', () => {
  for (const entity of entities) {
    test(`${entity}: each has a path of its own, a label and a kind`, () => {
      const { all, of } = fieldsNamed(entity)
      assert.ok(all.length > 0)
      assert.equal(new Set(all.map(({ path }) => path)).size, all.length)
      for (const field of all) {
        assert.ok(field.label !== '' && field.kind in valueKinds, field.path)
        assert.equal(of(field.path), field)
      }
    })
  }

  const kindsOf = (entity: string, ...paths: string[]) => paths.map(path => fieldsNamed(entity).of(path)?.kind)

  test('have the kind of their type', () => {
    assert.deepEqual(
      kindsOf(
        'AbEntry',
        'CompanyName',
        'Type',
        'Category',
        'Parent',
        'AccountManager',
        'Phone1',
        'Email1',
        'Address',
        'LastContactDate',
        'Address/City',
      ),
      ['text', 'option', 'options', 'reference', 'user', 'phone', 'email', 'address', 'date', 'suggested'],
    )
    assert.deepEqual(
      kindsOf('Opportunity', 'ForecastRevenue', 'CloseDate', 'Status', 'CurrentSalesStageAge', 'SecAccess'),
      ['money', 'day', 'option', 'number', 'access'],
    )
    assert.deepEqual(kindsOf('Task', 'Completed', 'DateTime', 'With'), ['flag', 'dateTime', 'reference'])
    assert.deepEqual(kindsOf('User', 'Password'), ['secret'])
  })

  test('a reference is written by its key, and the key is no field beside it', () => {
    const { of, all } = fieldsNamed('Opportunity')
    assert.equal(
      all.some(({ path }) => path === 'ContactKey'),
      false,
    )
    const contact = of('Contact')
    assert.equal(of('ContactKey'), contact, 'a filter by the key is one by the reference')
    assert.deepEqual([contact?.writeAs, contact?.writable, contact?.refersTo], ['ContactKey', true, ['AbEntry']])
    const parent = fieldsNamed('AbEntry').of('Parent')
    assert.deepEqual([parent?.writable, parent?.createOnly], [false, true], 'a key that only Create takes')
  })

  test('parts of addresses and records have the label of the whole as their group', () => {
    const { of } = fieldsNamed('AbEntry')
    assert.equal(of('Address/City')?.group, of('Address')?.label)
    assert.equal(of('Address/Location/Latitude'), undefined, 'not deeper')
  })

  test('labels are those of the language, and those of the server for user-defined fields', () => {
    const model = modelNamed('AbEntry')
    const own = { ...model.fields[0]!, path: 'Udf/$TYPEID(7)', name: 'City', label: 'Town' }
    const udf = { ...model, fields: [own] }
    const [field] = describeFields(udf, german)
    assert.deepEqual([field?.label, field?.userDefined, field?.group], ['Town', true, null])
    const labels = fieldsIn(model, german).of('CompanyName')?.label
    assert.equal(labels, (german.labels as Record<string, string>).CompanyName)
  })

  test('are described once for each model and language', () => {
    const model = modelNamed('Task')
    const english = fieldsIn(model, texts)
    assert.equal(fieldsIn(model, texts), english)
    assert.notEqual(fieldsIn(model, german), english)
  })

  test('a type that the console does not know is shown as JSON', () => {
    const model = modelNamed('Task')
    const odd = { ...model.fields[0]!, type: 'FutureField<Thing>', path: 'Future' }
    assert.equal(describeFields({ ...model, fields: [odd] }, texts)[0]?.kind, 'json')
  })

  test('members of a list keep what is written of them besides their key', () => {
    const lists = entities.flatMap(entity =>
      fieldsNamed(entity).all.filter(({ elementMembers }) => elementMembers.length > 0),
    )
    assert.ok(lists.every(({ kind }) => kind === 'references' || kind === 'json' || kind === 'options'))
    assert.deepEqual(fieldsNamed('SalesTeam').of('Members')?.elementMembers.includes('Key'), false)
  })
})

describe('rights', () => {
  const model = modelNamed('AbEntry')

  test('are asked for as far as the entity tells', () => {
    assert.ok('SecStatus' in rightsScope(model))
    assert.deepEqual(rightsScope(modelOf('Gone', [])), {})
  })

  test('are what the server says of the record, and what the entity can do', () => {
    const rights = (SecStatus: object | null) => rightsIn({ SecStatus }, model)
    assert.deepEqual(rights({ CanUpdate: true, CanDelete: false }), { update: true, delete: false })
    assert.deepEqual(rights({ Write: false }), { update: false, delete: false })
    assert.deepEqual(rights({ Write: false, CanUpdate: true }), { update: true, delete: false })
    assert.deepEqual(rights(null), { update: true, delete: true }, 'where nothing is said one may try')
    assert.deepEqual(rightsIn({}, modelNamed('RequestLog')), { update: false, delete: false })
  })
})

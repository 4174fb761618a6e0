// Tests that what Schema says of a field is what the service does with the field.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operatorNames } from '../../src/query/operators/index.ts'
import { type Crm, drivers, type Json, startCrm } from '../support/crm.ts'
import { type Engine, engines } from '../support/engines.ts'

const entities = ['AbEntry', 'Interaction', 'Opportunity', 'SalesTeam']

/** The field cannot be used so at all; any other refusal is about the value. */
const cannot = new Set([-3002, -3010])

// Which operators a field takes is decided before any engine is asked, so one engine tells.
describe('Schema and the truth', () => {
  let crm: Crm
  let entry: string
  before(async () => {
    crm = await startCrm({ engine: engines[0] as Engine })
    entry = await crm.create('AbEntry', { CompanyName: 'x' })
    for (const [i, [Type, Attributes]] of (
      [
        ['StringField', {}],
        ['NumericField', {}],
        ['IntegerField', {}],
        ['CurrencyField', {}],
        ['BooleanField', {}],
        ['DateTimeField', { Date: true }],
        ['DateTimeField', {}],
        ['EnumField<StringItem>', { MultiSelect: true }],
      ] as const
    ).entries()) {
      await crm.ok('Create', { Schema: { Data: { Type, Attributes, Name: `F${i}`, AppliesTo: ['AbEntry'] } } })
    }
  })
  after(() => crm?.server.close())

  const rows = async (entity: string): Promise<Json[]> => {
    const content = { Scope: { Fields: 1 }, Criteria: { SearchQuery: { Key: { $TREE: `/${entity}` } } } }
    const { Schema } = await crm.ok('Read', { Schema: content, Compatibility: { SchemaObject: '1.0' } })
    return Schema.Data.slice(1).map((row: Json) => ({ ...row, path: row.Key.slice(entity.length + 2) }))
  }
  const read = (entity: string, query: Json, more: Json = {}) => {
    const needed = entity === 'Interaction' ? [{ AbEntryKey: entry }] : []
    const Criteria = { SearchQuery: { $AND: [...needed, query] }, Top: 1 }
    return crm.call('Read', { [entity]: { Scope: { Fields: { Key: 1 } }, Criteria, ...more }, Configuration: drivers })
  }
  const possible = (answer: Json) => !(answer.Errors ?? []).some((e: Json) => cannot.has(e.ErrorCode))

  for (const entity of entities) {
    test(`Sortable: exactly those fields of ${entity} can be ordered by [C-2.7-03]`, async () => {
      for (const { path, Sortable } of await rows(entity)) {
        const answer = await read(entity, {}, { OrderBy: { Fields: [{ [path]: 'ASC' }] } })
        assert.equal(answer.Code === 0, Sortable, `${path}: ${answer.Msg}`)
      }
    })

    test(`Queryable: exactly those operators can be used on fields of ${entity} [C-2.7-03]`, async () => {
      for (const { path, Queryable } of await rows(entity)) {
        for (const operator of operatorNames) {
          const value = operator.endsWith('RANGE') ? ['1', '1'] : /IN$|ALL$/.test(operator) ? ['1'] : '1'
          const answer = await read(entity, { [path]: { [operator]: value } })
          assert.equal(possible(answer), Queryable.includes(operator), `${path} ${operator}: ${answer.Msg}`)
        }
      }
    })

    test(`Assignable: what is not is refused as read-only or unknown in a write of ${entity} [C-2.7-03]`, async () => {
      for (const { path, Assignable, Name } of await rows(entity)) {
        if (path.replace(/^Udf\//, '').includes('/')) continue
        const answer = await crm.call('Create', { [entity]: { Data: { [path]: 'x' } } })
        const own = (answer.Errors ?? []).filter((e: Json) => e.Path === `${entity}.Data.${path}`)
        const readOnly = own.some((e: Json) => [-4001, -4004].includes(e.ErrorCode))
        // Administrators may set who created and changed a record, and when; a computed member is ignored on Create.
        const imported = ['Creator', 'CreationDate', 'ModifiedBy', 'LastModifyDate'].includes(Name)
        if (Name === 'SecStatus') assert.deepEqual([Assignable, own], [false, []])
        else if (!imported) assert.equal(!readOnly, Assignable, `${path}: ${answer.Msg}`)
      }
    })
  }
})

// Proves against the real server that lists can show, filter and sort by the fields of the record that a record belongs to.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { envelope, memberFor, type Row } from '../../../console/src/api/envelope.ts'
import { ownerOf } from '../../../console/src/api/owners.ts'
import type { EntityFields } from '../../../console/src/fields/entity-fields.ts'
import { type Field, fullLabel, headingOf, isOffered } from '../../../console/src/fields/field.ts'
import { operatorsOf } from '../../../console/src/fields/operators.ts'
import { followedWith, withOwner } from '../../../console/src/fields/owners.ts'
import { valueKindOf } from '../../../console/src/fields/value-kinds.ts'
import { selectFields } from '../../../console/src/fields/values.ts'
import { searchQueryOf } from '../../../console/src/filter/criteria.ts'
import { filterFromText } from '../../../console/src/filter/url.ts'
import { definitionOf } from '../../../console/src/screens/list/definition.ts'
import { listRequest } from '../../../console/src/screens/list/request.ts'
import { columnsIn, listParams } from '../../../console/src/screens/list/state.ts'
import { valuesOf } from '../../../console/src/ui/addresses/params.ts'
import { contentOf, membersOf, noContent } from '../../../console/src/views/content.ts'
import { eachCrm, type Json } from '../../support/crm.ts'
import { fieldsNamed } from './support.ts'

const entities = ['AbEntry', 'Opportunity', 'Case', 'Interaction', 'Task', 'Lead']

function listFields(entity: string): EntityFields {
  const owner = ownerOf(entity)
  return owner ? withOwner(fieldsNamed(entity), owner, fieldsNamed(owner.entity)) : fieldsNamed(entity)
}
const owned = (entity: string): Field[] => listFields(entity).all.filter(({ origin }) => origin)

describe('the fields of what a record belongs to', () => {
  test('are named after both, offered in menus, and never written', () => {
    const city = listFields('Opportunity').of('AbEntry/Address/City') as Field
    assert.equal(fullLabel(city), 'Client · Address · City')
    assert.equal(headingOf(city), fullLabel(city))
    assert.equal(headingOf(fieldsNamed('AbEntry').of('Address/City') as Field), 'City')
    for (const entity of entities) {
      const fields = owned(entity)
      assert.ok(fields.length > 5, entity)
      assert.deepEqual(
        fields.filter(field => field.writable || !isOffered(field) || field.entity !== entity).map(({ path }) => path),
        [],
      )
    }
    assert.equal(ownerOf('User'), null)
    assert.ok(!listFields('Opportunity').of('AbEntry/SecAccess'), 'a field that says little beside another record')
  })

  test('a list that uses them follows the changes of their entity too', () => {
    const request = (search: Record<string, string>) => {
      const [definition, fields, params] = [
        definitionOf('Opportunity'),
        listFields('Opportunity'),
        valuesOf(listParams, search),
      ]
      return listRequest(definition, params, columnsIn(definition, params.cols, fields), fields)
    }
    assert.deepEqual(request({}).follows, [])
    assert.deepEqual(request({ filter: 'AbEntry/Address/City~is~Ottawa' }).follows, ['AbEntry'])
    assert.deepEqual(request({ cols: 'Objective_AbEntry/Phone' }).follows, ['AbEntry'])
    assert.deepEqual(request({ sort: 'AbEntry/Address/City' }).follows, ['AbEntry'])
    assert.deepEqual(followedWith([undefined, fieldsNamed('Case').of('Status')]), [])
  })

  test('stay in saved views', () => {
    const fields = listFields('Opportunity')
    const content = {
      ...noContent,
      filter: filterFromText('AbEntry/Address/City~is~Ottawa*AbEntry/Territory~filled'),
      sort: [{ path: 'AbEntry/Address/City', descending: true }],
      columns: [{ path: 'Objective' }, { path: 'AbEntry/Address/City', width: 120 }],
    }
    assert.deepEqual(contentOf(membersOf(content, fields), fields), content)
  })
})

eachCrm('lists by what their records belong to', crm => {
  const rows = async (body: Json, as?: Parameters<ReturnType<typeof crm>['ok']>[2]): Promise<Row[]> => {
    const answer = await crm().ok('Read', envelope(body), as)
    return Object.values(answer as Record<string, { Data: Row[] }>)[1]?.Data ?? []
  }

  for (const entity of entities) {
    test(`${entity}: the server selects, filters and sorts by each of them`, async () => {
      const fields = owned(entity)
      const members: Record<string, Json> = {}
      // A request reaches for a limited number of other rows.
      for (let at = 0; at < fields.length; at += 6) {
        members[`${memberFor(entity)}.s${at}`] = {
          Scope: { Fields: selectFields(fields.slice(at, at + 6)) },
          Criteria: { SearchQuery: {}, Top: 3 },
        }
      }
      for (const [at, field] of fields.entries()) {
        const operators = operatorsOf(field, valueKindOf(field))
        const filter = filterFromText(`${field.path}~${operators.includes('filled') ? 'filled' : operators[0]}`)
        members[`${memberFor(entity)}.f${at}`] = {
          Scope: { Fields: { Key: 1 } },
          Criteria: { SearchQuery: searchQueryOf(filter, () => field), Top: 3 },
          ...(field.sortable ? { OrderBy: { Fields: [{ [field.path]: 'DESC' }] } } : {}),
        }
      }
      const all = Object.entries(members)
      for (let at = 0; at < all.length; at += 20)
        await crm().ok('Read', envelope(Object.fromEntries(all.slice(at, at + 20))))
    })
  }

  test('a manager lists the sales of a city; a client that she may not read is not found by it', async () => {
    const client = (CompanyName: string, City: string, Read: string[] = []) =>
      crm().create('AbEntry', { Key: null, Type: 'Company', CompanyName, Address: { City }, SecAccess: { Read } })
    const sale = (AbEntryKey: string, Objective: string) =>
      crm().create('Opportunity', { Key: null, AbEntryKey, Objective, SecAccess: { Read: [] } })
    await sale(await client('Harbour Foods', 'Kingston'), 'Sell ovens')
    await sale(await client('Lake Foods', 'Ottawa'), 'Sell pans')
    await sale(await client('Hidden Foods', 'Kingston', [crm().admin.key]), 'Sell knives')
    const filter = filterFromText('AbEntry/Address/City~is~kingston')
    const body = {
      Opportunity: {
        Scope: { Fields: { Objective: 1, 'AbEntry/Address/City': 1 } },
        Criteria: { SearchQuery: searchQueryOf(filter, listFields('Opportunity').of) },
        OrderBy: { Fields: [{ Objective: 'ASC' }] },
      },
    }
    const found = [
      { Objective: 'Sell knives', 'AbEntry/Address/City': 'Kingston' },
      { Objective: 'Sell ovens', 'AbEntry/Address/City': 'Kingston' },
    ]
    assert.deepEqual(await rows(body), found)
    assert.deepEqual(await rows(body, crm().user), found.slice(1))
  })
})

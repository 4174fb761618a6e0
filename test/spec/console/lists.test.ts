// Sends the request that the list of each entity begins with to a real server: the address `list/<entity>` takes every one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Model } from '../../../src/model/model.ts'
import { consoleModule } from '../../console/walks.ts'
import { eachCrm } from '../../support/crm.ts'

const { definitionOf } = await consoleModule('screens/list/definition.ts')
const { columnsIn, listParams } = await consoleModule('screens/list/state.ts')
const { listRequest } = await consoleModule('screens/list/request.ts')
const { listMembers } = await consoleModule('table/windows.ts')
const { envelope } = await consoleModule('api/envelope.ts')
const { modelOf, schemaRequest } = await consoleModule('api/schema.ts')
const { fieldsIn } = await consoleModule('fields/entity-fields.ts')
const { valuesOf } = await consoleModule('ui/addresses/params.ts')
const texts = (await consoleModule('texts/en/index.ts')).default

/** A Read of column setups has to name their entity, as the screen of the set-up does. */
const needCriteria = new Set(['ColumnSetup'])
const listed = new Model([]).entities
  .map(({ entity }) => entity)
  .filter(({ name, operations }) => operations.includes('Read') && !needCriteria.has(name))

eachCrm('the list of every entity', crm => {
  test('is answered', async () => {
    for (const { name } of listed) {
      const rows = (await crm().ok('Read', schemaRequest(name))).Schema.Data
      const [definition, fields] = [definitionOf(name), fieldsIn(modelOf(name, rows), texts)]
      const params = valuesOf(listParams, {})
      const request = listRequest(definition, params, columnsIn(definition, params.cols, fields), fields)
      const answer = await crm().ok('Read', envelope(listMembers(request, null)))
      assert.ok(Array.isArray(answer[request.entity].Data), name)
    }
  })
})

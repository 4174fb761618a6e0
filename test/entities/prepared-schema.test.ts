// The rows of Schema are made before the first request for them, in turns between which other requests are served.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Model } from '../../src/model/model.ts'
import { prepareSchemaRows, schemaRows } from '../../src/model/schema-rows.ts'

test('the rows of fields are made in many turns of the event loop, and are those that every model has', async () => {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await prepareSchemaRows(new Model([]))
  clearImmediate(next)
  assert(turns > 1, `${turns} turns`)
  const model = new Model([])
  const [some, others] = [schemaRows(model), new Set(schemaRows(new Model([])))]
  // Fields of custom entities apply to what a database has made.
  const custom = new Set(model.entities.filter(({ entity }) => entity.typedBy !== undefined).map(({ name }) => name))
  const ofFields = some.filter(row => row.path !== '' && !custom.has(row.entity))
  assert(ofFields.length > 500)
  for (const row of ofFields) assert(others.has(row), `${row.entity}/${row.path}`)
})

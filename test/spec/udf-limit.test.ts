// Tests the limit on the user-defined fields of a database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedLimits } from '../../src/config/limits.ts'
import { RowStore } from '../../src/operations/rows/row-store.ts'
import { topics } from '../../src/storage/nodes/topics.ts'
import { eachCrm, type Json } from '../support/crm.ts'

eachCrm('The limit on user-defined fields', crm => {
  const field = (Name: string, entity = 'AbEntry') => ({ Key: `/${entity}/Udf`, Name, Type: 'StringField' })
  const create = (Data: Json) => crm().call('Create', { Schema: { Data } })

  /** Writes rows like that of a field that exists, until the database has so many fields. */
  const fillTo = async (count: number): Promise<void> => {
    const { server, database } = crm()
    await server.store.write(async tx => {
      const rows = new RowStore(tx, server.store.dialect, database.id)
      const stored = await rows.select('udf', {})
      for (let i = stored.length; i < count; i++) {
        await rows.insert('udf', { ...stored[0], type_id: 1_000_000 + i, name: `Filled ${i}`, name_f: `filled ${i}` })
      }
      await tx.publish(topics.catalog, database.id)
    })
  }

  test('counts those of all entities, in one request too, and a deleted field makes room', async () => {
    const most = fixedLimits.userFields
    assert.equal((await create(field('First'))).Code, 0)
    await fillTo(most - 2)
    const tooMany = await create([field('Second'), field('Third', 'Opportunity'), field('Fourth')])
    assert.deepEqual(
      tooMany.Errors.map(({ Path, Message }: Json) => [Path, Message]),
      [['Schema.Data[2]', `A database has at most ${most} user-defined fields.`]],
    )
    const answer = await create([field('Second'), field('Third', 'Opportunity')])
    assert.equal(answer.Code, 0, JSON.stringify(answer))
    const [refused] = await crm().refused('Create', { Schema: { Data: field('Fourth', 'Case') } })
    assert.match(refused?.Message ?? '', /at most 2000 user-defined fields/)
    await crm().ok('Delete', { Schema: { Data: { Key: answer.Schema.Data[0].Key } } })
    assert.equal((await create(field('Fourth', 'Case'))).Code, 0)
  })
})

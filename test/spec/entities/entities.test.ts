// Tests for every entity of the model that its operations, its options and its Schema rows work.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { newDatabase } from '../../../scripts/docs/examples/databases.ts'
import { manualClock } from '../../../src/base/clock.ts'
import { Model } from '../../../src/model/model.ts'
import { eachCrm } from '../../support/crm.ts'
import { EntityWalk } from './walk.ts'

const clock = manualClock(Date.UTC(2026, 2, 10, 9))
const { entities } = new Model([])
/** Those whose example finds its record among all of its database: examples of other entities make some too. */
const apart = new Set([
  'Address',
  'Document',
  'Folder',
  'KeyFieldList',
  'Task',
  'Workflow',
  'WorkflowDelivery',
  'WorkflowInstance',
  'WorkflowTaskTemplate',
])

eachCrm(
  'Every entity',
  crm => {
    let world: Awaited<ReturnType<typeof newDatabase>>
    before(async () => {
      world = await newDatabase(crm().server, clock, 'walk')
    })
    for (const entity of entities) {
      describe(entity.name, () => {
        let walk: EntityWalk
        before(async () => {
          const isApart = apart.has(entity.name)
          const own = isApart ? await newDatabase(crm().server, clock, `walk-${entity.name.toLowerCase()}`) : world
          walk = new EntityWalk(crm(), entity, own)
        })

        test('a record is created and read', async () => {
          const found = await walk.run()
          if (walk.supports('Create')) assert.equal(found.length, 1)
        })

        test('every field that Schema has can be selected, and Schema has every field', async () => {
          const { fields } = entity.entity
          const rows = await walk.schema()
          for (const field of Object.keys(fields)) assert.ok(rows.has(field), field)
          const isMember = (path: string): boolean => path.includes('/') && rows.get(path).Type === 'JsonField'
          const readable = [...rows.keys()].filter(path => !isMember(path) && !fields[path]?.traits.writeOnly)
          assert.deepEqual(Object.keys(await walk.select(...readable)), readable)
        })

        test('FieldOptions of every field with HasOption', async () => {
          for (const [field, items] of Object.entries(await walk.options())) {
            for (const item of items) assert.ok(item.Key !== undefined && item.DisplayValue !== undefined, field)
          }
        })

        test('Update, where it has one, changes a field and raises the Version', async () => {
          if (!walk.supports('Update')) return
          const { Version } = await walk.select('Version')
          const sent = await walk.update()
          assert.deepEqual(await walk.select('Version', ...Object.keys(sent)), { Version: Version + 1, ...sent })
        })

        test('Delete, where it has one, hides the record until Restore', async () => {
          if (!walk.supports('Delete')) return
          const { Key } = await walk.select('Key')
          await walk.move('Delete')
          assert.equal(await walk.select('Key'), undefined)
          await walk.move('Restore')
          assert.deepEqual(await walk.select('Key'), { Key })
        })
      })
    }
  },
  { clock },
)

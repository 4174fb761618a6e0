// Proves how the workflows of a record are read and started, and what is shown of the answers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kindOfRecord } from '../../../console/src/record/kinds.ts'
import {
  plannedIn,
  runningIn,
  runningMembers,
  startableMembers,
  startMembers,
} from '../../../console/src/record/workflows.ts'

describe('the workflows of a record', () => {
  test('belong to entries, opportunities, cases and leads', () => {
    const running = ['AbEntry', 'Opportunity', 'Case', 'Lead', 'Task', 'Note'].filter(
      name => kindOfRecord(name).workflowType,
    )
    assert.deepEqual(running, ['AbEntry', 'Opportunity', 'Case', 'Lead'])
  })

  test('are read by the entity they run on; their tasks by what names the record', () => {
    const read = (entity: string) => ({
      ...startableMembers(kindOfRecord(entity)),
      ...runningMembers(kindOfRecord(entity), 'k'),
    })
    const queryOf = (entity: string, member: 'Workflow' | 'Task.open') =>
      (read(entity)[member] as { Criteria: { SearchQuery: object } }).Criteria.SearchQuery
    const open = { Completed: { $EQ: false }, WorkflowInstanceKey: { $NE: null } }
    assert.deepEqual(queryOf('AbEntry', 'Workflow'), { EntityType: { $EQ: 1 }, Inactive: { $EQ: false } })
    assert.deepEqual(queryOf('Opportunity', 'Workflow'), { EntityType: { $EQ: 2 }, Inactive: { $EQ: false } })
    assert.deepEqual(queryOf('AbEntry', 'Task.open'), { AbEntryKey: { $EQ: 'k' }, ...open })
    assert.deepEqual(queryOf('Opportunity', 'Task.open'), { WithKey: { $EQ: 'k' }, ...open })
  })

  test('are shown with their own tasks; a workflow without stages has none, and tasks of others are left out', () => {
    const task = (Key: string, WorkflowInstanceKey: string) => ({
      ...{ Key, WorkflowInstanceKey, Activity: `Task ${Key}` },
      DateTime: { Value: '2026-03-09T08:30:00Z', DisplayValue: 'March 9' },
      AssignedTo: { Key: 'u', DisplayValue: 'Joe' },
    })
    const instance = (Key: string, WorkflowStage: object | null) => ({
      ...{ Key, DisplayValue: `Flow ${Key}`, WorkflowStage },
      CreationDate: { Value: '2026-03-08T08:30:00Z' },
    })
    const flows = runningIn({
      'WorkflowInstance.running': { Data: [instance('a', { Key: 's', DisplayValue: 'Prepare' }), instance('b', null)] },
      'Task.open': { Data: [task('1', 'b'), task('2', 'elsewhere')] },
    })
    const since = '2026-03-08T08:30:00Z'
    assert.deepEqual(flows, [
      { key: 'a', name: 'Flow a', stage: 'Prepare', since, tasks: [] },
      {
        ...{ key: 'b', name: 'Flow b', stage: '', since },
        tasks: [{ key: '1', name: 'Task 1', at: '2026-03-09T08:30:00Z', who: 'Joe' }],
      },
    ])
    assert.deepEqual(runningIn(undefined), [])
  })

  test('are tried before they are started', () => {
    const Data = { Key: 'w', ParentKey: 'k' }
    assert.deepEqual(startMembers('w', 'k', true), { Workflow: { Data, Options: { DryRun: true } } })
    assert.deepEqual(startMembers('w', 'k', false), { Workflow: { Data } })
    const Tasks = [
      { Subject: 'Call', DateTime: '2026-03-09T08:30:00Z', AssignedTo: { Uid: 'JOE', DisplayValue: 'Joe' } },
      { Subject: 'Visit', DateTime: '2026-03-10T08:30:00Z', AssignedTo: null },
    ]
    assert.deepEqual(plannedIn({ Workflow: { Data: { Key: 'w', Tasks } } }), [
      { key: null, name: 'Call', at: '2026-03-09T08:30:00Z', who: 'Joe' },
      { key: null, name: 'Visit', at: '2026-03-10T08:30:00Z', who: '' },
    ])
  })
})

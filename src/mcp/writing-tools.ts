// Declares the tools that change records: save, delete and restore. Nothing that they do is final.
import { refuse } from '../base/errors.ts'
import { entityOf, run, type ToolContext } from './data-call.ts'
import { type Arguments, asData, entityName, objectOf, recordKey, type Tool, text, textOf } from './tool.ts'

async function save(args: Arguments, context: ToolContext): Promise<object> {
  const { name } = await entityOf(context, textOf(args, 'entity'))
  const data = objectOf(args, 'data')
  const isUpdate = typeof data.Key === 'string'
  if (isUpdate && typeof data.Version !== 'number') {
    refuse(
      'Required',
      'data.Version',
      'An update needs the Version that was read, so that no change of others is lost.',
    )
  }
  const callId = typeof args.call_id === 'string' ? args.call_id : null
  const written = isUpdate ? data : { ...data, Key: null }
  const answer = await run(context, isUpdate ? 'Update' : 'Create', name, { Data: written }, callId)
  const key: string = answer.Data.Key
  return asData({ entity: name, created: !isUpdate, ...(await current(context, name, key)) })
}

/** Key, name and version, by which the next change goes on. */
async function current(context: ToolContext, entity: string, key: string): Promise<object> {
  const answer = await run(context, 'Read', entity, {
    Scope: { Fields: { Key: 1, DisplayValue: 1, Version: 1 } },
    Criteria: { SearchQuery: { Key: { $EQ: key } } },
  })
  return answer.Data[0] ?? { Key: key }
}

async function remove(args: Arguments, context: ToolContext): Promise<object> {
  const { name } = await entityOf(context, textOf(args, 'entity'))
  const key = textOf(args, 'key')
  if (args.confirmed !== true) {
    const record = await current(context, name, key)
    if (!('DisplayValue' in record)) refuse('UnknownKey', 'key', `There is no ${name} with this key.`)
    return asData({
      entity: name,
      deleted: false,
      ask: 'Ask the person whether this record, and what hangs on it, shall go to the recycle bin. Then call again with confirmed: true.',
      record,
    })
  }
  await run(context, 'Delete', name, { Data: { Key: key } })
  return { entity: name, deleted: true, Key: key, undo: 'restore' }
}

async function restore(args: Arguments, context: ToolContext): Promise<object> {
  const { name } = await entityOf(context, textOf(args, 'entity'))
  const key = textOf(args, 'key')
  await run(context, 'Restore', name, { Data: { Key: key } })
  return asData({ entity: name, restored: true, ...(await current(context, name, key)) })
}

export const writingTools: readonly Tool[] = [
  {
    name: 'save',
    title: 'Create or update a record',
    description:
      'Creates a record, or updates the one whose Key is in data; then data also needs the Version that was read. Only the fields sent change.',
    properties: {
      entity: entityName,
      data: { type: 'object', description: 'Fields and values; null clears' },
      call_id: text('Your own id of this call: repeated with the same data, it is done once'),
    },
    required: ['entity', 'data'],
    writes: true,
    destructive: false,
    idempotent: false,
    run: save,
  },
  {
    name: 'delete',
    title: 'Move a record to the recycle bin',
    description:
      'Moves a record, and what hangs on it, to the recycle bin. The first call shows what; the person decides.',
    properties: {
      entity: entityName,
      key: recordKey,
      confirmed: { type: 'boolean', description: 'True once the person has agreed' },
    },
    required: ['entity', 'key'],
    writes: true,
    destructive: true,
    idempotent: true,
    run: remove,
  },
  {
    name: 'restore',
    title: 'Restore from the recycle bin',
    description: 'Brings a deleted record back, with what went with it.',
    properties: { entity: entityName, key: recordKey },
    required: ['entity', 'key'],
    writes: true,
    destructive: false,
    idempotent: true,
    run: restore,
  },
]

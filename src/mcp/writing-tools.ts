// Declares the tools that change records: save, delete and restore. Nothing that they do is final.
import { refuse } from '../base/errors.ts'
import { entityOf, run, type ToolContext } from './data-call.ts'
import { type Arguments, asData, entityName, objectOf, Question, recordKey, type Tool, text, textOf } from './tool.ts'

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

interface ShownRecord {
  readonly DisplayValue?: string
  readonly Version?: number
}

/** Asks the person before anything is deleted: by the client where it can ask, otherwise by the assistant. */
async function remove(args: Arguments, context: ToolContext): Promise<object | Question> {
  const { name } = await entityOf(context, textOf(args, 'entity'))
  const key = textOf(args, 'key')
  const ask = context.reply
  if (ask === null && args.confirmed === true) return removed(context, name, key)
  const record: ShownRecord = await current(context, name, key)
  const { DisplayValue: shown, Version: version } = record
  if (shown === undefined) refuse('UnknownKey', 'key', `There is no ${name} with this key.`)
  if (ask === null) {
    return asData({
      entity: name,
      deleted: false,
      ask: 'Ask the person whether this record, and what hangs on it, shall go to the recycle bin. Then call again with confirmed: true.',
      record,
    })
  }
  // The answer counts for the state of the record that the person was shown.
  const question = `delete ${version}`
  const reply = ask(question)
  if (reply === 'yes') return removed(context, name, key)
  if (reply === 'no') return asData({ entity: name, deleted: false, answer: 'The person said no.', record })
  return new Question(question, `Move ${name} "${shown}", and what hangs on it, to the recycle bin?`)
}

async function removed(context: ToolContext, entity: string, key: string): Promise<object> {
  await run(context, 'Delete', entity, { Data: { Key: key } })
  return { entity, deleted: true, Key: key, undo: 'restore' }
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
      'Moves a record, and what hangs on it, to the recycle bin. The person is asked; or the first call shows what, so that you ask.',
    properties: {
      entity: entityName,
      key: recordKey,
      confirmed: { type: 'boolean', description: 'True once you were told to ask, and the person agreed' },
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

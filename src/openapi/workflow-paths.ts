// Builds the paths that start, stop and skip workflows.
import { settings } from './entity-paths.ts'
import { body, dataOperation, type Paths, parameter, titled } from './parts.ts'
import { dateTime, flag, listOf, object, orNull, type Schema, text, textOrNull, whole, zero } from './schema.ts'

const tag = ['Workflow']

const task = object({
  Subject: text,
  DateTime: dateTime,
  Alarm: orNull(dateTime),
  AssignedTo: orNull(object({ Uid: text, DisplayValue: text })),
  WorkflowTaskTemplateKey: text,
  WorkflowStageKey: textOrNull,
})

const action = object({
  WorkflowActionKey: text,
  Action: whole,
  Applies: {
    ...orNull(flag),
    description: 'Whether the record meets its conditions; null when that depends on a result.',
  },
  Results: listOf(text),
  GoalKey: { ...textOrNull, description: 'Where a branch leads.' },
  Delivery: {
    ...orNull(object({ Kind: text, Recipient: textOrNull, Subject: textOrNull, Body: text, Failure: textOrNull })),
    description: 'The mail or call that it would send; null for others, and when it does not apply.',
  },
})

const event = object({
  Task: orNull(task),
  EndOf: { ...textOrNull, description: 'The stage or workflow that ends; null for a task.' },
  DateTime: dateTime,
  Actions: listOf(action),
})

const start = object(
  {
    Data: object(
      {
        Key: { ...text, description: 'The workflow.' },
        ParentKey: { ...text, description: 'The record that it is started on.' },
        WithKey: {
          ...textOrNull,
          description: 'A further record that its tasks are with; that of the workflow if ParentKey is its entry.',
        },
      },
      ['Key', 'ParentKey'],
    ),
    Options: object({
      DryRun: {
        ...flag,
        description:
          'Writes nothing. `Tasks` lists the tasks that the start would make, `Outlook` all that would follow if each task were completed when it is due.',
      },
    }),
  },
  ['Data'],
)

const started = object({ Key: text, WorkflowInstanceKey: text, Tasks: listOf(task), Outlook: listOf(event) }, ['Key'])

/** An operation on the entity member `name`. */
const operation = (id: string, name: string, request: Schema, answer: Schema, summary: string, example: object) =>
  dataOperation('write', object({ Code: zero, [name]: object({ Data: answer }, ['Data']) }, ['Code', name]), {
    ...titled(id, tag, summary),
    parameters: [parameter('RequestId'), parameter('IdempotencyKey')],
    requestBody: body(object({ [name]: request, ...settings }, [name]), { example: { value: { [name]: example } } }),
  })

const instance = object({ Data: object({ Key: text }, ['Key']) }, ['Data'])
const running = { Data: { Key: '<workflow-instance-1>' } }

export const workflowPaths = (api: string): Paths => ({
  [`${api}/WorkflowStart`]: {
    post: operation('WorkflowStart', 'Workflow', start, started, 'Start a workflow on a record', {
      Data: { Key: '<workflow-1>', ParentKey: '<lakeside>' },
    }),
  },
  [`${api}/WorkflowStop`]: {
    post: operation(
      'WorkflowStop',
      'WorkflowInstance',
      instance,
      object({ Key: text }, ['Key']),
      'End an instance',
      running,
    ),
  },
  [`${api}/WorkflowSkip`]: {
    post: operation(
      'WorkflowSkip',
      'WorkflowInstance',
      instance,
      object({ Key: text }, ['Key']),
      'Skip the open task of an instance',
      running,
    ),
  },
})

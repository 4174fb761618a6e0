// Builds the paths that start, stop and skip workflows.
import { settings } from './entity-paths.ts'
import { body, dataOperation, type Paths, parameter, titled } from './parts.ts'
import { dateTime, flag, listOf, object, orNull, type Schema, text, textOrNull, zero } from './schema.ts'

const tag = ['Workflow']

const task = object({
  Subject: text,
  DateTime: dateTime,
  Alarm: orNull(dateTime),
  AssignedTo: orNull(object({ Uid: text, DisplayValue: text })),
  WorkflowTaskTemplateKey: text,
  WorkflowStageKey: textOrNull,
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
    Options: object({ DryRun: { ...flag, description: 'Writes nothing, and lists the tasks that would be made.' } }),
  },
  ['Data'],
)

const started = object({ Key: text, WorkflowInstanceKey: text, Tasks: listOf(task) }, ['Key'])

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

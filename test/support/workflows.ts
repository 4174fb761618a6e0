// Creates workflows through the data API, and reads their instances and tasks.
import type { Crm, Json, Person } from './crm.ts'

interface WorkflowTools {
  /** Creates a workflow and gives its key. */
  workflow(data?: Json): Promise<string>
  stage(workflow: string, sequence: number, data?: Json): Promise<string>
  /** Creates a task template of a workflow or a stage. Its subject is its name. */
  template(holder: string, sequence: number, subject: string, data?: Json): Promise<string>
  /** Starts a workflow and gives the key of its instance. */
  start(workflow: string, record: string, as?: Person): Promise<string>
  instance(key: string): Promise<Json>
  /** The tasks of an instance that are not in the bin, by subject. */
  tasks(instance: string): Promise<Record<string, Json>>
  /** The subjects of the open tasks of an instance, sorted. */
  open(instance: string): Promise<string[]>
  /** Completes the open task of a subject. */
  complete(instance: string, subject: string, options?: Json, as?: Person): Promise<Json>
}

const taskFields = { Key: 1, Subject: 1, Completed: 1, DateTime: 1, Alarm: 1, AssignedTo: { Uid: 1 } }
const keys = { AbEntryKey: 1, LeadKey: 1, WithKey: 1, WorkflowKey: 1, WorkflowTaskTemplateKey: 1 }

export function workflowTools(crm: () => Crm): WorkflowTools {
  const readAll = async (entity: string, fields: Json, query: Json): Promise<Json[]> => {
    const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query } }
    return (await crm().ok('Read', { [entity]: content }))[entity].Data
  }
  const tools: WorkflowTools = {
    workflow: (data = {}) => crm().create('Workflow', { Name: 'A workflow', ...data }),
    stage: (WorkflowKey, Sequence, data = {}) =>
      crm().create('WorkflowStage', { WorkflowKey, Name: `Stage ${Sequence}`, Sequence, ...data }),
    template: (WorkflowKey, Sequence, Subject, data = {}) =>
      crm().create('WorkflowTaskTemplate', { WorkflowKey, Sequence, Subject, ...data }),
    start: async (Key, ParentKey, as) =>
      (await crm().ok('WorkflowStart', { Workflow: { Data: { Key, ParentKey } } }, as)).Workflow.Data
        .WorkflowInstanceKey,
    instance: async key => {
      const fields = {
        WorkflowKey: 1,
        WorkflowStageKey: 1,
        WorkflowTaskTemplateKey: 1,
        ParentKey: 1,
        WithKey: 1,
        Status: 1,
        Reason: 1,
        Completed: 1,
        CompletionDate: 1,
        DisplayValue: 1,
        Creator: { Uid: 1 },
      }
      const [found] = await readAll('WorkflowInstance', fields, { Key: { $EQ: key } })
      return found
    },
    tasks: async instance => {
      const found = await readAll('Task', { ...taskFields, ...keys }, { WorkflowInstanceKey: { $EQ: instance } })
      return Object.fromEntries(found.map(task => [task.Subject, task]))
    },
    open: async instance =>
      Object.values(await tools.tasks(instance))
        .filter(task => !task.Completed)
        .map(task => task.Subject)
        .sort(),
    complete: async (instance, subject, Options, as) => {
      const task = (await tools.tasks(instance))[subject]
      if (!task) throw new Error(`There is no task ${subject}.`)
      const content = { Data: { Key: task.Key, Completed: true }, ...(Options && { Options }) }
      return crm().call('Update', { Task: content }, as)
    },
  }
  return tools
}

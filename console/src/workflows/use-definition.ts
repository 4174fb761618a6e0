// Reads the definition of a workflow, and changes it so that each change can be undone.
import { type Body, rowsOf, textOf } from '../api/envelope.ts'
import { screenRequests } from '../api/screen-requests.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { showFailure, useUndoable } from '../ui/frame/undo-notices.tsx'
import {
  actionMembers,
  type Definition,
  definitionIn,
  type SequencedItem,
  taskMembers,
  workflowMembers,
} from './definition.ts'

interface DefinitionRead {
  /** Undefined while it is read; null when there is no such workflow. */
  readonly definition: Definition | null | undefined
  readonly error: Error | null
  readonly retry: () => void
}

const owner = { Owner: { Key: 1, Uid: 1, DisplayValue: 1 } }

/** `fields` are those that the form of the workflow edits. */
export function useDefinition(key: string, fields: Body): DefinitionRead {
  const { workflows } = useTexts()
  const workflow = useRead(workflowMembers(key, { ...fields, ...owner }), { title: workflows.settings, keep: true })
  const stages = rowsOf(workflow.data, 'WorkflowStage.all').map(({ Key }) => String(Key))
  const tasks = useRead(workflow.data ? taskMembers([key, ...stages]) : null, { title: workflows.tasks, keep: true })
  const keys = rowsOf(tasks.data, 'WorkflowTaskTemplate').map(({ Key }) => String(Key))
  const actions = useRead(tasks.data ? actionMembers([key, ...stages, ...keys]) : null, {
    title: workflows.action.kind,
    keep: true,
  })
  const templates = useMailTemplates()
  const all = [workflow, tasks, actions]
  const isRead = all.every(({ data }) => data !== undefined)
  return {
    definition:
      isRead && workflow.data
        ? definitionIn({
            workflow: workflow.data,
            tasks: tasks.data,
            actions: actions.data,
            templates: new Map(templates.map(one => [one.key, one.name])),
          })
        : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    retry: () => void Promise.all(all.map(query => query.refetch())),
  }
}

interface MailTemplate {
  readonly key: string
  readonly name: string
  readonly type: number
}

export function useMailTemplates(): readonly MailTemplate[] {
  const { data } = useRead(
    { MailTemplate: { Scope: { Fields: { Key: 1, Name: 1, EntityType: { Key: 1 } } } } },
    { title: null },
  )
  return rowsOf(data, 'MailTemplate').map(row => ({
    key: String(row.Key),
    name: textOf(row.Name),
    type: Number((row.EntityType as { Key: unknown } | null)?.Key ?? 1),
  }))
}

interface Answer {
  readonly Data: Body
}

/** Functions that write the parts of a workflow. They throw a refusal, except for `order` and `remove`, which show it. */
export function useDefinitionWrites() {
  const { api, feed, undo, writer } = useWorkspace()
  const { workflows } = useTexts()
  const change = useUndoable()
  const write = async (operation: string, entity: string, content: Body, title: string): Promise<Body> => {
    const body = { [entity]: content }
    const answer = await api.call<Record<string, Answer>>(operation, body)
    screenRequests.setWrite({ title, operation, body })
    feed.announce([{ entity, key: null }])
    return answer[entity]?.Data ?? {}
  }
  const move = (entity: string, places: readonly SequencedItem[], title: string) =>
    write('Update', entity, { Data: places.map(({ key, sequence }) => ({ Key: key, Sequence: sequence })) }, title)
  return {
    /** Gives what the server answers: the key, and a secret that is shown once. */
    create: async (entity: string, data: Body, name: string): Promise<Body> => {
      const label = workflows.added(name)
      const made = await write('Create', entity, { Data: { Key: null, ...data } }, label)
      undo.push({ label, undo: async () => void (await write('Delete', entity, { Data: { Key: made.Key } }, label)) })
      return made
    },
    update: async (entity: string, key: string, data: Body, before: Body, name: string, options?: Body) => {
      const label = workflows.changed(name)
      const send = (values: Body) => write('Update', entity, { Data: { Key: key, ...values } }, label)
      const content = { Data: { Key: key, ...data }, ...(options ? { Options: options } : {}) }
      const answer = await write('Update', entity, content, label)
      undo.push({ label, undo: async () => void (await send(before)) })
      return answer
    },
    order: (entity: string, wanted: readonly SequencedItem[], before: readonly SequencedItem[], name: string): void =>
      void change(
        workflows.moved(name),
        async () => void (await move(entity, wanted, workflows.moved(name))),
        async () => void (await move(entity, before, workflows.moved(name))),
      ),
    remove: (entity: string, key: string, name: string): void =>
      void writer.remove(entity, [key], workflows.removed(name)).catch(showFailure),
  }
}

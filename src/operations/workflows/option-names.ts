// Names the options that depend on a workflow, in lower case and behind the name of their entity.

const names = [
  'task/options/workflow/result',
  'workflowaction/operations/fieldname',
  'workflowaction/operations/type',
  'workflowtasktemplate/assignedtoexpression',
] as const

export type WorkflowOptionName = (typeof names)[number]

/** The name of the options of a member of an entity; undefined when they do not depend on a workflow. */
export function workflowOptionName(entity: string, path: string): WorkflowOptionName | undefined {
  const name = `${entity}/${path}`.toLowerCase()
  return names.find(one => one === name)
}

// Asks the person with which result a task of a workflow is completed, since a branch depends on it.
import type { Api } from './client.ts'
import type { Body } from './envelope.ts'
import { Questions } from './questions.ts'

interface ResultQuestion {
  /** The task. */
  readonly key: string
  readonly results: readonly string[]
}

/** The answer is null when the person gives the completion up. */
export class WorkflowResults extends Questions<ResultQuestion, string | null> {}

const path = 'Workflow/Result'

/** The results with which a task can be completed. */
export async function readResults(api: Api, key: string): Promise<readonly string[]> {
  const request = { Task: { Data: { Key: key }, FieldOptions: { Options: { [path]: [{ Key: 1 }] } } } }
  const answer = await api.call<Body>('Read', request)
  const { FieldOptions } = answer.Task as { FieldOptions: { Options: Record<string, readonly { Key: string }[]> } }
  return (FieldOptions.Options[path] ?? []).map(({ Key }) => Key)
}

/** The options of an Update that completes the task. */
export const withResult = (result: string): Body => ({ [path]: result })

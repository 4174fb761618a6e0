// Keeps the sales process and the stage of an opportunity together: where one of them changes, the other follows.
import type { Row } from '../api/envelope.ts'
import type { SalesProcess } from '../api/sales-processes.ts'
import { memberText } from './field.ts'

const process = 'SalesProcessSetup'
const stage = 'SalesStageSetup'

const named = ({ key, name }: { readonly key: string; readonly name: string }) => ({ Key: key, DisplayValue: name })

/** Process and stage of a new opportunity: the first of the database that has stages. Empty without one. */
export function firstPosition(processes: readonly SalesProcess[]): Row {
  const first = processes.find(({ stages }) => stages.length > 0)
  return first ? positionIn(first, first.stages[0]?.key) : {}
}

/** The values of process and stage; the first stage of the process unless one is named. */
export function positionIn(within: SalesProcess, stageKey: string | undefined): Row {
  const at = within.stages.find(({ key }) => key === stageKey) ?? within.stages[0]
  return { [process]: named(within), ...(at ? { [stage]: named(at) } : {}) }
}

/** Keys of process and stage as a write sends them. */
export const writtenPosition = (position: Row): Row =>
  Object.fromEntries(Object.entries(position).map(([path, value]) => [`${path}Key`, memberText(value, 'Key') || null]))

/** Whether a change of this field needs another one beside it. */
export const isPosition = (path: string): boolean => path === process || path === stage

/** The process of many records follows from the stage that is chosen for them. */
export const isProcess = ({ path }: { readonly path: string }): boolean => path === process

/** What follows from a change of process or stage; nothing for other fields. */
export function followers(path: string, value: unknown, processes: readonly SalesProcess[]): Row {
  const key = memberText(value, 'Key')
  if (path === process) {
    const chosen = processes.find(one => one.key === key)
    const { [stage]: first = null } = chosen ? positionIn(chosen, undefined) : {}
    return { [stage]: first }
  }
  if (path !== stage) return {}
  // No stage is no process.
  if (key === '') return { [process]: null }
  const owner = processes.find(({ stages }) => stages.some(one => one.key === key))
  return owner ? { [process]: named(owner) } : {}
}

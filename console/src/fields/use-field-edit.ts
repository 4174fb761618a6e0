// Writes the value of a field as its kind spells it, and gives the problems that the server found.
import { useCallback } from 'react'
import { same } from '../api/conflicts.ts'
import type { Row } from '../api/envelope.ts'
import { type Problem, problemsAt } from '../api/errors.ts'
import { readSalesProcesses } from '../api/sales-processes.ts'
import { useWorkspace, type Workspace } from '../api/workspace.tsx'
import type { RecordSnapshot } from '../api/writer.ts'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import type { Field } from './field.ts'
import { followers, isPosition, writtenPosition } from './position.ts'
import { writtenValue } from './values.ts'

const noProblems: readonly Problem[] = []

/** `seen` is the record when the editor was opened, where others may have changed it since. */
type FieldEdit = (key: string, field: Field, value: unknown, seen?: RecordSnapshot) => Promise<readonly Problem[]>

/** What else changes with a field: the stage of an opportunity with its process. */
export const changesBeside = async (workspace: Workspace, { path }: Field, value: unknown): Promise<Row> =>
  isPosition(path) ? followers(path, value, await readSalesProcesses(workspace)) : nothing

const nothing: Row = {}

const pickOf = (changes: Row, others: Row): Row =>
  Object.fromEntries(Object.entries(changes).filter(([path]) => path in others))

/** Resolves with the problems of the field; other failures are shown as a notice. */
export function useFieldEdit(): FieldEdit {
  const workspace = useWorkspace()
  const t = useTexts().fields
  return useCallback(
    async (key, field, value, seen) => {
      const { store, writer } = workspace
      const now = store.get(key)?.fields
      if ([seen?.values ?? now, now].some(fields => same(fields?.[field.path], value))) return noProblems
      try {
        const beside = await changesBeside(workspace, field, value)
        await writer.update({
          entity: field.entity,
          key,
          changes: { [field.path]: value, ...beside },
          write: changes => ({
            [field.writeAs]: writtenValue(field, changes[field.path]),
            ...writtenPosition(pickOf(changes, beside)),
          }),
          label: t.changed(field.label),
          seen,
        })
        return noProblems
      } catch (error) {
        const own = [...problemsAt(error, field.writeAs), ...problemsAt(error, `${field.writeAs}/Value`)]
        if (own.length === 0) showFailure(error)
        return own
      }
    },
    [workspace, t],
  )
}

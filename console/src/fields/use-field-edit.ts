// Writes the value of a field as its kind spells it, and gives the problems that the server found.
import { useCallback } from 'react'
import { same } from '../api/conflicts.ts'
import { ApiError, type Problem } from '../api/errors.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { Seen } from '../api/writer.ts'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import type { Field } from './field.ts'
import { writtenValue } from './values.ts'

const noProblems: readonly Problem[] = []

/** `seen` is the record when the editor was opened, where others may have changed it since. */
type FieldEdit = (key: string, field: Field, value: unknown, seen?: Seen) => Promise<readonly Problem[]>

/** Resolves with the problems of the field; other failures are told as a notice. */
export function useFieldEdit(): FieldEdit {
  const { writer, store } = useWorkspace()
  const t = useTexts().fields
  return useCallback(
    async (key, field, value, seen) => {
      const now = store.get(key)?.fields
      if ([seen?.values ?? now, now].some(fields => same(fields?.[field.path], value))) return noProblems
      try {
        await writer.update({
          entity: field.entity,
          key,
          changes: { [field.path]: value },
          write: changes => ({ [field.writeAs]: writtenValue(field, changes[field.path]) }),
          label: t.changed(field.label),
          seen,
        })
        return noProblems
      } catch (error) {
        const own = error instanceof ApiError ? [...error.at(field.writeAs), ...error.at(`${field.writeAs}/Value`)] : []
        if (own.length === 0) showFailure(error)
        return own
      }
    },
    [writer, store, t],
  )
}

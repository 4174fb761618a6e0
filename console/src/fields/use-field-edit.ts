// Writes the value of a field as its kind spells it, and gives the problems that the server found.
import { useCallback } from 'react'
import { same } from '../api/conflicts.ts'
import { ApiError, type Problem } from '../api/errors.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import type { Field } from './field.ts'
import { writtenValue } from './values.ts'

const noProblems: readonly Problem[] = []

/** Resolves with the problems of the field; other failures are told as a notice. */
export function useFieldEdit(): (key: string, field: Field, value: unknown) => Promise<readonly Problem[]> {
  const { writer, store } = useWorkspace()
  const t = useTexts().fields
  return useCallback(
    async (key, field, value) => {
      if (same(store.get(key)?.fields[field.path], value)) return noProblems
      try {
        await writer.update({
          entity: field.entity,
          key,
          changes: { [field.path]: value },
          write: changes => ({ [field.writeAs]: writtenValue(field, changes[field.path]) }),
          label: t.changed(field.label),
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

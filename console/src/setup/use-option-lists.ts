// Reads the option lists that can be edited, and sends the edits of one.
import { useCallback, useMemo } from 'react'
import type { Body } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { type OptionList, type OptionListsAnswer, optionListsIn, optionListsMembers } from './option-lists.ts'

export function useOptionLists(title: string) {
  const { labels } = useTexts()
  const query = useRead<OptionListsAnswer>(optionListsMembers, { title, keep: true })
  const lists = useMemo(() => optionListsIn(query.data, labels), [query.data, labels])
  return { query, lists }
}

/** Sends an edit of a list: `{}` adds items, `{ Modify: true }` changes them, and so on. */
export function useEditList(): (list: OptionList, items: readonly Body[], options: Body) => Promise<void> {
  const { api, queries } = useWorkspace()
  return useCallback(
    async ({ entity, path }, items, options) => {
      const body = { [entity]: { FieldOptions: { [path]: items }, Options: options } }
      await api.call('Update', body)
      await queries.invalidateQueries({
        predicate: ({ queryKey, meta }) =>
          queryKey[0] === 'FieldOptions' || (Array.isArray(meta?.entities) && meta.entities.includes('Schema')),
      })
    },
    [api, queries],
  )
}

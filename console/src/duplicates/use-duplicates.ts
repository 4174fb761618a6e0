// Reads groups of duplicates, and merges a pair or marks it as different; each can be undone.
import { useQuery } from '@tanstack/react-query'
import { type Body, envelope } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { type DuplicateGroup, ledBy } from './pairs.ts'

/** As many groups as a person decides on before the list is read again. */
const mostGroups = 200

/** The groups of an entity; only those of one record where its key is not empty. */
export function useDuplicates(entity: string, of: string) {
  const { api } = useWorkspace()
  const { duplicates: t } = useTexts()
  const criteria = of === '' ? {} : { Criteria: { SearchQuery: { Key: { $EQ: of } } } }
  const body = envelope({ [entity]: { Top: mostGroups, ...criteria } })
  useShownRequest({ title: t.title, operation: 'Duplicates', body })
  return useQuery({
    queryKey: ['Duplicates', entity, of],
    queryFn: async ({ signal }) => {
      const answer = await api.call<Record<string, { readonly Data: readonly DuplicateGroup[] }>>('Duplicates', body, {
        signal,
      })
      return (answer[entity]?.Data ?? []).map(group => ledBy(group, of))
    },
    meta: { entities: [entity] },
    placeholderData: previous => previous,
  })
}

interface Merge {
  readonly kept: string
  readonly gone: string
  readonly fields: Readonly<Record<string, string>>
  readonly label: string
}

export function useDecisions(entity: string) {
  const { api, feed, undo, queries } = useWorkspace()
  const call = async (operation: string, content: Body): Promise<void> => {
    await api.call(operation, envelope({ [entity]: content }))
    feed.announce([{ entity, key: null }])
    await queries.invalidateQueries({ queryKey: ['Duplicates', entity] })
  }
  return {
    merge: async ({ kept, gone, fields, label }: Merge): Promise<void> => {
      await call('Merge', { Data: { Key: kept, From: [gone], Fields: fields } })
      undo.push({ label, undo: () => call('Restore', { Data: { Key: gone } }) })
    },
    distinguish: async (keys: readonly [string, string], label: string): Promise<void> => {
      await call('Duplicates', { Ignore: keys })
      undo.push({ label, undo: () => call('Duplicates', { Ignore: keys, Options: { Remove: true } }) })
    },
  }
}

// Keeps how a person likes the console: small choices in the browser, what names records on the server.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { ReadAnswer } from './envelope.ts'
import { Refused } from './errors.ts'
import { useWorkspace } from './workspace.tsx'

const prefix = 'clientele.'
const listeners = new Set<() => void>()

/** A choice of this browser that says nothing of customers: theme, language, width of the navigation. */
export function useLocalChoice<T extends string>(name: string, fallback: T): [T, (value: T) => void] {
  const value = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => localChoice(name, fallback),
  )
  const set = useCallback(
    (next: T) => {
      localStorage.setItem(prefix + name, next)
      for (const listener of listeners) listener()
    },
    [name],
  )
  return [value, set]
}

export function localChoice<T extends string>(name: string, fallback: T): T {
  try {
    return (localStorage.getItem(prefix + name) as T | null) ?? fallback
  } catch {
    return fallback
  }
}

interface StoredPreference {
  readonly Key: string
  readonly Name: string
  readonly Value: unknown
}

const request = { Preference: { Scope: { Fields: { Key: 1, Name: 1, Value: 1 } } } }
const queryKey = ['Preferences']

/** A choice of the user, on the server: the same in every browser. */
export function usePreference<T>(name: string, fallback: T): [T, (value: T) => void] {
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      const { Preference } = await api.call<{ Preference: ReadAnswer }>('Read', request)
      return Preference.Data as unknown as readonly StoredPreference[]
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stored = data?.find(({ Name }) => Name === name)
  const set = useCallback(
    (Value: T) => {
      const known = queries.getQueryData<readonly StoredPreference[]>(queryKey) ?? []
      const old = known.find(({ Name }) => Name === name)
      queries.setQueryData(queryKey, [
        ...known.filter(one => one !== old),
        { Key: old?.Key ?? '', Name: name, Value } satisfies StoredPreference,
      ])
      const write = old?.Key
        ? api.call('Update', { Preference: { Data: { Key: old.Key, Value } } })
        : api.call('Create', { Preference: { Data: { Key: null, Name: name, Value } } })
      write
        .then(answer => {
          const { Key } = (answer.Preference as { Data: StoredPreference }).Data
          queries.setQueryData<readonly StoredPreference[]>(queryKey, all =>
            all?.map(one => (one.Name === name ? { ...one, Key } : one)),
          )
        })
        // Another tab was first: its row is found by the next read.
        .catch((error: unknown) => {
          if (error instanceof Refused && error.problem('AlreadyExists')) void queries.invalidateQueries({ queryKey })
        })
    },
    [api, queries, name],
  )
  return [stored ? (stored.Value as T) : fallback, set]
}

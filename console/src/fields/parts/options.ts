// Reads the options of fields, and finds records by what is typed of their name.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Body, envelope, rowsOf } from '../../api/envelope.ts'
import { entityQuery } from '../../api/model.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { optionName } from '../../texts/names.ts'
import type { Field } from '../field.ts'
import { memberText } from '../field.ts'

export interface Choice {
  readonly key: string
  readonly label: string
  /** What else helps to tell it from others, such as the entity of a record. */
  readonly hint?: string
  /** Its colour, where it has one. */
  readonly hue?: number
}

const none: readonly Choice[] = []

/**
 * The options of a field. `data` are the values that they depend on: the stages of a process, the categories of products.
 */
export function useOptions(
  field: Pick<Field, 'entity' | 'origin' | 'path'>,
  data: Body = {},
  keyMember: 'Key' | 'Value' = 'Key',
  enabled = true,
) {
  const { api } = useWorkspace()
  const texts = useTexts()
  const { entity, path } = field.origin?.field ?? field
  const body = envelope({
    [entity]: {
      FieldOptions: { [path]: [{ [keyMember]: 1, DisplayValue: 1 }] },
      ...(Object.keys(data).length > 0 ? { Data: data } : {}),
    },
  })
  const { data: choices = none, isPending } = useQuery({
    queryKey: ['FieldOptions', body],
    queryFn: async ({ signal }) => {
      const answer = await api.call<Body>('Read', body, { signal })
      const { FieldOptions } = answer[entity] as { FieldOptions: Record<string, readonly unknown[]> }
      return (FieldOptions[path] ?? []).map(
        (item): Choice => ({ key: memberText(item, keyMember), label: memberText(item, 'DisplayValue') }),
      )
    },
    staleTime: 60_000,
    enabled,
  })
  const named = useMemo(
    () => choices.map(one => ({ ...one, label: optionName(texts, entity, path, one.key, one.label) })),
    [choices, texts, entity, path],
  )
  return { choices: named, isPending }
}

/** How many records of each entity are offered. */
const offered = 8

/** The condition for records whose name begins like this, in an entity with or without a word index. */
const nameCondition = (hasWords: boolean, typed: string) =>
  hasWords ? { $PHRASE: typed } : { DisplayValue: { $LIKE: `${typed.replace(/[\\%_]/g, '\\$&')}%` } }

const everything: Body = {}

/** Records whose name has words that begin like this; the first ones when nothing is typed. `within` narrows them further. */
export function useRecordSearch(entities: readonly string[], text: string, within: Body = everything) {
  const { api, session, queries } = useWorkspace()
  const names: Readonly<Record<string, { one: string }>> = useTexts().entities
  const typed = text.trim()
  const { data: choices = none, isFetching } = useQuery({
    queryKey: ['search', entities, typed, within],
    queryFn: async ({ signal }) => {
      const models = await Promise.all(entities.map(entity => queries.fetchQuery(entityQuery(api, session, entity))))
      const members = models.map(({ name, hasWords }) => [
        `${name}.found`,
        {
          Scope: { Fields: { Key: 1, DisplayValue: 1 } },
          Criteria: {
            SearchQuery: { ...within, ...(typed === '' ? {} : nameCondition(hasWords, typed)) },
            Top: offered,
          },
        },
      ])
      const answer = await api.call<Body>('Read', envelope(Object.fromEntries(members)), { signal })
      return entities.flatMap(entity =>
        rowsOf(answer, `${entity}.found`).map((row): Choice => {
          const choice = { key: memberText(row, 'Key'), label: memberText(row, 'DisplayValue') }
          return entities.length > 1 ? { ...choice, hint: names[entity]?.one ?? entity } : choice
        }),
      )
    },
    placeholderData: previous => previous,
    staleTime: 10_000,
    meta: { entities },
  })
  return { choices, isFetching }
}

/** The names of records of which a filter has the keys. */
export function useRecordLabels(entities: readonly string[], keys: readonly string[]): ReadonlyMap<string, string> {
  const { api } = useWorkspace()
  const { data } = useQuery({
    queryKey: ['labels', entities, keys],
    queryFn: async ({ signal }) => {
      const content = {
        Scope: { Fields: { Key: 1, DisplayValue: 1 } },
        Criteria: { SearchQuery: { Key: { $IN: keys } } },
      }
      // The server refuses keys of another entity, so each entity is read by itself.
      const answers = await Promise.allSettled(
        entities.map(entity => api.call<Body>('Read', envelope({ [entity]: content }), { signal })),
      )
      const rows = answers.flatMap((answer, at) =>
        answer.status === 'fulfilled' ? rowsOf(answer.value, entities[at] as string) : [],
      )
      return new Map(rows.map(row => [memberText(row, 'Key'), memberText(row, 'DisplayValue')]))
    },
    enabled: keys.length > 0,
    staleTime: 60_000,
  })
  return data ?? noLabels
}

const noLabels: ReadonlyMap<string, string> = new Map()

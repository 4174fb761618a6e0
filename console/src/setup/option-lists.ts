// Reads the option lists that can be edited, and sends the edits of one.
import { useCallback, useMemo } from 'react'
import type { Body } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'

export interface OptionItem {
  readonly Key: string
  readonly Value: string
  readonly Inactive: boolean
}

export interface OptionList {
  /** `AbEntry/Category`. */
  readonly id: string
  readonly entity: string
  readonly path: string
  readonly label: string
  readonly items: readonly OptionItem[]
  /** Values are texts, which the list only suggests. */
  readonly isFree: boolean
  /** Other fields with the same items, which are most often the same list. */
  readonly also: readonly string[]
}

const request: Body = {
  Schema: {
    Scope: { Fields: { Key: 1, Items: 1, DisplayValue: 1, Attributes: 1 } },
    Criteria: { SearchQuery: { Type: { $EQ: 'EnumField<StringItem>' } } },
  },
  Compatibility: { SchemaObject: '1.0' },
}

interface SchemaAnswer {
  readonly Schema: {
    readonly Data: readonly {
      readonly Key: string
      readonly Items: readonly OptionItem[]
      readonly DisplayValue: string
      readonly Attributes: Body
    }[]
  }
}

/** Items of lists that can be edited have numbers written as text for keys; fixed ones have numbers or words. */
const isEditable = (key: string, items: readonly OptionItem[]): boolean =>
  key.includes('/Udf/') || items.some(item => typeof item.Key === 'string' && /^\d+$/.test(item.Key))

export function useOptionLists(title: string) {
  const query = useRead<SchemaAnswer>(request, { title, keep: true })
  const lists = useMemo(() => {
    const found = new Map<string, OptionList & { also: string[] }>()
    for (const { Key, Items, DisplayValue, Attributes } of query.data?.Schema.Data ?? []) {
      const [entity = '', ...rest] = Key.slice(1).split('/')
      if (!isEditable(Key, Items)) continue
      const same = Items.length > 0 ? JSON.stringify(Items) : Key
      const known = found.get(same)
      if (known) known.also.push(`${entity} · ${DisplayValue}`)
      else {
        const path = rest.join('/')
        const isFree = Attributes.MaxLength !== undefined
        found.set(same, { id: Key.slice(1), entity, path, label: DisplayValue, items: Items, isFree, also: [] })
      }
    }
    return [...found.values()]
  }, [query.data])
  return { query, lists }
}

/** Sends an edit of a list: `{}` adds items, `{ Modify: true }` changes them, and so on. */
export function useEditList(): (list: OptionList, items: readonly Body[], options: Body) => Promise<void> {
  const { api, queries } = useWorkspace()
  return useCallback(
    async ({ entity, path }, items, options) => {
      const body = { [entity]: { FieldOptions: { [path]: items }, Options: options } }
      await api.call('Update', body, { idempotencyKey: crypto.randomUUID() })
      await queries.invalidateQueries({
        predicate: ({ queryKey, meta }) =>
          queryKey[0] === 'FieldOptions' || (Array.isArray(meta?.entities) && meta.entities.includes('Schema')),
      })
    },
    [api, queries],
  )
}
